import { setTimeout as pause } from "node:timers/promises";
import type Database from "better-sqlite3";
import { isBusy } from "./failures";
import { readHeader, type Stamp, sameStamp, stampOf } from "./file-header";
import { APPLICATION_ID, type StoreKind } from "./files";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { missingObjects } from "./schema";
import type { Guard } from "./store";
import { type WalState, walState } from "./wal";

/**
 * What somebody else did to the file of an open store: it is gone, another one lies in its place, it is shorter than it
 * was, its bytes were written by something that is not SQLite, or a table, an index or a trigger is gone.
 */
export type Change = "missing" | "replaced" | "truncated" | "overwritten" | "incomplete";

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
  schema: number;
}

/**
 * Watches a store that was just opened.
 * @param refuse makes the error with which a write is refused, and takes the store out of use
 */
export function watchStore(file: string, kind: StoreKind, sql: Database.Database, refuse: (change: Change) => Error): Watch {
  const schemaVersion = sql.prepare<[], number>("PRAGMA schema_version").pluck();
  let seen = seeAll();
  let writers = 0;
  let unexplained: { since: number; modified: number } | null = null;
  let ended: Change | null = null;

  function seeAll(stamp: Stamp | null = stampOf(file)): Seen {
    return { inode: 0, size: 0, modified: 0, ...stamp, ...walState(sql), schema: schemaVersion.get() ?? 0 };
  }

  function look(): Change | null {
    if (ended) return ended;
    const stamp = stampOf(file);
    if (!stamp) return "missing";
    if (stamp.inode !== seen.inode) return "replaced";
    if (sameStamp(stamp, seen)) unexplained = null;
    else {
      const change = lookCloser();
      if (change) return change;
    }
    return isIncomplete() ? "incomplete" : null;
  }

  /** SQLite writes the file of a WAL store only to move pages out of the `-wal`, and counts them. */
  function lookCloser(): Change | null {
    const header = readHeader(file);
    const wal = walState(sql);
    const stamp = stampOf(file); // last: while pages are being moved, the file only grows
    if (!stamp) return "missing";
    if (header?.applicationId !== APPLICATION_ID) return "overwritten";
    if (header.wholeSize - stamp.size > (wal.log - wal.checkpointed) * header.pageSize) return "truncated";
    if (wal.checkpointed !== seen.checkpointed || wal.log < seen.log) {
      seen = { ...seen, ...stamp, ...wal };
      unexplained = null;
      return null;
    }
    if (stamp.size < seen.size) return "truncated";
    return writers > 0 ? null : wonder(stamp);
  }

  /** Another process may be half-way through moving pages: it counts them when all have reached the disk. */
  function wonder({ modified }: Stamp): Change | null {
    if (unexplained?.modified !== modified) unexplained = { since: performance.now(), modified };
    return performance.now() - unexplained.since < READ_PATIENCE ? null : "overwritten";
  }

  function isIncomplete(): boolean {
    const schema = schemaVersion.get() ?? 0;
    if (schema === seen.schema) return false;
    if (missingObjects(sql, kind).length > 0) return true;
    seen = { ...seen, schema };
    return false;
  }

  async function requireUnchanged(): Promise<void> {
    for (let waited = 0; ; waited += PAUSE) {
      const change = look() ?? (waited > READ_PATIENCE ? "overwritten" : null);
      if (change) throw refuse(change);
      if (!unexplained) break;
      await pause(PAUSE);
    }
    seen = { ...seen, ...walState(sql) }; // so that the next one to move pages is noticed, however few
  }

  return {
    look,
    isUnsure: () => unexplained !== null,
    async guard(work) {
      await tryWhileLocked(requireUnchanged, READ_PATIENCE);
      writers++;
      const result = await work().finally(() => writers--);
      await requireUnchanged().catch((error: unknown) => {
        if (!isBusy(error)) throw error; // the work is done, and a lock is no fault of the file
      });
      return result;
    },
    end(change) {
      ended ??= change;
    },
  };
}
