import { setTimeout as pause } from "node:timers/promises";
import type Database from "better-sqlite3";
import { isBusy } from "./failures";
import { readHeader, type Stamp, sameStamp, stampOf } from "./file-header";
import { APPLICATION_ID, type StoreKind } from "./files";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { missingObjects } from "./schema";
import type { Guard } from "./store";
import { type WalState, walGeneration, walState } from "./wal";

/**
 * What somebody else did to the file of an open store: it is gone, another one lies in its place, it is shorter than it
 * was, its bytes were written by something that is not SQLite, or a table, an index or a trigger is gone. Or its `-wal` is gone
 * (`unlogged`): what was saved since stands in a file without a name, which nobody finds after a crash.
 */
export type Change = "missing" | "replaced" | "truncated" | "overwritten" | "incomplete" | "unlogged";

/** An eye on the file of an open store. */
export interface Watch {
  /**
   * Looks once; without a change it costs one look at the folder and one at the schema's number.
   * @throws AppError `busy`, or SQLite's own error
   */
  look(): Change | null;
  /** Whether the file was written in a way that is not explained yet. */
  isUnsure(): boolean;
  guard: Guard;
  /** From now on every look gives this answer, and every write is refused. */
  end(change: Change): void;
}

/** In pauses of so many milliseconds a write waits for an explanation. */
const PAUSE = 25;

interface Seen extends Stamp, WalState {
  generation: string;
  /** Which file the `-wal` is; 0 while there is none yet. */
  walInode: number;
  schema: number;
}

interface Watched {
  file: string;
  kind: StoreKind;
  sql: Database.Database;
  schemaVersion: () => number;
  /** How everything was when it was last explained. */
  seen: Seen;
  /** How many writes of this process are under way: the file may change by them at any moment. */
  writers: number;
  unexplained: { since: number; modified: number } | null;
  ended: Change | null;
}

/**
 * Watches a store that was just opened.
 * @param refuse makes the error with which a write is refused, and takes the store out of use
 */
export function watchStore(file: string, kind: StoreKind, sql: Database.Database, refuse: (change: Change) => Error): Watch {
  const version = sql.prepare<[], number>("PRAGMA schema_version").pluck();
  const schemaVersion = () => version.get() ?? 0;
  const stamp = stampOf(file) ?? { inode: 0, size: 0, modified: 0 };
  const seen = { ...stamp, ...walState(sql), generation: walGeneration(file), walInode: walInodeOf(file), schema: schemaVersion() };
  const store: Watched = { file, kind, sql, schemaVersion, seen, writers: 0, unexplained: null, ended: null };
  return {
    look: () => look(store),
    isUnsure: () => store.unexplained !== null,
    async guard(work, patience = READ_PATIENCE) {
      await tryWhileLocked(() => requireUnchanged(store, refuse), patience);
      store.writers++;
      const result = await work().finally(() => store.writers--);
      await requireUnchanged(store, refuse).catch((error: unknown) => {
        if (!isBusy(error)) throw error; // the work is done, and a lock is no fault of the file
      });
      return result;
    },
    end(change) {
      store.ended ??= change;
    },
  };
}

const walInodeOf = (file: string) => stampOf(`${file}-wal`)?.inode ?? 0;

function look(store: Watched): Change | null {
  if (store.ended) return store.ended;
  const stamp = stampOf(store.file);
  if (!stamp) return "missing";
  if (stamp.inode !== store.seen.inode) return "replaced";
  const walInode = walInodeOf(store.file);
  // SQLite takes it away only when the last connection closes, and ours is one of them.
  if (store.seen.walInode !== 0 && walInode !== store.seen.walInode) return "unlogged";
  store.seen.walInode = walInode;
  if (sameStamp(stamp, store.seen)) store.unexplained = null;
  else {
    const change = lookCloser(store);
    if (change) return change;
  }
  return isIncomplete(store) ? "incomplete" : null;
}

/** SQLite writes the file of a WAL store only to move pages out of the `-wal`, and counts them. */
function lookCloser(store: Watched): Change | null {
  const { file, sql, seen } = store;
  const header = readHeader(file);
  const wal = { ...walState(sql), generation: walGeneration(file) };
  const stamp = stampOf(file); // last: while pages are being moved, the file only grows
  if (!stamp) return "missing";
  if (header?.applicationId !== APPLICATION_ID) return "overwritten";
  if (header.wholeSize - stamp.size > (wal.log - wal.checkpointed) * header.pageSize) return "truncated";
  if (wal.checkpointed !== seen.checkpointed || wal.generation !== seen.generation) {
    store.seen = { ...seen, ...stamp, ...wal };
    store.unexplained = null;
    return null;
  }
  // Shorter, and as long as it says itself: a VACUUM, whose pages SQLite counts as moved once they have reached the disk.
  if (stamp.size < seen.size && header.wholeSize > stamp.size) return "truncated";
  return store.writers > 0 ? null : wonder(store, stamp);
}

/** Another process may be half-way through moving pages: it counts them when all have reached the disk. */
function wonder(store: Watched, { modified }: Stamp): Change | null {
  if (store.unexplained?.modified !== modified) store.unexplained = { since: performance.now(), modified };
  return performance.now() - store.unexplained.since < READ_PATIENCE ? null : "overwritten";
}

function isIncomplete(store: Watched): boolean {
  const schema = store.schemaVersion();
  if (schema === store.seen.schema) return false;
  if (missingObjects(store.sql, store.kind).length > 0) return true;
  store.seen = { ...store.seen, schema };
  return false;
}

async function requireUnchanged(store: Watched, refuse: (change: Change) => Error): Promise<void> {
  for (let waited = 0; ; waited += PAUSE) {
    const change = look(store) ?? (waited > READ_PATIENCE ? "overwritten" : null);
    if (change) throw refuse(change);
    if (!store.unexplained) break;
    await pause(PAUSE);
  }
  // So that the next one to move pages is noticed, however few.
  store.seen = { ...store.seen, ...walState(store.sql), generation: walGeneration(store.file) };
}
