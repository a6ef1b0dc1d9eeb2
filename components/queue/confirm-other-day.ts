import { longDate, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";

/**
 * What is asked before a greeting goes out on another day than the birthday.
 * @param today the server's date
 * @param quietUntil when the quiet hours end that it is now, ISO 8601: nothing goes before
 * @param date the birthday; null for whatever is no greeting
 * @returns null on the day itself
 */
export function questionOfDay(
  date: string | null,
  today: string,
  count: number,
  quietUntil: { at: string; timeZone: string } | null = null,
): { title: string; body: string } | null {
  const goesOn = quietUntil ? localDate(new Date(quietUntil.at), quietUntil.timeZone) : today;
  if (date === null || date === goesOn) return null;
  const [one, many] = date < today ? ["was", "were"] : ["is", "are"];
  const birthday = count === 1 ? `This birthday ${one}` : `These birthdays ${many}`;
  const goes =
    goesOn === today || !quietUntil
      ? `The greeting goes out today, ${longDate(today)}, or on a later day if no number has room.`
      : `Nothing is sent before ${timeOfDay(quietUntil.at, quietUntil.timeZone)}: the greeting goes out on ${longDate(goesOn)}, or later if no number has room.`;
  const body = `${birthday} on ${longDate(date)}. ${goes}`;
  return { title: "Greet on another day than the birthday?", body };
}
