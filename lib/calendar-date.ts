import * as z from "zod";

/** No guest was here before, and no clock shows what comes after: such a date is a slip, to which "nothing" would be a wrong answer. */
const FIRST_YEAR = 1900;
const LAST_YEAR = 2199;

const WITHIN = `in the years ${FIRST_YEAR} to ${LAST_YEAR}`;

/** Whether an ISO date, or an instant, lies in the years that calls take; the expanded ones (`+010000-01-01`) do not. */
export function isWithinYears(written: string): boolean {
  const year = Number(written.slice(0, 4));
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

/** `YYYY-MM-DD`, a day that the calendar has, in the years 1900 to 2199: what every call takes for a date. */
export const calendarDate = z.iso
  .date({ error: "Write the date as YYYY-MM-DD, for example 2026-11-20.", abort: true })
  .refine(isWithinYears, `This date is not ${WITHIN}. Write it as YYYY-MM-DD, for example 2026-11-20.`);

/** ISO 8601 in UTC with `Z`, in the same years: what every call takes for a moment. */
export const instant = z.iso
  .datetime({ error: "Write the moment in UTC, for example 2026-11-20T18:30:00Z.", abort: true })
  .refine(isWithinYears, `This moment is not ${WITHIN}. Write it in UTC, for example 2026-11-20T18:30:00Z.`);

/** What calls take for a time that somebody else told: the nearest moment of those years. @param at milliseconds since 1970 */
export function nearestInstant(at: number): string {
  return new Date(Math.min(Math.max(at, Date.UTC(FIRST_YEAR, 0)), Date.UTC(LAST_YEAR + 1, 0) - 1)).toISOString();
}
