import type { Differing } from "../book/comparing";
import { branchName } from "../known-branches";

const WHAT: Record<Differing, string> = {
  values: "The guest says something else than was written down of them.",
  numbers: "The guest is found by other numbers than they have.",
  search: "The guest is not found by the own name or number.",
  records: "The guest is missing, is there twice, or is mixed up with another.",
  unreadable: "What was written down of the guest cannot be read.",
};

/** What of a guest differs, for people. */
export const differingInWords = (what: Differing): string => WHAT[what];

/** The sentence on every page of users who can press Rebuild. */
export function differsInWords(branch: string, guests: number): string {
  const [who, are] = guests === 1 ? ["1 guest", "is"] : [`${guests.toLocaleString("en")} guests`, "are"];
  return `${who} of ${branchName(branch)}'s guest book ${are} not what was written down: a part of the file was changed from outside. Rebuild makes a backup, and then puts it right.`;
}
