import { addDays, dateOfDay, dayRange } from "./local-time";

/** The hours of the evening, as the settings say them: times of day `HH:MM` in a named time zone. */
export interface EveningHours {
  timeZone: string;
  endOfDayAt: string;
  dayEndsAt: string;
}

/** Where the settings say nothing (docs/design/domain.md, business day; docs/design/spec-guests.md 4). */
export const USUAL_HOURS = { endOfDayAt: "23:15", dayEndsAt: "05:00" } as const;

/** The settings that decide to which evening a moment belongs. */
export type DayHours = Pick<EveningHours, "timeZone" | "dayEndsAt">;

/** The evening that an instant belongs to: until `DAY_ENDS_AT`, still the day before (docs/design/domain.md, business day). */
export function businessDayOf(instant: Date, hours: DayHours): string {
  return dateOfDay(instant, hours.timeZone, hours.dayEndsAt);
}

/** The instants at which an evening begins and the next one begins: `businessDayOf` of what lies between is that day. */
export function businessDayRange(day: string, hours: DayHours): { from: Date; to: Date } {
  return dayRange(day, hours.timeZone, hours.dayEndsAt);
}

/** End of Day runs from its hour (`END_OF_DAY_AT`) until the business day ends (docs/design/spec-guests.md 4). */
export function endOfDayIsOpen(instant: Date, hours: EveningHours): boolean {
  const day = businessDayOf(instant, hours);
  // Where the hour is not later than the one at which days end, it is one of the morning after.
  const date = hours.endOfDayAt >= hours.dayEndsAt ? day : addDays(day, 1);
  // From an instant on and not by what the clocks show: they may show the hour twice in one night.
  return instant >= dayRange(date, hours.timeZone, hours.endOfDayAt).from;
}

/** The sentence of when End of Day is available, with the hour that the settings say. */
export function endOfDayHourText(hours: Pick<EveningHours, "endOfDayAt">): string {
  return `End of Day is available after ${hours.endOfDayAt}`;
}

/** The same of Merge by Date, for which the hour is a choice. */
export function mergeByDateHourText(hours: Pick<EveningHours, "endOfDayAt">): string {
  return `Without Force, Merge by Date is available after ${hours.endOfDayAt}. Nothing was changed. Choose Force to run it now.`;
}

/** The three settings that make an evening, from the server's settings. */
export function eveningHours(settings: { TIME_ZONE: string; END_OF_DAY_AT: string; DAY_ENDS_AT: string }): EveningHours {
  return { timeZone: settings.TIME_ZONE, endOfDayAt: settings.END_OF_DAY_AT, dayEndsAt: settings.DAY_ENDS_AT };
}

/**
 * The business day of each of many instants: to read a zone's clocks takes longer than to merge a guest.
 * @returns takes ISO 8601 in UTC with Z and milliseconds, and gives `YYYY-MM-DD`
 */
export function businessDays(hours: DayHours): (instant: string) => string {
  const known = new Map<string, { day: string; from: string; to: string }[]>();
  return (instant) => {
    const date = instant.slice(0, 10); // of UTC: one or two business days are in it
    const there = known.get(date) ?? [];
    const found = there.find(({ from, to }) => instant >= from && instant < to);
    if (found) return found.day;
    const day = businessDayOf(new Date(instant), hours);
    const { from, to } = businessDayRange(day, hours);
    known.set(date, [...there, { day, from: from.toISOString(), to: to.toISOString() }]);
    return day;
  };
}
