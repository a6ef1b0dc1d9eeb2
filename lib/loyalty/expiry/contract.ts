import * as z from "zod";
import { endpoint } from "../../api/endpoint";

const months = z.int().min(3, "At least 3 months. Nothing was changed.").max(120, "At most 120 months. Nothing was changed.");

const kept = z.object({
  /** After so many months without a visit a guest's points are lost. */
  months: z.number(),
  /** The first day on which any are, YYYY-MM-DD: until then it can be taken back, and nobody loses anything. */
  begins_on: z.string(),
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
});
export type Expiry = z.output<typeof kept>;

export const readExpiry = endpoint({
  method: "GET",
  path: "/loyalty/expiry",
  summary: "After how many months without a visit points are lost, from when on, and who set it; null where they never are.",
  permission: "nav_loyalty",
  about: "none",
  answer: z.object({ expiry: kept.nullable() }),
});

/** Guests who lose points, and how many. */
const loss = z.object({ guests: z.number(), points: z.number() });

export const previewExpiry = endpoint({
  method: "GET",
  path: "/loyalty/expiry/preview",
  summary: "Who would lose points by a number of months, how many, and when, if they do not come before. It changes nothing.",
  permission: "nav_loyalty",
  about: "none",
  takesLong: true,
  perMinute: 20,
  query: z.object({ months: z.coerce.number().pipe(months) }),
  answer: z.object({
    begins_on: z.string(),
    /** On that day, and after it until the other. */
    first: loss,
    later: loss.extend({ until: z.string() }),
    /** The first of them, those of the caller's branches alone; `last_visit` is a business day. */
    guests: z.array(z.object({ id: z.string(), name: z.string(), points: z.number(), on: z.string(), last_visit: z.string().nullable() })),
  }),
});
export type ExpiryPreview = z.output<typeof previewExpiry.answer>;

export const changeExpiry = endpoint({
  method: "PUT",
  path: "/loyalty/expiry",
  summary: "Let points be lost after so many months without a visit, from two weeks after it is set on; null keeps them for ever.",
  permission: "nav_loyalty",
  about: "group",
  body: z.strictObject({ months: months.nullable() }),
  answer: z.object({ message: z.string(), expiry: kept.nullable() }),
});
