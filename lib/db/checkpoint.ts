import { statSync } from "node:fs";
import { log } from "../log";
import { runBulk } from "./bulk-steps";
import { openWriting } from "./pragmas";

/** From this many bytes on, a `-wal` is emptied by us: SQLite alone keeps a file that one large import has made. */
const LARGE_WAL = 64 * 1024 * 1024;
/** How long a checkpoint may wait for another process, in milliseconds. */
const PATIENCE = 1_000;
/** So long after its last write a store is calm, and at the latest so long after the first since the last checkpoint, in milliseconds. */
const CALM_AFTER = 2_000;
const AT_THE_LATEST = 10_000;
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
  if (!lookAt(`${file}-wal`)) return; // an empty one is removed too: a closed store has no `-wal`
  try {
    if (!checkpoint(file)) log().warn("a store is in use elsewhere: a part of it stays in its -wal");
  } catch (error) {
    log().warn({ err: error }, "a store was not brought into its one file");
  }
}

/** What looks after a store's `-wal`. */
export interface WalKeeper {
  /** After each write, and once when the store was opened. It costs a look at one file. */
  written(): void;
  /** Before the store is closed. */
  end(): void;
}

/**
 * Brings a store into its one file when it is calm, and when its `-wal` is long: a copy of the one file is then the store, and
 * a `-wal` that is lost takes seconds with it and no evening. It is done in a thread, while this process's own writes wait.
 * @param inTurn runs it alone, on a file that was looked at before
 * @param isInPlace whether the store's file is still the one that was opened
 */
export function keepWal(file: string, inTurn: (work: () => Promise<boolean>) => Promise<boolean>, isInPlace: () => boolean): WalKeeper {
  let running = false;
  let notBefore = 0;
  let timer: NodeJS.Timeout | null = null;
  let latest = 0;
  let isEnded = false;
  const run = () => {
    stop();
    if (running || isEnded || walSize(file) === 0 || !isInPlace()) return;
    running = true;
    // Most of a long one is in the file already, by SQLite's own checkpoints: emptying the rest holds the writes up shortly.
    inTurn(() => runBulk<boolean>("checkpoint", { file }))
      .then((isDone) => {
        if (!isDone) notBefore = performance.now() + PAUSE;
      })
      .catch((error: unknown) => {
        notBefore = performance.now() + PAUSE;
        if (!isEnded) log().warn({ err: error }, "a -wal was not emptied");
      })
      .finally(() => {
        running = false;
        if (walSize(file) > 0) written();
      });
  };
  const stop = () => {
    if (timer) clearTimeout(timer);
    timer = null;
  };
  const written = () => {
    if (isEnded || running) return; // who is under way looks again at its end
    const at = performance.now();
    if (timer === null) latest = at + AT_THE_LATEST;
    stop();
    const isLong = walSize(file) > LARGE_WAL;
    const due = isLong ? at : Math.min(at + CALM_AFTER, latest);
    timer = setTimeout(run, Math.max(0, Math.max(due, notBefore) - at)).unref();
  };
  return {
    written,
    end() {
      isEnded = true;
      stop();
    },
  };
}

/** In bytes; 0 if there is no readable `-wal`. */
function walSize(file: string): number {
  return lookAt(`${file}-wal`)?.size ?? 0;
}

/** The identity of the file at a path (not its name); null if there is none. */
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
