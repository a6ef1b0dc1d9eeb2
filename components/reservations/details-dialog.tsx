import { Button, Skeleton } from "@mantine/core";
import { MessageCircle, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { OpensGuest } from "@/components/app-base/opens-guest";
import { counted } from "@/components/ui/counted";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { useDialogs } from "@/components/ui/dialogs";
import { GuestName } from "@/components/ui/guest-name";
import { PhoneActions } from "@/components/ui/guest-phones";
import { dayAndTime, longDate } from "@/components/ui/local-times";
import { ErrorNotice, failureText, plainCause } from "@/components/ui/notice";
import { toast } from "@/components/ui/toast";
import { CANCEL_WORDS, MESSAGE_WORDS, SOURCE_WORDS } from "@/lib/reservations/screen-words";
import type { Reservation, ReservationMessage } from "@/lib/reservations/shapes";
import { groupOf } from "@/lib/reservations/states";
import { useReservationActions } from "./actions-context";
import { KeptMark, StatusChip } from "./badges";
import styles from "./details-dialog.module.css";
import type { ShownReservation } from "./kept/with-kept";
import { useDeleteReservation, useReservation, useTellGuest } from "./queries";
import { ReservationCard } from "./reservation-card";

/** The whole of a reservation: what was said, what the house knows of the guest, what the guest was told, and every change of it. */
export function DetailsDialog({ reservation, onClose }: { reservation: ShownReservation; onClose: () => void }) {
  const { branch, code, date, isNew } = reservation;
  return (
    <DialogFrame
      size="medium"
      title={<GuestName name={reservation.name} />}
      subtitle={
        <>
          <span>{longDate(date)}</span>
          {code && <span className={styles.code}>{code}</span>}
          <StatusChip reservation={reservation} />
          <KeptMark reservation={reservation} />
        </>
      }
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.body}>
        <ReservationCard reservation={reservation} />
        <Facts reservation={reservation} branch={branch} />
        {!isNew && <Told reservation={reservation} />}
        {!isNew && <History id={reservation.id} />}
        {!isNew && <Delete reservation={reservation} onGone={onClose} />}
      </div>
    </DialogFrame>
  );
}

function Facts({ reservation, branch }: { reservation: ShownReservation; branch: string }) {
  const { timeZone } = useAppSettings();
  const { known, phones, phone_hint, numbers, source, guest_note, staff_note, dietary_note, deposit, area, override_reason } = reservation;
  const facts: [string, ReactNode][] = [
    ["Phone", phones ? <PhoneActions key="phone" phones={phones} numbers={numbers} /> : phone_hint],
    ["Guest", known && <KnownGuest key="guest" reservation={reservation} branch={branch} />],
    ["Came by", SOURCE_WORDS[source]],
    ["Stays until", reservation.ends_at && dayAndTime(reservation.ends_at, timeZone).slice(-5)],
    ["Area", area],
    ["Asked for", guest_note],
    ["For the staff", staff_note],
    ["Allergies and diet", dietary_note],
    ["Deposit", deposit],
    ["Booked all the same", override_reason],
    ["Cancelled because", reservation.cancel_reason && CANCEL_WORDS[reservation.cancel_reason]],
    ["Taken by", [reservation.taker || reservation.created_by, dayAndTime(reservation.created_at, timeZone)].filter(Boolean).join(", ")],
  ];
  return (
    <dl className={styles.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function KnownGuest({ reservation: { known, name }, branch }: { reservation: ShownReservation; branch: string }) {
  if (known === null) return null;
  const facts = [
    known.visits === 0 ? "never here before" : counted(known.visits, "visit"),
    known.last_visit && `last ${longDate(known.last_visit)}`,
    known.no_shows > 0 && (known.no_shows === 1 ? "once did not come" : `${known.no_shows} times did not come`),
    known.cancellations > 0 && counted(known.cancellations, "cancellation"),
    known.opted_out && "wants no messages: call",
    known.likes && `likes ${known.likes}`,
  ].filter(Boolean);
  return (
    <>
      <OpensGuest id={known.guest_id ?? undefined} branch={branch}>
        <GuestName name={known.name || name} />
      </OpensGuest>
      <span className="note"> {facts.join(" · ")}</span>
    </>
  );
}

const STATES: Record<Reservation["told"][number]["state"], string> = {
  queued: "waits to be sent",
  sent: "sent",
  delivered: "delivered",
  failed: "could not be sent",
  call: "call them",
};

/** What the guest was told, and telling it again. */
function Told({ reservation }: { reservation: ShownReservation }) {
  const { timeZone } = useAppSettings();
  const { place, may } = useReservationActions();
  const tell = useTellGuest(place);
  const { id, told, status } = reservation;
  const group = groupOf(status);
  const again: ReservationMessage | null =
    group === "upcoming" ? (status === "REQUESTED" ? null : "confirmed") : group === "waitlist" ? "table_ready" : null;
  const say = (kind: ReservationMessage) =>
    tell.mutate(
      { id, kind },
      {
        onSuccess: ({ message, told: how }) =>
          how === "queued" ? toast.success(message, `told-${id}`) : toast.notice(message, `told-${id}`),
        onError: (error) => toast.error(failureText(error, "The message was not sent."), `told-${id}`),
      },
    );
  if (told.length === 0 && (again === null || !may.edit)) return null;
  return (
    <section aria-labelledby="told-title">
      <h3 id="told-title" className={styles.title}>
        Messages to the guest
      </h3>
      <ul className={styles.told}>
        {told.map((one) => (
          <li key={one.kind}>
            {MESSAGE_WORDS[one.kind]}: {STATES[one.state]}
            {one.why && `, ${one.why}`} <span className="note tabular">{dayAndTime(one.at, timeZone)}</span>
          </li>
        ))}
      </ul>
      {again && may.edit && (
        <Button variant="default" loading={tell.isPending} leftSection={<MessageCircle size={18} aria-hidden />} onClick={() => say(again)}>
          Send {MESSAGE_WORDS[again].toLowerCase()} again
        </Button>
      )}
    </section>
  );
}

function History({ id }: { id: string }) {
  const { timeZone } = useAppSettings();
  const { place } = useReservationActions();
  const opened = useReservation(place, id);
  if (opened.isPending) return <Skeleton height={72} radius="md" />;
  if (!opened.data)
    return <ErrorNotice title="The history could not be loaded." error={opened.error} onRetry={() => void opened.refetch()} />;
  return (
    <section aria-labelledby="history-title">
      <h3 id="history-title" className={styles.title}>
        History
      </h3>
      <ol className={styles.history}>
        {opened.data.history.map((one) => (
          <li key={one.id}>
            <span className="note tabular">
              {dayAndTime(one.at, timeZone)} · <bdi>{one.who}</bdi>
            </span>
            <span dir="auto">{one.what}</span>
            {one.changed.map(({ field, old, new: now }) => (
              <span key={field} className="note">
                {field}: <bdi>{old || "none"}</bdi> → <bdi>{now || "none"}</bdi>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Delete({ reservation: { id, version, name, code }, onGone }: { reservation: ShownReservation; onGone: () => void }) {
  const { place, may } = useReservationActions();
  const dialogs = useDialogs();
  const remove = useDeleteReservation(place);
  if (!may.delete) return null;
  const ask = async () => {
    const yes = await dialogs.confirm({
      title: `Delete the reservation of ${name || "this party"}?`,
      body: "For a reservation that should never have been. Who cancels or does not come is marked so instead, and stays in the figures.",
      confirmLabel: `Delete ${code}`,
      cancelLabel: "Keep",
      tone: "danger",
    });
    if (!yes) return;
    remove.mutate(
      { id, version },
      {
        onSuccess: ({ message }) => {
          toast.success(message);
          onGone();
        },
        onError: (error) => toast.error(`It was not deleted. ${plainCause(error)}`),
      },
    );
  };
  return (
    <Button
      variant="subtle"
      color="danger"
      className={styles.delete}
      loading={remove.isPending}
      leftSection={<Trash2 size={18} aria-hidden />}
      onClick={() => void ask()}
    >
      Delete
    </Button>
  );
}
