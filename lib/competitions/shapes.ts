import * as z from "zod";
import { instant } from "../calendar-date";
import { cleanName, cleanParagraphs, cleanText } from "../clean-text";
import { isRestaurant } from "../known-branches";
import { REMOVALS } from "./entries/judge";
import { userNameOf } from "./entries/user-names";
import { STATES } from "./states";

const ownWords = z.string().overwrite(cleanParagraphs).max(2_000, "The rules in one language have at most 2,000 characters.");

export const rulesText = z.strictObject({ ar: ownWords.default(""), fr: ownWords.default(""), en: ownWords.default("") });

/** A user of Instagram, however it was written. */
export const userName = z
  .string()
  .max(60)
  .overwrite((written) => userNameOf(written) ?? cleanText(written))
  .refine(
    (name) => userNameOf(name) !== null,
    "Write users as Instagram does, for example @rana.khoury: letters, digits, full stops and underscores.",
  );

/** Who takes part. */
export const filters = z.strictObject({
  mentions: z.int().min(0).max(20).default(0),
  keyword: z.string().overwrite(cleanText).max(60).default(""),
  excluded: z.array(userName).max(500).default([]),
  /** Leave out the house's own people (`PUT /competitions/staff`). */
  staff: z.boolean().default(true),
  /** Leave out who has won within so many days; 0 for nobody. */
  previous_days: z.int().min(0).max(3_650).default(0),
  /** How many valid comments of one user count, each for itself. */
  per_user: z.int().min(1).max(50).default(1),
});
export type Filters = z.output<typeof filters>;

/** A post of Instagram as people open it. */
const postUrl = z
  .string()
  .overwrite(cleanText)
  .max(300)
  .refine(
    (text) => text === "" || /^https:\/\/(www\.)?instagram\.com\/[\w/.-]+(\?[\w=&%.-]*)?$/.test(text),
    "Write the post’s address as Instagram shows it: it begins with https://www.instagram.com/ and holds no more than the post.",
  );

/** What somebody says of a competition. */
export const competitionInput = {
  title: z.string().overwrite(cleanName).min(1, "Give the competition a title.").max(120),
  /** An empty list stands for every restaurant. */
  branches: z.array(z.string().max(60).refine(isRestaurant, "There is no such restaurant.")).max(60),
  post_url: postUrl,
  /** By which the official call names the post. */
  media_id: z
    .string()
    .overwrite(cleanText)
    .regex(/^\d{0,32}$/, "A media id is a number.")
    .max(32),
  prize: z.string().overwrite(cleanName).min(1, "Say what the prize is.").max(120),
  winners: z.int().min(1).max(100),
  reserves: z.int().min(0).max(100),
  opens_at: instant,
  closes_at: instant,
  rules: rulesText,
  filters,
  two_people: z.boolean(),
  voucher_days: z.int().min(1).max(730),
};

export const counts = z.object({
  /** How many comments each filter takes out. */
  removed: z.record(z.enum(REMOVALS), z.number()),
  /** Comments that are there, those that take part, and the people among these. */
  comments: z.number(),
  entries: z.number(),
  people: z.number(),
  /** Seen with more than one text, seen more than once, and without a time. */
  edited: z.number(),
  doubles: z.number(),
  without_time: z.number(),
});
export type Counts = z.output<typeof counts>;

export const placeShown = z.object({
  id: z.string(),
  position: z.number(),
  username: z.string(),
  score: z.string(),
  /** `winner` who counts now, `reserve` who waits, `out` who was disqualified. */
  is: z.enum(["winner", "reserve", "out"]),
  reason: z.string(),
  disqualified: z.object({ at: z.string(), by: z.string() }).nullable(),
  texts: z.array(z.string()),
  guest: z.object({ id: z.string(), branch: z.string(), name: z.string(), phones: z.string(), is_new: z.boolean() }).nullable(),
  voucher: z
    .object({ serial: z.string(), valid_until: z.string(), state: z.enum(["valid", "used", "expired"]), told: z.string() })
    .nullable(),
});
export type PlaceShown = z.output<typeof placeShown>;

export const state = z.enum(STATES);

/** What every list shows of one. */
export const inShort = z.object({
  id: z.string(),
  title: z.string(),
  branches: z.array(z.string()),
  prize: z.string(),
  state,
  opens_at: z.string(),
  closes_at: z.string(),
  draws_at: z.string().nullable(),
  /** Comments that are there; once it is locked, entries on the list. */
  entries: z.number(),
  winners: z.number(),
});
export type InShort = z.output<typeof inShort>;
