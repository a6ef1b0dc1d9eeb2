import * as z from "zod";
import { endpoint } from "../api/endpoint";

export const staffLists = z.object({ hostesses: z.array(z.string()), waiters: z.array(z.string()) });
export type StaffLists = z.output<typeof staffLists>;

export const listStaff = endpoint({
  method: "GET",
  path: "/staff/{branch}",
  summary: "A branch's hostesses and waiters, sorted.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({ branch: z.string().min(1).max(40) }),
  answer: staffLists,
});
