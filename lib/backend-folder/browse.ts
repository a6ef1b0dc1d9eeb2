import type { Dirent } from "node:fs";
import { lstat, opendir } from "node:fs/promises";
import path from "node:path";
import { type Caller, holds, mayWorkIn } from "../caller";
import { dataDir } from "../db/files";
import { openPlain } from "../db/plain-files";
import { env } from "../env";
import { AppError } from "../errors";
import { type FileAnswer, sendPlain } from "../http/file-route";
import { localDate, localTime } from "../local-time";
import { FOLDER_STYLE, folderPage } from "./page";
import { type Entry, inOrder, MOST_ENTRIES, neededToDownload, type Place, placeOf } from "./places";

const NOTHING_HERE = "There is no such folder or file on the server. Go back to the start of the folder.";

/**
 * A page of the data folder for whoever asks.
 * @throws AppError `not_found` for what is not there or not shown, `forbidden`, `branch_forbidden`
 */
export async function browse(asked: { path: string; theme?: "light" | "dark" }, caller: Caller): Promise<FileAnswer> {
  const place = allowed(asked.path, caller);
  const { entries, hidden } = await entriesOf(place, caller);
  return { body: folderPage({ parts: place.parts, entries, hidden, theme: asked.theme }), frameStyle: FOLDER_STYLE };
}

/**
 * One file of it.
 * @throws AppError `not_found`, `forbidden`, `branch_forbidden`; `conflict` for a store that is in use
 */
export async function download(asked: string, caller: Caller): Promise<FileAnswer> {
  const place = allowed(asked, caller);
  const needed = neededToDownload(place);
  if (needed === null) {
    throw new AppError("conflict", "A store that is in use is not downloaded: take one of its backups. Nothing was changed.");
  }
  caller.requirePermission(needed);
  await walk(place.parts.slice(0, -1));
  const file = await openPlain(path.join(dataDir(), ...place.parts));
  if (!file) throw new AppError("not_found", NOTHING_HERE);
  return { ...(await sendPlain(file)), fileName: place.parts.at(-1) };
}

/** The asked place, if the caller may see it. */
function allowed(asked: string, caller: Caller): Place {
  const place = placeOf(asked);
  if (!place) throw new AppError("not_found", NOTHING_HERE);
  caller.requirePermission(place.permission);
  if (place.branch) caller.requireBranch(place.branch);
  return place;
}

/** Goes down folder by folder, and through no link: what one leads to is not of the data folder. */
async function walk(parts: string[]): Promise<string> {
  let folder = dataDir();
  for (const part of parts) {
    folder = path.join(folder, part);
    const state = await lstat(folder).catch(unlessMissing);
    if (!state?.isDirectory()) throw new AppError("not_found", NOTHING_HERE);
  }
  return folder;
}

async function entriesOf(place: Place, caller: Caller): Promise<{ entries: Entry[]; hidden: number }> {
  const folder = await walk(place.parts);
  const seen: Dirent[] = [];
  let hidden = 0;
  for await (const found of await opendir(folder)) {
    const isShown = seen.length < MOST_ENTRIES && (found.isFile() || found.isDirectory()) && mayList([...place.parts, found.name], caller);
    if (isShown) seen.push(found);
    else if (place.parts.length > 0) hidden += 1; // the data folder itself does not count what it hides
  }
  const entries = await Promise.all(seen.map((found) => entryOf(folder, found, place, caller)));
  return { entries: inOrder(entries.filter((entry) => entry !== null)), hidden };
}

function mayList(parts: string[], caller: Caller): boolean {
  const place = placeOf(parts.join("/"));
  return place !== null && holds(caller, place.permission) && (!place.branch || mayWorkIn(caller.branches, place.branch));
}

async function entryOf(folder: string, found: Dirent, { parts }: Place, caller: Caller): Promise<Entry | null> {
  const state = await lstat(path.join(folder, found.name)).catch(unlessMissing);
  if (!state) return null; // gone since it was listed
  const place = placeOf([...parts, found.name].join("/"));
  const needed = place && found.isFile() ? neededToDownload(place) : null;
  return {
    name: found.name,
    kind: found.isDirectory() ? "folder" : "file",
    size: state.size,
    changed: `${localDate(state.mtime, env().TIME_ZONE)} ${localTime(state.mtime, env().TIME_ZONE)}`,
    isDownload: needed !== null && holds(caller, needed),
  };
}

function unlessMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR" || error.code === "ENAMETOOLONG") return null;
  throw error;
}
