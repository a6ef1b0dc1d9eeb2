import { inList } from "@/components/ui/counted";
import { dayAndTime, timeOfDay } from "@/components/ui/local-times";
import { localDate } from "@/lib/local-time";
import type { HowMany, NextTry, WaitsForNumbers } from "@/lib/queue/next-try/contract";
import { haveSentInWords, refusedInWords } from "@/lib/queue/next-try/words";
import { toWhoCan, whoCan, YOU_CAN } from "@/lib/queue/who-may-send";

interface How {
  /** A row of many: what would help stands with the campaign, once. */
  isInList?: boolean;
  /** Whoever reads it may see to a template (`MENDS_TEMPLATES`). */
  mayMend?: boolean;
}

/**
 * `next try Sat 28 Nov 2026, 19:27`, or what is waited for in its place; null where some of it may go now. Where nothing can send it in time
 * any more it is a sentence that says so.
 */
export function whenNext(next: NextTry, now: Date, timeZone: string, { isInList = false, mayMend = false }: How = {}): string | null {
  const { next_try, ends = false, too_late = false, in_vain, waits_for } = next;
  if (waits_for?.what === "decision") return "for your decision whether the guest said no";
  if (in_vain) return mayMend ? toWhoCan(in_vain) : in_vain;
  if (too_late && in_vain === undefined) return "too late for this evening: show the menu at the table"; // of a server of an older version
  if (!next_try || Date.parse(next_try) <= now.getTime()) return null;
  const isToday = localDate(new Date(next_try), timeZone) === localDate(now, timeZone);
  // Until when something can still help is a time of this evening or night.
  const isSoon = Date.parse(next_try) - now.getTime() < 24 * 3_600_000;
  const when = isToday ? timeOfDay(next_try, timeZone) : dayAndTime(next_try, timeZone);
  const words =
    ends || too_late
      ? `for a number that can send it before ${isSoon ? timeOfDay(next_try, timeZone) : when}`
      : waits_for?.busy
        ? "not today"
        : `next try ${when}`;
  const why = waits_for && (isInList ? haveSentInWords(waits_for) : numbersInWords(waits_for, mayMend));
  return [words, why, too_late && "Else show the menu at the table"].filter(Boolean).join(". ");
}

/** The same as a sentence by itself: `Waiting: next try 19:27.` @param mayMend as of `How` */
export function waitingInWords(next: NextTry, now: Date, timeZone: string, mayMend = false): string | null {
  const words = whenNext(next, now, timeZone, { mayMend });
  return words && (next.in_vain ? words : `Waiting: ${words}.`);
}

/**
 * What keeps some of those that wait while others go, now or later: `8 of 11 wait for a number that can send it before 21:30.` Null where it
 * keeps none, and where it keeps all, which `waitingInWords` says.
 * @param waiting how many wait, those that go included; @param mayMend as of `How`
 */
export function lateInWords({ goes, late }: HowMany, waiting: number, now: Date, timeZone: string, mayMend = false): string | null {
  if (goes === null || goes === undefined || !late || late.count >= waiting) return null;
  const words = whenNext(late, now, timeZone, { mayMend });
  if (words === null) return null;
  const of = `${late.count.toLocaleString("en")} of ${waiting.toLocaleString("en")}`;
  return late.in_vain ? `${of}: ${words}` : `${of} ${late.count === 1 ? "waits" : "wait"} ${words}.`;
}

/** Of those that wait, how many nothing can send in time any more, beside others that something could: `2 of 11: Misses the birthday: …` */
export function lostInWords({ lost }: HowMany, waiting: number, mayMend = false): string | null {
  return lost ? `${lost.count.toLocaleString("en")} of ${waiting.toLocaleString("en")}: ${mayMend ? toWhoCan(lost.why) : lost.why}` : null;
}

/** How many go now, one after the other; null where nobody knows. @param waiting how many wait: servers of older versions say no more */
export const goingOf = ({ goes }: HowMany, waiting: number): number | null => (goes === undefined ? waiting : goes);

/** `phone-pc has sent as much as it may; starting cloud-pc again would help`, and who can see to a template. @param mayMend as of `How` */
export function numbersInWords(numbers: WaitsForNumbers, mayMend: boolean): string {
  const { who = [] } = numbers;
  const told = [haveSentInWords(numbers), ...(numbers.together ? [togetherInWords(numbers)] : waysInWords(numbers))].join("; ");
  return who.length > 0 ? `${told}. ${(mayMend ? YOU_CAN : whoCan(who)).replace(/\.$/, "")}` : told;
}

function waysInWords({ official, refused = [], off }: WaitsForNumbers): string[] {
  const ways = [
    off.length > 0 && `starting ${inList(off, "or")} again would help`,
    official.length > 0 && `naming a template for ${inList(official)} would let them go`,
    refused.length > 0 &&
      `${refusedInWords(refused)}: look at it in Meta’s settings, then save WhatsApp Limits anew, with it or with another one`,
  ];
  return ways.filter((way) => way !== false);
}

function togetherInWords({ official, refused = [], off }: WaitsForNumbers): string {
  const lacking = [...official, ...refused];
  const acts = [
    off.length > 0 && `starting ${inList(off)} again`,
    lacking.length > 0 && `naming ${refused.length > 0 ? "another" : "a"} template for ${inList(lacking)}`,
  ];
  return `only ${inList(acts.filter((act) => act !== false))} together would help`;
}
