import { closeSync, openSync, readFileSync, writeSync } from "node:fs";
import Database from "better-sqlite3";
import { addTriggerFunctions, openReading } from "../../lib/db/pragmas";
import { threadTime } from "./pace";

const PAGE = 4096;

/** In Beirut, the day of the guest whose row is damaged. */
export const DAMAGED_DAY = "2026-03-03";

/**
 * Fills a closed guest book, so that reading all of it takes a good while: a few guests, and a table of another's with
 * very many rows.
 * @returns how long SQLite's own check of the whole file keeps a thread busy, in milliseconds (`threadTime`)
 */
export function enlarge(file: string): number {
  const database = new Database(file);
  addTriggerFunctions(database);
  database.exec(`
    CREATE TABLE filler (number INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO filler WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 2500000) SELECT n, n FROM counted;
    INSERT INTO contact (id, name, added_at, branch, search_text)
      WITH RECURSIVE counted(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM counted WHERE n < 300)
      SELECT 'guest ' || n, 'Guest ' || n, '2026-01-01T10:00:00.000Z', 'jounieh', '' FROM counted;
    INSERT INTO contact (id, name, added_at, branch, search_text)
      VALUES ('damaged', 'The damaged row', '${DAMAGED_DAY}T10:00:00.000Z', 'jounieh', '');
    PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  const reading = openReading(file);
  const begun = threadTime();
  reading.pragma("quick_check(1)");
  reading.close();
  return threadTime() - begun;
}

/** Lays garbage over the one page on which the guest of the damaged day stands. SQLite notices when it reads that page. */
export function damageOnePage(file: string): void {
  const place = readFileSync(file).indexOf("The damaged row");
  if (place < 0) throw new Error("The row is not in the file.");
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(PAGE, 0xa5), 0, PAGE, Math.floor(place / PAGE) * PAGE);
  closeSync(handle);
}
