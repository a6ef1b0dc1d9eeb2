import { businessDayOf, businessDayRange, type DayHours } from "../../business-day";
import { addDays, dayRange, localDate, localTime } from "../../local-time";
import type { Item } from "../item-states";
import type { Limits } from "../limits/contract";
import { endOfQuiet } from "./quiet";

/** Until when a message is wanted, and what is said of one that was not sent in its time. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** How long a menu is wanted at least, in milliseconds: its evening may be about to end. */
export const WAITS_AT_A_TABLE = 2 * HOUR;
/** How long a greeting or a letter may wait, in milliseconds; later nobody wants it. Nothing older is retried either. */
export const WAITS_FOR = 7 * DAY;

/** How short a time says that somebody waits for a message, in milliseconds. */
const WAITS_AT_THE_DOOR = 30 * 60_000;

/**
 * Whether a message passes the quiet hours: a menu, for somebody sits at the table; an answer, for the guest has written and waits for it; and
 * a letter that is wanted for minutes only, such as that a table is ready, for they stand at the door.
 */
export function isAnyHour({ kind, created_at, not_after, answers_guest }: Timed): boolean {
  if (kind === "menu" || answers_guest) return true;
  return kind === "service" && not_after !== null && Date.parse(not_after) - Date.parse(created_at) <= WAITS_AT_THE_DOOR;
}

/**
 * From when on a message is not sent any more: a PC that was off over the weekend does not send Friday's menus on Monday. A menu
 * is for the evening at whose table it was asked for, and for two hours where that is about to end. A letter about a reservation is wanted until its time.
 * @returns milliseconds
 */
export function tooLateFrom({ kind, created_at, not_after }: Pick<Timed, "kind" | "created_at"> & Partial<Timed>, hours: DayHours): number {
  const queued = new Date(created_at);
  if (kind === "service" && not_after) return Math.min(Date.parse(not_after), queued.getTime() + WAITS_FOR);
  if (kind !== "menu") return queued.getTime() + WAITS_FOR;
  return Math.max(businessDayRange(businessDayOf(queued, hours), hours).to.getTime(), queued.getTime() + WAITS_AT_A_TABLE);
}

const BIRTHDAY_OVER = "The birthday was over before it could be sent. Nothing went out. Retrying sends it on another day.";
const BIRTHDAY_OVER_UNREACHED =
  "WhatsApp did not reach this number when it was tried before, and then the birthday was over. Ask the guest for another number.";
const TOO_LATE = "It waited for seven days, and is not sent any more. Nothing went out.";
const TOO_LATE_LETTER = "It was wanted until a time, and could not be sent before it. Nothing went out. Call the guest.";
const TOO_LATE_MENU = "The evening was over before it could be sent. Nothing went out.";

/** What says of a message at which hours, and until when, it is wanted. */
export type Timed = Pick<Item, "kind" | "created_at" | "not_after" | "answers_guest">;

/** Whether a message is not sent by itself any more; a greeting whose birthday is over may still be retried, by whoever says so. */
export function isTooLate(item: Timed, hours: DayHours, at: number): boolean {
  return at >= tooLateFrom(item, hours) || (item.not_after !== null && at >= Date.parse(item.not_after));
}

/**
 * What is said of a message that was not sent in its time.
 * @param isUnreached WhatsApp did not reach its number when it was tried before (`unreachedIn`)
 */
export function tooLateText(item: Timed, hours: DayHours, at: number, isUnreached = false): string {
  if (item.kind === "menu") return TOO_LATE_MENU;
  if (item.kind === "service" && item.not_after !== null) return TOO_LATE_LETTER;
  if (at >= tooLateFrom(item, hours)) return TOO_LATE;
  return isUnreached ? BIRTHDAY_OVER_UNREACHED : BIRTHDAY_OVER;
}

/**
 * When a greeting's birthday is over, by the calendar that its guest reads. Whoever queues it later, or in quiet hours that last until
 * the next day, wants it on another day.
 * @param date the birthday, YYYY-MM-DD
 * @param at when it is queued, in milliseconds
 * @returns ISO 8601; null for one that is not bound to its day
 */
export function birthdayOver(date: string | null, quiet: Limits["quiet"], timeZone: string, at: number): string | null {
  if (date === null) return null;
  const first = localDate(new Date(endOfQuiet(at, quiet, timeZone) ?? at), timeZone);
  return first > date ? null : dayRange(date, timeZone).to.toISOString();
}

/**
 * Until when a message may go in time, in milliseconds: a menu while its evening lasts, a greeting of its day until that is over, or until
 * the quiet hours begin in which it ends. A letter has no such time, unless it is about a reservation: infinity.
 */
export function lastChance(item: Timed, { quiet, hours }: { quiet: Limits["quiet"]; hours: DayHours }): number {
  if (item.kind === "menu") return tooLateFrom(item, hours);
  if (item.not_after === null) return Number.POSITIVE_INFINITY;
  const over = Date.parse(item.not_after);
  if (isAnyHour(item)) return over;
  const last = over - 1;
  if (endOfQuiet(last, quiet, hours.timeZone) === null) return over;
  const today = localDate(new Date(last), hours.timeZone);
  const begins = localTime(new Date(last), hours.timeZone) >= quiet.from ? today : addDays(today, -1);
  return dayRange(begins, hours.timeZone, quiet.from).from.getTime();
}
