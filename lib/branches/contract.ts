import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanName } from "../clean-text";
import { BRANCH_KEY, mayBeKey } from "../known-branches";
import { BRANCHES_TEXTS } from "./branch-texts";

/** A restaurant of the group. */
export const listedBranch = z.object({
  key: z.string(),
  name: z.string(),
  /** ISO 8601; null for those that were there before branches could be opened. */
  opened_at: z.string().nullable(),
  /** Since when it is only read; null while it is open. */
  closed_at: z.string().nullable(),
  /** Whether this server keeps its stores. */
  kept: z.boolean(),
});
export type ListedBranch = z.output<typeof listedBranch>;

const name = z
  .string()
  .overwrite(cleanName)
  .min(1, { error: BRANCHES_TEXTS.nameMissing, abort: true })
  .max(40, "A branch's name has 40 characters at most. Nothing was changed.")
  .regex(/[\p{L}\p{N}]/u, "A branch's name needs a letter or a digit. Nothing was changed.");

const params = z.strictObject({
  key: z.string().trim().toLowerCase().regex(BRANCH_KEY, "There is no such branch. Choose one of the list. Nothing was changed."),
});

const answer = z.object({ message: z.string(), branch: listedBranch });

export const listBranches = endpoint({
  method: "GET",
  path: "/branches",
  summary: "The restaurants of the group, closed ones too, in the order in which lists show them.",
  permission: "signed-in",
  about: "none",
  answer: z.object({ branches: z.array(listedBranch) }),
});

export const openBranch = endpoint({
  method: "POST",
  path: "/branches",
  summary: "Open a restaurant, with its stores and its first lists of staff. Its key is for ever. 409 for a key or a name that there is.",
  permission: "everything",
  about: "group",
  status: 201,
  body: z.strictObject({ key: z.string().trim().max(64).refine(mayBeKey, BRANCHES_TEXTS.badKey), name }),
  answer,
});

export const closeBranch = endpoint({
  method: "POST",
  path: "/branches/{key}/close",
  summary:
    "Close a restaurant: all of it is kept and read, nothing is written there any more. 409 before its End of Day, and for the last open one.",
  permission: "everything",
  about: "group",
  params,
  answer,
});

export const reopenBranch = endpoint({
  method: "POST",
  path: "/branches/{key}/reopen",
  summary: "Open a restaurant again that was closed, with all that it had.",
  permission: "everything",
  about: "group",
  params,
  answer,
});

export const renameBranch = endpoint({
  method: "POST",
  path: "/branches/{key}/rename",
  summary: "Call a restaurant otherwise; its key stays. 409 for another one's name, and when it is not called `expected` any more.",
  permission: "everything",
  about: "group",
  params,
  body: z.strictObject({
    name,
    /** What it was called when it was looked at: somebody else's change in between is not overwritten. */
    expected: z.string().overwrite(cleanName).max(200).optional(),
  }),
  answer,
});
