import path from "node:path";
import { v7 as uuid } from "uuid";
import { contactsMergeTarget } from "../../lib/book/contacts-merge-target";
import { businessDayOf } from "../../lib/business-day";
import { openReading, openWriting } from "../../lib/db/pragmas";
import { dayRange } from "../../lib/local-time";
import { mergeInto } from "../support/by";
import { guestRowPutter } from "../support/guest-rows";
import { mergeContacts } from "../support/older-book";
import { RESTAURANTS } from "../support/restaurants";
import type { Known } from "./queries";
import { openBench } from "./server";
import { copyStore, incoming, people, peopleWithNumbers } from "./stores";

export const ZONE = "Asia/Beirut";
/** A day after the last of the million: half of its rows are guest rows of its tables, half were added to the book. */
export const BUSY_DATE = "2027-02-10";
export const ROWS_OF_DATE = 900;
export const TABLES_OF_TONIGHT = 400;
const GUESTS_OF_TABLE = 3;

/** Tonight as the server's default settings say it. */
export const tonight = () => businessDayOf(new Date(), { timeZone: ZONE, dayEndsAt: "05:00" });

/** The instants between which a guest was added on the busy date. */
export function busyRange(): { from: string; to: string } {
  const { from, to } = dayRange(BUSY_DATE, ZONE);
  return { from: from.toISOString(), to: to.toISOString() };
}

/** A data folder in the middle of an evening: a book of a million, a date with many rows, and tonight's tables. */
export interface Group {
  data: string;
  /** The book of the million. */
  book: string;
  /** Every 997th guest of it. */
  sample: Known[];
}

/** @param million a closed contacts store of jounieh */
export async function makeGroup(data: string, million: string): Promise<Group> {
  // The stores are made first, so that the next start finds the million in the place of a store that it knows.
  const first = await openBench(data);
  await first.server.stop();
  const book = path.join(data, "jounieh", "contacts.db");
  copyStore(million, book, "jounieh");
  addDatedContacts(book);
  for (const branch of RESTAURANTS) fillTables(path.join(data, branch, "table.db"), branch === "jounieh");
  const database = openReading(book);
  const sample = database.prepare<[], Known>("SELECT seq, name, phones FROM contact WHERE seq % 997 = 0").all();
  database.close();
  return { data, book, sample };
}

function addDatedContacts(book: string): void {
  const database = openWriting(book);
  const added_at = new Date(Date.parse(busyRange().from) + 20 * 3_600_000).toISOString();
  const dated = [...peopleWithNumbers(ROWS_OF_DATE / 2, 6, 5_000_000)].map((person) => incoming({ ...person, added_at }));
  const target = contactsMergeTarget(database, mergeInto("jounieh"));
  // One by one, as an evening's guests come.
  database.transaction(() => mergeContacts(database, target, dated, 1)).immediate();
  database.exec("UPDATE contact SET is_before = 1 WHERE is_before = 0"); // nothing is written down of who said them
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
}

function fillTables(file: string, withGuestRows: boolean): void {
  const database = openWriting(file);
  const table = database.prepare(
    `INSERT INTO saved_table (id, name, table_number, hostess, waiter, business_day, saved_at)
     VALUES (?, ?, ?, 'Rita', 'Elie', ?, ?)`,
  );
  const guest = database.prepare(
    `INSERT INTO table_guest (id, table_id, position, name, phones, email, company, title, birthday, address, added_at)
     VALUES (@id, @table_id, @position, @name, @phones, @email, @company, @title, @birthday, @address, @added_at)`,
  );
  const putRow = guestRowPutter(database);
  const day = tonight();
  const saved_at = new Date().toISOString();
  const guests = people(1_000, 8);
  const next = () => guests.next().value ?? {};
  database.transaction(() => {
    for (let number = 1; number <= TABLES_OF_TONIGHT / RESTAURANTS.length; number++) {
      const id = uuid();
      table.run(id, `${day} table ${number}`, String(number), day, saved_at);
      for (let position = 0; position < GUESTS_OF_TABLE; position++) guest.run({ ...next(), id: uuid(), table_id: id, position });
    }
    // Each with a number of its own: two rows of one number are one person.
    const rowsOfDate = withGuestRows ? peopleWithNumbers(ROWS_OF_DATE / 2, 9, 6_000_000) : [];
    for (const person of rowsOfDate) putRow({ ...person, business_day: BUSY_DATE });
  })();
  database.close();
}
