import { ActionIcon, Button, UnstyledButton } from "@mantine/core";
import { Armchair, Ellipsis, NotebookPen, Undo2, Users } from "lucide-react";
import type { ComponentProps } from "react";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { GuestName } from "@/components/ui/guest-name";
import { lazyComponent } from "@/components/ui/lazy-component";
import { OpensPanel } from "@/components/ui/opens-panel";
import { groupOf } from "@/lib/reservations/states";
import { useReservationActions } from "./actions-context";
import { GuestBadges, KeptMark, StatusChip } from "./badges";
import type { CardMenu as MenuOfCard } from "./card-menu";
import { durationInWords, minutesSince } from "./durations";
import type { ShownReservation } from "./kept/with-kept";
import styles from "./reservation-card.module.css";
import { hasMenu, wordsOf } from "./steps-in-words";

const CardMenu = lazyComponent<ComponentProps<typeof MenuOfCard>>(() => import("./card-menu").then((module) => module.CardMenu));

/** One reservation as a hostess reads it: when, who, how many, where; what to know of them; and what may be done next. */
export function ReservationCard({ reservation, query = "" }: { reservation: ShownReservation; query?: string }) {
  const { open } = useReservationActions();
  const { name, party, overdue, status } = reservation;
  const state = overdue ? "overdue" : groupOf(status);
  return (
    <article className={styles.card} data-state={state} data-reservation={reservation.id}>
      <UnstyledButton className={styles.body} aria-haspopup="dialog" onClick={() => open(reservation)}>
        <span className={styles.head}>
          <span className={styles.time}>{reservation.time || "now"}</span>
          <span className={styles.name}>
            <GuestName name={name} query={query} />
          </span>
          <span className={styles.party}>
            <Users size={16} strokeWidth={1.75} aria-hidden />
            <span aria-hidden>{party}</span>
            <span className={styles.heard}>{counted(party, "guest")}</span>
          </span>
        </span>
        <span className={styles.facts}>
          {/* What the server refused is confirmed to nobody. */}
          {!(reservation.isNew && reservation.mark === "refused") && <StatusChip reservation={reservation} />}
          <KeptMark reservation={reservation} />
          <Where reservation={reservation} />
          <GuestBadges reservation={reservation} />
        </span>
        <Notes reservation={reservation} />
      </UnstyledButton>
      <Steps reservation={reservation} />
    </article>
  );
}

/** The tables, and since when they sit; what was said of how late they are. */
function Where({ reservation }: { reservation: ShownReservation }) {
  const now = useServerClock();
  const { tables, area, status, status_at, over_stay, overdue, starts_at, isNew } = reservation;
  const group = groupOf(status);
  const parts = [
    tables.length > 0 && `Table ${tables.join(" + ")}`,
    tables.length === 0 && (group === "upcoming" || group === "arrived") && (area || "No table yet"),
    group === "in_house" && !isNew && `${durationInWords(minutesSince(status_at, now))}${over_stay ? ", longer than planned" : ""}`,
    overdue && `${minutesSince(starts_at, now)} min after its time`,
  ].filter(Boolean);
  return parts.length > 0 && <span className={styles.where}>{parts.join(" · ")}</span>;
}

function Notes({ reservation: { guest_note, staff_note } }: { reservation: ShownReservation }) {
  const notes = [guest_note, staff_note].filter(Boolean);
  if (notes.length === 0) return null;
  return (
    <span className={styles.notes}>
      <NotebookPen size={16} strokeWidth={1.75} aria-hidden />
      <span>
        {notes.map((note, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the guest's note comes first, the staff's second.
          <bdi key={at}>{note}</bdi>
        ))}
      </span>
    </span>
  );
}

/** The usual step under the thumb, the next one beside it, the others behind "More". */
function Steps({ reservation }: { reservation: ShownReservation }) {
  const { may, step, openTable } = useReservationActions();
  const { can } = useSession();
  const { next, status, table_name, isNew, name } = reservation;
  const mayTable = groupOf(status) === "in_house" && !isNew && can(table_name === null ? "create_table" : "open_saved_tables");
  const offered = may.edit ? next : [];
  const first = offered.slice(0, mayTable ? 1 : 2);
  const rest = offered.slice(first.length);
  const menu = { reservation, steps: rest };
  if (first.length === 0 && !mayTable && !hasMenu(menu, may.edit)) return null;
  return (
    <div className={styles.steps}>
      {mayTable && (
        <Button
          variant={table_name === null ? "filled" : "light"}
          leftSection={<Armchair size={18} strokeWidth={1.75} aria-hidden />}
          onClick={() => openTable(reservation)}
        >
          {table_name === null ? "Add guests" : "Open table"}
        </Button>
      )}
      {first.map((one, at) => (
        <Button
          key={`${one.to} ${one.is_undo}`}
          variant={at === 0 && !one.is_undo && !mayTable ? "filled" : "default"}
          leftSection={one.is_undo && <Undo2 size={18} aria-hidden />}
          onClick={() => step(reservation, one)}
        >
          {wordsOf(one)}
        </Button>
      ))}
      {hasMenu(menu, may.edit) && (
        <OpensPanel
          kind="menu"
          button={(props) => (
            <ActionIcon {...props} variant="default" className={styles.more} aria-label={`More for ${name || "this party"}`}>
              <Ellipsis size={20} aria-hidden />
            </ActionIcon>
          )}
          panel={(place) => <CardMenu {...place} {...menu} />}
        />
      )}
    </div>
  );
}
