import type * as z from "zod";
import { BRANCH_NAMES, isBranchKey } from "../../branches";
import type { Item } from "../items/rules";
import type { templatePart } from "../limits/contract";

/** What a template's `{{1}}`, `{{2}}` become for a guest: `Guest` for somebody whose name nobody knows. */
export function wordsFor(
  parts: readonly z.output<typeof templatePart>[],
  { name, branch, text }: Pick<Item, "name" | "branch" | "text">,
): string[] {
  const words = { name: name || "Guest", branch: isBranchKey(branch) ? BRANCH_NAMES[branch] : branch, message: text };
  return parts.map((part) => words[part]);
}
