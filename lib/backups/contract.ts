import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";

const backup = z.object({
  name: z.string(),
  /** ISO 8601. */
  made_at: z.string(),
  /** Why it was made, as people read it. */
  reason: z.string(),
  bytes: z.number(),
});
export type BackupShown = z.output<typeof backup>;

const store = z.object({
  /** `hub`, `jounieh/contacts`, `jounieh/table`. */
  store: z.string(),
  /** What it holds, as people call it. */
  name: z.string(),
  /** Of the store itself; 0 where there is none. */
  bytes: z.number(),
  /** The newest first. */
  backups: z.array(backup),
});
export type StoreBackups = z.output<typeof store>;

export const listBackupsOfAll = endpoint({
  method: "GET",
  path: "/backups",
  summary: "Every store of this server with its backups, the newest first, and how large they are.",
  permission: "everything",
  about: "group",
  answer: z.object({ stores: z.array(store) }),
});

const one = z.strictObject({
  store: z.string().overwrite(cleanText).min(1).max(100),
  backup: z.string().overwrite(cleanText).min(1).max(200),
});

/** A backup is copied and read whole each time. */
const PER_MINUTE = 20;

const looked = {
  message: z.string(),
  /** What was counted in it: `1,204 guests, 12 days closed by End of Day`. */
  holds: z.string(),
  /** It was made by an older version, and the copy was brought to this one. */
  is_older: z.boolean(),
};

export const verifyBackup = endpoint({
  method: "POST",
  path: "/backups/verify",
  summary:
    "Copy a backup, read all of the copy, bring it to this version, and say what it holds; the copy goes again. 409 for one that is damaged or another store's.",
  permission: "everything",
  about: "group",
  takesLong: true,
  worksReadOnly: true,
  perMinute: PER_MINUTE,
  body: one,
  answer: z.object(looked),
});

export const copyBackup = endpoint({
  method: "POST",
  path: "/backups/copy",
  summary: "The same, and the copy stays among the store's backups, at this version: the store itself is not touched.",
  permission: "everything",
  about: "group",
  takesLong: true,
  worksReadOnly: true,
  perMinute: PER_MINUTE,
  body: one,
  answer: z.object({ ...looked, copy: z.string() }),
});
