import { hasInvisible } from "../clean-text";
import { type BranchKey, isBranchKey } from "../known-branches";
import type { Requirement } from "../permissions";

/**
 * What of the data folder is shown, and who sees it. The data folder may hold more, and may even be somebody's home: what
 * is not named here is not there. Keys and locks never are.
 */
const FOLDERS: Record<string, Pick<Place, "permission" | "branch">> = {
  // Of all branches together; a picture's name says its guest's name and number.
  vouchers: { permission: { any: ["nav_birthdays", "nav_guest_search"] }, branch: "hub" },
  menus: { permission: "signed-in", branch: null },
  logs: { permission: "options_open", branch: "hub" },
  backups: { permission: "signed-in", branch: "hub" },
};
const HUB = "hub.db";

/** Where somebody looks: the data folder itself, or below one of its parts. */
export interface Place {
  /** Names of folders, and of a file at the end; empty for the data folder itself. */
  parts: string[];
  permission: Requirement;
  /** The branch that owns the data; `hub` for the group's, hidden from users who are limited to branches; null if it belongs to none. */
  branch: BranchKey | "hub" | null;
}

/** Null for what is not shown to anybody, and for what is no plain way down from the data folder (docs/design/reliability.md S-22). */
export function placeOf(asked: string): Place | null {
  const parts = asked === "" ? [] : asked.split("/");
  if (!parts.every(isPlainName)) return null;
  const [first] = parts;
  if (first === undefined) return { parts, permission: "signed-in", branch: null };
  if (isBranchKey(first)) return { parts, permission: "signed-in", branch: first };
  if (first === HUB && parts.length === 1) return { parts, permission: "signed-in", branch: "hub" };
  const folder = Object.hasOwn(FOLDERS, first) ? FOLDERS[first] : undefined;
  return folder ? { parts, ...folder } : null;
}

/**
 * A name that means itself on every system: no way up, no drive, no share, no device of Windows, nothing hidden, none
 * that Windows would take for another one (it drops dots and blanks at the end), and none that reads as another one.
 */
function isPlainName(name: string): boolean {
  const strange =
    /[\\/:*?"<>|]/.test(name) || hasInvisible(name) || /^\.|[. ]$/.test(name) || /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name);
  return name !== "" && name.length <= 255 && !strange;
}

/** Files of stores and what lies beside them while they are open. */
const isOfStore = (name: string) => /\.db(-wal|-shm|-journal)?$/.test(name);

/**
 * What it takes to download a file. A store that is in use is not whole in its one file: its backups are downloaded instead.
 * @returns null for what is never handed out
 */
export function neededToDownload({ parts, permission }: Place): Requirement | null {
  const name = parts.at(-1);
  if (name === undefined) return null;
  if (!isOfStore(name)) return permission;
  return name.endsWith(".db") && parts.slice(0, -1).includes("backups") ? "everything" : null;
}

/** One line of the page. */
export interface Entry {
  name: string;
  kind: "folder" | "file";
  /** Bytes. */
  size: number;
  /** Where the server stands: `2026-11-20 21:40`. */
  changed: string;
  /** Whether this person may download it. */
  isDownload: boolean;
}

/** So many entries are on one page. */
export const MOST_ENTRIES = 1_000;

/** Folders first; within them the newest names last, as a file manager has them. */
export function inOrder(entries: Entry[]): Entry[] {
  return entries.sort((a, b) => Number(b.kind === "folder") - Number(a.kind === "folder") || a.name.localeCompare(b.name, "en"));
}

/** `1.4 MB` */
export function sizeText(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const size = bytes / 1000 ** power;
  return `${power === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[power]}`;
}
