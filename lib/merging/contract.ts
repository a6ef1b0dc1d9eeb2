import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { hasInvisible } from "../clean-text";
import { mergeNotes } from "../merge-notes";
import { switchText } from "../switch-fields";

const mergeQuery = z.strictObject({
  date: calendarDate,
  force: switchText(false),
  backup: switchText(true),
  include_server_table: switchText(true),
  /** Earlier business days whose guest rows central does not have yet, such as after a forgotten End of Day, come too. */
  include_earlier: switchText(true),
  branches_root: z
    .string()
    .trim()
    .max(1000)
    .refine((folder) => !hasInvisible(folder), "The name of this folder holds a character that nobody can see. Type it anew.")
    .default(""),
});
export type MergeByDateQuery = z.output<typeof mergeQuery>;

const mergeAnswer = z.object({
  inserted: z.number(),
  skipped: z.number(),
  filled: z.number(),
  /** Guests who were joined with another. */
  united: z.number(),
  ...mergeNotes,
  /** Guests whose table was saved again after central took them: put right, and gone because nothing else holds them. */
  corrected: z.number().default(0), // answers that are kept from before have none of these
  removed: z.number().default(0),
  /** The first 200 of those who are gone. */
  removed_guests: z.array(z.object({ name: z.string(), phones: z.string() })).default([]),
  /** Earlier business days with rows that central did not have: whether they came along, and how many rows. */
  earlier_dates: z.array(z.object({ branch: z.string(), date: z.string(), rows: z.number(), taken: z.boolean() })),
  /** Files that were looked into, damaged ones too; a branch without one is ignored and not counted. */
  sources_scanned: z.number(),
  /** The scanned folder as the person named it, never a path of the server. */
  root: z.string(),
  sources_used: z.array(z.object({ branch: z.string(), file: z.string(), rows: z.number() })),
  /** `branch` where a branch's own table store is what is left out or missing. */
  sources_ignored: z.array(z.object({ branch: z.string().optional(), file: z.string(), reason: z.string() })),
  backup: z.string().nullable(),
});
export type MergeByDateAnswer = z.output<typeof mergeAnswer>;

const mergeByDate = {
  permission: "nav_merge_by_date_all",
  takesLong: true,
  limited: "long work",
  about: "central",
  sameCallAs: "merge by date",
  // Other names are told by each merge that meets them, also by one that changes nothing.
  hadWork: ({ inserted, filled, united, corrected, removed }: MergeByDateAnswer) => inserted + filled + united + corrected + removed > 0,
  answer: mergeAnswer,
} as const;

export const runMergeByDate = endpoint({
  ...mergeByDate,
  method: "POST",
  path: "/proxy/echo",
  summary: "Merge by Date, All Branches: one date's guest rows of every branch into the central guest book.",
  query: mergeQuery.extend({ action: z.literal("merge_by_date_all_branches") }),
  body: z.strictObject({}).optional(),
});

export const runMergeByDateFallback = endpoint({
  ...mergeByDate,
  method: "GET",
  path: "/merge-by-date/all-branches",
  summary: "The same merge for clients whose proxy call failed. It needs the bearer header.",
  query: mergeQuery,
  bearerOnly: true,
});

export const waitingDays = endpoint({
  method: "GET",
  path: "/merge-by-date/waiting",
  summary: "What central does not have yet of the days before a date: guest rows that no merge took, and tables without an End of Day.",
  permission: "nav_merge_by_date_all",
  takesLong: true,
  about: "central",
  query: z.object(mergeQuery.pick({ date: true, include_server_table: true, branches_root: true }).shape),
  answer: z.object({
    /** Guest rows of earlier business days, per branch. */
    rows: z.array(z.object({ branch: z.string(), date: z.string(), rows: z.number() })),
    /** Saved tables up to the date that no End of Day of their branch has taken. */
    open_tables: z.array(
      z.object({
        branch: z.string(),
        date: z.string(),
        tables: z.number(),
        guests: z.number(),
        /** Of these, what central has not taken: tables with such a guest, and the guests. */
        missing_tables: z.number(),
        missing_guests: z.number(),
        /** Whether this server keeps the branch, so that its End of Day can be run here. */
        here: z.boolean(),
      }),
    ),
    /** Restaurants of which nothing of this is known here, and why. */
    unknown: z.array(z.object({ branch: z.string(), reason: z.string() })),
  }),
});
export type WaitingDays = z.output<typeof waitingDays.answer>;
