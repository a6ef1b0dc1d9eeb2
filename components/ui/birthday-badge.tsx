import { Cake, History } from "lucide-react";
import { BADGE_LABELS, birthdayBadge } from "@/lib/birthday-dates";
import { FactChip } from "./fact-chip";

interface Props {
  /** As it is stored, `--MM-DD`. */
  birthday: string;
  /** The local calendar date, YYYY-MM-DD. */
  today: string;
}

/** "Next 7 days" or "Last month"; nothing for any other birthday. */
export function BirthdayBadge({ birthday, today }: Props) {
  const badge = birthdayBadge(birthday, today);
  if (!badge) return null;
  const isNext = badge === "next-7-days";
  return (
    <FactChip small tone={isNext ? "accent" : "plum"} icon={isNext ? Cake : History}>
      {BADGE_LABELS[badge]}
    </FactChip>
  );
}
