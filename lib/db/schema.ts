import Database from "better-sqlite3";
import type { StoreKind } from "./files";
import { addMigrationFunctions, type Migration, migrationsOf } from "./migrate";

const OBJECTS = "SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'";

/** By the migrations that make them: they belong to the program and to no data folder. */
const known = new Map<readonly Migration[], readonly string[]>();

/** The tables, indexes and triggers that the migrations of a kind make, FTS5's own tables included: `table contact`. */
function objectsOf(kind: StoreKind): readonly string[] {
  const migrations = migrationsOf(kind);
  const objects = known.get(migrations) ?? objectsMadeBy(migrations);
  known.set(migrations, objects);
  return objects;
}

function objectsMadeBy(migrations: readonly Migration[]): string[] {
  const database = new Database(":memory:");
  try {
    addMigrationFunctions(database);
    for (const { sql } of migrations) database.exec(sql);
    return database.prepare<[], string>(OBJECTS).pluck().all();
  } finally {
    database.close();
  }
}

/** What a store of the newest schema should have and has not: such as a search index that another program dropped. */
export function missingObjects(database: Database.Database, kind: StoreKind): string[] {
  const present = new Set(database.prepare<[], string>(OBJECTS).pluck().all());
  return objectsOf(kind).filter((name) => !present.has(name));
}
