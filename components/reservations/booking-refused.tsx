import { Button, TextInput } from "@mantine/core";
import { TriangleAlert } from "lucide-react";
import { useEffect, useRef } from "react";
import { AUTO_DIR } from "@/components/ui/input-direction";
import type { Booking } from "./booking";
import styles from "./booking-form.module.css";
import type { Refusal } from "./refusal";
import { shortTime } from "./short-time";

interface Props {
  booking: Booking;
  refusal: Refusal;
  disabled: boolean;
  onChange: (booking: Booking) => void;
}

/** Why it was not booked: who has the table, or which limit of the house it breaks; what is free instead; and the reason for all the same. */
export function BookingRefused({ booking, refusal, disabled, onChange }: Props) {
  const { message, problems, taken, free, mayOverride } = refusal;
  const box = useRef<HTMLElement>(null);
  // Whoever pressed the button stands at the end of the form.
  useEffect(() => {
    if (refusal) box.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  return (
    <section ref={box} className={styles.refused} aria-labelledby="not-booked">
      <h3 id="not-booked">
        <TriangleAlert size={18} strokeWidth={1.75} aria-hidden /> Not saved. Nothing of it is lost.
      </h3>
      {problems.length === 0 && <p>{message}</p>}
      {problems.length + taken.length > 0 && (
        <ul>
          {problems.map(({ rule, text }) => (
            <li key={rule}>{text}</li>
          ))}
          {taken.map((one) => (
            <li key={`${one.table} ${one.code} ${one.from}`}>
              Table {one.table} is held for <bdi>{one.by}</bdi>, {shortTime(one.from)} to {shortTime(one.until)}.
            </li>
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <div className="wrap">
          {free.slice(0, 4).map((tables) => (
            <Button key={tables.join()} variant="default" disabled={disabled} onClick={() => onChange({ ...booking, tables })}>
              Table {tables.join(" + ")} is free: take it
            </Button>
          ))}
        </div>
      )}
      {mayOverride && (
        <TextInput
          label="Book it all the same, because"
          description="The reason stands in the history, with your name."
          {...AUTO_DIR}
          maxLength={200}
          disabled={disabled}
          value={booking.override_reason}
          onChange={(event) => onChange({ ...booking, override_reason: event.currentTarget.value })}
        />
      )}
    </section>
  );
}
