import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { askedPhones } from "../../asked-phones";
import { calendarDate, instant } from "../../calendar-date";
import { cleanText } from "../../clean-text";
import { MAY_AWARD } from "../rights";
import { MOST_TIERS_ASKED } from "./limits";

const tier = z.strictObject({
  name: z.string().overwrite(cleanText).min(1, "Give each tier a name.").max(20),
  /** From so many visits in twelve months on. */
  visits: z.int().min(1, "A tier needs at least one visit.").max(400, "At most 400 visits."),
});
export type Tier = z.output<typeof tier>;

/** From the fewest visits to the most. */
const tiers = z
  .array(tier)
  .min(1, "Name at least one tier.")
  .max(6, "At most six tiers.")
  .refine(
    (all) => all.every(({ visits }, at) => at === 0 || visits > (all[at - 1]?.visits ?? 0)),
    "Each tier needs more visits than the one before it.",
  )
  .refine((all) => new Set(all.map(({ name }) => name.toLowerCase())).size === all.length, "Two tiers have one name.");

const kept = z.object({ tiers: z.array(tier).nullable(), changed: z.object({ by: z.string(), at: z.string() }).nullable() });

export const readTiers = endpoint({
  method: "GET",
  path: "/loyalty/tiers",
  summary: "The tiers of guests by their visits in twelve months, and who changed them last; null where there are none.",
  permission: "nav_loyalty",
  about: "none",
  answer: kept,
});

/** `2,5,12`: from how many visits on. */
const thresholds = z
  .string()
  .regex(/^\d{1,3}(,\d{1,3}){0,5}$/, "Write up to six numbers with commas between.")
  .transform((text) => text.split(",").map(Number));

export const previewTiers = endpoint({
  method: "GET",
  path: "/loyalty/tiers/preview",
  summary: "How many guests would be in each tier today, and the first of them in the caller's branches. It changes nothing.",
  permission: "nav_loyalty",
  about: "none",
  takesLong: true,
  perMinute: 20,
  query: z.object({ visits: thresholds }),
  answer: z.object({
    /** Visits after this day count, YYYY-MM-DD. */
    since: calendarDate,
    /** As they were asked for. */
    tiers: z.array(
      z.object({
        visits: z.number(),
        guests: z.number(),
        first: z.array(z.object({ id: z.string(), name: z.string(), visits: z.number() })),
      }),
    ),
  }),
});
export type TiersPreview = z.output<typeof previewTiers.answer>;

export const changeTiers = endpoint({
  method: "PUT",
  path: "/loyalty/tiers",
  summary: "Name the tiers of guests by their visits in twelve months, or end them by null. 409 where somebody changed them meanwhile.",
  permission: "nav_loyalty",
  about: "group",
  body: z.strictObject({ tiers: tiers.nullable(), seen: instant.nullable() }),
  answer: kept.extend({ message: z.string() }),
});

/** A guest's tier, as a badge shows it. */
export const shownTier = z.object({
  name: z.string(),
  /** 1 for the one of the fewest visits, of so many. */
  place: z.number(),
  of: z.number(),
  /** When it ends without another visit, YYYY-MM-DD, where that is within a month. */
  falls_on: z.string().nullable(),
});
export type ShownTier = z.output<typeof shownTier>;

export const tiersOfGuests = endpoint({
  method: "POST",
  path: "/loyalty/tiers/of",
  worksReadOnly: true,
  // Phones are no part of an address: addresses stand in logs.
  summary: "The tiers of some guests, by name and phones, of those who were in a branch of the caller's. It changes nothing.",
  permission: MAY_AWARD,
  about: "none",
  body: z
    .strictObject({ names: z.array(z.string().overwrite(cleanText).max(200)).max(MOST_TIERS_ASKED), phones: askedPhones(MOST_TIERS_ASKED) })
    .refine(({ names, phones }) => names.length === phones.length, "Each guest has a name and phones."),
  answer: z.object({
    is_on: z.boolean(),
    /** @param index the place among those who were asked for, from 0 on */
    tiers: z.array(shownTier.extend({ index: z.number() })),
  }),
});
