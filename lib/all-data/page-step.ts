import type Database from "better-sqlite3";
import { type KnownGuest, knownAs } from "../book/known-as";
import { bulkRead } from "../db/bulk-read";
import { foldText } from "../fold-text";
import { PERSON_COLUMNS, personAt } from "../guest-columns";
import { type Evening, eveningsIn } from "../guest-page/visits";
import { customersOf } from "../loyalty/customers-of-guest";
import { masked, shownNumbers } from "../phones";
import { conditionsOf, type Wanted } from "./conditions";
import type { ListedGuest } from "./contract";
import type { After } from "./cursor";
import type { Sort } from "./orders";
import { type Walked, walk } from "./walk";

/** The files that a guest of All data is read from. */
export interface AllDataFiles {
  book: string;
  hub: string;
  /** Table stores of the restaurants whose visits count. */
  tables: string[];
}

export interface AllDataPageInput {
  files: AllDataFiles;
  wanted: Wanted;
  countryCode: string;
  sort: Sort;
  after: After | null;
  size: number;
}

export interface AllDataCountInput extends Omit<AllDataPageInput, "sort" | "size"> {}

/** How long a page, or a step of a count, may look for guests, in milliseconds. */
const PAGE_PATIENCE = 200;
const COUNT_PATIENCE = 500;

/** A page of guests, and after whom the next begins. */
export interface AllDataPage {
  guests: ListedGuest[];
  next: After | null;
}

/** The step of a page. */
export function allDataPage({ files, wanted, countryCode, sort, after, size }: AllDataPageInput): AllDataPage {
  return withStores(files, countryCode, (stores) => {
    const { found, next } = walk(stores.book, { of: sort, wanted, after, most: size, patience: PAGE_PATIENCE });
    return { guests: listed(stores, found, wanted.seesPhones), next };
  });
}

/** A step of a count. */
export function allDataCount({ files, wanted, countryCode, after }: AllDataCountInput): { count: number; next: After | null } {
  return withStores(files, countryCode, ({ book }) => {
    if (conditionsOf(wanted).all.length === 0) return { count: countAll(book), next: null };
    const { found, next }: Walked = walk(book, { of: "count", wanted, after, most: Number.POSITIVE_INFINITY, patience: COUNT_PATIENCE });
    return { count: found.length, next };
  });
}

/** Of a book of a million in 20 ms, by its smallest index. */
const countAll = (book: Database.Database) => book.prepare<[], number>("SELECT count(*) FROM contact").pluck().get() ?? 0;

interface Stores {
  book: Database.Database;
  hub: Database.Database;
  countryCode: string;
  knownOf: (seq: number, name: string, also: string) => KnownGuest;
  /** The business days of a guest in all restaurants, the last one first, one for each evening there. */
  eveningsOf: (known: KnownGuest) => string[];
}

const SAID_NO = "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL";

/** The row ids of everybody whom the filters find. @param most one more than so many are not looked for */
export function findEverybody(files: AllDataFiles, wanted: Wanted, countryCode: string, most: number): number[] {
  return walkThrough(files, countryCode, { of: "count", wanted, after: null, most: most + 1, patience: Number.POSITIVE_INFINITY }).found;
}

/** A part of a walk through a book with what its conditions name (`walk`). */
export function walkThrough(files: AllDataFiles, countryCode: string, walked: Parameters<typeof walk>[1]): Walked {
  return withStores(files, countryCode, ({ book }) => walk(book, walked));
}

/** Opens the stores, and gives the book's connection what the conditions name. */
function withStores<Answer>({ book, hub, tables }: AllDataFiles, countryCode: string, work: (stores: Stores) => Answer): Answer {
  const named = Object.fromEntries(tables.map((file, index) => [`table ${index}`, file]));
  // A second connection to the book: what a function of a statement reads must not be read over the statement's own.
  return bulkRead({ book, beside: book, hub, ...named } as Record<string, string>, (opened) => {
    const sql = opened.book as Database.Database;
    const beside = opened.beside as Database.Database;
    const readers: ((known: KnownGuest) => Evening[])[] = [];
    const knownOf = (seq: number, name: string, also: string) => knownAs(beside, { seq, name, also });
    const eveningsOf = (known: KnownGuest) => {
      if (readers.length === 0)
        for (const table of Object.keys(named)) readers.push(eveningsIn(opened[table] as Database.Database, beside, countryCode));
      const days = readers.flatMap((evenings) => evenings(known)).map(({ business_day }) => business_day);
      return days.sort().reverse();
    };
    sql.function("fold_text", { deterministic: true }, (text) => foldText(String(text)));
    sql.function("is_invalid", { deterministic: true }, (phones) => (isInvalid(String(phones), countryCode) ? 1 : 0));
    sql.function("last_visit", (seq, name, also) => eveningsOf(knownOf(Number(seq), String(name), String(also)))[0] ?? "");
    const stores: Stores = { book: sql, hub: opened.hub as Database.Database, countryCode, knownOf, eveningsOf };
    listWhoSaidNo(stores);
    return work(stores);
  });
}

function isInvalid(phones: string, countryCode: string): boolean {
  const numbers = shownNumbers(phones, countryCode);
  return numbers.length === 0 || numbers.some(({ doubtful }) => doubtful);
}

/** The book's guests who said no to messages, as a table of the connection. */
function listWhoSaidNo({ book, hub }: Stores): void {
  const digits = hub.prepare<[], string>(SAID_NO).pluck().all();
  book.exec("CREATE TEMP TABLE said_no (seq INTEGER PRIMARY KEY)");
  book
    .prepare(
      `INSERT OR IGNORE INTO temp.said_no SELECT p.contact_seq FROM json_each(?) d
       CROSS JOIN contact_phone p ON p.key = substr(d.value, -8) AND p.digits = d.value`,
    )
    .run(JSON.stringify(digits));
}

const GUESTS = `SELECT c.seq, c.id, c.branch, (SELECT changed_at FROM contact_change h WHERE h.contact_seq = c.seq),
  c.seq IN (SELECT seq FROM temp.said_no), ${PERSON_COLUMNS} FROM contact c WHERE c.seq IN (SELECT value FROM json_each(?))`;

type Row = [seq: number, id: string, branch: string, changed: string | null, saidNo: number, ...person: unknown[]];

/** The guests of these row ids, in their order. */
function listed(stores: Stores, seqs: readonly number[], seesPhones: boolean): ListedGuest[] {
  const rows = new Map(stores.book.prepare<[string], Row>(GUESTS).raw().all(JSON.stringify(seqs)).map((row) => [row[0], row])); // biome-ignore format: one line
  return seqs.flatMap((seq) => {
    const row = rows.get(seq);
    if (!row) return [];
    const [, id, branch, changed_at, saidNo] = row;
    const person = personAt(row, 5);
    const known = stores.knownOf(seq, person.name, person.also);
    const [last, ...earlier] = stores.eveningsOf(known);
    const guest = { ...person, id, branch, changed_at, numbers: shownNumbers(person.phones, stores.countryCode) };
    const visits = last === undefined ? 0 : earlier.length + 1;
    const beside = {
      visits,
      last_visit: last ?? null,
      points: customersOf(stores.hub, known).reduce((sum, { points }) => sum + points, 0),
      opted_out: saidNo === 1,
    };
    return [{ ...(seesPhones ? guest : withMasked(guest)), ...beside }];
  });
}

/** The same guest with phones of which only the last digits stand there. */
function withMasked<Guest extends { phones: string; numbers: ReturnType<typeof shownNumbers> }>(guest: Guest): Guest {
  const numbers = guest.numbers.map(({ digits, doubtful }) => ({ shown: masked(digits), digits: "", ...(doubtful && { doubtful }) }));
  return { ...guest, numbers, phones: guest.phones === "" ? "" : numbers.map(({ shown }) => shown).join(", ") };
}
