import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import type Database from "better-sqlite3";
import { now } from "../clock";
import { AppError, type ErrorCode, isAppError } from "../errors";
import { branchName } from "../known-branches";
import { syncFile, syncFolder } from "../sync-to-disk";
import { failpoint } from "../test-hooks";
import { COMPANIONS, PUT_ASIDE, stampOf } from "./backup-files";
import { checkFile } from "./check-before-open";
import { checkpoint } from "./checkpoint";
import { storeFailure } from "./failures";
import { backupsDir, type StorePlace, storeName } from "./files";
import { noteLastCommit } from "./last-commits";
import { NewerStore, pendingMigrations } from "./migrate";
import { openWriting } from "./pragmas";
import { statement } from "./statements";

/*
 * A copy that is laid over a store by hand is not what is read afterwards: SQLite replays the old `-wal` over it. A restore
 * therefore has one moment at which it is decided: the checked copy gets the name `STORE.db.restored-TIME`. Before it, the
 * old store stands untouched; from it on, whoever opens the store first moves the old files away and the copy into their
 * place (`finishRestore`). A kill leaves the one or the other.
 */

/** What a restore did. */
export interface Restored {
  /** The former files, by their names in the store's `backups` folder; empty if there were none. */
  putAside: string[];
  /** The backup was made by an older version; the next start brings it to this one. */
  isOlder: boolean;
}

/**
 * Makes the copy of a backup ready before it is decided that it is restored.
 * @param draft the copy, checked
 * @param before a copy of the store that is there, which may be damaged; null where there is none
 */
export type Preparation = (draft: string, before: string | null) => void;

/** The copy stands ready and decided, and could not be put into its place: the next try, or the next start, does it. */
export class RestoreUnfinished extends Error {}

/**
 * Puts a backup into a store's place. What was there is moved into the store's `backups` folder and never deleted. The
 * caller holds the data folder's lock. It blocks.
 * @param backup the path of the backup; what lies in its `-wal` belongs to it
 * @param prepare what is done to the copy before
 * @throws AppError when nothing was changed; RestoreUnfinished
 */
export function restoreStore(store: StorePlace, backup: string, prepare?: Preparation): Restored {
  const { file } = store;
  finishRestore(file);
  const draft = file + DRAFT;
  const stamp = stampOf(now());
  let isOlder: boolean;
  try {
    copyWhole(backup, draft);
    isOlder = checkBackup(store, draft);
    noteRestored(draft);
    if (prepare) prepareDraft(file, draft, prepare);
    removeCompanions(draft);
    syncFile(draft);
    failpoint("restore:copied");
    renameSync(draft, `${file}${DECIDED}${stamp}`);
  } catch (error) {
    for (const left of [draft, draft + BEFORE]) discard(left);
    throw storeFailure(error);
  }
  try {
    syncFolder(path.dirname(file));
    failpoint("restore:decided");
    finishRestore(file);
    checkFile(file, store.kind, store.owner);
    removeCompanions(file); // of the reading above
  } catch (error) {
    const { message } = storeFailure(error) as Error;
    throw new RestoreUnfinished(
      `The backup was copied and checked, but is not in its place yet (${message}). Mend that, then start the server or run this command again: either finishes it.`,
      { cause: error },
    );
  }
  const aside = asideName(file, stamp);
  const putAside = ["", ...COMPANIONS].map((suffix) => aside + suffix).filter((name) => existsSync(path.join(backupsDir(file), name)));
  return { putAside, isOlder };
}

/**
 * A copy of a backup beside the store, which nobody takes for it.
 * @returns whether it was made by an older version
 * @throws AppError when it is damaged, is not this store's, or a newer version's
 */
export function copyChecked(store: StorePlace, backup: string, draft: string): boolean {
  try {
    copyWhole(backup, draft);
    return checkBackup(store, draft);
  } catch (error) {
    throw storeFailure(error);
  }
}

/** In a store's `store_info`: when it last came out of a backup, ISO 8601. What happened before may be unknown to it. */
const RESTORED_AT = "restored_at";

function noteRestored(draft: string): void {
  const database = openWriting(draft);
  try {
    database
      .prepare("INSERT INTO store_info VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value")
      .run(RESTORED_AT, now().toISOString());
  } finally {
    database.close();
  }
}

/** When a store last came out of a backup, ISO 8601; null for one that never did. */
export function restoredAt({ sql }: { sql: Database.Database }): string | null {
  return statement<[string], { value: string }>(sql, "SELECT value FROM store_info WHERE name = ?").get(RESTORED_AT)?.value ?? null;
}

const DRAFT = ".restoring";
const BEFORE = ".before";

function prepareDraft(file: string, draft: string, prepare: Preparation): void {
  const before = draft + BEFORE;
  // A copy: whoever opens the store itself writes its `-wal` into it, and what is put aside would not be what was there.
  prepare(draft, copyIfReadable(file, before) ? before : null);
  discard(before);
}

const DECIDED = ".restored-";

/**
 * Finishes a restore of this store that was decided and then killed, and takes away the draft of one that was not; it is
 * called before a store is opened. Safe to be killed itself at any moment.
 * @throws AppError `db_read_only`, `disk_full`
 */
export function finishRestore(file: string): void {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file)}${DECIDED}`;
  try {
    for (const left of [file + DRAFT, file + DRAFT + BEFORE]) if (existsSync(/* turbopackIgnore: true */ left)) discard(left);
    const decided = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
    for (const name of decided.sort()) {
      mkdirSync(backupsDir(file), { recursive: true, mode: 0o700 });
      const aside = path.join(backupsDir(file), asideName(file, name.slice(prefix.length)));
      // The store goes before its `-wal`: a `-wal` alone harms nothing.
      for (const suffix of ["", ...COMPANIONS]) moveAside(file + suffix, aside + suffix);
      syncFolder(backupsDir(file));
      syncFolder(folder); // a power cut may not bring the old `-wal` back beside the new store
      noteLastCommit(file, null, true); // what the backup lacks is not missing; the next to open it takes it as it is
      failpoint("restore:cleared");
      renameSync(path.join(folder, name), file);
      failpoint("restore:placed");
      syncFolder(folder);
    }
  } catch (error) {
    throw storeFailure(error);
  }
}

function asideName(file: string, stamp: string): string {
  return `${path.basename(file, ".db")}-${stamp}-${PUT_ASIDE}.db`;
}

function moveAside(from: string, to: string): void {
  if (!existsSync(from)) return;
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EXDEV") throw error;
    // The backups lie on another disk, where a good keeper puts them.
    copyFileSync(from, `${to}.tmp`);
    syncFile(`${to}.tmp`);
    renameSync(`${to}.tmp`, to);
    syncFolder(path.dirname(to));
    rmSync(from);
  }
  failpoint("restore:aside");
}

/** A copy of all that a backup holds in one file: a store that was put aside may have the most of it in its `-wal`. */
function copyWhole(backup: string, draft: string): void {
  removeCompanions(draft);
  for (const suffix of ["", "-wal"]) {
    if (!existsSync(backup + suffix)) continue;
    copyFileSync(backup + suffix, draft + suffix, constants.COPYFILE_FICLONE);
    chmodSync(draft + suffix, 0o600);
  }
}

function copyIfReadable(file: string, copy: string): boolean {
  try {
    if (!existsSync(file)) return false;
    copyWhole(file, copy);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOSPC") throw error;
    return false; // a disk with bad blocks is what somebody restores for
  }
}

/**
 * Reads all of the copy. What it says is about the backup, which is exactly what was copied.
 * @returns whether it has an older schema
 * @throws AppError when it is damaged, or is not this store's
 */
function checkBackup(store: StorePlace, draft: string): boolean {
  const name = storeName(store.owner, store.kind);
  const refusal = (code: ErrorCode, sentence: string, cause: unknown) =>
    new AppError(code, `${sentence} Nothing was changed. Take another backup.`, { cause });
  try {
    if (existsSync(`${draft}-wal`)) checkpoint(draft);
    checkFile(draft, store.kind, store.owner);
  } catch (error) {
    const failure = storeFailure(error);
    const code = isAppError(failure) ? failure.code : "";
    if (code === "db_corrupt") throw refusal(code, `This file is damaged, or is no backup of ${name}.`, error);
    if (code === "db_wrong_branch") {
      throw refusal(
        code,
        `This is not a backup of ${store.owner === "hub" ? "the group" : branchName(store.owner)}, but of another branch.`,
        error,
      );
    }
    throw failure;
  }
  try {
    return pendingMigrations(draft, store.kind).length > 0;
  } catch (error) {
    if (error instanceof NewerStore) {
      const sentence = "This backup was made by a newer version of Daftar. Nothing was changed. Restore it with that one.";
      throw new AppError("db_newer", sentence, { cause: error });
    }
    throw refusal("migration_failed", "This backup was made by a changed version of Daftar.", error);
  }
}

function discard(draft: string): void {
  removeCompanions(draft);
  rmSync(draft, { force: true });
}

function removeCompanions(file: string): void {
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
}
