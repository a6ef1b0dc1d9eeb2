/**
 * Calendar arithmetic in a named time zone, for the server and the browser alike. Dates are `YYYY-MM-DD`, times of day
 * `HH:MM`, instants `Date`.
 */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    // `h23`, because `hour12: false` writes midnight as 24:00 in some engines.
    formatter = new Intl.DateTimeFormat("en-GB", {
      timeZone,
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

function partsOf(instant: Date, timeZone: string): Record<string, string> {
  return Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map((part) => [part.type, part.value]),
  );
}

/** The local calendar date of an instant. */
export function localDate(instant: Date, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  return `${parts.year?.padStart(4, "0")}-${parts.month}-${parts.day}`;
}

/** The local time of day of an instant. */
export function localTime(instant: Date, timeZone: string): string {
  const parts = partsOf(instant, timeZone);
  return `${parts.hour}:${parts.minute}`;
}

/** The date that an instant belongs to where a day begins later than at midnight: before `beginsAt`, the date before. */
export function dateOfDay(instant: Date, timeZone: string, beginsAt: string): string {
  const date = localDate(instant, timeZone);
  return localTime(instant, timeZone) < beginsAt ? addDays(date, -1) : date;
}

/** The date some days later (or earlier, when negative). */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The instants at which a local date begins and the next one begins; 23 to 25 hours apart. */
export function dayRange(date: string, timeZone: string): { from: Date; to: Date } {
  return { from: startOfDay(date, timeZone), to: startOfDay(addDays(date, 1), timeZone) };
}

function startOfDay(date: string, timeZone: string): Date {
  const asIfUtc = Date.parse(`${date}T00:00:00Z`);
  const offset = (instant: number) => {
    const parts = partsOf(new Date(instant), timeZone);
    const local = Date.parse(`${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}:${parts.second}Z`);
    return local - Math.floor(instant / 1000) * 1000;
  };
  // Twice, because the offset at the first guess is that of the wrong side when the clocks change that night.
  const guess = asIfUtc - offset(asIfUtc);
  const start = asIfUtc - offset(guess);
  // Where the clocks jump at midnight (as in Beirut in March), 00:00 does not exist and the day begins at 01:00.
  return new Date(localDate(new Date(start), timeZone) < date ? start + 3_600_000 : start);
}
