import { closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import Database from "better-sqlite3";
import { now } from "../clock";
import { AppError, isAppError } from "../errors";
import { failpoint } from "../test-hooks";
import { backupName, COMPANIONS, removeOldBackups } from "./backup-files";
import { runBulk } from "./bulk-steps";
import { storeFailure } from "./failures";
import { backupsDir } from "./files";
import { removeLeftovers } from "./leftovers";
import { openReading } from "./pragmas";
import { settleJournal } from "./rollback-journal";

/** A store of so many bytes takes long enough to copy and check that a thread of its own is worth its start. */
const LARGE = 8 * 1024 * 1024;

/**
 * Copies a store with SQLite's own backup into the `backups` folder beside it, checks the copy and only then gives it
 * its name. Copying and checking leave the event loop free. Then it removes the backups that are no longer kept.
 * @param reason a short word for the file's name, such as `before-end-of-day`: small letters, digits and hyphens
 * @returns the backup's file name, without a folder
 * @throws AppError `disk_full`, and `internal` when the copy does not read back; nothing may then be changed
 */
export async function backUp(file: string, reason: string): Promise<string> {
  const folder = backupsDir(file);
  const name = backupName(file, now(), reason);
  const draft = path.join(folder, `${name}.tmp`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    removeLeftovers(folder, (left) => /\.tmp(-wal|-shm|-journal)?$/.test(left));
    settleJournal(file);
    const input: CopyStoreInput = { file, draft };
    if (sizeOf(file) > LARGE) await runBulk("copy-store", input);
    else await copyStore(input);
    await syncPath(draft);
    renameSync(draft, path.join(folder, name));
    failpoint("backup:named");
    await syncPath(folder);
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
  await removeOldBackups(file, name);
  return name;
}

/** With its `-wal`, which may hold all of it. */
function sizeOf(file: string): number {
  return ["", "-wal"].reduce((sum, suffix) => sum + (statSync(file + suffix, { throwIfNoEntry: false })?.size ?? 0), 0);
}

export interface CopyStoreInput {
  file: string;
  draft: string;
}

/** Copies a store as it is at one moment, whatever is written meanwhile, and reads the copy back. @throws Error when it is damaged */
export async function copyStore({ file, draft }: CopyStoreInput): Promise<void> {
  const source = openReading(file);
  try {
    closeSync(openSync(draft, "w", 0o600)); // SQLite itself would let everybody read it
    // In one step: between two, another connection's write would make it begin again, for ever in a busy evening.
    await source.backup(draft, { progress: () => 0x7fff_ffff });
  } finally {
    source.close();
  }
  failpoint("backup:copied");
  checkCopy(draft);
  removeCompanions(draft);
}

/**
 * Reads all tables and indexes of a copy. The search indexes' own tables are among them; whether these agree with the guests' words, which
 * is two thirds of a whole check, a copy does not change.
 * @throws Error when it is damaged
 */
function checkCopy(copy: string): void {
  const database = new Database(copy, { readonly: true });
  try {
    const tables = database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0").pluck().all();
    for (const table of ["sqlite_schema", ...tables]) {
      const check = database.pragma(`quick_check("${table}")`, { simple: true });
      if (check !== "ok") throw new Error(`The copy is damaged: ${String(check)}`);
    }
  } finally {
    database.close();
  }
}

function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
    removeCompanions(draft);
  } catch {
    // Throws the backup's own error, not that of the cleanup.
  }
}

/** The files that SQLite lays beside a store when it is read; a copy that nobody has written needs none of them. */
function removeCompanions(file: string): void {
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
}

/** A rename is lasting only when the file, and then its folder, have reached the disk. */
async function syncPath(pathname: string): Promise<void> {
  const handle = await open(pathname, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
