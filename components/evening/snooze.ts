/** Snoozed for this session of the browser: 10 minutes, or 240 after End of Day (second specification, section 9). */
const KEY = "end_of_day_snoozed_until";
export const SNOOZE_MINUTES = 10;
export const AFTER_END_OF_DAY_MINUTES = 240;

export function snoozedUntil(): number {
  try {
    return Number(window.sessionStorage.getItem(KEY) ?? 0) || 0;
  } catch {
    return 0;
  }
}

export function snooze(from: Date, minutes: number): number {
  const until = from.getTime() + minutes * 60_000;
  try {
    window.sessionStorage.setItem(KEY, String(until));
  } catch {
    // A private window without storage: the banner then stays away until the page is reloaded.
  }
  return until;
}
