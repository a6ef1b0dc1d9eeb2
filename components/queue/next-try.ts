import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";
import type { NextTry } from "@/lib/queue/next-try/contract";

/** `next try Sat 28 Nov 2026, 19:27`; null where some of it may go now. Why it ends says its reason. */
export function whenNext({ next_try, ends = false }: NextTry, now: Date, timeZone: string): string | null {
  if (!next_try || Date.parse(next_try) <= now.getTime()) return null;
  if (ends) return `for a number that can send it before ${timeOfDay(next_try, timeZone)}`;
  const isToday = localDate(new Date(next_try), timeZone) === localDate(now, timeZone);
  return `next try ${isToday ? timeOfDay(next_try, timeZone) : dayAndTime(next_try, timeZone)}`;
}
