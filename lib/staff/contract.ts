import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { RESTAURANTS } from "../branches";

export const staffLists = z.object({ hostesses: z.array(z.string()), waiters: z.array(z.string()) });
export type StaffLists = z.output<typeof staffLists>;

export const listStaff = endpoint({
  method: "GET",
  path: "/staff/{branch}",
  summary: "A branch's hostesses and waiters, sorted.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({
    branch: z.string().trim().toLowerCase().pipe(z.enum(RESTAURANTS, "There is no such branch. Choose one of the list.")),
  }),
  answer: staffLists,
});
