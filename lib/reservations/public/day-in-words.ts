import { addDays } from "../../local-time";
import type { Language } from "./page-words";

const LOCALES: Record<Language, string> = { en: "en-GB", fr: "fr-FR", ar: "ar-LB-u-nu-latn" };

/**
 * A day as guests read it: "Saturday 21 November". After midnight it is the next one of their calendar.
 * @param date the business day
 * @param dayEndsAt until which time of the clocks its evening lasts
 */
export function dayInWords(language: Language, date: string, time: string, dayEndsAt: string): string {
  const calendar = time < dayEndsAt ? addDays(date, 1) : date;
  const format = new Intl.DateTimeFormat(LOCALES[language], { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
  return format.format(new Date(`${calendar}T00:00:00Z`));
}
