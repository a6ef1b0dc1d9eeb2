import { BRANCH_NAMES, type BranchKey, isBranchKey } from "@/lib/branches";
import type { Recipient } from "@/lib/contacts/contract";
import { digitsOf } from "@/lib/digits";
import type { QueueItem } from "@/lib/queue/contract";

/** Stands for the name of a guest of whom none is known (first specification, section 5). */
const NAMELESS = "Guest";
/** WhatsApp takes no longer text; the server says so too. */
export const LONGEST_TEXT = 4_096;
/** Contacts are identified by name plus the last 8 digits of the phone. */
const KEY_DIGITS = 8;
const FIRST_OF_SEVERAL = /[,،;؛|/\r\n]/;

/** The number that is written to, digits with the country code; empty for somebody whom no number reaches. */
export function phoneOf({ numbers, phones }: Pick<Recipient, "numbers" | "phones">): string {
  // A server of an earlier version says nothing of numbers.
  if (!numbers) return digitsOf(phones.split(FIRST_OF_SEVERAL).find((one) => digitsOf(one) !== "") ?? "");
  const reaching = numbers.filter(({ digits }) => digits !== "");
  return (reaching.find(({ doubtful }) => !doubtful) ?? reaching[0])?.digits ?? "";
}

export function keyOf(recipient: Recipient): string {
  return `${recipient.name.trim()}|${phoneOf(recipient).slice(-KEY_DIGITS)}`;
}

/** The house that speaks to a guest: the one that knows them, else this device's. */
function branchOf({ branch }: Recipient, here: BranchKey): BranchKey {
  return isBranchKey(branch) ? branch : here;
}

/** A message as this guest reads it. */
export function messageFor(message: string, recipient: Recipient | undefined, here: BranchKey): string {
  const words = {
    name: recipient?.name.trim() || NAMELESS,
    branch: BRANCH_NAMES[recipient ? branchOf(recipient, here) : here],
  };
  // In one go: a guest's name may hold a token itself.
  return message.replace(/\{(name|branch)\}/gi, (_, token: string) => words[token.toLowerCase() as keyof typeof words]);
}

/** One item for everybody who can be reached. */
export function itemsFor(message: string, chosen: readonly Recipient[], here: BranchKey): QueueItem[] {
  return chosen.flatMap((recipient) => {
    const phone = phoneOf(recipient);
    if (phone === "") return [];
    return [{ name: recipient.name, phone, message: messageFor(message, recipient, here), branch: branchOf(recipient, here) }];
  });
}

/** A letter must not be longer than this for any guest. */
export function longestOf(message: string, chosen: readonly Recipient[], here: BranchKey): number {
  return Math.max(...[undefined, ...chosen].map((recipient) => messageFor(message, recipient, here).length));
}
