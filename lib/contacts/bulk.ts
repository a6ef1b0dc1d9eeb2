import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { BranchKey } from "../branches";
import type { EventPayloads, Happening, MergedRows } from "../events";
import { dayRange, localDate } from "../local-time";
import { addCounts, type Fillable, firstWithSamePhone, type Incoming, type MergeCounts, type MergeTarget, mergeInto } from "../merge-rule";
import type { PhoneMatch } from "../phones";
import { searchText } from "../search-text";
import { failpoint } from "../test-hooks";

interface KnownContact extends Fillable {
  seq: number;
}

const KNOWN = "SELECT seq, email, company, title, birthday, birth_year, address FROM contact";

/** What a merge into a contacts store needs to know besides the people. */
export interface ContactsMerge {
  /** Where new guests were recorded. */
  branch: BranchKey;
  /** Whose calendar says "the same date" for guests without a phone. */
  timeZone: string;
  /** Takes each filled guest as an event. */
  say: (happening: Happening) => void;
  why: EventPayloads["contact.changed"]["why"];
}

/** A contacts store as the target of a merge. */
export function contactsTarget(database: Database.Database, { branch, timeZone, say, why }: ContactsMerge): MergeTarget<KnownContact> {
  // Rows as arrays: objects made by the driver cost a fifth of a merge that finds everybody there.
  const byPhone = database
    .prepare<[string], KnownRow>(
      `SELECT p.calling_code, c.seq, c.email, c.company, c.title, c.birthday, c.birth_year, c.address
       FROM contact_phone p JOIN contact c ON c.seq = p.contact_seq WHERE p.key = ?`,
    )
    .raw();
  const byName = database.prepare<[string, string, string], KnownContact>(
    `${KNOWN} WHERE added_at >= ? AND added_at < ? AND name = ? LIMIT 1`,
  );
  const insertContact = database.prepare(
    `INSERT INTO contact (id, name, phones, email, company, title, birthday, birth_year, address, added_at, branch, search_text)
     VALUES (@id, @name, @phones, @email, @company, @title, @birthday, @birth_year, @address, @added_at, @branch, @search_text)`,
  );
  const insertPhone = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const fill = database.prepare(
    `UPDATE contact SET email = @email, company = @company, title = @title, birthday = @birthday, birth_year = @birth_year,
       address = @address, version = version + 1 WHERE seq = @seq`,
  );
  const idOf = database.prepare<[number], string>("SELECT id FROM contact WHERE seq = ?").pluck();
  const ranges = new Map<string, { from: string; to: string }>();

  return {
    findByPhone: (numbers) => firstWithSamePhone(numbers, (key) => byPhone.all(key).map((row) => knownContact(key, row))),
    findByName(person) {
      const { from, to } = dayOf(person.added_at, timeZone, ranges);
      return byName.get(from, to, person.name) ?? null;
    },
    insert({ person, numbers }) {
      const { lastInsertRowid } = insertContact.run({ ...person, id: uuid(), branch, search_text: searchText(person.name, numbers) });
      for (const [position, number] of numbers.entries()) {
        insertPhone.run(lastInsertRowid, position, number.digits, number.key, number.calling_code);
      }
    },
    known: (row) => row,
    fill(row, gaps) {
      fill.run({ ...row, ...gaps });
      const old = Object.fromEntries(Object.keys(gaps).map((field) => [field, row[field as keyof Fillable]]));
      say({ kind: "contact.changed", subjects: [idOf.get(row.seq) ?? ""], payload: { why, old, new: gaps } });
    },
  };
}

type KnownRow = [string, number, string, string, string, string, number | null, string];

function knownContact(key: string, row: KnownRow): PhoneMatch & KnownContact {
  const [calling_code, seq, email, company, title, birthday, birth_year, address] = row;
  return { key, calling_code, seq, email, company, title, birthday, birth_year, address };
}

function dayOf(instant: string, timeZone: string, cache: Map<string, { from: string; to: string }>): { from: string; to: string } {
  const date = localDate(new Date(instant), timeZone);
  let range = cache.get(date);
  if (!range) {
    const { from, to } = dayRange(date, timeZone);
    range = { from: from.toISOString(), to: to.toISOString() };
    cache.set(date, range);
  }
  return range;
}

/** From this many rows on, the search indexes are filled once at the end: 25 times as fast as row by row (stack.md). */
const BULK_FROM = 500;

/**
 * Merges people into a contacts store, inside the caller's transaction. They should come in the order of added_at, so
 * that the newest guests have the highest row ids.
 * @param expected about how many rows come; it decides how the search indexes are kept
 */
export function mergeContacts(
  database: Database.Database,
  target: MergeTarget<KnownContact>,
  people: Iterable<Incoming>,
  expected: number,
): MergedRows {
  const last = lastSeq(database);
  const counts = expected < BULK_FROM ? mergeInto(target, people) : mergeUnindexed(database, target, people, last);
  return mergedRows(counts, last, lastSeq(database));
}

const lastSeq = (database: Database.Database) =>
  database.prepare<[], number>("SELECT coalesce(max(seq), 0) FROM contact").pluck().get() ?? 0;

/** What a merge counted, with the row ids that it gave out: AUTOINCREMENT gives them in a row within a transaction. */
export function mergedRows(counts: MergeCounts, lastBefore: number, lastNow: number): MergedRows {
  const any = lastNow > lastBefore;
  return { ...counts, first_seq: any ? lastBefore + 1 : null, last_seq: any ? lastNow : null };
}

/** What one merge after the other counted, together. */
export function addMerged(a: MergedRows, b: MergedRows): MergedRows {
  return { ...addCounts(a, b), first_seq: a.first_seq ?? b.first_seq, last_seq: b.last_seq ?? a.last_seq };
}

export const NOTHING_MERGED: MergedRows = { inserted: 0, skipped: 0, filled: 0, first_seq: null, last_seq: null };

function mergeUnindexed(
  database: Database.Database,
  target: MergeTarget<KnownContact>,
  people: Iterable<Incoming>,
  last: number,
): MergeCounts {
  const triggers = database
    .prepare(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND (name LIKE 'contact_search_%' OR name = 'contact_late_insert')",
    )
    .all() as {
    name: string;
    sql: string;
  }[];
  const newest = database.prepare<[], string | null>("SELECT max(added_at) FROM contact").pluck().get() ?? "";
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  const counts = mergeInto(target, people);
  failpoint("contacts:unsearchable");
  for (const index of ["contact_prefix", "contact_trigram"]) {
    database.prepare(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact WHERE seq > ? ORDER BY seq`).run(last);
  }
  database.prepare("INSERT INTO contact_late (seq) SELECT seq FROM contact WHERE seq > ? AND added_at < ?").run(last, newest);
  failpoint("contacts:without-triggers");
  for (const { sql } of triggers) database.exec(sql);
  return counts;
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

/** Says each one as it goes by. */
export function* countedOff<T>(all: Iterable<T>, each: () => void): Generator<T> {
  for (const one of all) {
    yield one;
    each();
  }
}
