import { closeSync, existsSync, fstatSync, fsync, fsyncSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { log } from "../log";
import { processWide } from "../process-wide";
import { syncFolder } from "../sync-to-disk";
import { dataDir } from "./files";

/*
 * Where each store ended with its last acknowledged write, beside the stores: a store whose `-wal` was lost does not know that
 * it once knew more. One line of a fixed length for each store, written in its place before a write is acknowledged, and
 * brought to the disk within five seconds. A kill loses nothing of it; a power cut five seconds at most.
 */

/** What a store lacked when it was opened. */
export interface Missing {
  /** How many writes that were acknowledged are not in it. */
  changes: number;
  /** When the last thing happened that it still knows, ISO 8601; null where it knows nothing. */
  since: string | null;
  /** When the last of those writes was acknowledged, ISO 8601. */
  until: string;
}

/** The end of a store. */
export interface LastCommit {
  /** How many transactions it has seen (`store_lock`). */
  turns: number;
  /** Of its last event, with the hash that holds the chain before it; 0 and empty before the first. */
  seq: number;
  hash: string;
  /** When that was written down, ISO 8601. */
  at: string;
  /** What was found to be missing and nobody has seen yet. */
  missing: Missing | null;
}

interface Line extends LastCommit {
  store: string;
}

const LINE = 512;
const SYNC_AFTER = 5_000;

interface Ends {
  handle: number;
  inode: number;
  /** By the store's name, in the order of their lines. */
  known: Map<string, LastCommit | null>;
  timer: NodeJS.Timeout | null;
}

const kept = () => processWide("ends of stores", () => ({ ends: null as Ends | null }));

const endsFile = () => path.join(dataDir(), "store-ends.jsonl");

/** `jounieh/table.db`: how a file is called there. */
const nameOf = (file: string) => path.relative(dataDir(), file).replaceAll(path.sep, "/");

function endsNow(): Ends {
  const mine = kept();
  // Another folder may lie there by now, as a test's does.
  if (mine.ends && statSync(endsFile(), { throwIfNoEntry: false })?.ino === mine.ends.inode) return mine.ends;
  closeLastCommits();
  const known = new Map(readLines().map(({ store, ...end }) => [store, end.at === "" ? null : end]));
  const isNew = !existsSync(endsFile());
  const handle = openSync(endsFile(), isNew ? "w" : "r+", 0o600);
  mine.ends = { handle, inode: fstatSync(handle).ino, known, timer: null };
  if (isNew) syncFolder(dataDir());
  return mine.ends;
}

/** A line that cannot be read is one that a power cut has torn: of its store nothing is known then. */
function readLines(): Line[] {
  if (!existsSync(endsFile())) return [];
  const text = readFileSync(endsFile(), "latin1"); // ASCII, so that bytes and letters are the same
  const lines: Line[] = [];
  for (let at = 0; at < text.length; at += LINE) {
    try {
      lines.push(JSON.parse(text.slice(at, at + LINE)) as Line);
    } catch (error) {
      log().warn({ err: error, line: at / LINE }, "where a store ended is not known any more");
      lines.push({ store: `line ${at / LINE}`, ...NOTHING });
    }
  }
  return lines;
}

const NOTHING: LastCommit = { turns: 0, seq: 0, hash: "", at: "", missing: null };

/** Null where nothing is known of it: a new store, one of an older version, a restored one. */
export function endOf(file: string): LastCommit | null {
  return endsNow().known.get(nameOf(file)) ?? null;
}

/**
 * Writes down where a store ends; null forgets it, so that the store is taken as it is when it is opened next.
 * @param isUrgent brings it to the disk at once
 */
export function noteLastCommit(file: string, end: LastCommit | null, isUrgent = false): void {
  const ends = endsNow();
  const store = nameOf(file);
  ends.known.set(store, end);
  const line: Line = { store, ...(end ?? NOTHING) };
  const place = [...ends.known.keys()].indexOf(store) * LINE;
  writeSync(ends.handle, `${JSON.stringify(line).padEnd(LINE - 1)}\n`, place, "latin1");
  if (isUrgent) fsyncSync(ends.handle);
  else ends.timer ??= setTimeout(() => syncLater(ends), SYNC_AFTER).unref();
}

/** The same where a failure must not stop what it follows: the write that it tells of is done. */
export function noteLastCommitSafely(file: string, end: () => LastCommit): void {
  try {
    noteLastCommit(file, end());
  } catch (error) {
    log().warn({ err: error }, "where a store ends was not written down");
  }
}

function syncLater(ends: Ends): void {
  ends.timer = null;
  fsync(ends.handle, (error) => {
    if (error) log().warn({ err: error }, "where the stores end did not reach the disk");
  });
}

/** Brings it all to the disk, and lets go of the file. */
export function closeLastCommits(): void {
  const { ends } = kept();
  kept().ends = null;
  if (!ends) return;
  if (ends.timer) clearTimeout(ends.timer);
  fsyncSync(ends.handle);
  closeSync(ends.handle);
}
