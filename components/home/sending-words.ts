import { numbersInWords, whenNext } from "@/components/queue/next-try";
import { unansweredInWords } from "@/components/queue/unanswered";
import { counted, inList } from "@/components/ui/counted";
import type { Health } from "@/lib/health/contract";
import { branchName } from "@/lib/known-branches";

type Sending = NonNullable<Health["sending"]>;

const shown = (count: number) => count.toLocaleString("en");

/** `38 wait · 11 of them paused · no worker can send`: what waits, what of it waits for a Resume or a decision, and what keeps the others from going. @param mayMend whoever reads it may see to a template */
export function sendingInWords(sending: Sending, now: Date, timeZone: string, mayMend = false): string {
  const { waiting, unanswered = 0, stopped, held, to_decide = 0 } = sending;
  const wait = waiting === 0 ? "Nothing waits" : `${shown(waiting)} ${waiting === 1 ? "waits" : "wait"}`;
  const parts = stopped
    ? ["sending is stopped"]
    : [
        ofThem(waiting, held?.stopped, "stopped", held?.branches),
        held?.idle && held.idle.length > 0 && `sending of ${inList(held.idle.map(branchName))} is stopped`,
        ofThem(waiting, held?.paused, "paused"),
        ofThem(waiting, to_decide, "for your decision"),
        ...whyNot(sending, now, timeZone, mayMend),
      ];
  return [wait, unansweredInWords(unanswered), ...parts].filter(Boolean).join(" · ");
}

/** `12 of them paused`, `all stopped (Zgharta)`; null for none. */
function ofThem(waiting: number, count: number | undefined, state: string, branches: readonly string[] = []): string | null {
  if (!count) return null;
  const whose = branches.length > 0 ? ` (${inList(branches.map(branchName))})` : "";
  return `${count === waiting ? "all" : `${shown(count)} of them`} ${state}${whose}`;
}

/** Something of it wants somebody to act. */
export function isStuck(sending: Sending): boolean {
  const { stopped, held, next, to_decide = 0 } = sending;
  const isHeld = stopped || (held?.stopped ?? 0) + (held?.paused ?? 0) + (held?.idle?.length ?? 0) + to_decide > 0;
  return isHeld || (othersOf(sending) > 0 && (obstacleOf(sending) !== null || Boolean(next?.waits_for || next?.in_vain)));
}

/** How many neither wait for a Resume nor for a decision. */
const othersOf = ({ waiting, held, to_decide = 0 }: Sending) => waiting - (held?.stopped ?? 0) - (held?.paused ?? 0) - to_decide;

/** Why the other messages do not go out; empty if they may. */
function whyNot(sending: Sending, now: Date, timeZone: string, mayMend: boolean): (string | false | null)[] {
  const { next, misses = 0, would_miss = 0 } = sending;
  if (othersOf(sending) <= 0) return [];
  const obstacle = obstacleOf(sending, mayMend);
  if (obstacle) return [obstacle];
  // Menus and greetings have each another hour until when: Birthdays and the queue say it.
  const numbers = next?.waits_for?.what === "numbers" && (next.ends || next.too_late) ? numbersInWords(next.waits_for, mayMend) : null;
  const words = next ? (numbers ?? whenNext(next, now, timeZone, { mayMend })) : null;
  const others = misses > 0 ? `${counted(would_miss, "other")} would` : `${shown(would_miss)} would miss the day`;
  return [
    misses > 0 && !next?.in_vain && `${shown(misses)} ${misses === 1 ? "misses" : "miss"} the day`,
    would_miss > 0 && others,
    words && (numbers ? unended(words) : lowered(words)),
  ];
}

/** It stands within a line. */
const unended = (words: string) => words.replace(/\.$/, "");
const lowered = (words: string) => unended(`${words.charAt(0).toLowerCase()}${words.slice(1)}`);

/** What somebody has to fix before anything goes out. */
function obstacleOf({ workers, template, number, off = [] }: Sending, mayMend = false): string | null {
  const start = off.length > 0 ? `start ${inList(off, "or")} again` : null;
  const silence = workers === 0 ? "no worker can send" : template ? TEMPLATES[template] : null;
  const why = number ? stoppedInWords(number, mayMend) : silence;
  return why && start ? `${why}: ${start}` : why;
}

/** `cloud-pc cannot send: WhatsApp has locked this number's account`; what to do about it stands in the queue, and whom to ask here too. */
function stoppedInWords({ worker, why, who }: NonNullable<Sending["number"]>, mayMend: boolean): string {
  const [what = ""] = why.split(/(?<=\.) /);
  const ask = mayMend || who.length === 0 ? "" : ` (who can let it send again: ${who.join(", ")})`;
  return `${worker} cannot send: ${unended(what)}${ask}`;
}

const TEMPLATES = { no_template: "no template is named", template_stopped: "WhatsApp does not take the template" };
