import * as z from "zod";
import { endpoint } from "../api/endpoint";

const months = z.int().min(12, "At least 12 months. Nothing was changed.").max(240, "At most 240 months. Nothing was changed.");

const kept = z.object({
  /** After so many months without a visit a guest is erased. */
  months: z.number(),
  /** When that begins (ISO 8601): until then it can be taken back, and nobody is touched. */
  begins_at: z.string(),
  by: z.string(),
  at: z.string(),
});
export type Retention = z.output<typeof kept>;

export const readRetention = endpoint({
  method: "GET",
  path: "/retention",
  summary: "For how many months without a visit a guest is kept, since when that counts, and who set it; null where everybody is kept.",
  permission: "everything",
  about: "group",
  answer: z.object({ retention: kept.nullable() }),
});

export const previewRetention = endpoint({
  method: "GET",
  path: "/retention/preview",
  summary: "How many guests of each guest book would be erased by a number of months, as of today. It changes nothing.",
  permission: "everything",
  about: "group",
  takesLong: true,
  perMinute: 20,
  query: z.object({ months: z.coerce.number().pipe(months) }),
  answer: z.object({
    /** The day before which they were last there, YYYY-MM-DD. */
    not_seen_since: z.string(),
    books: z.array(z.object({ branch: z.string(), guests: z.number() })),
  }),
});

export const changeRetention = endpoint({
  method: "PUT",
  path: "/retention",
  summary:
    "Erase guests after so many months without a visit, from two weeks after it is set on; null keeps everybody. 409 where this server does not know every restaurant.",
  permission: "everything",
  about: "group",
  body: z.strictObject({ months: months.nullable() }),
  answer: z.object({ message: z.string(), retention: kept.nullable() }),
});
