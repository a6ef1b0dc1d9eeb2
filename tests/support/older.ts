import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import type { StoreKind } from "../../lib/db/files";
import { migrate } from "../../lib/db/migrate";

/** A hub as it was before a migration; `update` brings it to this version, and tells which migrations that took. */
export function hubBefore(migration: string): { file: string; update: () => string[] } {
  const folder = temporaryFolder();
  const file = path.join(folder, "hub.db");
  new Database(file).close();
  asBefore("hub", migration, () => migrate(file, "hub"));
  return { file, update: () => migrate(file, "hub") };
}

/** Runs something in the folder of an older version: with the migrations from before this one of a kind. */
export function asBefore<Result>(kind: StoreKind, migration: string, work: () => Result): Result {
  const here = process.cwd();
  const folder = temporaryFolder();
  cpSync("prisma", path.join(folder, "prisma"), { recursive: true });
  const migrations = path.join(folder, "prisma", kind, "migrations");
  const later = readdirSync(migrations).filter((name) => /^\d/.test(name) && name >= migration);
  for (const name of later) rmSync(path.join(migrations, name), { recursive: true });
  process.chdir(folder);
  try {
    return work();
  } finally {
    process.chdir(here);
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-older-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
