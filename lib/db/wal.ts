import { closeSync, openSync, readSync } from "node:fs";
import type Database from "better-sqlite3";

/** How much stands in a store's `-wal`, and how much of that has been moved into the file, in pages. */
export interface WalState {
  log: number;
  checkpointed: number;
}

/** Asks SQLite, and moves nothing. A file without a `-wal` has zeros. */
export function walState(database: Database.Database): WalState {
  const [{ log, checkpointed }] = database.pragma("wal_checkpoint(NOOP)") as [WalState];
  return { log: Math.max(0, log), checkpointed: Math.max(0, checkpointed) };
}

/** How many pages at most stand in the `-wal` alone. */
export function unmovedPages(database: Database.Database): number {
  const { log, checkpointed } = walState(database);
  return log - checkpointed;
}

const HEADER = 32;

/**
 * What is new each time that a `-wal` is begun again (https://sqlite.org/fileformat2.html, The Write-Ahead Log); empty
 * without one. SQLite has no locks on this file, so it may be opened and closed.
 */
export function walGeneration(file: string): string {
  try {
    const handle = openSync(`${file}-wal`, "r");
    try {
      const bytes = Buffer.alloc(HEADER);
      return bytes.toString("latin1", 0, readSync(handle, bytes, 0, HEADER, 0));
    } finally {
      closeSync(handle);
    }
  } catch {
    return "";
  }
}
