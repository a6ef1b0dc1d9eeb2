import { foldText } from "../../fold-text";
import type { Limits } from "../limits/contract";

/** Longer than any of the words may be: nobody folds a novel. */
const LONGEST = 80;

/**
 * Whether a guest says no to messages, or yes again (docs/design/whatsapp.md 5). The whole message must be one of the words: "please stop
 * it at 8" is about a reservation. Marks, letter variants, case and signs do not count.
 */
export function readOptOut(text: string, words: Limits["words"]): "no" | "yes" | null {
  if (text.length > LONGEST) return null;
  const said = foldText(text);
  if (said === "") return null; // signs and emoji say neither
  const isOneOf = (list: readonly string[]) => list.some((word) => foldText(word) === said);
  if (isOneOf(words.stop)) return "no";
  return isOneOf(words.start) ? "yes" : null;
}

/** Whether a no is the guest's own, and not one that somebody of the house noted: they wrote it to us, or told it to WhatsApp. */
export function isOwnWord(by: string | null): boolean {
  return by === "keyword" || by === "provider";
}
