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
