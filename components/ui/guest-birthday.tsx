import { CakeSlice } from "lucide-react";
import { daysToNextBirthday, formatBirthday } from "@/lib/birthday-dates";
import { BirthdayBadge } from "./birthday-badge";
import { FactChip } from "./fact-chip";

interface Props {
  /** As it is stored, `--MM-DD`; what is being typed in its place is not shown as one. */
  birthday: string;
  /** The local calendar date, YYYY-MM-DD; without it no badge. */
  today: string;
  /** Says the day too. */
  withDay?: boolean;
}

/** A guest's birthday: its day, a badge of its own when it is today, and the specified one when it is near. */
export function GuestBirthday({ birthday, today, withDay = false }: Props) {
  return (
    <>
      {withDay && birthday.startsWith("--") && <span>{formatBirthday(birthday)}</span>}
      {today && daysToNextBirthday(birthday, today) === 0 && (
        <FactChip small tone="primary" icon={CakeSlice}>
          Today
        </FactChip>
      )}
      {today && <BirthdayBadge birthday={birthday} today={today} />}
    </>
  );
}
