import { type DateFormat, inDigits } from "../date-format";

/** How dates are written, on Control Panel; all of it ours. */
export const DATE_SETTING_TEXTS = {
  title: "How dates are written",
  counts: "In every field for a date, in all branches. This device changes at once, every other one when Daftar is opened there next.",
  notTheirs: "It is changed by whoever may create users and edit roles, in every branch.",
  notChanged: "Dates are written as before.",
  openAgain: "Open Control Panel again: it shows what counts.",
  order: { "dd/MM/yyyy": "day first", "MM/dd/yyyy": "month first" } satisfies Record<DateFormat, string>,
} as const;

/** `Dates are written day first now: 29/11/2026.` @param today YYYY-MM-DD */
export function writtenNow(format: DateFormat, today: string): string {
  return `Dates are written ${DATE_SETTING_TEXTS.order[format]} now: ${inDigits(today, format)}.`;
}
