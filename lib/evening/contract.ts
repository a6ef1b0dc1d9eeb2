import * as z from "zod";
import { endpoint } from "../api/endpoint";

export const mergeTables = endpoint({
  method: "POST",
  path: "/merge-tables",
  summary: "Merge All: every saved table's guests become guest rows of the table store, once per phone and business day.",
  permission: "merge_all",
  about: "restaurant",
  keyBelongsTo: "tablet",
  answer: z.object({
    message: z.string(),
    detail: z.string(),
    inserted: z.number(),
    filled: z.number(),
    /** Guests who were there already. */
    already_there: z.number(),
    skipped: z.array(z.object({ table: z.string(), reason: z.string() })),
  }),
});

export const endOfDay = endpoint({
  method: "POST",
  path: "/end-of-day",
  summary: "Merge All, then the evening's guest rows into the guest book; its saved tables are closed. From 23:15 on.",
  permission: "end_of_day",
  about: "restaurant",
  answer: z.object({
    inserted: z.number(),
    skipped: z.number(),
    filled: z.number(),
    detail: z.string(),
    backup: z.string(),
    business_day: z.string(),
    already_done: z.boolean(),
    /** Saved tables that wait for the next End of Day: saved since this one took the others. */
    waiting: z.number(),
    /** Loyalty awards that no tablet had made, and that this run made up for. */
    awarded: z.number().default(0), // answers that are kept from before have none
  }),
});
export type EndOfDayAnswer = z.output<typeof endOfDay.answer>;
