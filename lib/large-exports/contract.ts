import * as z from "zod";
import { endpoint } from "../api/endpoint";

const largeExport = z.object({
  /** ISO 8601. */
  at: z.string(),
  /** Who took them out. */
  who: z.string(),
  branch: z.string(),
  /** In all files of the day together. */
  guests: z.number(),
  files: z.number(),
  /** Of the last of them. */
  reason: z.string(),
});
export type LargeExport = z.output<typeof largeExport>;

export const listLargeExports = endpoint({
  method: "GET",
  path: "/large-exports",
  summary:
    "Who took more than 1,000 guests out as files in a day, since one last said that one has seen it, the newest first: at most 20 at once.",
  permission: "everything",
  about: "none",
  answer: z.object({
    exports: z.array(largeExport),
    /** How many wait behind these. */
    more: z.number(),
    /** What says that these were seen: the newest one's place in the trail; null where there is none. */
    up_to: z.number().nullable(),
  }),
});

export const seenLargeExports = endpoint({
  method: "POST",
  path: "/large-exports/seen",
  worksReadOnly: true,
  summary: "One has seen the exports up to this one: they are told to others as long as these have not.",
  permission: "everything",
  about: "none",
  body: z.strictObject({ up_to: z.int().min(0) }),
  answer: z.object({ ok: z.literal(true) }),
});
