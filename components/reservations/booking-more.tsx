import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { AUTO_DIR } from "@/components/ui/input-direction";
import { LANGUAGES } from "@/lib/languages";
import { OCCASION_WORDS, type Occasion, SOURCE_WORDS } from "@/lib/reservations/screen-words";
import type { ReservationSource } from "@/lib/reservations/shapes";
import type { Booking } from "./booking";
import styles from "./booking-form.module.css";
import { RadioChips } from "./radio-chips";

interface Props {
  booking: Booking;
  onChange: (booking: Booking) => void;
  disabled: boolean;
}

const MINUTES = ["5", "10", "15", "20", "30", "45", "60", "90"];

/** How long a party at the door is told that it waits. */
export function WaitMinutes({ booking, onChange, disabled }: Props) {
  return (
    <RadioChips
      label="How many minutes will they wait?"
      chips={MINUTES.map((one) => ({ value: one, label: one, note: "min" }))}
      value={String(booking.quoted_minutes ?? "")}
      onChange={(value) => onChange({ ...booking, quoted_minutes: Number(value) })}
      disabled={disabled}
      isNarrow
    />
  );
}

const choicesOf = (words: Readonly<Record<string, string>>) => Object.entries(words).map(([value, label]) => ({ value, label }));

/** What is said less often: folded, and open where something stands in it. */
export function BookingMore({ booking, onChange, disabled }: Props) {
  const change = (changed: Partial<Booking>) => onChange({ ...booking, ...changed });
  const isShort = booking.kind === "wait";
  const hasMore =
    [booking.guest_note, booking.staff_note, booking.dietary_note, booking.deposit].some(Boolean) || booking.occasion !== null;
  const note = (field: "guest_note" | "staff_note" | "dietary_note", label: string, description?: string) => (
    <Textarea
      label={label}
      description={description}
      {...AUTO_DIR}
      autosize
      minRows={1}
      maxRows={6}
      maxLength={1_000}
      disabled={disabled}
      value={booking[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <details className={styles.more} open={hasMore || undefined}>
      <summary>{isShort ? "Notes" : "Notes, occasion, where it came from"}</summary>
      <div className={styles.further}>
        {note("guest_note", "What the guest asked for")}
        {note("staff_note", "For the staff alone")}
        {!isShort && (
          <>
            {note("dietary_note", "Allergies and diet", "Kept apart from the notes: the kitchen reads it.")}
            <FurtherFields {...{ booking, onChange, disabled }} />
          </>
        )}
      </div>
    </details>
  );
}

function FurtherFields({ booking, onChange, disabled }: Props) {
  const change = (changed: Partial<Booking>) => onChange({ ...booking, ...changed });
  return (
    <>
      <div className={styles.two}>
        <NativeSelect
          label="Occasion"
          disabled={disabled}
          value={booking.occasion ?? ""}
          data={[{ value: "", label: "None" }, ...choicesOf(OCCASION_WORDS)]}
          onChange={(event) => change({ occasion: (event.currentTarget.value || null) as Occasion | null })}
        />
        <NativeSelect
          label="It came by"
          disabled={disabled}
          value={booking.source}
          data={choicesOf(SOURCE_WORDS)}
          onChange={(event) => change({ source: event.currentTarget.value as ReservationSource })}
        />
        <NativeSelect
          label="Language"
          disabled={disabled}
          value={booking.language}
          data={[{ value: "", label: "Not known" }, ...choicesOf(LANGUAGES)]}
          onChange={(event) => change({ language: event.currentTarget.value })}
        />
        <TextInput
          label="Deposit"
          placeholder="50 USD by transfer"
          {...AUTO_DIR}
          maxLength={100}
          disabled={disabled}
          value={booking.deposit}
          onChange={(event) => change({ deposit: event.currentTarget.value })}
        />
      </div>
      {booking.kind === "book" && (
        <Checkbox
          className={styles.later}
          label="Somebody confirms it later"
          disabled={disabled}
          checked={booking.isAsked}
          onChange={(event) => change({ isAsked: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
