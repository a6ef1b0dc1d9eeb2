import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { DialogFrame } from "@/components/ui/dialog-frame";
import { HeldButton } from "@/components/ui/held-button";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { CANCEL_WORDS, type CancelReason } from "@/lib/reservations/screen-words";
import type { May } from "@/lib/reservations/shapes";
import { type Booking, bookingOf } from "./booking";
import styles from "./booking-form.module.css";
import { BookingRefused } from "./booking-refused";
import { TableChoice } from "./booking-time";
import type { Place } from "./queries";
import { isHard, wordsOf } from "./steps-in-words";
import type { Asking, StepSaid } from "./use-steps";

export interface StepDialogProps {
  asking: Asking;
  place: Place;
  may: May;
  onAnswer: (said: StepSaid) => void;
  onClose: () => void;
}

const LATE = ["10", "15", "20", "30", "45", "60"];

/** What a step asks for: why it is cancelled, how late they are, which table; or what the house wants to hear before it does it all the same. */
export function StepDialog({ asking: { reservation, next, refusal }, place, onAnswer, onClose }: StepDialogProps) {
  const [reason, setReason] = useState<CancelReason | "">("");
  const [late, setLate] = useState("");
  const [booking, setBooking] = useState(() => ({
    ...bookingOf(reservation),
    tables: reservation.tables.length > 0 ? reservation.tables : null,
  }));
  const [isTried, setTried] = useState(false);
  const asks = (what: (typeof next.asks)[number]) => next.asks.includes(what);
  const wantsTables = asks("tables") || (refusal !== null && (refusal.taken.length + refusal.open.length > 0 || refusal.free.length > 0));
  const isMissing = asks("reason") && reason === "";
  const answer = () => {
    setTried(true);
    if (isMissing) return;
    onAnswer({
      ...(reason !== "" && { reason }),
      ...(late !== "" && { late_minutes: Number(late) }),
      ...(wantsTables && booking.tables !== null && { tables: booking.tables.filter(Boolean) }),
      ...(booking.override_reason !== "" && { override_reason: booking.override_reason }),
    });
  };
  return (
    <DialogFrame
      size="sheet"
      title={`${wordsOf(next)}: ${reservation.name || "this party"}`}
      subtitle={[reservation.time, `${reservation.party} people`].filter(Boolean).join(" · ")}
      onClose={onClose}
      action={
        <Button variant="subtle" color="neutral" onClick={onClose}>
          Back
        </Button>
      }
      footer={
        <div className={styles.foot}>
          <HeldButton size="lg" color={isHard(next) ? "danger" : undefined} className={styles.save} onClick={answer}>
            {isHard(next) ? `${wordsOf(next)}: ${reservation.name || "this party"}` : wordsOf(next)}
          </HeldButton>
        </div>
      }
    >
      <div className={styles.form}>
        {refusal && <BookingRefused {...{ booking, refusal, disabled: false }} onChange={setBooking} />}
        {asks("reason") && (
          <ChoiceChips
            label="Why?"
            required
            choices={Object.entries(CANCEL_WORDS).map(([value, label]) => ({ value, label }))}
            value={reason}
            onChange={(said) => setReason(said as CancelReason)}
            error={isTried && isMissing ? "Choose the reason." : null}
          />
        )}
        {asks("late_minutes") && <LateMinutes value={late} onChange={setLate} />}
        {wantsTables && <WhichTable {...{ booking, place }} time={reservation.time} onChange={setBooking} />}
      </div>
    </DialogFrame>
  );
}

function LateMinutes({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <ChoiceChips
      label="How late, in minutes?"
      choices={[...LATE.map((minutes) => ({ value: minutes, label: minutes })), { value: "", label: "Not said" }]}
      value={value}
      onChange={onChange}
    />
  );
}

interface TableProps {
  booking: Booking;
  place: Place;
  time: string;
  onChange: (booking: Booking) => void;
}

/** One of those that are free, or any other: the house may have tables that nobody has said. */
function WhichTable({ booking, place, time, onChange }: TableProps) {
  return (
    <>
      <TableChoice booking={booking} onChange={onChange} disabled={false} place={place} time={time} isOpen />
      <TextInput
        label="Or write the table"
        {...AUTO_DIR}
        autoComplete="off"
        maxLength={20}
        value={booking.tables?.join(" + ") ?? ""}
        onChange={(event) => onChange({ ...booking, tables: numbersIn(event.currentTarget.value) })}
      />
    </>
  );
}

/** `12 + 14` are two tables. */
function numbersIn(text: string): string[] | null {
  const numbers = text.split("+").map((one) => one.trim());
  return text.trim() === "" ? null : numbers;
}
