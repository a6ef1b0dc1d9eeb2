import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { hasInvisible } from "../clean-text";

/** A folder below the data folder, its parts parted by `/`; empty for the data folder itself. */
const place = z
  .string()
  .max(1000, "There is no such folder.")
  .refine((text) => !hasInvisible(text), "There is no such folder.");

export const browseFolder = fileEndpoint({
  method: "GET",
  path: "/backend/browse",
  summary: "A page of the server's data folder: what lies where, how large and since when. It changes nothing.",
  permission: "signed-in",
  about: "none",
  leadsToSignIn: true,
  byPlainLink: true,
  query: z.object({ path: place.default(""), theme: z.enum(["light", "dark"]).optional() }),
  gives: "text/html; charset=utf-8",
});

export const downloadFromFolder = fileEndpoint({
  method: "GET",
  path: "/backend/download",
  summary: "One file of the data folder. Backups of stores are for those who may do everything.",
  permission: "signed-in",
  about: "none",
  byPlainLink: true,
  perMinute: 60,
  query: z.object({ path: place }),
  exports: true,
  gives: "application/octet-stream",
});

export const openFolder = endpoint({
  method: "POST",
  path: "/backend/open-folder",
  worksReadOnly: true,
  summary: "Open the data folder in the file manager of the server's own PC, for somebody who sits at it.",
  permission: "signed-in",
  about: "none",
  perMinute: 10,
  answer: z.object({ opened: z.literal(true) }),
});
