import * as z from "zod";
import { endpoint } from "../api/endpoint";

/** A guest whose values are not those that the records give. */
const difference = z.object({
  /** In words. */
  what: z.string(),
  name: z.string(),
  phones: z.string(),
});

export const compareBook = endpoint({
  method: "POST",
  path: "/compare-book",
  summary: "Compute a branch's whole guest book anew from what was said and decided, and compare: who differs. It changes nothing.",
  permission: "everything",
  worksWhereClosed: true,
  takesLong: true,
  body: z.strictObject({}).optional(),
  answer: z.object({
    message: z.string(),
    /** Guests that were looked at, and how many of them differ. */
    guests: z.number(),
    differing: z.number(),
    /** The first 200. */
    differences: z.array(difference),
  }),
});

export const rebuildBook = endpoint({
  method: "POST",
  path: "/rebuild-book",
  summary: "Write the guests of a branch's guest book who differ from what was said of them as they must be, behind a backup.",
  permission: "everything",
  takesLong: true,
  body: z.strictObject({}).optional(),
  answer: z.object({
    message: z.string(),
    guests: z.number(),
    rebuilt: z.number(),
    /** How many still differ: what was said of them cannot be read. */
    differing: z.number(),
    /** The backup's name; null where there was nothing to do. */
    backup: z.string().nullable(),
  }),
});
