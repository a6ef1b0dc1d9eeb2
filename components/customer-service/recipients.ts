import { branchOf } from "@/components/queue/fill-message";
import { digitsOf } from "@/lib/digits";
import type { Recipient } from "@/lib/guest-search/contract";
import type { BranchKey } from "@/lib/known-branches";
import type { QueueItem } from "@/lib/queue/contract";

/** Somebody who was chosen for a letter, and by which of their names it speaks to them. */
export type Chosen = Recipient & { called?: string };

/** A chosen recipient who gets no letter. */
export interface Refused {
  person: Chosen;
  /** Why, in the server's words. */
  reason: string;
}

/** Of the chosen, who gets nothing, and who is written to. @param refusalOf why not, by the phones as `phonesOf`; null for the others */
export function sorted(chosen: readonly Chosen[], refusalOf: (phones: string) => string | null) {
  const refused: Refused[] = [];
  const going: Chosen[] = [];
  for (const person of chosen) {
    const reason = refusalOf(phonesOf(person));
    if (reason === null) going.push(person);
    else refused.push({ person, reason });
  }
  return { going, refused };
}

/** WhatsApp takes no longer text; the server says so too. */
export const LONGEST_TEXT = 4_096;
/** Contacts are identified by name plus the last 8 digits of the phone. */
const KEY_DIGITS = 8;
const FIRST_OF_SEVERAL = /[,،;؛|/\r\n]/;

/** The number that is written to, digits with the country code; empty for somebody whom no number reaches. */
export function phoneOf({ numbers, phones }: Pick<Recipient, "numbers" | "phones">): string {
  // A server of an older version sends no `numbers`.
  if (!numbers) return digitsOf(phones.split(FIRST_OF_SEVERAL).find((one) => digitsOf(one) !== "") ?? "");
  const reaching = numbers.filter(({ digits }) => digits !== "");
  return (reaching.find(({ doubtful }) => !doubtful) ?? reaching[0])?.digits ?? "";
}

export function keyOf(recipient: Recipient): string {
  return `${recipient.name.trim()}|${phoneOf(recipient).slice(-KEY_DIGITS)}`;
}

/** The number that is written to, then the guest's other numbers: an opt-out by any of them stops the letter. */
export function phonesOf(recipient: Recipient): string {
  const phone = phoneOf(recipient);
  const others = (recipient.numbers ?? []).flatMap(({ digits }) => (digits !== "" && digits !== phone ? [digits] : []));
  return [phone, ...others].join(" | ");
}

/** One item for everybody who can be reached. The server fills in the tokens, by the rule of the preview: once, as a name may hold one. */
export function itemsFor(message: string, chosen: readonly Chosen[], here: BranchKey): QueueItem[] {
  return chosen.flatMap((recipient) => {
    if (phoneOf(recipient) === "") return [];
    return [
      {
        name: recipient.called ?? recipient.name,
        phone: phonesOf(recipient),
        message,
        branch: branchOf(recipient, here),
      },
    ];
  });
}
