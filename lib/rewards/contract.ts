import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { isRestaurant } from "../known-branches";
import type { Requirement } from "../permissions";
import { REDEMPTION_STATES, REWARD_KINDS } from "./states";

/** Who serves guests, and who keeps the programme. */
export const MAY_REDEEM: Requirement = { any: ["nav_loyalty", "create_table"] };

const id = z.string().overwrite(cleanText).min(1).max(100);

const rewardFields = {
  name: z.string().overwrite(cleanText).min(1, "Give the reward a name.").max(80),
  points: z.int().min(1, "A reward takes at least one point.").max(1_000_000),
  kind: z.enum(REWARD_KINDS),
  /** Percent (1 to 100), or cents; 0 of an item. */
  value: z.int().min(0).max(100_000_000),
  /** Restaurants where it is given; an empty list stands for all. */
  branches: z.array(z.string().max(100).refine(isRestaurant, "There is no such restaurant.")).max(200),
  valid_from: calendarDate.nullable(),
  valid_until: calendarDate.nullable(),
  /** How many there are in all, and for one guest; null for any number. */
  stock: z.int().min(0).max(1_000_000).nullable(),
  per_guest: z.int().min(1).max(1_000).nullable(),
  /** Of an amount a part may be taken. */
  is_partial: z.boolean(),
};

const rewardBody = z
  .strictObject(rewardFields)
  .refine(({ kind, value }) => kind !== "percent" || (value >= 1 && value <= 100), {
    path: ["value"],
    message: "Write a percentage from 1 to 100.",
  })
  .refine(({ kind, value }) => kind !== "amount" || value >= 1, { path: ["value"], message: "Write how much it is worth." })
  .refine(({ kind, is_partial }) => kind === "amount" || !is_partial, {
    path: ["is_partial"],
    message: "Only of an amount a part can be taken.",
  })
  .refine(({ valid_from: from, valid_until: until }) => from === null || until === null || from <= until, {
    path: ["valid_until"],
    message: "The reward ends before it begins.",
  });

export const reward = z.object({
  id: z.string(),
  ...rewardFields,
  branches: z.array(z.string()),
  is_ended: z.boolean(),
  version: z.number(),
  /** How many were given, or are being given now. */
  taken: z.number(),
});
export type Reward = z.output<typeof reward>;

export const listRewards = endpoint({
  method: "GET",
  path: "/loyalty/rewards",
  summary: "What points are worth: every reward, those that are given no more last.",
  permission: MAY_REDEEM,
  about: "none",
  answer: z.object({ rewards: z.array(reward), unit: z.string(), currency: z.string() }),
});

export const createReward = endpoint({
  method: "POST",
  path: "/loyalty/rewards",
  summary: "Make a reward.",
  permission: "nav_loyalty",
  about: "group",
  status: 201,
  body: rewardBody,
  answer: z.object({ message: z.string(), reward }),
});

export const changeReward = endpoint({
  method: "PUT",
  path: "/loyalty/rewards/{id}",
  summary: "Change a reward, or end it; what is being given now stays as it was begun. 409 where somebody changed it meanwhile.",
  permission: "nav_loyalty",
  about: "group",
  params: z.strictObject({ id }),
  body: z.strictObject({ reward: rewardBody, is_ended: z.boolean(), version: z.int().min(1).max(1_000_000_000) }),
  answer: z.object({ message: z.string(), reward }),
});

export const redemption = z.object({
  id: z.string(),
  reward: z.string(),
  kind: z.enum(REWARD_KINDS),
  /** Percent or cents; of a part taken the part. */
  worth: z.number(),
  points: z.number(),
  state: z.enum(REDEMPTION_STATES),
  way: z.enum(["message", "card"]),
  guest_id: z.string(),
  guest: z.string(),
  branch: z.string(),
  issued_at: z.string(),
  by: z.string(),
  /** When it lapses, while it is issued or held (ISO 8601). */
  until: z.string().nullable(),
  /** The manager may undo it until the business day ends. */
  may_undo: z.boolean(),
});
export type Redemption = z.output<typeof redemption>;

export const listRedemptions = endpoint({
  method: "GET",
  path: "/loyalty/redemptions",
  summary: "The rewards of this business day in a restaurant, the newest first: who is getting one, and who got one.",
  permission: MAY_REDEEM,
  about: "restaurant",
  answer: z.object({ redemptions: z.array(redemption) }),
});

export const issueReward = endpoint({
  method: "POST",
  path: "/loyalty/redemptions",
  summary:
    "Begin a reward for a guest of the book: its points are taken, and the guest confirms within ten minutes. 409 where something does not suffice.",
  permission: MAY_REDEEM,
  about: "restaurant",
  perMinute: 60,
  body: z.strictObject({
    guest: id,
    reward: id,
    /** Of an amount that may be taken in part: for so many points; all of it unless said. */
    points: z.int().min(1).max(1_000_000).optional(),
    way: z.enum(["message", "card"]),
  }),
  answer: z.object({ message: z.string(), redemption }),
});

const byId = z.strictObject({ id });

export const confirmReward = endpoint({
  method: "POST",
  path: "/loyalty/redemptions/{id}/confirm",
  summary: "The guest confirms: the code of the message, or of the own card. It is held for ten more minutes. Five wrong codes end it.",
  permission: MAY_REDEEM,
  about: "restaurant",
  perMinute: 60,
  params: byId,
  body: z.strictObject({ code: z.string().overwrite(cleanText).min(1, "Type the code, or scan the card.").max(300) }),
  answer: z.object({ message: z.string(), redemption }),
});

export const finishReward = endpoint({
  method: "POST",
  path: "/loyalty/redemptions/{id}/finish",
  summary: "Give a confirmed reward, or release one: its points are back. 409 for one that lapsed or was not confirmed.",
  permission: MAY_REDEEM,
  about: "restaurant",
  params: byId,
  body: z.strictObject({ what: z.enum(["redeem", "release"]) }),
  answer: z.object({ message: z.string(), redemption }),
});

export const replaceCard = endpoint({
  method: "POST",
  path: "/guests/{id}/card",
  summary: "Make a new card for a guest: the code of the old one stops at once. 404 for nobody, and before the first point.",
  permission: MAY_REDEEM,
  params: byId,
  body: z.strictObject({ reason: z.string().overwrite(cleanText).min(3, "Say why, in a few words.").max(200) }),
  answer: z.object({ message: z.string() }),
});

export const undoReward = endpoint({
  method: "POST",
  path: "/loyalty/redemptions/{id}/undo",
  summary: "Undo a reward that was given, on the same business day: its points are back.",
  permission: "nav_loyalty",
  about: "restaurant",
  params: byId,
  answer: z.object({ message: z.string(), redemption }),
});
