import { createReadStream } from "node:fs";
import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { BranchKey } from "../branches";
import { timestamp } from "../clock";
import { readContactFile } from "../contact-files/read";
import { openWriting } from "../db/pragmas";
import { keepReceiptSql, type ReceiptKey } from "../db/receipts";
import { dayRange, localDate } from "../local-time";
import { type Fillable, firstWithSamePhone, type Incoming, type MergeCounts, type MergeTarget, mergeInto } from "../merging/rules";
import { type PhoneMatch, readPhones } from "../phones";
import { searchText } from "../search-text";
import { failpoint } from "../test-hooks";
import type { ImportAnswer, Person } from "./contract";

interface KnownContact extends Fillable {
  seq: number;
}

const KNOWN = "SELECT seq, email, company, title, birthday, birth_year, address FROM contact";

/**
 * A contacts store as the target of a merge.
 * @param branch where new guests were recorded
 * @param timeZone whose calendar says "the same date" for guests without a phone
 */
export function contactsTarget(database: Database.Database, branch: BranchKey, timeZone: string): MergeTarget<KnownContact> {
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
    fill: (row, gaps) => fill.run({ ...row, ...gaps }),
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
): MergeCounts {
  if (expected < BULK_FROM) return mergeInto(target, people);
  const triggers = database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE 'contact_search_%'")
    .all() as {
    name: string;
    sql: string;
  }[];
  const { last } = database.prepare("SELECT coalesce(max(seq), 0) AS last FROM contact").get() as { last: number };
  for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
  const counts = mergeInto(target, people);
  failpoint("contacts:unsearchable");
  for (const index of ["contact_prefix", "contact_trigram"]) {
    database.prepare(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact WHERE seq > ? ORDER BY seq`).run(last);
  }
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

export interface ImportInput {
  /** The store, and the uploaded file beside it. */
  storeFile: string;
  path: string;
  fileName: string;
  format: "vcard" | "csv" | null;
  branch: BranchKey;
  timeZone: string;
  countryCode: string;
  dryRun: boolean;
  receipt: ReceiptKey | null;
}

/** Undoes a trial run: thrown inside the transaction when everything has been counted. */
class TrialRun extends Error {}

/**
 * Brings a file's people into a contacts store, in one transaction: each row is inserted, filled in or skipped by phone
 * key, or reported with its line and reason. They are sorted by added_at on the way, in a temporary table, so that a
 * file of any length costs little memory.
 */
export async function importFile(input: ImportInput): Promise<ImportAnswer> {
  const database = openWriting(input.storeFile, 5_000);
  let answer: ImportAnswer = { inserted: 0, filled: 0, skipped: 0, errors: [], total: 0 };
  try {
    const { rows, errors } = await readInto(database, input);
    const target = contactsTarget(database, input.branch, input.timeZone);
    database
      .transaction(() => {
        const counts = mergeContacts(database, target, sortedPeople(database, input.countryCode), rows);
        answer = { ...counts, errors, total: rows + errors.length };
        failpoint("import:rows");
        if (input.dryRun) throw new TrialRun();
        if (input.receipt) keepReceiptSql(database, { ...input.receipt, status: 200, answer });
      })
      .immediate();
  } catch (error) {
    if (!(error instanceof TrialRun)) throw error;
  } finally {
    database.close();
  }
  return answer;
}

async function readInto(database: Database.Database, input: ImportInput) {
  database.exec("CREATE TEMP TABLE incoming (added_at TEXT NOT NULL, person TEXT NOT NULL)");
  const keep = database.prepare("INSERT INTO temp.incoming (added_at, person) VALUES (?, ?)");
  const errors: ImportAnswer["errors"] = [];
  const importedAt = timestamp();
  let rows = 0;
  const options = { fileName: input.fileName, ...(input.format ? { format: input.format } : {}) };
  database.exec("BEGIN"); // of the temporary table alone: the store stays free meanwhile
  for await (const row of readContactFile(createReadStream(input.path), options)) {
    if ("reason" in row) {
      errors.push(row);
      continue;
    }
    const person: Person = { ...row.person, added_at: row.person.added_at ?? importedAt };
    keep.run(person.added_at, JSON.stringify(person));
    rows++;
  }
  database.exec("COMMIT");
  return { rows, errors };
}

function* sortedPeople(database: Database.Database, countryCode: string): Generator<Incoming> {
  // Page by page, because a connection that is in the middle of one statement's rows runs no other.
  database.exec("CREATE TEMP TABLE sorted AS SELECT person FROM temp.incoming ORDER BY added_at, rowid; DROP TABLE temp.incoming");
  const page = database.prepare<[number, number], { person: string }>(
    "SELECT person FROM temp.sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
  );
  for (let last = 0; ; last += PAGE) {
    const rows = page.all(last, last + PAGE);
    for (const row of rows) {
      const person = JSON.parse(row.person) as Person; // written by readInto
      yield { person, numbers: readPhones(person.phones, countryCode) };
    }
    if (rows.length < PAGE) return;
  }
}

const PAGE = 1_000;
