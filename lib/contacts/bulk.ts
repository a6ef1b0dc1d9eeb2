import type Database from "better-sqlite3";
import type { BranchKey } from "../branches";
import { bulkId } from "../bulk-ids";
import type { DayHours } from "../business-day";
import type { EventPayloads, Happening, MergedRows } from "../events";
import { foldText } from "../fold-text";
import { columnsOf, GUEST_COLUMNS, PERSON_COLUMNS, parametersOf, rowAt, settingsOf } from "../guest-columns";
import { FIELD_NAMES, SEARCHED_NAMES } from "../guest-fields";
import { addReports, emptyReport, type MergeReport } from "../merge-report";
import { type Incoming, type Known, type MergeTarget, mergeInto, ownersAmong } from "../merge-rule";
import { alsoNames } from "../names";
import type { PhoneNumber } from "../phones";
import { searchText } from "../search-text";
import { failpoint } from "../test-hooks";
import { namesOfEvenings } from "./evenings/bulk";
import { unbookedParts } from "./unbooked/bulk";

export interface KnownContact extends Known {
  seq: number;
}

const KNOWN = ["seq", ...FIELD_NAMES] as const;

/** What a merge into a contacts store needs to know besides the people. */
export interface ContactsMerge {
  /** Where new guests were recorded. */
  branch: BranchKey;
  /** Which evening says "the same date" for guests without a phone. */
  hours: DayHours;
  /** Takes each guest that changed, and each that became one with another, as an event. */
  say: (happening: Happening) => void;
  why: EventPayloads["contacts.united"]["why"];
}

/** A contacts store as the target of a merge. */
export function contactsTarget(database: Database.Database, { branch, hours, say, why }: ContactsMerge): MergeTarget<KnownContact> {
  // Rows as arrays: objects made by the driver cost a fifth of a merge that finds everybody there.
  const byPhone = database
    .prepare<[string], KnownRow>(
      `SELECT p.calling_code, c.seq, ${columnsOf("c", GUEST_COLUMNS)}
       FROM contact_phone p JOIN contact c ON c.seq = p.contact_seq WHERE p.key = ?`,
    )
    .raw();
  const insertContact = database.prepare(`INSERT INTO contact (${INSERTED}) VALUES (${parametersOf(INSERTED)})`);
  const insertPhone = database.prepare(
    "INSERT INTO contact_phone (contact_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const names = namesOfEvenings(database, hours);
  const { change, unite } = contactChanges(database, { say, why }, (seq, numbers, from) => {
    for (const [index, number] of numbers.entries()) insertPhone.run(seq, from + index, number.digits, number.key, number.calling_code);
  });

  const unbooked = unbookedParts(database);
  const byHand = namesByHand(database);
  return {
    isNameByHand: ({ seq }) => byHand.has(seq),
    ownersOf: (numbers) => ownersAmong(numbers, (key) => byPhone.all(key).map((row) => knownContact(key, row))),
    findByName: names.find,
    insert(incoming) {
      const { person, numbers } = incoming;
      const search_text = searchTextOf(person, numbers);
      const { lastInsertRowid } = insertContact.run({
        ...person,
        id: bulkId(),
        branch: incoming.branch ?? branch,
        search_text,
        evening: names.otherEvening(incoming),
      });
      for (const [position, number] of numbers.entries()) {
        insertPhone.run(lastInsertRowid, position, number.digits, number.key, number.calling_code);
      }
      names.add(Number(lastInsertRowid), incoming);
      unbooked.inserted(Number(lastInsertRowid), incoming);
    },
    met: unbooked.met,
    change,
    unite(kept, gone) {
      unite(kept, gone);
      unbooked.united(kept, gone);
      names.replace(gone.seq, kept.seq);
    },
  };
}

/** The guests whose name somebody corrected. */
function namesByHand(database: Database.Database): Set<number> {
  const corrected = database.prepare<[], { seq: number; name: string; was: string }>(
    "SELECT c.seq, c.name, d.name AS was FROM decision d JOIN contact c ON c.id = d.contact_id WHERE d.kind = 'corrected'",
  );
  return new Set(corrected.all().flatMap(({ seq, name, was }) => (foldText(name) === foldText(was) ? [] : [seq])));
}

/** Everything by which a contact is found: the other names too. */
export function searchTextOf(guest: Pick<Known, (typeof SEARCHED_NAMES)[number]>, numbers: readonly PhoneNumber[]): string {
  return searchText(SEARCHED_NAMES.flatMap((field) => alsoNames(guest[field])).join(" "), numbers);
}

const INSERTED = `id, ${PERSON_COLUMNS}, evening, branch, search_text`;

type KnownRow = [calling_code: string, seq: number, ...guest: unknown[]];

function knownContact(key: string, row: KnownRow): { key: string; calling_code: string; row: KnownContact } {
  return { key, calling_code: row[0], row: rowAt<KnownContact>(row, 1, KNOWN) };
}

/** What happens to a guest who is there already. */
function contactChanges(
  database: Database.Database,
  { say, why }: Pick<ContactsMerge, "say" | "why">,
  addNumbers: (seq: number, numbers: readonly PhoneNumber[], from: number) => void,
): Pick<MergeTarget<KnownContact>, "change" | "unite"> {
  const update = database.prepare(
    `UPDATE contact SET ${settingsOf(GUEST_COLUMNS)}, search_text = coalesce(@search_text, search_text), version = version + 1
     WHERE seq = @seq`,
  );
  const rowOf = database.prepare<[number], Record<string, unknown> & { id: string }>(
    `SELECT id, ${PERSON_COLUMNS}, branch, version FROM contact WHERE seq = ?`,
  );
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const removeNumbers = database.prepare("DELETE FROM contact_phone WHERE contact_seq = ?");
  const remove = database.prepare("DELETE FROM contact WHERE seq = ?");
  const followDecisions = database.prepare<[string, string]>(
    "UPDATE decision SET contact_id = ? WHERE contact_id = ? AND kind = 'corrected'",
  );
  const idOf = database.prepare<[number], string>("SELECT id FROM contact WHERE seq = ?").pluck();

  return {
    change(row, changes, numbers) {
      const before = numbers.length > 0 || "phones" in changes || "name" in changes || "also" in changes ? numbersOf.all(row.seq) : null;
      if (before) addNumbers(row.seq, numbers, before.length);
      const now = { ...row, ...changes };
      update.run({ ...now, search_text: before && searchTextOf(now, [...before, ...numbers]) });
      const old = Object.fromEntries(Object.keys(changes).map((field) => [field, row[field as keyof Known]]));
      say({ kind: "contact.changed", subjects: [idOf.get(row.seq) ?? ""], payload: { why, old, new: changes } });
    },
    unite(kept, gone) {
      const [one, other] = [rowOf.get(kept.seq), rowOf.get(gone.seq)];
      const numbers = numbersOf.all(gone.seq);
      const own = numbersOf.all(kept.seq);
      removeNumbers.run(gone.seq);
      remove.run(gone.seq);
      const known = new Set(own.map((number) => number.digits));
      addNumbers(
        kept.seq,
        numbers.filter((number) => !known.has(number.digits)),
        own.length,
      );
      followDecisions.run(one?.id ?? "", other?.id ?? "");
      const payload = { why, kept: { seq: kept.seq, ...one }, gone: { seq: gone.seq, ...other, numbers } };
      say({ kind: "contacts.united", subjects: [one?.id ?? "", other?.id ?? ""], payload });
    },
  };
}

/**
 * From this many rows on, the search indexes are filled once at the end: 25 times as fast as row by row (docs/design/stack.md, Speed
 * facts).
 */
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
): MergedPeople {
  const last = lastSeq(database);
  const report = expected < BULK_FROM ? mergeInto(target, people) : mergeUnindexed(database, target, people, last);
  return mergedRows(report, last, lastSeq(database));
}

/** The highest row id that a guest ever had. */
export const lastSeq = (database: Database.Database) =>
  database.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'contact'").pluck().get() ?? 0; // also of a guest who is gone

/** What a merge did, and which rows it inserted. */
export type MergedPeople = MergeReport & Pick<MergedRows, "first_seq" | "last_seq">;

/** What a merge did, with the row ids that it gave out: AUTOINCREMENT gives them in a row within a transaction. */
function mergedRows(report: MergeReport, lastBefore: number, lastNow: number): MergedPeople {
  const inserted = lastNow > lastBefore;
  return { ...report, first_seq: inserted ? lastBefore + 1 : null, last_seq: inserted ? lastNow : null };
}

/** What one merge after the other did, together. */
export function addMerged(a: MergedPeople, b: MergedPeople): MergedPeople {
  return { ...addReports(a, b), first_seq: a.first_seq ?? b.first_seq, last_seq: b.last_seq ?? a.last_seq };
}

export const NOTHING_MERGED: MergedPeople = { ...emptyReport(), first_seq: null, last_seq: null };

/** What an event keeps of a merge: its counts, and no names. */
export function countsAndRows({ inserted, skipped, filled, united, also, may_be_same, first_seq, last_seq }: MergedPeople): MergedRows {
  return { inserted, skipped, filled, united, also, may_be_same, first_seq, last_seq };
}

function mergeUnindexed(
  database: Database.Database,
  target: MergeTarget<KnownContact>,
  people: Iterable<Incoming>,
  last: number,
): MergeReport {
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
  // Guests who were there before are in the indexes, and stay right in them; to take out one who is not in them yet spoils them.
  const guarded = triggers.filter(({ name }) => name === "contact_search_delete" || name === "contact_search_update");
  for (const { sql } of guarded) database.exec(onlyUpTo(last, sql));
  const report = mergeInto(target, people);
  for (const { name } of guarded) database.exec(`DROP TRIGGER "${name}"`);
  failpoint("contacts:unsearchable");
  for (const index of ["contact_prefix", "contact_trigram"]) {
    database.prepare(`INSERT INTO ${index} (rowid, search_text) SELECT seq, search_text FROM contact WHERE seq > ? ORDER BY seq`).run(last);
  }
  database.prepare("INSERT INTO contact_late (seq) SELECT seq FROM contact WHERE seq > ? AND added_at < ?").run(last, newest);
  failpoint("contacts:without-triggers");
  for (const { sql } of triggers) database.exec(sql);
  return report;
}

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

/** Says each one as it goes by. */
export function* countedOff<T>(all: Iterable<T>, each: () => void): Generator<T> {
  for (const one of all) {
    yield one;
    each();
  }
}
