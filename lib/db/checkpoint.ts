import { statSync } from "node:fs";
import { log } from "../log";
import { runBulk } from "./bulk";
import type { Mutex } from "./mutex";
import { openWriting } from "./pragmas";

/** From this many bytes on, a `-wal` is emptied by us: SQLite alone keeps a file that one large import has made. */
const LARGE_WAL = 64 * 1024 * 1024;
/** How long a checkpoint may wait for another process, in milliseconds. */
const PATIENCE = 1_000;
/** So long after a checkpoint the next one is not tried, in milliseconds: a reader that stays would make it fail again and again. */
const PAUSE = 30_000;

/**
 * Brings everything that stands in a store's `-wal` into its one file, and empties the `-wal`. It blocks: it belongs into
 * a thread, or into a server that stops.
 * @returns false while somebody else uses the store; what could not be brought over stays in the `-wal`, and is safe
 */
export function checkpoint(file: string): boolean {
  const database = openWriting(file, PATIENCE);
  try {
    const [answer] = database.pragma("wal_checkpoint(TRUNCATE)") as { busy: number }[];
    return answer?.busy === 0;
  } finally {
    database.close();
  }
}

/**
 * At a clean stop: a copy of the one file must be a copy of the store. The reading connections, which are often the last
 * ones open, leave all acknowledged rows in the `-wal`. Never throws: what is in the `-wal` is found there by the next start.
 */
export function checkpointAtStop(file: string): void {
  if (walSize(file) === 0) return;
  try {
    if (!checkpoint(file)) log().warn("a store is in use elsewhere: a part of it stays in its -wal");
  } catch (error) {
    log().warn({ err: error }, "a store was not brought into its one file");
  }
}

/**
 * Watches the length of a store's `-wal`. The function that comes back is called after each write, and costs a look at one
 * file; a checkpoint that is due runs in a thread, while this process's own writes wait for it.
 * @param isInPlace whether the store's file is still the one that was opened
 */
export function watchWal(file: string, turns: Mutex, isInPlace: () => boolean): () => void {
  let running = false;
  let notBefore = 0;
  return () => {
    if (running || performance.now() < notBefore || walSize(file) <= LARGE_WAL || !isInPlace()) return;
    running = true;
    turns
      // Most of it is in the file already, by SQLite's own checkpoints: emptying the rest holds the writes up shortly.
      .run(() => runBulk<boolean>("checkpoint", { file }))
      .catch((error: unknown) => log().warn({ err: error }, "a long -wal was not emptied"))
      .finally(() => {
        running = false;
        notBefore = performance.now() + PAUSE;
      });
  };
}

/** In bytes; 0 when there is none, or none that may be looked at. */
function walSize(file: string): number {
  return lookAt(`${file}-wal`)?.size ?? 0;
}

/** What says which file lies in a place, whatever its name; null when none can be seen. */
export function inodeOf(file: string): number | null {
  return lookAt(file)?.ino ?? null;
}

/** Never throws: it follows writes that are done, and they must not be called failed for it. */
function lookAt(file: string) {
  try {
    return statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
