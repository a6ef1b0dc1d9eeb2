import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { FEED_PERMISSION } from "../permissions";
import { shownNumbersField } from "../shown-number-schema";
import { ofChannels } from "./channels";
import { daysBetween } from "./days-between";
import { BUCKETS, HISTORY_KEYS, MOST_DAYS } from "./history-measures";
import { LIVE_MEASURE_KEYS } from "./live-measures";

/** What one branch's evening comes to; null is what cannot be known now, and never stands for 0. */
const figures = z.object({
  tables: z.number(),
  guests: z.number(),
  /** How many people sit there, and at how many of the tables somebody said it. */
  covers: z.number(),
  covers_tables: z.number(),
  /** Guests recorded at the tables with a party size: what of their people was recorded. */
  captured: z.number(),
  valid_phone: z.number(),
  with_birthday: z.number(),
  /** Null where the guest book cannot be read. */
  new_guests: z.number().nullable(),
  returning: z.number().nullable(),
  points: z.number(),
  sent: z.number(),
  arrived: z.number(),
  failed: z.number(),
  vouchers: z.number(),
  /** Of reservations: people who are still to come, parties that are late, no-shows, and people who wait for a table. */
  expected: z.number(),
  late: z.number(),
  no_shows: z.number(),
  waiting: z.number(),
  /** The people who came, by how they came. */
  ...ofChannels(() => z.number()),
});
export type LiveFigures = z.output<typeof figures>;

/** The same minute of other evenings. */
const atThisMinute = z.object({ tables: z.number(), guests: z.number() });

const branchNow = z.object({
  branch: z.string(),
  /** Null where the branch cannot be read, or another server keeps it. */
  figures: figures.nullable(),
  why: z.enum(["elsewhere", "unreadable"]).nullable(),
  /** When a table was saved last, and when End of Day ran last; null for not yet. `end_of_day_known` is false where the guest book cannot be read. */
  last_save: z.string().nullable(),
  end_of_day: z.string().nullable(),
  end_of_day_known: z.boolean(),
  /** The evening of a week before up to the same minute; null where no table was saved that evening. */
  week_before: atThisMinute.extend({ date: z.string() }).nullable(),
  /** The average of those of the last four such evenings at which tables were saved, and how many these are. */
  average: atThisMinute.extend({ evenings: z.number() }).nullable(),
});
export type BranchNow = z.output<typeof branchNow>;

/** Something that somebody should do now. */
const toHandle = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("birthday"),
    branch: z.string(),
    name: z.string(),
    table: z.string(),
    table_name: z.string(),
    since: z.string(),
  }),
  z.object({ kind: z.literal("worker_offline"), name: z.string(), last_seen: z.string() }),
  z.object({ kind: z.literal("failing"), branch: z.string(), failed: z.number(), of: z.number() }),
  z.object({ kind: z.literal("silent"), branch: z.string(), since: z.string() }),
  /** Tables of a day whose End of Day has not taken them. */
  z.object({ kind: z.literal("end_of_day"), branch: z.string(), date: z.string(), tables: z.number() }),
]);
export type ToHandle = z.output<typeof toHandle>;

export const liveStats = endpoint({
  method: "GET",
  path: "/stats/live",
  summary:
    "The evening in figures: each branch that the caller may work in, and all together; what to handle now; and the same minute of other evenings.",
  permission: FEED_PERMISSION,
  about: "none",
  query: z.object({
    /** Another evening than this one, whole. */
    date: calendarDate.optional(),
  }),
  answer: z.object({
    /** When it was counted, ISO 8601. */
    at: z.string(),
    business_day: z.string(),
    branches: z.array(branchNow),
    /** The sum over the branches of which figures are known; null where there are none. */
    group: figures.nullable(),
    to_handle: z.array(toHandle),
  }),
});
export type LiveStats = z.output<typeof liveStats.answer>;

export const watchLive = fileEndpoint({
  method: "GET",
  path: "/stats/live/watch",
  summary:
    "Server-sent events: `changed` whenever the figures of /stats/live may be others now, and nothing of what. It ends after `seconds`.",
  permission: FEED_PERMISSION,
  about: "none",
  query: z.object({ seconds: z.coerce.number().int().min(0).max(30) }),
  gives: "text/event-stream; charset=utf-8",
});

export const liveRows = endpoint({
  method: "GET",
  path: "/stats/live/rows",
  summary:
    "The rows behind one figure of /stats/live, a page at a time: as many as the figure says, in the branches that the caller may work in.",
  permission: FEED_PERMISSION,
  about: "none",
  query: z.object({
    measure: z.enum(LIVE_MEASURE_KEYS),
    /** One restaurant's; all of the caller's where it is left out. */
    of: z.string().overwrite(cleanText).max(30).optional(),
    date: calendarDate.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({
    /** How the figure is counted. */
    formula: z.string(),
    /** What the figure says: of points, vouchers and people their sum, else how many rows there are. */
    value: z.number(),
    total: z.number(),
    rows: z.array(
      z.object({
        branch: z.string(),
        /** Whom or what it is about; of a message the guest's name. */
        title: z.string(),
        numbers: shownNumbersField,
        details: z.string(),
        at: z.string(),
        /** The saved table, where it is one. */
        table_name: z.string().nullable(),
      }),
    ),
    /** Branches whose rows cannot be read here. */
    unknown: z.array(z.string()),
  }),
});
export type LiveRow = z.output<typeof liveRows.answer>["rows"][number];

const historyQuery = z
  .object({
    from: calendarDate,
    to: calendarDate,
    /** Restaurants, by commas; all of the caller's where it is left out. */
    branches: z.string().overwrite(cleanText).max(500).optional(),
    by: z.enum(BUCKETS).default("day"),
    compare: z.enum(["period", "year"]).default("period"),
  })
  .superRefine(({ from, to }, context) => {
    const days = daysBetween(from, to) + 1;
    if (days < 1) context.addIssue({ code: "custom", path: ["to"], message: "The last day is before the first. Turn them round." });
    if (days > MOST_DAYS)
      context.addIssue({ code: "custom", path: ["to"], message: `These are ${days} days. Choose ${MOST_DAYS} at most.` });
  });

const historyValues = z.record(z.enum(HISTORY_KEYS), z.number().nullable());
const historyFigures = z.object({ values: historyValues, before: historyValues });

export const historyStats = endpoint({
  method: "GET",
  path: "/stats/history",
  summary:
    "Past evenings in figures, by branch and in all, with the period before: what later corrections, merges and erasures do not change.",
  permission: "stats_history",
  about: "none",
  limited: "search",
  takesLong: true,
  query: historyQuery,
  answer: z.object({
    from: z.string(),
    to: z.string(),
    compared: z.object({ from: z.string(), to: z.string() }),
    branches: z.array(historyFigures.extend({ branch: z.string() })),
    /** Those of the chosen branches of which nothing is known here. */
    unknown: z.array(z.object({ branch: z.string(), why: z.enum(["elsewhere", "unreadable"]) })),
    total: historyFigures,
    /** All branches together, part by part. */
    series: z.array(z.object({ from: z.string(), to: z.string(), values: historyValues })),
    /** Tables by weekday, from Monday on, and hour; and how many of each weekday the range has. */
    heat: z.array(z.array(z.number())),
    weekdays: z.array(z.number()),
    /** Evenings with tables that no End of Day has taken: their visits are not counted yet. */
    open: z.array(z.object({ branch: z.string(), date: z.string() })),
    /** Evenings that an older version closed: they are counted as they stand. */
    older: z.number(),
  }),
});
export type HistoryStats = z.output<typeof historyStats.answer>;

/** Figures without names; still more than people need in a minute. */
const EXPORTS_PER_MINUTE = 10;

export const exportHistoryCsv = fileEndpoint({
  method: "GET",
  path: "/stats/history/export-csv",
  summary: "The figures of /stats/history as a CSV file, each with its formula.",
  permission: "stats_history",
  about: "none",
  perMinute: EXPORTS_PER_MINUTE,
  query: historyQuery,
  exports: true,
  byPlainLink: true,
  gives: "text/csv; charset=utf-8",
});

export const exportHistoryXlsx = fileEndpoint({
  method: "GET",
  path: "/stats/history/export-xlsx",
  summary: "The same as an Excel workbook: the figures, their course, and the tables by weekday and hour.",
  permission: "stats_history",
  about: "none",
  perMinute: EXPORTS_PER_MINUTE,
  query: historyQuery,
  exports: true,
  byPlainLink: true,
  gives: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
});
