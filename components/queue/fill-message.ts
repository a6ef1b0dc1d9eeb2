import { type BranchKey, isBranchKey } from "@/lib/known-branches";
import { textFor } from "@/lib/queue/message-texts";

/** Somebody whom a message speaks to. */
export interface Addressee {
  name: string;
  /** Which of the guest's names the message says, where one was chosen. */
  called?: string;
  branch?: string;
}

/** The house that speaks to a guest: the one that knows them, else this device's. */
export function branchOf({ branch = "" }: Addressee, here: BranchKey): BranchKey {
  return isBranchKey(branch) ? branch : here;
}

/** As which the message speaks to somebody; empty where no name is known. */
export function nameOf({ called, name }: Addressee): string {
  return (called ?? name).trim();
}

/** A message as this guest reads it. */
export function messageFor(message: string, addressee: Addressee | undefined, here: BranchKey): string {
  return textFor(message, addressee ? nameOf(addressee) : "", addressee ? branchOf(addressee, here) : here);
}

/** How long a message is for the guest for whom it is longest. */
export function longestOf(message: string, addressees: readonly Addressee[], here: BranchKey): number {
  return Math.max(...[undefined, ...addressees].map((one) => messageFor(message, one, here).length));
}
