import { longDate } from "@/components/ui/local-times";

/**
 * What is asked before a greeting goes out on another day than the birthday.
 * @param today the server's date
 * @param date the birthday; null for whatever is no greeting
 * @returns null on the day itself
 */
export function questionOfDay(date: string | null, today: string, count: number): { title: string; body: string } | null {
  if (date === null || date === today) return null;
  const [one, many] = date < today ? ["was", "were"] : ["is", "are"];
  const birthday = count === 1 ? `This birthday ${one}` : `These birthdays ${many}`;
  const body = `${birthday} on ${longDate(date)}. The greeting goes out today, ${longDate(today)}.`;
  return { title: "Greet on another day than the birthday?", body };
}
