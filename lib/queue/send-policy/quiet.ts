import { addDays, dayRange, localDate, localTime } from "../../local-time";
import type { Limits } from "../limits/contract";

/** Whom the quiet hours hold: a sentence. */
export const quietText = ({ from, to }: Limits["quiet"]) => `Birthdays and letters are not sent between ${from} and ${to}; menus are.`;

/**
 * When the quiet hours end that an instant lies in, in milliseconds; null outside of them. Nobody is greeted, or asked how it
 * was, in them; a menu at the table is no such message. They may go over midnight; from and to the same, there are none.
 */
export function endOfQuiet(at: number, { from, to }: Limits["quiet"], timeZone: string): number | null {
  const instant = new Date(at);
  const time = localTime(instant, timeZone);
  const isQuiet = from <= to ? time >= from && time < to : time >= from || time < to;
  if (!isQuiet) return null;
  const today = localDate(instant, timeZone);
  return dayRange(time < to ? today : addDays(today, 1), timeZone, to).from.getTime();
}
