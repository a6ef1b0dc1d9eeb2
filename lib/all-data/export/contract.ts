import * as z from "zod";
import { fileEndpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { EXPORT_FORMATS, LONGEST_REASON } from "../../export-formats";
import { guestFilters } from "../filters";
import { SORTS } from "../orders";

/** Files with guests in them: as many as of the other exports. */
const EXPORTS_PER_MINUTE = 10;

const whyNeeded = "Say in a few words why you need the file. No file was made.";

export const exportAllData = fileEndpoint({
  method: "POST",
  path: "/all-data/export",
  summary:
    "The guests whom filters find as a file, with the reason in the audit trail. Without `see_all_phones` phones are masked, and vCards have none.",
  permission: { all: ["nav_all_data", "export_all_data"] },
  takesLong: true,
  worksWhereClosed: true,
  perMinute: EXPORTS_PER_MINUTE,
  exports: true,
  body: z.strictObject({
    filters: z.strictObject(guestFilters).default({}),
    sort: z.enum(SORTS, "Sort by name, added, birthday or changed.").default("added"),
    format: z.enum(EXPORT_FORMATS, "A file is csv, xlsx or vcf."),
    /** Who looks through the trail later reads it. */
    reason: z
      .string()
      .overwrite(cleanText)
      .min(3, whyNeeded)
      .max(LONGEST_REASON, `At most ${LONGEST_REASON} characters. No file was made.`),
  }),
  gives: "application/octet-stream",
});
