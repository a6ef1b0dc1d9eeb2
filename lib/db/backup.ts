import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import Database from "better-sqlite3";
import { now } from "../clock";
import { AppError, isAppError } from "../errors";
import { failpoint } from "../test-hooks";
import { runBulk } from "./bulk";
import { storeFailure } from "./failures";
import { backupsDir } from "./files";
import { removeLeftovers } from "./leftovers";
import { openReading } from "./pragmas";

/** A copy of so many bytes takes long enough to check that a thread of its own is worth its start. */
const LARGE = 50 * 1024 * 1024;

/**
 * Copies a store with SQLite's own backup into the `backups` folder beside it, checks the copy and only then gives it
 * its name. Copying, and checking a large copy, leave the event loop free.
 * @param reason a short word for the file's name, such as `before-end-of-day`
 * @returns the backup's file name, without a folder
 * @throws AppError `disk_full`, and `internal` when the copy does not read back; nothing may then be changed
 */
export async function backUp(file: string, reason: string): Promise<string> {
  const folder = backupsDir(file);
  const stamp = now().toISOString().replace(/[:.]/g, "-");
  const name = `${path.basename(file, ".db")}-${stamp}-${reason}.db`;
  const draft = path.join(folder, `${name}.tmp`);
  try {
    mkdirSync(folder, { recursive: true });
    removeLeftovers(folder, (left) => /\.tmp(-wal|-shm|-journal)?$/.test(left));
    const source = openReading(file);
    try {
      await source.backup(draft);
    } finally {
      source.close();
    }
    failpoint("backup:copied");
    if (statSync(draft).size > LARGE) await runBulk("check-copy", { copy: draft });
    else checkCopy(draft);
    removeCompanions(draft);
    await sync(draft);
    renameSync(draft, path.join(folder, name));
    failpoint("backup:named");
    await sync(folder);
    return name;
  } catch (error) {
    discard(draft);
    const failure = storeFailure(error);
    if (isAppError(failure)) throw failure;
    throw new AppError(
      "internal",
      "The backup could not be made, so nothing was changed. Try again, or ask the person who keeps the server.",
      {
        cause: error,
      },
    );
  }
}

/** Reads all of a copy. @throws Error when it is damaged */
export function checkCopy(copy: string): void {
  const database = new Database(copy, { readonly: true });
  try {
    const check = database.pragma("quick_check(1)", { simple: true });
    if (check !== "ok") throw new Error(`The copy is damaged: ${String(check)}`);
  } finally {
    database.close();
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
    removeCompanions(draft);
  } catch {
    // What made the backup fail is what has to be said.
  }
}

/** The files that SQLite lays beside a store when it is read; a copy that nobody has written needs none of them. */
function removeCompanions(file: string): void {
  for (const suffix of ["-wal", "-shm", "-journal"]) rmSync(file + suffix, { force: true });
}

/** A rename is lasting only when the file, and then its folder, have reached the disk. */
async function sync(pathname: string): Promise<void> {
  const handle = await open(pathname, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
