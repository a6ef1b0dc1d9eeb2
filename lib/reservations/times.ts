import { businessDayOf, type DayHours } from "../business-day";
import { addDays, dayRange, localTime } from "../local-time";

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

const clockMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** A place on the evening's line: minutes since midnight of the business day; what lies before the day's end is of the night after. */
export function eveningMinutes(time: string, { dayEndsAt }: Pick<DayHours, "dayEndsAt">): number {
  return clockMinutes(time) + (time < dayEndsAt ? DAY_MINUTES : 0);
}

/** The time of the clocks at a place on the evening's line. */
export function timeAt(minutes: number): string {
  const within = ((minutes % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES;
  return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
}

/** The instant at which the clocks show a time on a business day (lib/business-day.ts); where they jump over it, that of the jump. */
export function instantOf(day: string, time: string, { timeZone, dayEndsAt }: DayHours): Date {
  return dayRange(time < dayEndsAt ? addDays(day, 1) : day, timeZone, time).from;
}

/** When a stay begins and ends, ISO 8601 in UTC. */
export function stayOf(day: string, time: string, minutes: number, hours: DayHours): { starts_at: string; ends_at: string } {
  const from = instantOf(day, time, hours);
  return { starts_at: from.toISOString(), ends_at: new Date(from.getTime() + minutes * MINUTE).toISOString() };
}

/** The business day and the time of the clocks at an instant. */
export function placeOf(instant: Date, hours: DayHours): { date: string; time: string } {
  return { date: businessDayOf(instant, hours), time: localTime(instant, hours.timeZone) };
}

/** Minutes from one instant to a later one, ISO 8601, whole; negative where it is earlier. */
export function minutesBetween(from: string, to: string | Date): number {
  return Math.floor(((typeof to === "string" ? Date.parse(to) : to.getTime()) - Date.parse(from)) / MINUTE);
}

/** The day of the week of a date, 0 for Sunday. */
export function weekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay();
}

/** Whole days from one date to a later one. */
export function daysUntil(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (DAY_MINUTES * MINUTE));
}
