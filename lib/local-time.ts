/**
 * Calendar arithmetic in a named time zone, for the server and the browser alike. Dates are `YYYY-MM-DD` of the years
 * 0001 to 9999, times of day `HH:MM`, instants `Date`. Beyond these years a date is written as ISO 8601 expands it
 * (`+010000-01-01`), which is still read here, and sorts nowhere.
 */

import { LimitedMap } from "./limited-map";

/** Where the restaurants are. */
export const DEFAULT_TIME_ZONE = "Asia/Beirut";

const DAY_MS = 86_400_000;

/** Instants are stored as texts, whose order is that of time up to here only: a day's end is never later. */
const LAST = Date.parse("9999-12-31T23:59:59.999Z");

/** So long, in milliseconds, no place has ever changed its clocks and changed them back. */
const PART_OF_DAY = 6 * 3_600_000;

interface Zone {
  formatter: Intl.DateTimeFormat;
  /** By the part of a day, in milliseconds; null where the clocks change in it. */
  offsets: LimitedMap<number, number | null>;
}

const zones = new Map<string, Zone>();

function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    // `h23`, because `hour12: false` writes midnight as 24:00 in some engines.
    const formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      era: "short", // the year 0 is otherwise another year 1
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    zone = { formatter, offsets: new LimitedMap(1_000) };
    zones.set(timeZone, zone);
  }
  return zone;
}

/** Whether the engine knows a zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(zoneOf(name));
  } catch {
    return false;
  }
}

/**
 * What the clocks show at an instant, as the milliseconds at which they would show it in UTC; whole seconds. To ask the engine takes
 * ten microseconds, and a list of what waits asks many thousand times: how far a zone is from UTC is kept by the part of a day.
 */
function shownAt(instant: number, timeZone: string): number {
  const { formatter, offsets } = zoneOf(timeZone);
  const second = Math.floor(instant / 1000) * 1000;
  const part = Math.floor(second / PART_OF_DAY);
  let offset = offsets.get(part);
  if (offset === undefined) {
    const [first, last] = [part * PART_OF_DAY, (part + 1) * PART_OF_DAY - 1000];
    const begins = readClocks(first, formatter) - first;
    offset = readClocks(last, formatter) - last === begins ? begins : null;
    offsets.set(part, offset);
  }
  return offset === null ? readClocks(second, formatter) : second + offset;
}

function readClocks(instant: number, formatter: Intl.DateTimeFormat): number {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatter.formatToParts(instant)) parts[type] = value;
  const year = parts.era?.startsWith("B") ? 1 - Number(parts.year) : Number(parts.year);
  const date = new Date(0);
  date.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day)); // Date.UTC takes the year 5 for 1905
  return date.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second));
}

function dateOf(shown: number): string {
  return new Date(shown).toISOString().split("T")[0] as string; // every such text has a T
}

function midnightOf(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

/** The local calendar date of an instant. */
export function localDate(instant: Date, timeZone: string): string {
  return dateOf(shownAt(instant.getTime(), timeZone));
}

/** The local time of day of an instant. */
export function localTime(instant: Date, timeZone: string): string {
  return new Date(shownAt(instant.getTime(), timeZone)).toISOString().slice(-13, -8);
}

/** The date that an instant belongs to where a day begins later than at midnight: before `beginsAt`, the date before. */
export function dateOfDay(instant: Date, timeZone: string, beginsAt: string): string {
  const date = localDate(instant, timeZone);
  return localTime(instant, timeZone) < beginsAt ? addDays(date, -1) : date;
}

/** The date some days later (or earlier, when negative). */
export function addDays(date: string, days: number): string {
  return dateOf(midnightOf(date) + days * DAY_MS);
}

/** The same day of the month so many months later, or before; the month's last one where it has no such day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, last));
  return first.toISOString().slice(0, 10);
}

/**
 * The instants at which a local date begins and the next one begins: 23 to 25 hours apart, but for dates on which a
 * place changed its zone. Both are the same for a date that a place left out.
 * @param beginsAt `HH:MM`, where a day begins later than at midnight, as in `dateOfDay`
 */
export function dayRange(date: string, timeZone: string, beginsAt = "00:00"): { from: Date; to: Date } {
  const begins = midnightOf(date) + (Number(beginsAt.slice(0, 2)) * 60 + Number(beginsAt.slice(3))) * 60_000;
  const to = startOfDay(begins + DAY_MS, timeZone);
  return { from: new Date(startOfDay(begins, timeZone)), to: new Date(Math.min(to, LAST)) };
}

/** The first instant at which the clocks show a beginning, or, where they jump over it, the one at which they jump. */
function startOfDay(midnight: number, timeZone: string): number {
  const offsetAt = (instant: number) => shownAt(instant, timeZone) - Math.floor(instant / 1000) * 1000;
  // The offsets on both sides of a change that may lie in this night.
  const [before, after] = [offsetAt(midnight - DAY_MS), offsetAt(midnight + DAY_MS)];
  const guesses = [midnight - Math.max(before, after), midnight - Math.min(before, after)] as const;
  for (const guess of guesses) if (shownAt(guess, timeZone) === midnight) return guess;
  let [early, late] = guesses;
  while (late - early > 1000) {
    const middle = early + Math.floor((late - early) / 2000) * 1000;
    if (shownAt(middle, timeZone) < midnight) early = middle;
    else late = middle;
  }
  return late;
}
