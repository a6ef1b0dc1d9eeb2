import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { mergeNotes } from "../merge-notes";

const earlierTables = {
  /** Open tables of earlier business days, whose End of Day was forgotten: they came along. After Merge All they stay open. */
  earlier_tables: z.array(z.object({ table: z.string(), business_day: z.string(), guests: z.number() })).default([]),
};

export const mergeTables = endpoint({
  method: "POST",
  path: "/merge-tables",
  summary: "Merge All: every saved table's guests become guest rows of the table store, once per phone and business day.",
  permission: "merge_all",
  takesLong: true,
  limited: "long work",
  about: "restaurant",
  keyBelongsTo: "tablet",
  hadWork: ({ inserted, removed, corrected }) => inserted + removed + corrected > 0,
  answer: z.object({
    message: z.string(),
    detail: z.string(),
    inserted: z.number(),
    filled: z.number(),
    /** Guests who had a row already. */
    already_there: z.number(),
    /** Guest rows that went, and that changed, because their table was saved again. */
    removed: z.number(),
    corrected: z.number(),
    skipped: z.array(z.object({ table: z.string(), reason: z.string() })),
    ...earlierTables,
    ...mergeNotes,
  }),
});

export const endOfDay = endpoint({
  method: "POST",
  path: "/end-of-day",
  summary:
    "Merge All, then the evening's guest rows into the guest book; its saved tables are closed. From 23:15 on, and again for tables that were saved since.",
  permission: "end_of_day",
  takesLong: true,
  limited: "long work",
  about: "restaurant",
  hadWork: ({ already_done, awarded, taken_back }) => !already_done || awarded + taken_back > 0,
  answer: z.object({
    /** inserted + skipped are all guests of the tables that it took. */
    inserted: z.number(),
    skipped: z.number(),
    filled: z.number(),
    /** Guests who were joined with another. */
    united: z.number(),
    tables: z.number(),
    guests: z.number(),
    ...mergeNotes,
    detail: z.string(),
    backup: z.string(),
    business_day: z.string(),
    /** Nothing waited: the numbers are those of the whole day; names and pairs were told by the run that met them. */
    already_done: z.boolean(),
    /** Saved tables that are open: saved since this run took the others. */
    waiting: z.number(),
    /** Loyalty awards that no tablet had made, and that this run made up for. */
    awarded: z.number().default(0), // answers that are kept from before have none
    /** Awards that it took back, because their guest was removed from that table or moved to another. */
    taken_back: z.number().default(0),
    ...earlierTables,
  }),
});
export type EndOfDayAnswer = z.output<typeof endOfDay.answer>;
