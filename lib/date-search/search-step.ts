import type Database from "better-sqlite3";
import { businessDayRange, eveningHours } from "../business-day";
import { bulkRead } from "../db/bulk-read";
import { statement } from "../db/statements";
import { env } from "../env";
import { columnsOf, PERSON_COLUMNS, personAt } from "../guest-columns";
import type { Person } from "../person";
import { type PhoneMatch, readPhones, samePhone, shownNumbers } from "../phones";
import type { DatedContact } from "./contract";
import { type GuestOfDay, gatherPeople, nameKey, withOlder } from "./people";

/** The stores of a branch, open for reading. Central has no tables. */
export interface DayStores {
  table: Database.Database | null;
  book: Database.Database;
}

export interface Page {
  limit: number;
  offset: number;
}

/** A page of those who belong to a business day, and how many there are in all. */
export interface ContactsOfDay {
  contacts: DatedContact[];
  total: number;
}

export interface ContactsOfDateInput {
  table: string | null;
  book: string;
  date: string;
  page: Page;
}

/** The step of a day on which very many were added. */
export function contactsOfDate({ table, book, date, page }: ContactsOfDateInput): ContactsOfDay {
  return bulkRead({ table, book }, (stores) => contactsOfDay(stores, date, page));
}

/**
 * Who belongs to a business day, each person once: the guests of its tables, those whom no merge has taken yet first,
 * then the contacts that were added to the guest book; the newest first in each. A page of them, and how many there are
 * in all. Central has no tables, so only contacts.
 * @param date business day, YYYY-MM-DD
 */
export function contactsOfDay({ table, book }: DayStores, date: string, page: Page): ContactsOfDay {
  const guests = table ? guestsOfDay(table, date) : [];
  const range = rangeOf(date);
  const inBook = findInBook(book, guests, range);
  const shown = guests.slice(page.offset, page.offset + page.limit).map((guest) => rowOf(guest, inBook.idOf));
  const added = statement<Range, { n: number }>(book, ADDED_COUNT).get(...range)?.n ?? 0;
  const left = page.limit - shown.length;
  const skip = Math.max(0, page.offset - guests.length);
  return {
    contacts: left > 0 ? [...shown, ...addedContacts(book, range, inBook.added, left, skip)] : shown,
    total: guests.length + added - inBook.added.size,
  };
}

/** So many who were added on one day take a few milliseconds; a file brought in at once may be all of the book. */
const MANY = 2_000;

/** Whether so many were added on a day that it is not to be answered on the event loop. It looks no further than that many. */
export function isLargeDay(book: Database.Database, date: string): boolean {
  return statement<Range, unknown>(book, MORE_THAN_MANY).get(...rangeOf(date)) !== undefined;
}

/** The same people in the same order for a file: those of the tables, and the book's row ids of the others. */
export function everybodyOfDay({ table, book }: DayStores, date: string): { people: Person[]; seqs: number[] } {
  const guests = table ? guestsOfDay(table, date) : [];
  const range = rangeOf(date);
  const { added } = findInBook(book, guests, range);
  const seqs = statement<Range, number>(book, ADDED_SEQS)
    .pluck()
    .all(...range);
  return {
    people: guests.map(({ person, older }) => (older.length > 0 ? withOlder(person, older) : person)),
    seqs: added.size > 0 ? seqs.filter((seq) => !added.has(seq)) : seqs,
  };
}

function rangeOf(date: string): Range {
  const { from, to } = businessDayRange(date, eveningHours(env()));
  return [from.toISOString(), to.toISOString()];
}

function rowOf(guest: GuestOfDay, idInBook: InBook["idOf"]): DatedContact {
  const { id } = guest;
  const person = guest.older.length > 0 ? withOlder(guest.person, guest.older) : guest.person;
  const contact_id = idInBook.get(guest);
  const stores = contact_id === undefined ? AT_A_TABLE : IN_BOTH;
  return inStore(person, { id, store: "table", numbers: shown(person.phones), stores, contact_id });
}

/** The person, with where this row is from. A spread for each of a thousand rows takes longer than reading them. */
function inStore(person: Person, row: Omit<DatedContact, keyof Person>): DatedContact {
  return Object.assign(person, row);
}

const shown = (phones: string) => shownNumbers(phones, env().DEFAULT_COUNTRY_CODE);

const AT_A_TABLE: DatedContact["stores"] = ["table"];
const IN_THE_BOOK: DatedContact["stores"] = ["contacts"];
const IN_BOTH: DatedContact["stores"] = ["table", "contacts"];

// Plain SQL and rows as arrays: an evening has a thousand of them, and Prisma takes three times as long for each.
const PERSON = columnsOf("g", PERSON_COLUMNS);
const GUEST_ROWS = `SELECT g.id, n.key, n.calling_code, ${PERSON} FROM guest_row g
  LEFT JOIN guest_row_phone n ON n.guest_seq = g.seq WHERE g.business_day = ? ORDER BY g.seq DESC, n.position`;
// A table that End of Day closed stands in the guest rows, as far as nobody has taken its guests out of them since.
const AT_TABLES = `SELECT g.id, ${PERSON} FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.business_day = ? AND t.closed_by IS NULL ORDER BY t.saved_at DESC, t.id, g.position`;

type Columns = [id: string, ...person: unknown[]];

/** Everybody at a day's tables: who waits for a merge, then the guest rows. Numbers are read where no store keeps them. */
function guestsOfDay(sql: Database.Database, date: string): GuestOfDay[] {
  const rows = gatherPeople();
  const ids = new Set<string>();
  const phones = new Set<string>();
  for (const row of guestRowsOf(sql, date)) {
    ids.add(row.id);
    if (row.numbers.length > 0) phones.add(row.person.phones);
    rows.add(row);
  }
  const waiting = gatherPeople();
  for (const columns of statement<[string], Columns>(sql, AT_TABLES).raw().all(date)) {
    const [id] = columns;
    const person = personAt(columns, 1);
    // A merge takes phones as they were typed: who has the same ones needs no reading of numbers.
    if (ids.has(id) || phones.has(person.phones)) continue;
    const row = { id, person, numbers: keyedNumbers(person.phones) };
    if (!rows.isKnown(row)) waiting.add(row);
  }
  return [...waiting.people(), ...rows.people()];
}

function keyedNumbers(phones: string): PhoneMatch[] {
  return phones === "" ? [] : readPhones(phones, env().DEFAULT_COUNTRY_CODE).filter((number) => number.key !== "");
}

type GuestColumns = [id: string, key: string | null, calling_code: string, ...person: unknown[]];

function* guestRowsOf(sql: Database.Database, date: string): Generator<{ id: string; person: Person; numbers: PhoneMatch[] }> {
  let row: { id: string; person: Person; numbers: PhoneMatch[] } | undefined;
  for (const columns of statement<[string], GuestColumns>(sql, GUEST_ROWS).raw().all(date)) {
    if (row?.id !== columns[0]) {
      if (row) yield row;
      row = { id: columns[0], person: personAt(columns, 3), numbers: [] };
    }
    const [, key, calling_code] = columns;
    if (key) row.numbers.push({ key, calling_code });
  }
  if (row) yield row;
}

type Range = [from: string, to: string];

interface InBook {
  /** The guest book's ids, of those who are in it. */
  idOf: Map<GuestOfDay, string>;
  /** The row ids of those of them who were added that day, and must not be shown a second time. */
  added: Set<number>;
}

const BY_KEY = `SELECT p.key, p.calling_code, c.seq, c.id, c.added_at FROM json_each(?) k
  CROSS JOIN contact_phone p ON p.key = k.value CROSS JOIN contact c ON c.seq = p.contact_seq ORDER BY c.seq`;
const WITHOUT_KEY = `SELECT seq, id, name FROM contact WHERE added_at >= ? AND added_at < ?
  AND NOT EXISTS (SELECT 1 FROM contact_phone p WHERE p.contact_seq = seq AND p.key <> '') ORDER BY seq`;

/** Looks the day's guests up in the book by their phone keys; one without any, among those added that day by the name. */
function findInBook(sql: Database.Database, guests: readonly GuestOfDay[], [from, to]: Range): InBook {
  const found: InBook = { idOf: new Map(), added: new Set() };
  const byKey = new Map<string, { guest: GuestOfDay; number: PhoneMatch }[]>();
  for (const guest of guests) {
    for (const number of guest.numbers) {
      const there = byKey.get(number.key);
      if (there) there.push({ guest, number });
      else byKey.set(number.key, [{ guest, number }]);
    }
  }
  const hits = statement<[string], [string, string, number, string, string]>(sql, BY_KEY).raw();
  for (const [key, calling_code, seq, id, added_at] of byKey.size > 0 ? hits.all(JSON.stringify([...byKey.keys()])) : []) {
    for (const { guest, number } of byKey.get(key) ?? []) {
      if (!samePhone(number, { key, calling_code })) continue;
      if (!found.idOf.has(guest)) found.idOf.set(guest, id);
      if (added_at >= from && added_at < to) found.added.add(seq);
    }
  }
  const nameless = new Map(guests.filter(({ numbers }) => numbers.length === 0).map((guest) => [nameKey(guest.person), guest]));
  nameless.delete("");
  const named = statement<Range, { seq: number; id: string; name: string }>(sql, WITHOUT_KEY);
  for (const { seq, id, name } of nameless.size > 0 ? named.all(from, to) : []) {
    const guest = nameless.get(nameKey({ name }));
    if (!guest) continue;
    if (!found.idOf.has(guest)) found.idOf.set(guest, id);
    found.added.add(seq);
  }
  return found;
}

const ADDED_COUNT = "SELECT count(*) AS n FROM contact WHERE added_at >= ? AND added_at < ?";
const ADDED = `SELECT id, ${PERSON_COLUMNS} FROM contact WHERE added_at >= ? AND added_at < ?
  AND seq NOT IN (SELECT value FROM json_each(?)) ORDER BY seq DESC LIMIT ? OFFSET ?`;

const ADDED_SEQS = "SELECT seq FROM contact WHERE added_at >= ? AND added_at < ? ORDER BY seq DESC";
const MORE_THAN_MANY = `SELECT 1 FROM contact WHERE added_at >= ? AND added_at < ? LIMIT 1 OFFSET ${MANY}`;

function addedContacts(sql: Database.Database, [from, to]: Range, besides: Set<number>, limit: number, skip: number): DatedContact[] {
  const rows = statement<[...Range, string, number, number], Columns>(sql, ADDED).raw();
  return rows.all(from, to, JSON.stringify([...besides]), limit, skip).map((columns): DatedContact => {
    const [id] = columns;
    const person = personAt(columns, 1);
    return inStore(person, { id, store: "contacts", numbers: shown(person.phones), stores: IN_THE_BOOK, contact_id: id });
  });
}
