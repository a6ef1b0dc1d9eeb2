import { mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import { AppError, isAppError } from "../errors";
import { branchName } from "../known-branches";
import { processWide } from "../process-wide";
import { syncFolder } from "../sync-to-disk";
import { backUp } from "./backup";
import { runBulk } from "./bulk-steps";
import { deepCheck } from "./deep-check";
import { isBroken, storeFailure } from "./failures";
import { readHeader, type Stamp, sameStamp, stampOf } from "./file-header";
import { APPLICATION_ID, backupsDir, dataDir, type Owner, type StoreKind, storeName } from "./files";
import { noteLastCommit } from "./last-commits";
import { READ_PATIENCE, tryWhileLocked } from "./locks";
import { migrate, migrationsOf, NewerStore, pendingOf } from "./migrate";
import { noteMigrated } from "./migrations-at-start";
import { openReading, openWriting } from "./pragmas";
import { settleJournal } from "./rollback-journal";
import { missingObjects } from "./schema";
import { unmovedPages } from "./wal";

const nameOf = (owner: Owner) => (owner === "hub" ? "The group" : branchName(owner));

/**
 * Makes a new store. It is built beside its place and then moved there, so that a kill leaves no half-made file that
 * the check would refuse for ever.
 */
export function createStoreFile(file: string, kind: StoreKind, owner: Owner): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.new`;
  for (const suffix of ["", "-wal", "-shm"]) rmSync(draft + suffix, { force: true });
  const database = new Database(draft);
  database.pragma(`application_id = ${APPLICATION_ID}`);
  database.close();
  migrate(draft, kind, (connection) => {
    const say = connection.prepare("INSERT INTO store_info (name, value) VALUES (?, ?)");
    say.run("id", uuid());
    say.run("kind", kind);
    say.run("branch", owner);
    say.run("created_at", timestamp());
  });
  noteLastCommit(file, null);
  renameSync(draft, file);
  syncFolder(path.dirname(file));
}

/** How a store is checked. */
export interface StoreCheck {
  /** Has all of the file read, in a process of its own, before it is used: after damage, a refusal or a change from outside. */
  thorough?: boolean;
  /** Is called before each wait that may take longer than a moment: a lock, a thorough check, a migration. */
  onWait?: () => void;
}

/**
 * The check before opening: whether a file may be used as this owner's store. It costs no more for a large file than for a small
 * one, unless it is to be thorough. It then brings the file to the newest schema, after a backup.
 * @throws AppError `db_missing`, `db_corrupt` (damaged, empty, foreign or without its search index), `db_wrong_branch`,
 *   `db_newer`, `migration_failed`; and `db_read_only`, `disk_full` or `busy`, when nothing is wrong with the file
 */
export async function checkBeforeOpen(file: string, kind: StoreKind, owner: Owner, check: StoreCheck = {}): Promise<void> {
  const { thorough = false, onWait = () => {} } = check;
  await tryWhileLocked(() => settleJournal(file), READ_PATIENCE, onWait);
  const look = await tryWhileLocked(() => lookAtFile(file, kind, owner), READ_PATIENCE, onWait);
  if (thorough || look.isUnsure) {
    onWait();
    await deepCheck({ file, kind, owner });
  }
  if (!look.isWal) await tryWhileLocked(() => openWriting(file).close(), READ_PATIENCE, onWait);
  if (look.pending === 0) return;
  onWait();
  await bringUpToDate(file, kind, owner);
}

/**
 * One backup for a file as it is, however often a locked file or a full disk makes the migration come again. The
 * migration itself runs in a thread: it may rebuild a large table, and may wait for a lock.
 */
async function bringUpToDate(file: string, kind: StoreKind, owner: Owner): Promise<void> {
  const backedUp = processWide("backups before a migration", () => new Map<string, { name: string; stamp: Stamp | null }>());
  try {
    let backup = backedUp.get(file);
    if (!backup || !sameStamp(backup.stamp, stampOf(file))) {
      backup = { name: await backUp(file, "before-migration"), stamp: stampOf(file) };
      backedUp.set(file, backup);
    }
    const migrations = await runBulk<string[]>("migrate-store", { file, kind });
    const place = path.relative(dataDir(), path.join(backupsDir(file), backup.name)).replaceAll(path.sep, "/");
    if (migrations.length > 0) noteMigrated({ store: storeName(owner, kind), kind, migrations, backup: place });
  } catch (error) {
    const failure = storeFailure(error);
    if (isAppError(failure) && failure.code !== "internal") throw failure;
    throw migrationFailed(owner, kind, error);
  }
}

interface Look {
  /** How many migrations the file has not seen. */
  pending: number;
  isWal: boolean;
  /** The file is shorter than it should be, and the rest may or may not stand in its `-wal`. */
  isUnsure: boolean;
}

/**
 * Whether a file is this owner's store, by its size, its first bytes and its schema.
 * @throws AppError of `checkBeforeOpen`
 */
function lookAtFile(file: string, kind: StoreKind, owner: Owner): Look {
  requireFile(file, kind, owner);
  const header = readHeader(file);
  if (header?.applicationId !== APPLICATION_ID) throw damagedFile(owner, kind);
  return inspect(file, kind, owner, (database) => {
    const pending = pendingIn(database, kind, owner);
    const missing = pending === 0 ? missingObjects(database, kind) : [];
    if (missing.length > 0) throw damagedFile(owner, kind, new Error(`missing: ${missing.join(", ")}`));
    const gap = Math.ceil((header.wholeSize - statSync(file).size) / header.pageSize);
    if (gap > unmovedPages(database)) throw damagedFile(owner, kind, new Error(`${gap} pages are missing at its end`));
    return { pending, isWal: header.isWal, isUnsure: gap > 0 };
  });
}

function pendingIn(database: Database.Database, kind: StoreKind, owner: Owner): number {
  try {
    return pendingOf(database, migrationsOf(kind)).length;
  } catch (error) {
    if (error instanceof NewerStore) throw newerFile(owner, error);
    throw isAppError(storeFailure(error)) ? error : migrationFailed(owner, kind, error);
  }
}

/**
 * Whether a file is whole and is this owner's store; it reads all of it and changes nothing. For a thread, a process of its own or a command:
 * a large file takes many seconds.
 * @param indexes whether each index is compared with its table too, which takes much longer
 * @throws AppError `db_missing`, `db_corrupt`, `db_wrong_branch`, `db_read_only`, `disk_full`, `busy`
 */
export function checkFile(file: string, kind: StoreKind, owner: Owner, indexes = false): void {
  requireFile(file, kind, owner);
  inspect(file, kind, owner, (database) => {
    const check = database.pragma(indexes ? "integrity_check(1)" : "quick_check(1)", { simple: true });
    if (check !== "ok") throw damagedFile(owner, kind, new Error(`check: ${String(check)}`));
  });
}

/** Opens a file, asks whose it is, and closes it. */
function inspect<Answer>(file: string, kind: StoreKind, owner: Owner, examine: (database: Database.Database) => Answer): Answer {
  let database: Database.Database | undefined;
  try {
    database = openReading(file);
    if (database.pragma("application_id", { simple: true }) !== APPLICATION_ID) throw damagedFile(owner, kind);
    const info = storeInfo(database);
    if (info.kind !== kind) throw damagedFile(owner, kind);
    if (info.branch !== owner) throw wrongBranch(owner, kind);
    return examine(database);
  } catch (error) {
    const failure = storeFailure(error);
    throw isBroken(failure) && failure !== error ? damagedFile(owner, kind, error) : failure;
  } finally {
    database?.close();
  }
}

/** An empty file passes SQLite's own check, and a folder is opened as one. */
function requireFile(file: string, kind: StoreKind, owner: Owner): void {
  const stamp = stampOf(file);
  if (!stamp) throw missingFile(owner, kind);
  if (stamp.size === 0 || !statSync(file).isFile()) throw damagedFile(owner, kind);
}

function storeInfo(database: Database.Database): Record<string, string> {
  const columns = database.pragma("table_info(store_info)") as { name: string }[];
  if (!["name", "value"].every((name) => columns.some((column) => column.name === name))) return {}; // another program's file
  const rows = database.prepare("SELECT name, value FROM store_info").all() as { name: string; value: string }[];
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}

const restoreCommand = (owner: Owner, kind: StoreKind) => `npm run restore -- ${storeName(owner, kind)}`;

export function missingFile(owner: Owner, kind: StoreKind): AppError {
  return new AppError(
    "db_missing",
    `${nameOf(owner)}'s data file is missing. Nothing was made in its place. Put the file back or restore a backup: ${restoreCommand(owner, kind)}`,
  );
}

export function damagedFile(owner: Owner, kind: StoreKind, cause?: unknown): AppError {
  return new AppError(
    "db_corrupt",
    `${nameOf(owner)}'s data file is damaged or is not Daftar's. It was left as it is; the other branches go on working. Restore its newest backup: ${restoreCommand(owner, kind)}`,
    { cause },
  );
}

function wrongBranch(owner: Owner, kind: StoreKind): AppError {
  return new AppError(
    "db_wrong_branch",
    `In the place of ${nameOf(owner)}'s data lies the file of another branch. It was left as it is. Put the right file back or restore a backup: ${restoreCommand(owner, kind)}`,
  );
}

function newerFile(owner: Owner, cause: unknown): AppError {
  return new AppError(
    "db_newer",
    `${nameOf(owner)}'s data was made by a newer version of Daftar. It was left as it is, and nothing is wrong with it: start that one.`,
    { cause },
  );
}

function migrationFailed(owner: Owner, kind: StoreKind, cause: unknown): AppError {
  return new AppError(
    "migration_failed",
    `${nameOf(owner)}'s data could not be brought to this version. It was left as it was. Restore the older version or its backup: ${restoreCommand(owner, kind)}`,
    { cause },
  );
}
