import { localDate, localTime } from "./local-time";

/** `Fri 20 Nov 2026, 21:40` for an instant, ISO 8601, in the restaurants' time zone; a text that is no moment is shown as it is. */
export function dayAndTime(iso: string, timeZone: string): string {
  const instant = new Date(iso);
  if (Number.isNaN(instant.getTime())) return iso;
  return `${longDate(localDate(instant, timeZone))}, ${localTime(instant, timeZone)}`;
}

/** `20 Nov` for a calendar date. */
export const dayAndMonth = (date: string) => longDate(date).split(" ").slice(1, 3).join(" ");

/** `Fri 20 Nov 2026` for a calendar date. */
export function longDate(date: string): string {
  const day = new Date(`${date}T12:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  const part = (options: Intl.DateTimeFormatOptions) => day.toLocaleDateString("en-GB", { ...options, timeZone: "UTC" });
  return `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "short" })} ${part({ year: "numeric" })}`;
}
