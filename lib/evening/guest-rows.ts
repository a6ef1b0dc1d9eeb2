import type Database from "better-sqlite3";
import { v7 as uuid } from "uuid";
import type { DecidedBetween } from "../book/decisions-of-books";
import type { TableRow } from "../book/table-rows";
import { foldText } from "../fold-text";
import { PERSON_COLUMNS, parametersOf, personAt } from "../guest-columns";
import { columnOrNothing, FIELD_NAMES, FILLABLE, pickFields } from "../guest-fields";
import { type Merged, mergeInMemory } from "../merge-in-memory";
import { addReports, emptyReport, type MergeReport } from "../merge-report";
import { type Incoming, mergeInto } from "../merge-rule";
import { alsoNames, isPartOf, namesAgree } from "../names";
import type { Person } from "../person";
import { type PhoneNumber, readPhones, sharesPhone } from "../phones";

/** A saved table that no End of Day has closed. */
export interface OpenTable {
  id: string;
  name: string;
  hostess: string;
  waiter: string;
  business_day: string;
}

interface GuestRow extends Person {
  id: string;
  business_day: string;
  table_name: string;
  hostess: string;
  waiter: string;
}

interface WithNumbers {
  row: GuestRow;
  numbers: PhoneNumber[];
}

type StoredRow = GuestRow & { seq: number };

/** What rebuilding guest rows did. */
export interface RebuiltRows {
  /** Guests at the tables, and the rows that stand for them: doubles have one, and who is booked already may have none. */
  guests: number;
  rows: number;
  inserted: number;
  /** Rows that went, and that changed, because their table was saved again. */
  removed: number;
  corrected: number;
  /** Rows, new or changed, that gained something from a double. */
  filled: number;
  report: MergeReport;
}

/**
 * Makes the guest rows of open tables say what those tables say now, each person once per business day (docs/design/domain.md, The evening:
 * guest rows follow their table). What End of Day has booked stays as it is: of somebody who is booked there is another row only when a
 * table says more, or when the guest sat down again after somebody deleted or corrected them in a guest book. A row that says the same
 * keeps its place: to the central book, a new place is news.
 */
export function rebuildGuestRows(
  database: Database.Database,
  tables: OpenTable[],
  countryCode: string,
  decidedBetween: DecidedBetween,
  each: () => void = () => {},
): RebuiltRows {
  const store = guestRowStore(database);
  const rebuilt: RebuiltRows = { guests: 0, rows: 0, inserted: 0, removed: 0, corrected: 0, filled: 0, report: emptyReport() };
  for (const day of new Set(tables.map((table) => table.business_day))) {
    const ofDay = tables.filter((table) => table.business_day === day);
    const { guests, report, rows, gained } = mergeGuests(store, ofDay, countryCode, decidedBetween, each);
    const open = new Set(ofDay.map((table) => table.name));
    const { bookedAlready, free } = store.ofDay(day, open);
    const wanted = rows.filter((one) => !saysNothingNew(one, bookedAlready, decidedBetween));
    const diff = writeDifference(store, free, wanted, new Set(bookedAlready.map(({ row }) => row.id)));
    rebuilt.guests += guests;
    rebuilt.rows += wanted.length;
    rebuilt.inserted += diff.inserted.size;
    rebuilt.removed += diff.removed;
    rebuilt.corrected += diff.corrected.size;
    rebuilt.filled += wanted.filter(({ row }) => gained.has(row.id) && (diff.inserted.has(row.id) || diff.corrected.has(row.id))).length;
    rebuilt.report = addReports(rebuilt.report, report);
  }
  return rebuilt;
}

/** The guests of one day's tables, each person once, in the order in which the tables were made. */
function mergeGuests(store: GuestRowStore, tables: OpenTable[], countryCode: string, decidedBetween: DecidedBetween, each: () => void) {
  const { target, people } = mergeInMemory(true);
  const cameFrom = new Map<Person, { id: string; table: OpenTable }>();
  const gained = new Set<string>();
  const lastSeated = new Map<string, string>();
  const idOf = ({ person }: Merged) => cameFrom.get(person)?.id ?? "";
  const change: typeof target.change = (known, changes, numbers) => {
    // Another name under the same number fills nothing in; it is counted by itself.
    if (numbers.length > 0 || Object.keys(changes).some((field) => field !== "also")) gained.add(idOf(known));
    target.change(known, changes, numbers);
  };
  const met = (known: Merged, { person }: Incoming) => {
    const last = lastSeated.get(idOf(known)) ?? known.added_at;
    if (person.added_at > last) lastSeated.set(idOf(known), person.added_at);
  };
  let guests = 0;
  function* seated(): Generator<Incoming> {
    for (const table of tables) {
      for (const { id, ...person } of store.guestsAt(table.id)) {
        guests++;
        cameFrom.set(person, { id, table });
        yield { person, numbers: readPhones(person.phones, countryCode) };
      }
      each();
    }
  }
  const report = mergeInto({ ...target, change, met }, seated());
  const rows = people().map((merged): WithNumbers => {
    const { person, numbers } = merged;
    const { id, table } = cameFrom.get(person) as { id: string; table: OpenTable }; // every person came from there
    const { business_day, name: table_name, hostess, waiter } = table;
    // Whom somebody deleted or corrected in between is news from when they sat down again.
    const last = lastSeated.get(id) ?? person.added_at;
    const added_at = decidedBetween({ person, numbers }, last) ? last : person.added_at;
    return { row: { id, business_day, table_name, hostess, waiter, ...pickFields(merged, FIELD_NAMES), added_at }, numbers };
  });
  return { guests, report, rows, gained };
}

/** Whether the rows that are booked say everything of somebody already: then the guest book has it. */
function saysNothingNew({ row, numbers }: WithNumbers, booked: WithNumbers[], decidedBetween: DecidedBetween): boolean {
  const keyed = numbers.filter((number) => number.key !== "");
  const same = booked.filter(
    (other) =>
      (keyed.length > 0 ? sharesPhone(keyed, other.numbers) : foldText(other.row.name) === foldText(row.name)) &&
      !decidedBetween({ person: other.row, numbers: other.numbers }, row.added_at),
  );
  if (same.length === 0) return false;
  // Together in one row: that the numbers of two who are booked are one guest's is news too.
  if (!same.some((other) => keyed.every((number) => sharesPhone([number], other.numbers)))) return false;
  const said = same.flatMap((other) => [other.row.name, ...alsoNames(other.row.also)]);
  const isNews = (name: string) => foldText(name) !== "" && !said.some((other) => isPartOf(name, other));
  if ([row.name, ...alsoNames(row.also)].some(isNews)) return false;
  const namesakes = same.filter((other) => namesAgree(other.row.name, row.name));
  if (namesakes.length === 0) return true;
  return FILLABLE.every((field) => !row[field] || namesakes.some((other) => other.row[field]));
}

/** Writes what is different alone. @param taken ids that rows have which stay */
function writeDifference(store: GuestRowStore, there: Map<string, StoredRow>, wanted: WithNumbers[], taken: ReadonlySet<string>) {
  const inserted = new Set<string>();
  const corrected = new Set<string>();
  const still = new Set<string>();
  for (const { row, numbers } of wanted) {
    if (taken.has(row.id)) row.id = idAfter(row.id); // booked as it was before the table was saved again
    const before = there.get(row.id);
    still.add(row.id);
    if (before && isSame(before, row)) continue;
    if (before) store.remove(before.seq);
    store.insert(row, numbers);
    (before ? corrected : inserted).add(row.id);
  }
  const gone = [...there.values()].filter((row) => !still.has(row.id));
  for (const row of gone) store.remove(row.seq);
  return { inserted, corrected, removed: gone.length };
}

/** An id that comes after another, also where the clock was set back since: of one moment, a book takes records in the order of their ids. */
function idAfter(id: string): string {
  const fresh = uuid();
  if (fresh > id) return fresh;
  const madeAt = Number.parseInt(id.replace("-", "").slice(0, 12), 16); // RFC 9562, 5.7
  return uuid({ msecs: madeAt + 1 });
}

function isSame(one: GuestRow, other: GuestRow): boolean {
  return (Object.keys(other) as (keyof GuestRow)[]).every((field) => one[field] === other[field]);
}

const INSERTED = `id, business_day, table_name, hostess, waiter, ${PERSON_COLUMNS}`;

type GuestRowStore = ReturnType<typeof guestRowStore>;

function guestRowStore(database: Database.Database) {
  const guests = database.prepare<[string], Person & { id: string }>(
    `SELECT id, ${PERSON_COLUMNS} FROM table_guest WHERE table_id = ? ORDER BY position`,
  );
  const rows = database.prepare<[string], StoredRow & { booked_by: string | null }>(
    `SELECT seq, id, business_day, table_name, hostess, waiter, ${PERSON_COLUMNS}, booked_by FROM guest_row WHERE business_day = ? ORDER BY seq`,
  );
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM guest_row_phone WHERE guest_seq = ? ORDER BY position",
  );
  const insertRow = database.prepare(`INSERT INTO guest_row (${INSERTED}) VALUES (${parametersOf(INSERTED)})`);
  const insertPhone = database.prepare(
    "INSERT INTO guest_row_phone (guest_seq, position, digits, key, calling_code) VALUES (?, ?, ?, ?, ?)",
  );
  const remove = database.prepare("DELETE FROM guest_row WHERE seq = ?");
  return {
    guestsAt: (tableId: string) => guests.all(tableId),
    /** The rows of a day: those that stay as they are, and those of open tables that nobody has booked. */
    ofDay(day: string, open: ReadonlySet<string>) {
      const bookedAlready: WithNumbers[] = [];
      const free = new Map<string, StoredRow>();
      for (const { booked_by, ...row } of rows.all(day)) {
        if (booked_by === null && open.has(row.table_name)) free.set(row.id, row);
        else bookedAlready.push({ row, numbers: numbersOf.all(row.seq) });
      }
      return { bookedAlready, free };
    },
    insert(row: GuestRow, numbers: PhoneNumber[]) {
      const { lastInsertRowid } = insertRow.run(row);
      for (const [position, number] of numbers.entries()) {
        insertPhone.run(lastInsertRowid, position, number.digits, number.key, number.calling_code);
      }
    },
    remove: (seq: number) => void remove.run(seq),
  };
}

type GuestRowWithNumber = [
  ...[seq: number, id: string, isBooked: 0 | 1, evening: string],
  ...[digits: string | null, key: string, calling_code: string],
  ...person: unknown[],
];

/** A guest row on the way into a guest book. */
export type IncomingRow = Incoming & TableRow;

/**
 * The guest rows of a table store in the order in which they were recorded, each with its numbers.
 * @param where a condition with one parameter, written here and never taken from a request
 */
export function* readGuestRows(
  database: Database.Database,
  where: "taken_for = ?" | "business_day = ?",
  value: string,
): Generator<IncomingRow> {
  const columns = columnsOf(database);
  // A branch that is kept elsewhere may still run the version before other names, and a file be another program's.
  const id = columns.includes("id") ? "g.id" : "''";
  const person = FIELD_NAMES.map((field) => columnOrNothing(field, columns)).join(", ");
  const booked = columns.includes("booked_by") ? "g.booked_by IS NOT NULL" : "1";
  // One statement for guests and numbers, and rows as arrays: otherwise reading takes half the time of a whole merge.
  const rows = database
    .prepare<[string], GuestRowWithNumber>(
      `SELECT g.seq, ${id}, ${booked}, g.business_day, n.digits, n.key, n.calling_code, ${person}, g.added_at
       FROM guest_row g LEFT JOIN guest_row_phone n ON n.guest_seq = g.seq WHERE g.${where} ORDER BY g.added_at, g.seq, n.position`,
    )
    .raw();
  let last = 0;
  let guest: IncomingRow | undefined;
  for (const row of rows.iterate(value)) {
    const [seq, id, isBooked, evening, digits, key, calling_code] = row;
    if (!guest || seq !== last) {
      if (guest) yield guest;
      const person = personAt(row, 7);
      guest = { person, numbers: [], evening, row: { id, seq, isBooked: isBooked === 1 } };
      last = seq;
    }
    if (digits !== null) guest.numbers.push({ typed: "", digits, key, calling_code });
  }
  if (guest) yield guest;
}

function columnsOf(database: Database.Database): string[] {
  return database.prepare<[], string>("SELECT name FROM pragma_table_info('guest_row')").pluck().all();
}
