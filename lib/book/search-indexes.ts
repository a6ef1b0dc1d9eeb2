import type Database from "better-sqlite3";
import { failpoint } from "../test-hooks";

/**
 * From this many rows on, the search indexes are filled once at the end: 25 times as fast as row by row (docs/design/stack.md, Speed
 * facts).
 */
const BULK_FROM = 500;

/** The highest row id that a guest ever had. */
export const lastSeq = (database: Database.Database) =>
  database.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'contact'").pluck().get() ?? 0; // also of a guest who is gone

/**
 * Does some work on the contacts of a store with the search indexes filled once at its end, where very many come.
 * @param expected about how many rows come
 */
export function indexedAtEnd<Answer>(database: Database.Database, expected: number, work: () => Answer): Answer {
  if (expected < BULK_FROM) return work();
  const last = lastSeq(database);
  const triggers = database
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND (name LIKE 'contact_search_%' OR name = 'contact_late_insert')",
    )
    .all();
  const newest = database.prepare<[], string | null>("SELECT max(added_at) FROM contact").pluck().get() ?? "";
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  // Guests who were there before are in the indexes, and stay right in them; to take out one who is not in them yet spoils them.
  const guarded = triggers.filter(({ name }) => name === "contact_search_delete" || name === "contact_search_update");
  for (const { sql } of guarded) database.exec(onlyUpTo(last, sql));
  const answer = work();
  for (const { name } of guarded) database.exec(`DROP TRIGGER "${name}"`);
  failpoint("contacts:unsearchable");
  for (const index of ["contact_prefix", "contact_trigram"]) {
    database.prepare(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact WHERE seq > ? ORDER BY seq`).run(last);
  }
  fillNameWords(database, last);
  const late = `SELECT seq, added_at, max(added_at) OVER (ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
    FROM contact WHERE seq > ?`;
  database
    .prepare(`INSERT OR IGNORE INTO contact_late (seq) SELECT seq FROM (${late}) WHERE added_at < max(coalesce(before, ''), ?)`)
    .run(last, newest);
  failpoint("contacts:without-triggers");
  for (const { sql } of triggers) database.exec(sql);
  return answer;
}

/** Rebuilds the search indexes: after damage they may hold other texts than the rows. */
export function rebuildSearch(database: Database.Database): void {
  for (const index of ["contact_prefix", "contact_trigram"]) database.exec(`INSERT INTO ${index} (${index}) VALUES ('rebuild')`);
  database.exec("DELETE FROM name_key; DELETE FROM name_word");
  fillNameWords(database, 0);
}

/** Takes in the words of all guests whose row ids are higher. */
export function fillNameWords(database: Database.Database, last: number): void {
  database.prepare(NAME_WORDS).run(last);
}

/** As the triggers split a text into its words. */
const NAME_WORDS = `INSERT INTO name_word (word, guests)
  SELECT word.value, count(DISTINCT seq) FROM contact, json_each('[' || replace(json_quote(search_text), ' ', '","') || ']') AS word
  WHERE seq > ? AND word.value GLOB '*[^0-9]*' GROUP BY word.value
  ON CONFLICT (word) DO UPDATE SET guests = guests + excluded.guests`;

/** A trigger of the search indexes that acts for the rows up to one alone. */
function onlyUpTo(last: number, sql: string): string {
  const [head, body] = sql.split(/\bBEGIN\b/, 2) as [string, string];
  const [event, condition] = head.split(/\bWHEN\b/, 2) as [string, string | undefined];
  return `${event} WHEN old.seq <= ${last}${condition ? ` AND (${condition})` : ""} BEGIN ${body}`;
}

/** One step of an optimisation: so many index pages are merged under one lock, and others get their turn in between. */
const PAGES_PER_STEP = 500;

/**
 * Merges the search indexes' parts into one, in short steps: single inserts cost them up to half their speed. Safe to
 * end at any moment.
 */
export function optimiseSearch(database: Database.Database): void {
  for (const index of ["contact_prefix", "contact_trigram"]) {
    const step = database.prepare(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', ?)`);
    const changes = database.prepare<[], { n: number }>("SELECT total_changes() AS n");
    // A negative first step marks everything for merging; SQLite says that it is done by changing less than two rows.
    for (let pages = -PAGES_PER_STEP; ; pages = PAGES_PER_STEP) {
      const before = changes.get()?.n ?? 0;
      step.run(pages);
      if ((changes.get()?.n ?? 0) - before < 2) break;
    }
  }
}
