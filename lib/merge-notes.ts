import * as z from "zod";

/** The notes in every merge's answer: guests who are known by another name, and pairs that somebody should look at. */
export const mergeNotes = {
  /** Guests who share a number with one of another name, and are kept as that guest's other name. */
  also: z.number(),
  /** The first 200 of them: `name` is known as `also` too. */
  also_known_as: z.array(z.object({ name: z.string(), also: z.string(), phones: z.string() })),
  /** Those of `also` who are not kept by name, because that guest has 50 other names already. Left out where there are none. */
  names_not_kept: z.number().optional(),
  /** Pairs of guests of different names whose numbers stood in one row: both were left as they are. */
  may_be_same: z.number(),
  /** The first 200 of them. */
  pairs: z.array(z.object({ name: z.string(), other: z.string(), phones: z.string() })),
  /** Rows recorded before somebody deleted their guest: they bring nobody back. Left out where there are none. */
  stayed_deleted: z.number().optional(),
};
