import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";

const id = z.string().overwrite(cleanText).min(1).max(100);

export const adjustPoints = endpoint({
  method: "POST",
  path: "/loyalty/adjustments",
  summary: "Give a guest of the branch's book points, or take some, with a reason. Above the programme's limit a second person decides.",
  permission: "nav_loyalty",
  body: z.strictObject({
    guest: id,
    points: z
      .int()
      .min(-1_000_000)
      .max(1_000_000)
      .refine((points) => points !== 0, "Write how many points."),
    reason: z.string().overwrite(cleanText).min(3, "Say why, in a few words.").max(200),
  }),
  /** `total`: what the guest has now. */
  answer: z.object({ message: z.string(), state: z.enum(["done", "waiting"]), total: z.number() }),
});

const waiting = z.object({
  id: z.string(),
  guest: z.string(),
  branch: z.string(),
  points: z.number(),
  reason: z.string(),
  asked_at: z.string(),
  by: z.string(),
  /** Whoever asked for it does not decide it. */
  is_own: z.boolean(),
});

export const listAdjustments = endpoint({
  method: "GET",
  path: "/loyalty/adjustments",
  summary: "Points by hand that wait for a second person, in the caller's branches.",
  permission: "nav_loyalty",
  about: "none",
  answer: z.object({ waiting: z.array(waiting) }),
});

export const decideAdjustment = endpoint({
  method: "POST",
  path: "/loyalty/adjustments/{id}/decide",
  summary: "Approve or refuse points by hand that somebody else asked for. 403 for one's own.",
  permission: "nav_loyalty",
  about: "none",
  params: z.strictObject({ id }),
  body: z.strictObject({ approve: z.boolean() }),
  answer: z.object({ message: z.string() }),
});
