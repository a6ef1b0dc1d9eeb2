import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { menuVersionSent } from "../menu-versions/of-message-contract";
import { itemStatus, sending, taskStatus } from "../queue/contract";
import { nextTry } from "../queue/next-try/contract";
import { obstacle, paused } from "../queue/obstacles/contract";
import { retrying } from "../queue/retry-by-hand/contract";

const table_name = z.string().overwrite(cleanText).min(1, "Name the table.").max(200);

const menu = z.object({
  /** As a message names it: `menus/menu.pdf`. */
  pdf_path: z.string(),
  /** What people call it: its path below the folder, without the ending. */
  name: z.string(),
  /** The version that counts today, and since when; missing for a file of the folder, which goes out as it is. */
  version: menuVersionSent.extend({ counts_from: z.string() }).nullish(),
});
export type Menu = z.output<typeof menu>;

export const listMenus = endpoint({
  method: "GET",
  path: "/queue/menus",
  summary: "The menus that can go out in a branch, each with the version that counts today, or as a file of the folder.",
  permission: "open_saved_tables",
  answer: z.object({
    menus: z.array(menu),
    /** The menu that is sent when none is named; null if there is no menu of that name. */
    usual: z.string().nullable(),
  }),
});

const message = retrying.extend(sending.shape).extend({
  id: z.string(),
  name: z.string(),
  /** As people read it; masked for those who may not send. */
  phone: z.string(),
  status: itemStatus,
  error: z.string().nullable(),
  /** What WhatsApp has told since: `sent`, `delivered`, `read`, `failed`; null until it has. */
  delivery: z.string().nullable(),
  /** The version that went along; null where nobody knows, of messages of older versions. */
  menu: menuVersionSent.nullish(),
  /** Of one that waits. */
  ...nextTry.shape,
});

export const menusSent = endpoint({
  method: "GET",
  path: "/queue/menus/sent",
  summary: "What became of the menu of one table: of each guest the newest message of the last 12 hours.",
  permission: "open_saved_tables",
  query: z.object({ table_name }),
  answer: z.object({
    /** Null where the menu was not sent to that table. */
    status: taskStatus.nullable(),
    counts: z.object({ PENDING: z.number(), IN_PROGRESS: z.number(), SENT: z.number(), FAILED: z.number(), CANCELLED: z.number() }),
    results: z.array(message),
    /** What keeps all that waits from going out until somebody mends it. Servers of older versions say nothing. */
    obstacle: obstacle.nullish(),
    /** The names of those who queued these messages, each once, whoever queued last first. Servers of older versions do not say. */
    queued_by: z.array(z.string()).optional(),
    /** Who has paused it alone, and when; null where nobody has. Servers of older versions say nothing. */
    paused: paused.nullish(),
  }),
});
export type MenusSent = z.output<typeof menusSent.answer>;

export const retryMenus = endpoint({
  method: "POST",
  path: "/queue/menus/retry",
  summary:
    "Send the failed menus of one table again, but for guests who said no; what may have arrived goes only as the very same message, or not at all.",
  permission: "open_saved_tables",
  body: z.strictObject({ table_name }),
  /** `held` as of the birthdays' retry. */
  answer: z.object({ message: z.string(), retried: z.number(), held: z.number().optional() }),
});
