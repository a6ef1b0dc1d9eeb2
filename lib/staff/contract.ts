import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanName } from "../clean-text";
import { isRestaurant } from "../known-branches";

export const staffLists = z.object({ hostesses: z.array(z.string()), waiters: z.array(z.string()) });
export type StaffLists = z.output<typeof staffLists>;

const ofBranch = z.strictObject({
  branch: z.string().trim().toLowerCase().refine(isRestaurant, "There is no such branch. Choose one of the list."),
});

/** Somebody of a list; which one is said as one person's role or by the list's own name. */
const staffName = z.strictObject({
  role: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(["hostess", "waiter", "hostesses", "waiters"], "The role must be hostess or waiter. Nothing was changed."))
    .transform((role): StaffRole => (role === "hostess" || role === "hostesses" ? "hostess" : "waiter")),
  name: z.string().overwrite(cleanName).max(60, "A name has 60 characters at most. Nothing was changed."),
});
export type StaffRole = "hostess" | "waiter";

export const listStaff = endpoint({
  method: "GET",
  path: "/staff/{branch}",
  summary: "A branch's hostesses and waiters, sorted.",
  permission: "signed-in",
  about: "none",
  params: ofBranch,
  answer: staffLists,
});

export const addStaff = endpoint({
  method: "POST",
  path: "/staff/{branch}/add",
  summary: "Add a name to a branch's hostesses or waiters. An empty name, or one of the list, changes nothing.",
  permission: "create_table",
  about: "none",
  params: ofBranch,
  body: staffName,
  answer: staffLists,
});

export const removeStaff = endpoint({
  method: "DELETE",
  path: "/staff/{branch}/remove",
  summary: "Take a name off a branch's hostesses or waiters. A name that is not there changes nothing.",
  permission: "create_table",
  about: "none",
  params: ofBranch,
  body: staffName,
  answer: staffLists,
});

export const resetStaff = endpoint({
  method: "POST",
  path: "/staff/{branch}/reset-defaults",
  summary: "Give a branch the lists that it began with.",
  permission: "create_table",
  about: "none",
  params: ofBranch,
  answer: staffLists,
});
