import { Users } from "lucide-react";
import { ChoiceChips } from "@/components/ui/choice-chips";
import { longDate } from "@/components/ui/local-times";
import { OCCASION_WORDS, SOURCE_WORDS } from "@/lib/reservations/screen-words";
import type { BookingField, Joined } from "./booking";
import styles from "./booking-form.module.css";

interface Props {
  joined: Joined;
  /** Of what both changed, whose was chosen. */
  answers: Readonly<Partial<Record<BookingField, Side>>>;
  onAnswer: (field: BookingField, side: Side) => void;
}

export type Side = "mine" | "theirs";

const LABELS: Record<BookingField, string> = {
  date: "Day",
  time: "Time",
  party: "People",
  tables: "Table",
  area: "Area",
  source: "Came by",
  occasion: "Occasion",
  name: "Name",
  phones: "Phone",
  language: "Language",
  guest_note: "What the guest asked for",
  staff_note: "For the staff",
  dietary_note: "Allergies and diet",
  deposit: "Deposit",
  quoted_minutes: "Minutes quoted",
};

/**
 * Somebody else saved this reservation meanwhile: what only they changed is in the form already, what only this form changed stays, and of
 * what both changed both versions are shown and one is chosen.
 */
export function BookingConflict({ joined: { theirs, mine, both, only }, answers, onAnswer }: Props) {
  return (
    <section className={styles.refused} role="alert" aria-labelledby="reservation-conflict">
      <h3 id="reservation-conflict">
        <Users size={18} strokeWidth={1.75} aria-hidden /> {theirs.updated_by || "Somebody else"} changed this reservation meanwhile
      </h3>
      {only.length > 0 && (
        <p>Theirs, which stays: {only.map((field) => `${LABELS[field]} ${wordsOf(field, theirs[field])}`).join(", ")}.</p>
      )}
      {both.length > 0 && <p>Only this was changed by both. Which one is right? All else of both is kept.</p>}
      {both.map((field) => (
        <ChoiceChips
          key={field}
          label={LABELS[field]}
          choices={[
            { value: "theirs", label: wordsOf(field, theirs[field]), note: "theirs" },
            { value: "mine", label: wordsOf(field, mine[field]), note: "yours" },
          ]}
          value={answers[field] ?? ""}
          onChange={(side) => onAnswer(field, side === "mine" ? "mine" : "theirs")}
        />
      ))}
      <p>Then save it once more.</p>
    </section>
  );
}

function wordsOf(field: BookingField, value: unknown): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
  if (Array.isArray(value)) return value.join(" + ");
  const text = String(value);
  if (field === "date") return longDate(text);
  if (field === "occasion") return OCCASION_WORDS[text as keyof typeof OCCASION_WORDS] ?? text;
  if (field === "source") return SOURCE_WORDS[text as keyof typeof SOURCE_WORDS] ?? text;
  return text;
}
