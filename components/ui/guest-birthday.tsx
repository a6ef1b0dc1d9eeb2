import { daysToNextBirthday, formatBirthday } from "@/lib/birthday-dates";
import { BirthdayBadge } from "./birthday-badge";

interface Props {
  /** As it is stored, `--MM-DD`; what is being typed in its place is not shown as one. */
  birthday: string;
  /** The local calendar date, YYYY-MM-DD; without it no badge. */
  today: string;
  /** Says the day too. */
  withDay?: boolean;
}

/** A guest's birthday: its day, that it is today, and its badge when it is near. */
export function GuestBirthday({ birthday, today, withDay = false }: Props) {
  return (
    <>
      {withDay && birthday.startsWith("--") && <span>{formatBirthday(birthday)}</span>}
      {today && daysToNextBirthday(birthday, today) === 0 && <b>today</b>}
      {today && <BirthdayBadge birthday={birthday} today={today} />}
    </>
  );
}
