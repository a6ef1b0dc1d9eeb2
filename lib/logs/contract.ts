import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { hasInvisible } from "../clean-text";

export const packLogs = endpoint({
  method: "POST",
  path: "/logs/pack-zip",
  worksReadOnly: true,
  summary: "Pack the server's daily logs into a ZIP, the newest first, and say what was left out.",
  permission: "options_open",
  takesLong: true,
  about: "group",
  perMinute: 10,
  answer: z.object({
    /** Its name for `/logs/download/{filename}`. */
    filename: z.string(),
    bytes: z.number(),
    /** How many logs are in it. */
    files: z.number(),
    /** Logs of which only the newest part is in it, and what is not in it at all, each with a sentence. */
    left_out: z.array(z.object({ file: z.string(), why: z.string() })),
  }),
});

export const downloadLogs = fileEndpoint({
  method: "GET",
  path: "/logs/download/{filename}",
  summary: "A packed log.",
  permission: "options_open",
  // The logs are of all branches together.
  about: "group",
  perMinute: 60,
  params: z.strictObject({
    filename: z
      .string()
      .max(200)
      .refine((name) => !hasInvisible(name), "There is no such packed log."),
  }),
  exports: true,
  byPlainLink: true,
  gives: "application/zip",
});
