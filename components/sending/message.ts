import { BRANCH_NAMES, type BranchKey, isBranchKey } from "@/lib/branches";

/** Somebody whom a message speaks to. */
export interface Addressee {
  name: string;
  /** Which of the guest's names the message says, where one was chosen. */
  called?: string;
  branch?: string;
}

/** Stands for the name of a guest of whom none is known (docs/design/spec-shell.md 5). */
const NAMELESS = "Guest";

/** The house that speaks to a guest: the one that knows them, else this device's. */
export function branchOf({ branch = "" }: Addressee, here: BranchKey): BranchKey {
  return isBranchKey(branch) ? branch : here;
}

/** A message as this guest reads it. */
export function messageFor(message: string, addressee: Addressee | undefined, here: BranchKey): string {
  const words = {
    name: (addressee?.called ?? addressee?.name)?.trim() || NAMELESS,
    branch: BRANCH_NAMES[addressee ? branchOf(addressee, here) : here],
  };
  // In one go: a guest's name may hold a token itself.
  return message.replace(/\{(name|branch)\}/gi, (_, token: string) => words[token.toLowerCase() as keyof typeof words]);
}

/** How long a message is for the guest for whom it is longest. */
export function longestOf(message: string, addressees: readonly Addressee[], here: BranchKey): number {
  return Math.max(...[undefined, ...addressees].map((one) => messageFor(message, one, here).length));
}
