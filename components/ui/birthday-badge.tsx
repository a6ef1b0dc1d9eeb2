import { Cake, History } from "lucide-react";
import { BADGE_LABELS, birthdayBadge, formatBirthday } from "@/lib/birthdays";
import classes from "./birthday-badge.module.css";

interface Props {
  /** As it is stored, `--MM-DD`. */
  birthday: string;
  /** The local calendar date, YYYY-MM-DD. */
  today: string;
  /** Says the day as well, where there is room. */
  withDay?: boolean;
}

/** "Next 7 days" or "Last month"; nothing for any other birthday. */
export function BirthdayBadge({ birthday, today, withDay = false }: Props) {
  const badge = birthdayBadge(birthday, today);
  if (!badge) return null;
  const Icon = badge === "next-7-days" ? Cake : History;
  return (
    <span className={classes.badge} data-badge={badge}>
      <Icon size={14} strokeWidth={1.75} aria-hidden />
      {BADGE_LABELS[badge]}
      {withDay && <span className={classes.day}>{formatBirthday(birthday)}</span>}
    </span>
  );
}
