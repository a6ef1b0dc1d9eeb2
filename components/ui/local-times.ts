import { localTime } from "@/lib/local-time";

export { dayAndTime, longDate } from "@/lib/shown-dates";

/** `21:40` in the restaurants' time zone; a text that is no moment is shown as it is. */
export function timeOfDay(iso: string, timeZone: string): string {
  const instant = new Date(iso);
  return Number.isNaN(instant.getTime()) ? iso : localTime(instant, timeZone);
}
