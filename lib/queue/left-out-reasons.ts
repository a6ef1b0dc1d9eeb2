import type { Enqueued } from "./contract";

/** Why somebody is left out whom nobody can write to. */
export const NO_PHONE = "No number that WhatsApp could reach.";

/** Why somebody is left out for whom another guest's voucher was named. */
export const OTHERS_VOUCHER = "This voucher belongs to another guest.";

/** Why a voucher that was theirs gives a guest nothing. */
export const SPENT_VOUCHER = { used: "The voucher was used already.", expired: "The voucher has expired." };

/** What is said where nobody of a list can be written to. */
export function nobodyText(invalid: Enqueued["invalid"]): string {
  const other = invalid.find(({ reason }) => reason !== NO_PHONE);
  return `${other?.reason ?? "No valid phone numbers to enqueue."} Nothing was queued.`;
}

/** Why somebody is left out who has said no. */
export const OPTED_OUT = "The guest has said no to messages.";
/** The same as the code of a message that did not go for it. */
export const OPTED_OUT_CODE = "OPT_OUT";

/** Said of a guest to whom nothing goes until a person has decided what they meant: the short way, and that of who may not read replies. */
export const MAY_HAVE_SAID_NO =
  "The guest wrote what sounds like a no. Nothing goes to them until somebody decides: press “Read and decide” on Home, or open the guest in Search Guest.";

/** What is stored of such a message, in place of any words. */
export const UNDECIDED_CODE = "UNDECIDED";

/** How the words began that older versions stored in its place, with the code of every pause. */
const STORED_WORDS = "The guest wrote what sounds like a no.";

/** What is said of a stored message: its words, or those that its code stands for. */
export function storedReason({ last_code, error }: { last_code: string | null; error: string | null }): string | null {
  return last_code === UNDECIDED_CODE || error?.startsWith(STORED_WORDS) ? MAY_HAVE_SAID_NO : error;
}
