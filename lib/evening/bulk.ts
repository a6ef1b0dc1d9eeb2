import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../api/endpoint";
import type { BranchKey } from "../branches";
import { timestamp } from "../clock";
import { contactsTarget, mergeContacts, mergedRows } from "../contacts/bulk";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { openReading } from "../db/pragmas";
import type { Outcome } from "../events";
import { addCounts, type Fillable, firstWithSamePhone, type Incoming, type MergeCounts, type MergeTarget, mergeInto } from "../merge-rule";
import type { Person } from "../person";
import { type PhoneMatch, readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import type { mergeTables } from "./contract";
import { mergeAnswer } from "./rules";

interface KnownGuestRow extends Fillable {
  seq: number;
}

/** The guest rows of one business day as the target of Merge All. */
export function guestRowsTarget(
  database: Database.Database,
  table: { business_day: string; name: string; hostess: string; waiter: string },
): MergeTarget<KnownGuestRow> {
  const known = "SELECT seq, email, company, title, birthday, birth_year, address FROM guest_row";
  const phones = database.prepare<[string, string], PhoneMatch & KnownGuestRow>(
    `SELECT p.key, p.calling_code, g.seq, g.email, g.company, g.title, g.birthday, g.birth_year, g.address
     FROM guest_row_phone p JOIN guest_row g ON g.seq = p.guest_seq WHERE p.key = ? AND g.business_day = ?`,
  );
  const byName = database.prepare<[string, string], KnownGuestRow>(`${known} WHERE business_day = ? AND name = ? LIMIT 1`);
  const insertRow = database.prepare(
    `INSERT INTO guest_row (id, business_day, table_name, hostess, waiter, name, phones, email, company, title, birthday, birth_year, address, added_at)
     VALUES (@id, @business_day, @table_name, @hostess, @waiter, @name, @phones, @email, @company, @title, @birthday, @birth_year, @address, @added_at)`,
  );
  const insertPhone = database.prepare(
    "INSERT INTO guest_row_phone (guest_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  // What is filled in after End of Day has taken the row goes into the guest book with the next one.
  const fill = database.prepare(
    `UPDATE guest_row SET email = @email, company = @company, title = @title, birthday = @birthday, birth_year = @birth_year, address = @address,
       booked_by = NULL, taken_for = NULL WHERE seq = @seq`,
  );
  const { business_day, hostess, waiter } = table;
  return {
    findByPhone: (numbers) => firstWithSamePhone(numbers, (key) => phones.all(key, business_day)),
    findByName: (person) => byName.get(business_day, person.name) ?? null,
    insert({ person, numbers }) {
      const { lastInsertRowid } = insertRow.run({ ...person, id: uuid(), business_day, table_name: table.name, hostess, waiter });
      for (const [position, number] of numbers.entries()) {
        insertPhone.run(lastInsertRowid, position, number.digits, number.key, number.calling_code);
      }
    },
    known: (row) => row,
    fill: (row, gaps) => fill.run({ ...row, ...gaps }),
  };
}

export interface MergeOpenTablesInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  countryCode: string;
  backup: string;
  /** For End of Day: only tables and guest rows up to this business day, marked for it; Merge All merges every open table. */
  takeFor: string | null;
}

interface OpenTable {
  id: string;
  name: string;
  hostess: string;
  waiter: string;
  business_day: string;
}

type MergeAllAnswer = AnswerOf<typeof mergeTables>;

/**
 * Every open table's guests become guest rows, by phone key within a business day: one transaction. With `takeFor`, the
 * tables and rows are marked as taken by that day's End of Day in the same transaction.
 */
export function mergeOpenTables(input: MergeOpenTablesInput): MergeAllAnswer {
  const answer = bulkWrite(input.file, input.by, (database): Outcome<MergeAllAnswer> => {
    const tables = database
      .prepare<[string], OpenTable>(
        "SELECT id, name, hostess, waiter, business_day FROM saved_table WHERE closed_by IS NULL AND business_day <= ? ORDER BY saved_at",
      )
      .all(input.takeFor ?? "9999-12-31");
    const last = lastGuestRow(database);
    const { counts, skipped } = mergeEachTable(database, tables, input.countryCode);
    failpoint("merge-tables:rows");
    if (input.takeFor) markTaken(database, input.takeFor);
    const merged = mergedRows(counts, last, lastGuestRow(database));
    const payload = { ...merged, tables: tables.length - skipped.length, taken_for: input.takeFor, backup: input.backup };
    return {
      answer: mergeAnswer(tables.length, counts, skipped, input.backup),
      happened: [{ kind: "tables.merged", subjects: tables.map(({ id }) => id), payload }],
    };
  });
  failpoint("merge-tables:committed");
  return answer;
}

function lastGuestRow(database: Database.Database): number {
  return database.prepare<[], number>("SELECT coalesce(max(seq), 0) FROM guest_row").pluck().get() ?? 0;
}

function mergeEachTable(database: Database.Database, tables: OpenTable[], countryCode: string) {
  const guests = database.prepare<[string], Person>(
    "SELECT name, phones, email, company, title, birthday, birth_year, address, added_at FROM table_guest WHERE table_id = ? ORDER BY position",
  );
  let counts: MergeCounts = { inserted: 0, skipped: 0, filled: 0 };
  const skipped: { table: string; reason: string }[] = [];
  for (const table of tables) {
    const people = guests.all(table.id).map((person): Incoming => ({ person, numbers: readPhones(person.phones, countryCode) }));
    if (people.length === 0) {
      skipped.push({ table: table.name, reason: "no guests" });
      continue;
    }
    counts = addCounts(counts, mergeInto(guestRowsTarget(database, table), people));
    failpoint("merge-tables:table");
  }
  return { counts, skipped };
}

/** Only what is marked here is closed at the end; what somebody saves in between waits for the next End of Day. */
function markTaken(database: Database.Database, day: string): void {
  database.prepare("UPDATE saved_table SET taken_for = ? WHERE closed_by IS NULL AND business_day <= ?").run(day, day);
  database.prepare("UPDATE guest_row SET taken_for = ? WHERE booked_by IS NULL AND business_day <= ?").run(day, day);
}

export interface BookGuestsInput {
  /** The contacts store. */
  file: string;
  by: WriteBy;
  tableFile: string;
  branch: BranchKey;
  businessDay: string;
  timeZone: string;
  backup: string;
}

/**
 * The guest rows taken for a business day go into the guest book, with the day's entry in the same transaction: it
 * happens once, whatever is repeated.
 */
export function bookGuests(input: BookGuestsInput): MergeCounts {
  const rows = openReading(input.tableFile);
  try {
    const counts = bulkWrite(input.file, input.by, (book, say): Outcome<MergeCounts> => {
      const { n } = rows
        .prepare<[string], { n: number }>("SELECT count(*) AS n FROM guest_row WHERE taken_for = ?")
        .get(input.businessDay) ?? {
        n: 0,
      };
      const target = contactsTarget(book, { ...input, say, why: "merge" });
      const merged = mergeContacts(book, target, guestRows(rows, "taken_for = ?", input.businessDay), n);
      failpoint("end-of-day:guests");
      book
        .prepare("INSERT INTO end_of_day_entry (business_day, inserted, skipped, filled, backup, done_at) VALUES (?, ?, ?, ?, ?, ?)")
        .run(input.businessDay, merged.inserted, merged.skipped, merged.filled, input.backup, timestamp());
      const payload = { ...merged, business_day: input.businessDay, backup: input.backup };
      const { inserted, skipped, filled } = merged;
      return { answer: { inserted, skipped, filled }, happened: [{ kind: "day.ended", subjects: [input.businessDay], payload }] };
    });
    failpoint("end-of-day:booked");
    return counts;
  } finally {
    rows.close();
  }
}

type GuestRowWithNumber = [
  ...[seq: number, name: string, phones: string, email: string, company: string, title: string],
  ...[birthday: string, birth_year: number | null, address: string, added_at: string],
  ...[digits: string | null, key: string, calling_code: string],
];

/**
 * The guest rows of a table store in the order in which they were recorded, each with its numbers.
 * @param where a condition with one parameter, written here and never taken from a request
 */
export function* guestRows(database: Database.Database, where: "taken_for = ?" | "business_day = ?", value: string): Generator<Incoming> {
  // One statement for guests and numbers, and rows as arrays: otherwise reading takes half the time of a whole merge.
  const rows = database
    .prepare<[string], GuestRowWithNumber>(
      `SELECT g.seq, g.name, g.phones, g.email, g.company, g.title, g.birthday, g.birth_year, g.address, g.added_at, n.digits, n.key, n.calling_code
       FROM guest_row g LEFT JOIN guest_row_phone n ON n.guest_seq = g.seq WHERE g.${where} ORDER BY g.added_at, g.seq, n.position`,
    )
    .raw();
  let last = 0;
  let guest: Incoming | undefined;
  for (const row of rows.iterate(value)) {
    const [seq, name, phones, email, company, title, birthday, birth_year, address, added_at, digits, key, calling_code] = row;
    if (!guest || seq !== last) {
      if (guest) yield guest;
      guest = { person: { name, phones, email, company, title, birthday, birth_year, address, added_at }, numbers: [] };
      last = seq;
    }
    if (digits !== null) guest.numbers.push({ typed: "", digits, key, calling_code });
  }
  if (guest) yield guest;
}
