import { isMainThread } from "node:worker_threads";
import Database from "better-sqlite3";
import { nameKeys } from "../name-sounds";

/**
 * How long one statement of the server waits for another process's lock, in milliseconds: not at all. SQLite's waiting
 * blocks the event loop; `lib/db/locks.ts` tries again without blocking.
 */
export const BUSY_TIMEOUT = 0;

/** A thread stops nobody when it waits. */
const THREAD_PATIENCE = 5_000;

/** `synchronous=FULL`: NORMAL lost acknowledged rows in simulated power cuts. `mmap_size=0`: a truncated map kills us. */
const WANTED: Record<string, string | number> = {
  journal_mode: "wal",
  synchronous: 2,
  foreign_keys: 1,
  secure_delete: 1,
  mmap_size: 0,
};

/** The statements that give a writing connection the settings above. */
export function pragmaScript(busyTimeout: number = BUSY_TIMEOUT): string {
  return [
    `PRAGMA busy_timeout = ${busyTimeout}`,
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    "PRAGMA mmap_size = 0",
    "PRAGMA journal_size_limit = 67108864",
  ].join(";\n");
}

/** What triggers call beside SQLite's own: `name_keys` gives what a name's word is found by, as a JSON list. */
export function addTriggerFunctions(database: Database.Database): void {
  database.function("name_keys", { deterministic: true }, (word) => {
    const { same, near } = nameKeys(String(word));
    return JSON.stringify([...same, ...near]);
  });
}

/** Opens a connection that writes; the caller closes it. */
export function openWriting(file: string, busyTimeout: number = BUSY_TIMEOUT): Database.Database {
  const database = new Database(file, { fileMustExist: true, timeout: busyTimeout });
  database.exec(pragmaScript(busyTimeout));
  addTriggerFunctions(database);
  assertPragmas((name) => database.pragma(name, { simple: true }));
  return database;
}

/** Opens a connection that cannot write; the caller closes it. */
export function openReading(file: string): Database.Database {
  const database = new Database(file, { readonly: true, fileMustExist: true, timeout: isMainThread ? BUSY_TIMEOUT : THREAD_PATIENCE });
  database.pragma("mmap_size = 0");
  database.pragma("cache_size = -8192"); // the system keeps the file's pages too; 64 MB for each store only made the server heavier
  return database;
}

/** @throws Error when a connection does not have the settings that the promises rest on */
export function assertPragmas(read: (name: string) => unknown): void {
  for (const [name, wanted] of Object.entries(WANTED)) {
    const actual = read(name);
    // Without memory mapping compiled in, the pragma answers nothing at all.
    if (String(actual ?? 0) !== String(wanted)) throw new Error(`PRAGMA ${name} is ${String(actual)}, not ${String(wanted)}`);
  }
}
