import { readdirSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { addTriggerFunctions } from "../../lib/db/pragmas";

/** Every row of a store file, over a connection of the test's own. */
export function rows<Row = Record<string, unknown>>(file: string, sql: string): Row[] {
  const database = new Database(file, { readonly: true });
  try {
    return database.prepare<[], Row>(sql).all();
  } finally {
    database.close();
  }
}

/** Changes a store file behind the server's back. */
export function alter(file: string, sql: string): void {
  const database = new Database(file);
  addTriggerFunctions(database);
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** What a sign-in, a lock, a job or a search index writes is no change of the data; events have a test of their own. */
const NOT_DATA = /^(sqlite_|session$|event$|event_subject$|job$|store_lock$|contact_(prefix|trigram)|name_(word|key)$)/;

/** Everything that people would miss, of every store of a data folder. */
export function allData(folder: string): Record<string, unknown[]> {
  const data: Record<string, unknown[]> = {};
  for (const name of readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".db") && !file.includes("backups"))
    .sort()) {
    const database = new Database(path.join(folder, name), { readonly: true });
    for (const table of database.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all()) {
      if (!NOT_DATA.test(table)) data[`${name} ${table}`] = database.prepare(`SELECT * FROM "${table}"`).all();
    }
    database.close();
  }
  return data;
}
