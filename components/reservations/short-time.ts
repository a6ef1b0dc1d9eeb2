import { DEFAULT_TIME_ZONE, localTime } from "@/lib/local-time";

/** `20:30` of a moment, ISO 8601; a time of the clocks stays as it is. */
export function shortTime(said: string, timeZone: string = DEFAULT_TIME_ZONE): string {
  if (!said.includes("T")) return said;
  const instant = new Date(said);
  return Number.isNaN(instant.getTime()) ? said : localTime(instant, timeZone);
}
