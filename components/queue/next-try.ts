import { inList } from "@/components/ui/counted";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";
import type { NextTry } from "@/lib/queue/next-try/contract";

/**
 * `next try Sat 28 Nov 2026, 19:27`, or what is waited for in its place, to stand behind "Waiting:"; null where some of it may go now.
 * Why it ends says its reason.
 */
export function whenNext({ next_try, ends = false, too_late = false, waits_for }: NextTry, now: Date, timeZone: string): string | null {
  if (waits_for?.what === "decision") return "for somebody to decide whether the guest said no";
  if (!next_try || Date.parse(next_try) <= now.getTime()) return null;
  const isToday = localDate(new Date(next_try), timeZone) === localDate(now, timeZone);
  const when = isToday ? timeOfDay(next_try, timeZone) : dayAndTime(next_try, timeZone);
  const words = too_late ? TOO_LATE : ends ? `for a number that can send it before ${timeOfDay(next_try, timeZone)}` : `next try ${when}`;
  return waits_for ? `${words}. ${numbersInWords(waits_for)}` : words;
}

const TOO_LATE = "too late for this evening: show the menu at the table";

/** `phone-pc has sent as much as it may; starting cloud-pc again would help`. */
function numbersInWords({ phones, official, off }: Extract<NonNullable<NextTry["waits_for"]>, { what: "numbers" }>): string {
  const [have, they] = phones.length > 1 ? ["have", "they"] : ["has", "it"];
  const ways = [
    off.length > 0 && `starting ${inList(off, "or")} again would help`,
    official.length > 0 && `a template named for ${inList(official)} would let them go`,
  ];
  return [`${inList(phones)} ${have} sent as much as ${they} may`, ...ways].filter(Boolean).join("; ");
}
