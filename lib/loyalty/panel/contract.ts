import * as z from "zod";
import { endpoint } from "../../api/endpoint";

const ofBranch = z.object({
  branch: z.string(),
  /** Points that were given there in 90 days, to how many, and points that rewards took. */
  issued: z.number(),
  guests: z.number(),
  redeemed: z.number(),
});

const suspicion = z.object({
  kind: z.enum(["adjustments", "two branches"]),
  /** The person who adjusted, or the guest who was in two restaurants within an hour. */
  who: z.string(),
  branches: z.array(z.string()),
  times: z.number(),
  points: z.number(),
  /** The last time (ISO 8601). */
  at: z.string(),
});
export type Suspicion = z.output<typeof suspicion>;

export const loyaltyPanel = endpoint({
  method: "GET",
  path: "/loyalty/panel",
  summary: "Loyalty in figures: members, points given, taken and outstanding, the guests with most, the restaurants, and what looks odd.",
  permission: "nav_loyalty",
  about: "none",
  limited: "search",
  answer: z.object({
    unit: z.string(),
    is_on: z.boolean(),
    /** Of the whole group. */
    members: z.number(),
    active: z.number(),
    outstanding: z.number(),
    /** In the caller's branches, in 90 days; for points since ever beside it. */
    issued: z.number(),
    redeemed: z.number(),
    expired: z.number(),
    /** Those of the caller's branches with the most points. */
    top: z.array(z.object({ id: z.string(), name: z.string(), points: z.number(), visits: z.number() })),
    league: z.array(ofBranch),
    suspicious: z.array(suspicion),
    /** How many changes by hand wait for a second person. */
    waiting: z.number(),
    /** What the nightly check of the balances found; null where it has not looked yet. */
    checked: z.object({ at: z.string(), customers: z.number(), differs: z.number() }).nullable(),
  }),
});
