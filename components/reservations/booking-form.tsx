import { Button } from "@mantine/core";
import { useEffect, useState } from "react";
import { useAppSettings } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { HeldButton } from "@/components/ui/held-button";
import { toast } from "@/components/ui/toast";
import { branchName } from "@/lib/known-branches";
import { localTime } from "@/lib/local-time";
import type { SavedReservation } from "@/lib/reservations/contract";
import { RESERVATION_TEXTS } from "@/lib/reservations/screen-words";
import type { May } from "@/lib/reservations/shapes";
import {
  type Booking,
  type BookingField,
  blankBooking,
  changedFields,
  changeOf,
  isTyped,
  type Joined,
  joinedWith,
  missingOf,
  wordsOf,
} from "./booking";
import { BookingConflict, type Side } from "./booking-conflict";
import styles from "./booking-form.module.css";
import { BookingGuest } from "./booking-guest";
import { BookingMore, WaitMinutes } from "./booking-more";
import { BookingRefused } from "./booking-refused";
import { keepForm } from "./booking-storage";
import { DayChoice, PartyChoice, TableChoice, TimeChoice } from "./booking-time";
import { useMakeChange } from "./kept/use-changes";
import type { Place } from "./queries";
import { type Refusal, readRefusal } from "./refusal";

export interface BookingFormProps {
  place: Place;
  may: May;
  today: string;
  /** What stands in it at first. */
  from: Booking;
  /** Its table and its time alone are asked for. */
  isMove?: boolean;
  /** Why a move was refused that somebody made without this form. */
  refused?: Refusal | null;
  /** Somebody else's save that came before it. */
  joined?: Joined | null;
  /** What was typed before and not booked stands in it. */
  isRestored?: boolean;
  onClose: () => void;
  /** The form again, with what stood in it. */
  onReopen: (booking: Booking) => void;
  /** It was made, as the server answered; null while nobody has. */
  onDone: (booking: Booking, saved: SavedReservation | null) => void;
}

const TITLES: Record<Booking["kind"], string> = {
  book: "New booking",
  walk_in: "Walk-in",
  wait: "Waitlist",
  edit: "Change the reservation",
};

/** A booking as it is taken on the phone: who, how many, when. What stands there is on this device until it is booked. */
export function BookingForm(props: BookingFormProps) {
  const { place, today, onClose, isMove = false } = props;
  const form = useBooking(props);
  const { booking, change, isBusy, refusal, problem, submit } = form;
  const { kind } = booking;
  const now = useClock();
  const parts = { booking, onChange: change, disabled: isBusy };
  return (
    <DialogFrame
      size="medium"
      title={isMove ? `Move ${booking.name}` : TITLES[kind]}
      subtitle={branchName(place.branch)}
      onClose={onClose}
      locked={isBusy}
      onKey={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        void submit();
      }}
      action={
        <Button variant="subtle" color="neutral" onClick={form.leave} disabled={isBusy}>
          Cancel
        </Button>
      }
      footer={
        <div className={styles.foot}>
          <p role="alert">{problem}</p>
          <HeldButton size="lg" className={styles.save} loading={isBusy} onClick={() => void submit()}>
            {wordsOf(booking, today)}
          </HeldButton>
        </div>
      }
    >
      <div className={styles.form}>
        {props.isRestored && booking === props.from && (
          <p className={styles.restored} role="status">
            <span>What was typed before is here again.</span>
            <Button variant="default" onClick={() => change(blankBooking(kind, booking.date))}>
              Start anew
            </Button>
          </p>
        )}
        {form.joined && <BookingConflict joined={form.joined} answers={form.answers} onAnswer={form.answer} />}
        {refusal && <BookingRefused {...{ booking, refusal, disabled: isBusy }} onChange={change} />}
        {!isMove && (
          <>
            <BookingGuest {...parts} place={place} />
            <PartyChoice {...parts} />
          </>
        )}
        {kind === "wait" && <WaitMinutes {...parts} />}
        {(kind === "book" || kind === "edit") && (
          <>
            {!isMove && <DayChoice {...parts} today={today} />}
            <TimeChoice {...parts} place={place} />
          </>
        )}
        {kind !== "wait" && <TableChoice {...parts} place={place} time={kind === "walk_in" ? now : booking.time} isOpen={isMove} />}
        {!isMove && <BookingMore {...parts} />}
      </div>
    </DialogFrame>
  );
}

/** The time of the house's clocks, HH:MM. */
function useClock(): string {
  const { timeZone } = useAppSettings();
  return localTime(useServerClock(), timeZone);
}

/** What a refusal is about: a table, a time or a number of people. */
const MENDS = ["date", "time", "party", "tables", "area"] as const satisfies readonly (keyof Booking)[];

/** What stands in the form, and what becomes of it. */
function useBooking({ place, today, from, refused = null, joined: joinedAtFirst = null, onClose, onReopen, onDone }: BookingFormProps) {
  const user = useSession().user?.id ?? "";
  const now = useClock();
  const [booking, setBooking] = useState(from);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(refused);
  const [joined, setJoined] = useState<Joined | null>(joinedAtFirst);
  const [answers, setAnswers] = useState<Partial<Record<BookingField, Side>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const make = useMakeChange();
  useEffect(() => keepForm(user, isTyped(booking) ? booking : null), [user, booking]);

  const change = (next: Booking) => {
    // What was refused is not what stands there any more: whether that is taken, the server says anew.
    if (MENDS.some((field) => next[field] !== booking[field])) setRefusal(null);
    setBooking(next);
    setProblem(null);
  };
  const submit = async () => {
    const isOpen = joined?.both.some((field) => answers[field] === undefined);
    const missing = isOpen ? "Choose first what is right of what both changed." : missingOf(booking);
    if (missing !== null) return setProblem(missing);
    if (booking.of !== null && changedFields(booking, booking.of).length === 0) return onClose();
    setBusy(true);
    setProblem(null);
    const sent = await make(changeOf(booking, place, today, now));
    setBusy(false);
    if (sent.outcome === "refused") {
      const why = await readRefusal(sent.error);
      setProblem(why.message);
      if (why.current === null) return setRefusal(why);
      const both = joinedWith(booking, why.current);
      setRefusal(null);
      setAnswers({});
      setJoined(both);
      return setBooking(both.booking);
    }
    keepForm(user, null);
    if (sent.outcome === "done") toast.success(sent.saved.message, "reservation");
    else toast.info(`${RESERVATION_TEXTS.kept} ${sent.why}`, "reservation");
    onDone(booking, sent.outcome === "done" ? sent.saved : null);
  };
  return {
    booking,
    change,
    isBusy,
    refusal,
    problem,
    joined,
    answers,
    answer: (field: BookingField, side: Side) => {
      if (joined === null) return;
      setAnswers({ ...answers, [field]: side });
      change({ ...booking, [field]: (side === "mine" ? joined.mine : joined.theirs)[field] });
    },
    submit,
    /** What was typed goes, and comes back with Undo. */
    leave: () => {
      keepForm(user, null);
      onClose();
      if (isTyped(booking)) toast.undo(booking.of ? "Nothing was changed." : "Nothing was booked.", () => onReopen(booking));
    },
  };
}
