import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import { BRANCH_NAMES, type BranchKey } from "../branches";
import { timestamp } from "../clock";
import { AppError, isAppError } from "../errors";
import { backUp } from "./backup";
import { isBroken, storeFailure } from "./failures";
import { APPLICATION_ID, type StoreKind, storeName } from "./files";
import { migrate, pendingMigrations } from "./migrate";
import { openReading } from "./pragmas";

/** Whose store a file is: a branch's, or the group's hub. */
export type Owner = BranchKey | "hub";

const nameOf = (owner: Owner) => (owner === "hub" ? "The group" : BRANCH_NAMES[owner]);

/**
 * Makes a new store. It is built beside its place and then moved there, so that a kill leaves no half-made file that
 * the gate would refuse for ever.
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
  renameSync(draft, file);
  const folder = openSync(path.dirname(file), "r");
  try {
    fsyncSync(folder); // a rename is lasting only when the folder has reached the disk
  } finally {
    closeSync(folder);
  }
}

/**
 * The start gate: whether a file may be used as this owner's store. It then brings the file to the newest schema,
 * after a backup.
 * @throws AppError `db_missing`, `db_corrupt` (damaged, empty or foreign), `db_wrong_branch`, `migration_failed`; and
 *   `db_read_only`, `disk_full` or `busy`, when nothing is wrong with the file
 */
export async function passGate(file: string, kind: StoreKind, owner: Owner): Promise<void> {
  checkFile(file, kind, owner);
  try {
    if (pendingMigrations(file, kind).length === 0) return;
    await backUp(file, "before-migration");
    migrate(file, kind);
  } catch (error) {
    const failure = storeFailure(error);
    if (isAppError(failure) && failure.code !== "internal") throw failure;
    throw new AppError(
      "migration_failed",
      `${nameOf(owner)}'s data could not be brought to this version. It was left as it was. Restore the older version or its backup: npm run restore -- ${storeName(owner, kind)}`,
      { cause: error },
    );
  }
}

/**
 * Whether a file is whole and is this owner's store; it reads all of it and changes nothing.
 * @throws AppError `db_missing`, `db_corrupt`, `db_wrong_branch`, `db_read_only`, `disk_full`, `busy`
 */
export function checkFile(file: string, kind: StoreKind, owner: Owner): void {
  const size = sizeOf(file);
  if (size === null) {
    throw new AppError(
      "db_missing",
      `${nameOf(owner)}'s data file is missing. Nothing was made in its place. Put the file back or restore a backup: npm run restore -- ${storeName(owner, kind)}`,
    );
  }
  const damaged = (cause?: unknown) =>
    new AppError(
      "db_corrupt",
      `${nameOf(owner)}'s data file is damaged or is not Daftar's. It was left as it is; the other branches go on working. Restore its newest backup: npm run restore -- ${storeName(owner, kind)}`,
      { cause },
    );
  if (size === 0) throw damaged(); // an empty file passes SQLite's own check
  const info = inspect(file, damaged);
  if (info.applicationId !== APPLICATION_ID || info.kind !== kind) throw damaged();
  if (info.branch !== owner) {
    throw new AppError(
      "db_wrong_branch",
      `In the place of ${nameOf(owner)}'s data lies the file of another branch. It was left as it is. Put the right file back or restore a backup: npm run restore -- ${storeName(owner, kind)}`,
    );
  }
}

/** Null when there is no file; a folder that may not be looked into is another matter. */
function sizeOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.size ?? null;
  } catch (error) {
    throw storeFailure(error);
  }
}

interface Inspection {
  applicationId: unknown;
  kind: unknown;
  branch: unknown;
}

function inspect(file: string, damaged: (cause?: unknown) => AppError): Inspection {
  let database: Database.Database | undefined;
  try {
    database = openReading(file);
    const applicationId = database.pragma("application_id", { simple: true });
    const check = database.pragma("quick_check(1)", { simple: true });
    if (check !== "ok") throw damaged(new Error(`quick_check: ${String(check)}`));
    const info = storeInfo(database);
    return { applicationId, kind: info.kind, branch: info.branch };
  } catch (error) {
    const failure = storeFailure(error);
    throw isBroken(failure) && failure !== error ? damaged(error) : failure;
  } finally {
    database?.close();
  }
}

function storeInfo(database: Database.Database): Record<string, string> {
  const columns = database.pragma("table_info(store_info)") as { name: string }[];
  if (!["name", "value"].every((name) => columns.some((column) => column.name === name))) return {}; // another program's file
  const rows = database.prepare("SELECT name, value FROM store_info").all() as { name: string; value: string }[];
  return Object.fromEntries(rows.map((row) => [row.name, row.value]));
}
