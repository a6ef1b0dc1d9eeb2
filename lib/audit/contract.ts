import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { isBranchKey } from "../known-branches";
import { AUDIT_GROUPS } from "./kinds";

const filters = {
  /** Days of the calendar where the server stands, both included. */
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  /** A user's or a worker's id. */
  who: z.string().overwrite(cleanText).max(64).optional(),
  group: z.enum(AUDIT_GROUPS, "There is no such kind of entry.").optional(),
  store: z
    .string()
    .max(64)
    .refine((store) => store === "hub" || isBranchKey(store), "There is no such branch.")
    .optional(),
  /** Everything that one call did, as its answer's `X-Request-Id` names it. */
  request: z.string().overwrite(cleanText).max(64).optional(),
  /** With `all`, also what a merge or an import did to each guest. */
  depth: z.enum(["main", "all"]).default("main"),
};

/** ISO dates are in the order of their letters. */
const inOrder = ({ from, to }: { from?: string; to?: string }) => !from || !to || from <= to;
const OUT_OF_ORDER = { path: ["to"], error: "The last day lies before the first. Change one of the two." };

export const auditEntry = z.object({
  id: z.string(),
  /** ISO 8601 in UTC with Z. */
  at: z.string(),
  who: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
  /** The branch, or `hub` for the whole group. */
  where: z.string(),
  kind: z.string(),
  group: z.enum(AUDIT_GROUPS),
  /** One sentence. */
  what: z.string(),
  result: z.enum(["done", "refused"]),
  request_id: z.string(),
  /** What it was about, in the store's own ids. */
  subjects: z.array(z.string()),
  /** Everything else that was kept of it. */
  details: z.array(z.object({ name: z.string(), value: z.string() })),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** Where the next page begins, as an answer gave it. */
const cursor = z
  .string()
  .max(2000)
  .regex(/^[\w-]*$/, "This is no place in the trail. Begin anew.");

export const listAudit = endpoint({
  method: "GET",
  path: "/audit",
  summary: "Who did what, when and where, with which result; the newest first.",
  permission: "everything",
  about: "none",
  query: z
    .object({ ...filters, before: cursor.optional(), limit: z.coerce.number().int().min(1).max(200).default(50) })
    .refine(inOrder, OUT_OF_ORDER),
  answer: z.object({
    entries: z.array(auditEntry),
    /** Null where nothing older is left. A page may have less than its limit, or nothing, and still another after it. */
    next: z.string().nullable(),
    /** Stores that could not be read. */
    unavailable: z.array(z.string()),
    /** The people by whom the trail can be filtered (`who`). */
    people: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});
export type AuditQuery = z.output<NonNullable<(typeof listAudit)["query"]>>;

export const exportAudit = fileEndpoint({
  method: "GET",
  path: "/audit/export-csv",
  summary: "The same as a CSV file, whole.",
  permission: "everything",
  about: "none",
  perMinute: 10,
  exports: true,
  query: z.object(filters).refine(inOrder, OUT_OF_ORDER),
  gives: "text/csv; charset=utf-8",
});

export const checkAudit = endpoint({
  method: "GET",
  path: "/audit/check",
  summary: "Whether every entry is as it was written: each holds the hash of itself and of the one before.",
  permission: "everything",
  takesLong: true,
  about: "none",
  perMinute: 10,
  answer: z.object({
    intact: z.boolean(),
    stores: z.array(
      z.object({
        /** `jounieh table`, or `hub`. */
        store: z.string(),
        chained: z.number(),
        /** Entries from before entries were chained. */
        older: z.number(),
        /** The number of the first entry that does not fit; null where all do. */
        broken_at: z.number().nullable(),
      }),
    ),
    unavailable: z.array(z.string()),
  }),
});
