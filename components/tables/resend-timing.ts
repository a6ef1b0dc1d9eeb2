import { birthdayFault } from "@/lib/birthday-dates";
import { awardsToDo, type Draft, isSentTooLongAgo } from "@/lib/drafts";

/** Whether a table may go without anybody pressing a button: it was sent once, and only the answer is missing. */
export function isSentByItself(draft: Draft): boolean {
  if (draft.pending !== null || draft.guests.some(birthdayFault) || isSentTooLongAgo(draft)) return false;
  return draft.step === "saving" || (draft.step === "awarding" && awardsToDo(draft).length > 0);
}

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

let triedAt = Number.NEGATIVE_INFINITY;
let failures = 0;

/** Remembers when anything was last sent, by a person or by itself. */
export function noteTry(now = Date.now()): void {
  triedAt = now;
}

export function noteOutcome(succeeded: boolean): void {
  failures = succeeded ? 0 : failures + 1;
}

/** How long to wait before the next try: a server that answers checks and cuts saves is not to be pressed. */
export function pauseBeforeNextTry(now = Date.now()): number {
  return Math.max(0, triedAt + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) - now);
}
