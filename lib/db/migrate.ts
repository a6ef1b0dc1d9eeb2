import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { v7 as uuid } from "uuid";
import { timestamp } from "../clock";
import { env } from "../env";
import { readPhones } from "../phones";
import { migrationsDir, type StoreKind } from "./files";
import { addTriggerFunctions, openReading, openWriting } from "./pragmas";

/** Prisma's own table, so that its tools read what our runner did. */
const LEDGER = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" TEXT PRIMARY KEY NOT NULL, "checksum" TEXT NOT NULL, "finished_at" DATETIME, "migration_name" TEXT NOT NULL,
  "logs" TEXT, "rolled_back_at" DATETIME, "started_at" DATETIME NOT NULL DEFAULT current_timestamp,
  "applied_steps_count" INTEGER UNSIGNED NOT NULL DEFAULT 0)`;

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** By their folders. They belong to the program, as its code does: a newer one is another process's. */
const known = new Map<string, readonly Migration[]>();

/** The migrations of a kind, in their order. Read once: each opening of a store asks for them twice. */
export function migrationsOf(kind: StoreKind): readonly Migration[] {
  const folder = migrationsDir(kind);
  const found = known.get(folder) ?? readMigrations(folder);
  known.set(folder, found);
  return found;
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((name) => existsSync(path.join(folder, name, "migration.sql")))
    .sort()
    .map((name) => {
      const sql = readFileSync(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    });
}

/** A store, or a backup, knows a migration that this program does not. */
export class NewerStore extends Error {
  override readonly name = "NewerStore";
}

/** The migrations that a file has not seen yet. @throws NewerStore; Error when an applied one was edited */
export function pendingMigrations(file: string, kind: StoreKind): Migration[] {
  const database = openReading(file);
  try {
    return pendingOf(database, migrationsOf(kind));
  } finally {
    database.close();
  }
}

type Connection = ReturnType<typeof openWriting>;

/** The same over an open connection. */
export function pendingOf(database: Connection, known: readonly Migration[]): Migration[] {
  const hasLedger = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_prisma_migrations'").get();
  const applied = hasLedger
    ? (database
        .prepare("SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL")
        .all() as { name: string; checksum: string }[])
    : [];
  for (const { name, checksum } of applied) {
    const here = known.find((migration) => migration.name === name);
    if (!here) throw new NewerStore(`The store was migrated by a newer version: ${name} is not known here.`);
    if (here.checksum !== checksum) throw new Error(`Migration ${name} was edited after it was applied.`);
  }
  return known.filter((migration) => !applied.some((row) => row.name === migration.name));
}

/** What migrations may call beside SQLite's own: `phones_of` gives the numbers of a phones string as a JSON list. */
export function addMigrationFunctions(database: Connection): void {
  addTriggerFunctions(database);
  database.function("phones_of", (phones) => JSON.stringify(readPhones(String(phones), env().DEFAULT_COUNTRY_CODE)));
}

/**
 * Brings a file to the newest schema: all pending migrations in one transaction, so that a kill leaves the old schema
 * or the new one. Two processes that start at once queue up here.
 * @param inSameTransaction what else a new file needs before anybody may see it
 */
export function migrate(file: string, kind: StoreKind, inSameTransaction: (database: Connection) => void = () => {}): string[] {
  const database = openWriting(file, 30_000);
  try {
    addMigrationFunctions(database);
    database.pragma("foreign_keys = OFF"); // a table rebuild would cascade into its children; checked below instead
    return database
      .transaction(() => {
        database.exec(LEDGER);
        const pending = pendingOf(database, migrationsOf(kind));
        for (const migration of pending) apply(database, migration);
        inSameTransaction(database);
        return pending.map((migration) => migration.name);
      })
      .immediate();
  } finally {
    database.close();
  }
}

function apply(database: Connection, migration: Migration): void {
  const startedAt = timestamp();
  database.exec(migration.sql);
  const violations = database.pragma("foreign_key_check") as unknown[];
  if (violations.length > 0) throw new Error(`Migration ${migration.name} leaves rows that point nowhere.`);
  database
    .prepare(
      "INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count) VALUES (?, ?, ?, ?, ?, 1)",
    )
    .run(uuid(), migration.checksum, migration.name, startedAt, timestamp());
}
