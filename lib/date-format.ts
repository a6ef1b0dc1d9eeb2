import { processWide } from "./process-wide";

/** How a date is written in digits: month first as docs/design/spec-guests.md 9 has it, or day first. */
export const DATE_FORMATS = ["MM/dd/yyyy", "dd/MM/yyyy"] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

/** What counts where nobody has chosen. */
export const DEFAULT_DATE_FORMAT: DateFormat = "MM/dd/yyyy";

/** In a server what its hub says, in a browser what came with the page. */
const known = () => processWide("date format", (): { format: DateFormat } => ({ format: DEFAULT_DATE_FORMAT }));

export function dateFormat(): DateFormat {
  return known().format;
}

/** From now on dates are written so in this process. */
export function knowDateFormat(format: DateFormat): void {
  known().format = format;
}

/** `11/29/2026` or `29/11/2026`. @param date YYYY-MM-DD */
export function inDigits(date: string, format: DateFormat): string {
  const [year = "", month = "", day = ""] = date.split("-");
  return (format === "dd/MM/yyyy" ? [day, month, year] : [month, day, year]).join("/");
}

/** Whether a text is a whole date of the calendar, written in that format. */
export function isWrittenDate(text: string, format: DateFormat): boolean {
  const parts = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text.trim());
  if (!parts) return false;
  const [first, second, year] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const [month, day] = format === "dd/MM/yyyy" ? [second, first] : [first, second];
  const date = new Date(year, month - 1, day, 12);
  return date.getMonth() === month - 1 && date.getDate() === day;
}
