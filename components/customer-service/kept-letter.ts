import { keyHere } from "@/lib/api/backends";
import type { BranchKey } from "@/lib/known-branches";
import type { Enqueued, QueueItem } from "@/lib/queue/contract";
import type { Chosen, Refused } from "./recipients";

/** What went to the server and was not answered. Asked again with the same key it is done once, and says what came of it. */
export interface Unanswered {
  items: QueueItem[];
  idempotencyKey: string;
  /** The chosen who were left out of it. */
  refused: readonly Refused[];
  /** The text and the branch that it was written for. One that an older version kept lacks them. */
  text?: string;
  branch?: BranchKey;
}

/** By what somebody knows a letter again that was queued. */
export interface About {
  branch: BranchKey;
  /** As it was written, before names stood in it. */
  text: string;
  /** When it was queued, ISO 8601. */
  at: string;
}

/** The letter that is being written, its recipients, and the outcome of the last one. */
export interface Letter {
  message: string;
  chosen: Chosen[];
  /** The answer to the last sending, as long as its progress is looked at. */
  sent: Enqueued | null;
  /** Which one that was; null also for one that an older version kept. */
  about: About | null;
  /** The names of those who were chosen for it and whom no number reaches. */
  unreached: string[];
  /** Those who were chosen for it and were left out before it was queued, with the reason. */
  refused: { name: string; reason: string }[];
  /** The last press, as long as nobody answered it and the letter is still the same. */
  unanswered: Unanswered | null;
}

const EMPTY: Letter = { message: "", chosen: [], sent: null, about: null, unreached: [], refused: [], unanswered: null };

/** Each person's own: whoever signs in on the same tablet sees nothing of it. */
const keyOf = (user: string) => keyHere(`customer_service_${user}`);

/** What this device kept of somebody's letter: a closed dialog, a reload or a cut line must not cost what was typed. */
export function keptLetter(user: string): Letter {
  try {
    const kept = JSON.parse(window.localStorage.getItem(keyOf(user)) ?? "null") as Partial<Letter> | null;
    if (typeof kept?.message === "string" && Array.isArray(kept.chosen)) return { ...EMPTY, ...kept };
  } catch {
    // A private window refuses its storage; there is nothing to bring back then.
  }
  return EMPTY;
}

export function keepLetter(user: string, letter: Letter): void {
  try {
    if (letter.message === "" && letter.chosen.length === 0 && !letter.sent) window.localStorage.removeItem(keyOf(user));
    else window.localStorage.setItem(keyOf(user), JSON.stringify(letter));
  } catch {
    // The dialog goes on without it.
  }
}
