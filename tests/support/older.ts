import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { onTestFinished } from "vitest";
import { migrate } from "../../lib/db/migrate";

const MIGRATIONS = "prisma/hub/migrations";

/** A hub as it was before a migration; `update` brings it to this version, and tells which migrations that took. */
export function hubBefore(migration: string): { file: string; update: () => string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-older-"));
  const here = process.cwd();
  onTestFinished(() => {
    process.chdir(here);
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync("prisma", path.join(folder, "prisma"), { recursive: true });
  const later = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name) && name >= migration);
  for (const name of later) rmSync(path.join(folder, MIGRATIONS, name), { recursive: true });
  const file = path.join(folder, "hub.db");
  new Database(file).close();
  process.chdir(folder);
  migrate(file, "hub");
  process.chdir(here);
  return { file, update: () => migrate(file, "hub") };
}
