import { Cake, Clock, TriangleAlert } from "lucide-react";
import Link from "next/link";
import { useAppSettings, useBranch } from "@/components/app-base/app-settings";
import { useServerClock } from "@/components/app-base/server-clock";
import { useSession } from "@/components/app-base/session";
import { counted } from "@/components/ui/counted";
import { formatBirthday } from "@/lib/birthday-dates";
import { businessDayOf } from "@/lib/business-day";
import { CENTRAL } from "@/lib/known-branches";
import type { Missed } from "@/lib/queue/day/contract";
import { MAY_ENQUEUE } from "@/lib/queue/who-may-send";
import styles from "./birthdays-today.module.css";
import { belatedInWords, greetingsInWords, missedInWords, useSendingDay } from "./greeted-today";

/**
 * Who comes in the morning asks first whose birthday it is: how many, how far their greetings are, and the way to them; and what of the day
 * before did not go out. It has its line before that is known.
 */
export function BirthdaysToday({ today }: { today: string }) {
  const { can } = useSession();
  const mayOpen = can("nav_birthdays");
  const told = useSendingDay(today, mayOpen || can(MAY_ENQUEUE.menu));
  const settings = useAppSettings();
  const isNight = businessDayOf(useServerClock(), settings) !== today;
  const isCentral = useBranch() === CENTRAL;
  const greetings = told?.greetings;
  return (
    <>
      {mayOpen && (
        <Link href="/birthdays" className={styles.line}>
          <Cake size={18} strokeWidth={1.75} aria-hidden />
          <span>
            {birthdaysInWords(greetings?.celebrating, isCentral, isNight ? today : null)}
            {greetings && greetings.celebrating > 0 && ` · ${greetingsInWords(greetings)}`}
          </span>
        </Link>
      )}
      {told?.belated?.map(({ date, count }) => (
        <Link key={date} href={`/birthdays?date=${date}`} className={styles.line}>
          <Clock size={18} strokeWidth={1.75} aria-hidden />
          <span>{belatedInWords(count, date)}</span>
        </Link>
      ))}
      {told?.missed.map((one) => (
        <MissedLine key={one.kind} missed={one} mayOpen={mayOpen} />
      ))}
    </>
  );
}

/** Of greetings the way to them, by their date. */
function MissedLine({ missed, mayOpen }: { missed: Missed; mayOpen: boolean }) {
  const words = (
    <>
      <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
      <span>{missedInWords(missed)}</span>
    </>
  );
  if (missed.kind !== "birthday" || !mayOpen) return <p className={styles.missed}>{words}</p>;
  return (
    <Link href={`/birthdays?date=${missed.date}`} className={styles.line}>
      {words}
    </Link>
  );
}

/**
 * Of the book alone: a guest at tonight's tables may have a birthday today and not be in it yet. At central birthdays and not guests:
 * somebody who stands in the books of two restaurants has one in each.
 * @param day after midnight, while the page is still headed by the evening before: which day is meant (YYYY-MM-DD)
 */
export function birthdaysInWords(count: number | undefined, isInBooks: boolean, day: string | null = null): string {
  const today = day === null ? "today" : `today, ${formatBirthday(`-${day.slice(4)}`)}`;
  if (count === undefined) return "Today’s birthdays";
  if (isInBooks)
    return `${count === 0 ? "No birthday" : counted(count, "birthday")} ${today}${day === null ? "" : ","} in the restaurants’ books`;
  if (count === 0) return `No guest of the book has a birthday ${today}`;
  return count === 1
    ? `1 guest of the book has a birthday ${today}`
    : `${count.toLocaleString("en")} guests of the book have their birthday ${today}`;
}
