import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { log } from "../log";
import { processWide } from "../process-wide";
import { syncFolder } from "../sync-to-disk";
import { type Stamp, sameStamp, stampOf } from "./file-header";
import { dataDir } from "./files";

/*
 * How each store was left by the last clean stop. The note is taken away before a store is opened and written when all
 * are closed, so that a kill or a power cut leaves none. A store that is not in it, or was written since (a restored one,
 * one of another machine), is read whole beside the evening.
 */

const noteFile = () => path.join(dataDir(), "clean-stop.json");

type Note = Record<string, Stamp>;

const taken = () => processWide("the last clean stop", () => ({ note: null as Note | null }));

/** Reads the note of the last stop and takes it away. Once, by a server that holds the folder's lock, before any store is opened. */
export function takeCleanStop(): void {
  let note: Note = {};
  try {
    note = JSON.parse(readFileSync(noteFile(), "utf8")) as Note;
  } catch {
    // None: the last stop was not clean.
  }
  rmSync(noteFile(), { force: true });
  syncFolder(dataDir());
  taken().note = note;
}

/** Whether a store, not opened yet, is as the last clean stop left it. Where no server has taken the note, nobody asks more. */
export function wasLeftWhole(file: string): boolean {
  const { note } = taken();
  if (!note) return true;
  const left = note[nameOf(file)];
  return left !== undefined && sameStamp(left, stampOf(file)) && !hasWal(file);
}

/**
 * Writes the note, when every store is closed and before the folder's lock is given up.
 * @param files the stores that were whole as far as is known
 */
export function leaveCleanStop(files: string[]): void {
  try {
    const left = files.filter((file) => !hasWal(file)).map((file) => [nameOf(file), stampOf(file)]);
    const draft = `${noteFile()}.new`;
    const handle = openSync(draft, "w", 0o600);
    try {
      writeSync(handle, JSON.stringify(Object.fromEntries(left)));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, noteFile());
    syncFolder(dataDir());
  } catch (error) {
    log().warn({ err: error }, "the clean stop was not noted: the next start reads all stores");
  }
}

/** Rows that were never moved into the file are an unclean stop's, whatever the note says. */
function hasWal(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

function nameOf(file: string): string {
  return path.relative(dataDir(), file).replaceAll(path.sep, "/");
}
