import type Database from "better-sqlite3";
import { isElders, type KnownGuest, keysOf } from "../book/known-as";
import { storeIdOf } from "../book/table-rows";
import { statement } from "../db/statements";
import { hasNameOf } from "../names";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone, sharesPhone } from "../phones";
import { rowsOf } from "./known-guest";

/** An evening of a guest at the tables of one restaurant. */
export interface Evening {
  /** YYYY-MM-DD. */
  business_day: string;
  table_number: string;
  hostess: string;
  waiter: string;
  is_open: boolean;
}

interface Row extends Omit<Evening, "is_open"> {
  name: string;
  also: string;
}

const ROW_COLUMNS = `g.seq, g.id, g.business_day, coalesce(t.table_number, '') AS table_number, g.hostess, g.waiter, g.name, g.also,
  t.id IS NOT NULL AND t.closed_by IS NULL AS is_open`;
const TABLE_OF_ROW = "LEFT JOIN saved_table t ON t.name = g.table_name";
const BY_NUMBER = `SELECT ${ROW_COLUMNS}, n.key, n.calling_code FROM json_each(?) k CROSS JOIN guest_row_phone n ON n.key = k.value
  CROSS JOIN guest_row g ON g.seq = n.guest_seq ${TABLE_OF_ROW} ORDER BY g.seq`;
const BY_RECORD = `SELECT ${ROW_COLUMNS} FROM json_each(?) k CROSS JOIN guest_row g ON g.id = k.value ${TABLE_OF_ROW} ORDER BY g.seq`;
// Open tables are few, and their numbers have no keys stored.
const OPEN = `SELECT t.business_day, t.table_number, t.hostess, t.waiter, g.name, g.also, g.phones
  FROM saved_table t JOIN table_guest g ON g.table_id = t.id WHERE t.closed_by IS NULL ORDER BY t.saved_at`;

const NUMBERS_OF_ROW = "SELECT key, calling_code FROM guest_row_phone WHERE guest_seq = ?";

type StoredRow = Row & { seq: number; id: string; is_open: number };

/**
 * Reads the evenings of guests at one restaurant's tables, each business day once; the open tables are read once for all of them. Of a row
 * that the book has a record of, the record says whose it is: parted guests have their own visits, and a guest without a number has those
 * that the book knows. Of all others number and name say it.
 * @param book the one in which the guests are
 */
export function eveningsIn(tables: Database.Database, book: Database.Database, countryCode: string): (guest: KnownGuest) => Evening[] {
  const open = statement<[], Row & { phones: string }>(tables, OPEN)
    .all()
    .map((row) => ({ ...row, numbers: readPhones(row.phones, countryCode) }));
  return (guest) => eveningsOf({ tables, book, open }, guest);
}

interface Tables {
  tables: Database.Database;
  book: Database.Database;
  /** The guests of the open tables. */
  open: (Row & { numbers: PhoneNumber[] })[];
}

function eveningsOf({ tables, book, open }: Tables, guest: KnownGuest): Evening[] {
  const days = new Map<string, Evening>();
  const note = ({ business_day, table_number, hostess, waiter }: Row, is_open: boolean) =>
    days.set(business_day, { business_day, table_number, hostess, waiter, is_open });
  const { own, isAnothers } = recordsOf(book, guest.seq, storeIdOf(tables));
  for (const row of statement<[string], StoredRow>(tables, BY_RECORD).all(JSON.stringify(own))) note(row, row.is_open === 1);
  for (const row of statement<[string], StoredRow & PhoneMatch>(tables, BY_NUMBER).all(keysOf(guest))) {
    if (!guest.numbers.some((number) => samePhone(number, row)) || !hasNameOf(guest, row) || isAnothers(row.id)) continue;
    const numbers = statement<[number], PhoneMatch>(tables, NUMBERS_OF_ROW).all(row.seq);
    if (!own.includes(row.id) && isElders(book, guest, { ...row, numbers })) continue;
    note(row, row.is_open === 1);
  }
  for (const row of open) {
    if (sharesPhone(row.numbers, guest.numbers) && hasNameOf(guest, row) && !isElders(book, guest, row)) note(row, true);
  }
  return [...days.values()];
}

const WHOSE = "SELECT contact_seq FROM source_record WHERE id = ?";

/** What the records of a book say of the rows of one table store. */
function recordsOf(book: Database.Database, seq: number, storeId: string | null): { own: string[]; isAnothers: (row: string) => boolean } {
  if (storeId === null) return { own: [], isAnothers: () => false };
  const whose = statement<[string], { contact_seq: number | null }>(book, WHOSE);
  return {
    own: rowsOf(book, seq, storeId),
    isAnothers: (row) => {
      const record = whose.get(`${storeId}/${row}`);
      // Of nobody since they were deleted: whoever comes back by name and number has their visits again.
      return record !== undefined && record.contact_seq !== null && record.contact_seq !== seq;
    },
  };
}
