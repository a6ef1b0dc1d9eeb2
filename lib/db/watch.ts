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
 * (`unlogged`): what was saved since stands in a file without a name, which nobody finds after a crash. Or the `-wal` was cut
 * short or overwritten (`spoiled`): a crash would take all that stands behind that place.
 */
export type Change = "missing" | "replaced" | "truncated" | "overwritten" | "incomplete" | "unlogged" | "spoiled";

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
  /** The `-wal`; null while there is none yet. */
  walStamp: Stamp | null;
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
  unexplained: Record<"file" | "wal", { since: number; modified: number } | null>;
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
  const seen = { ...stamp, ...walState(sql), generation: walGeneration(file), walStamp: stampOf(`${file}-wal`), schema: schemaVersion() };
  const store: Watched = { file, kind, sql, schemaVersion, seen, writers: 0, unexplained: { file: null, wal: null }, ended: null };
  return {
    look: () => look(store),
    isUnsure: () => isUnsure(store),
    async guard(work, patience = READ_PATIENCE) {
      await tryWhileLocked(() => requireUnchanged(store, refuse), patience);
      store.writers++;
      const result = await work()
        .catch((error: unknown) => {
          // What was taken back may have left pages in the `-wal` that are not counted.
          store.seen = { ...store.seen, walStamp: stampOf(`${file}-wal`) };
          throw error;
        })
        .finally(() => store.writers--);
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

function look(store: Watched): Change | null {
  if (store.ended) return store.ended;
  const stamp = stampOf(store.file);
  if (!stamp) return "missing";
  if (stamp.inode !== store.seen.inode) return "replaced";
  const wal = stampOf(`${store.file}-wal`);
  // SQLite takes it away only when the last connection closes, and ours is one of them.
  if (store.seen.walStamp && wal?.inode !== store.seen.walStamp.inode) return "unlogged";
  if (sameStamp(wal, store.seen.walStamp)) store.unexplained.wal = null;
  else if (lookAtWal(store)) return "spoiled";
  if (sameStamp(stamp, store.seen)) store.unexplained.file = null;
  else {
    const change = lookCloser(store);
    if (change) return change;
  }
  return isIncomplete(store) ? "incomplete" : null;
}

const WAL_HEADER = 32;
const FRAME_HEADER = 24;

const isUnsure = ({ unexplained }: Watched) => unexplained.file !== null || unexplained.wal !== null;

/** SQLite only ever adds to a `-wal`, and counts what it adds, or begins it anew. @returns whether somebody else has spoiled it */
function lookAtWal(store: Watched): boolean {
  const { file, sql, seen } = store;
  const wal = walState(sql);
  const generation = walGeneration(file);
  const stamp = stampOf(`${file}-wal`); // last: while pages are being added, it only grows
  const frame = FRAME_HEADER + (readHeader(file)?.pageSize ?? 0);
  const isCut = ({ log }: WalState) => log > 0 && (stamp?.size ?? 0) < WAL_HEADER + log * frame;
  if (isCut(wal) && isCut(walState(sql))) return true; // asked again: one that was just emptied says so before it is cut
  // A `-wal` without frames has nothing to lose.
  if (wal.log === 0 || wal.log !== seen.log || generation !== seen.generation || store.writers > 0) {
    store.seen = { ...seen, walStamp: stamp, log: wal.log };
    store.unexplained.wal = null;
    return false;
  }
  return stamp !== null && isLong(store, "wal", stamp);
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
    store.unexplained.file = null;
    return null;
  }
  // Shorter, and as long as it says itself: a VACUUM, whose pages SQLite counts as moved once they have reached the disk.
  if (stamp.size < seen.size && header.wholeSize > stamp.size) return "truncated";
  return store.writers === 0 && isLong(store, "file", stamp) ? "overwritten" : null;
}

/** Whether a change has no explanation for so long that it has none: another process counts what it writes when all has reached the disk. */
function isLong({ unexplained }: Watched, where: "file" | "wal", { modified }: Stamp): boolean {
  const known = unexplained[where];
  const change = known?.modified === modified ? known : { since: performance.now(), modified };
  unexplained[where] = change;
  return performance.now() - change.since >= READ_PATIENCE;
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
    if (!isUnsure(store)) break;
    await pause(PAUSE);
  }
  // So that the next one to move pages is noticed, however few.
  const walStamp = stampOf(`${store.file}-wal`);
  store.seen = { ...store.seen, ...walState(store.sql), generation: walGeneration(store.file), walStamp };
}
