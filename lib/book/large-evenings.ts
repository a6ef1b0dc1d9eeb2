import Database from "better-sqlite3";
import { businessDayRange, type DayHours } from "../business-day";
import { foldText } from "../fold-text";
import { rowsOfPart } from "../test-hooks";
import { byPlace } from "./apply-decisions";
import type { Place } from "./record-shapes";

/** An evening with more records than this is not read anew for each part of a batch. */
const LARGE = 5_000;

/** The name that a record was said with, whoever keeps its words. */
export const RECORDED_NAME = `CASE WHEN r.said IS NULL OR r.said = 'same' THEN c.name WHEN r.said = 'gone' THEN '' ELSE coalesce(r.said ->> '$.name', '') END`;

interface Recorded extends Place {
  seq: number;
  name: string;
}

/** Row ids. */
export interface Named {
  records: number[];
  contacts: number[];
  /** The oldest of the records that is somebody's, once it was asked for; while a batch comes in, none older joins them. */
  first?: number;
}

export type LargeEvenings = ReturnType<typeof largeEvenings>;

/**
 * Who had a name on an evening of very many: a file of a million guests is one evening, and of each who has no number is asked whether
 * somebody of that name is there. What is known stands in a file of its own, is completed by what came since, and is looked at in the
 * book again whenever it is used. `keep` keeps it for the next part, once the book has kept its own; else it is as before.
 * @param file is made where it is not there
 */
export function largeEvenings(file: string) {
  const known = sideFile(file);
  return {
    of: (database: Database.Database, hours: DayHours) => eveningsOf(known, database, hours),
    /** To be called once the book's own transaction has ended well. */
    keep: () => void known.side.exec("COMMIT"),
    close: () => void known.side.close(),
  };
}

type SideFile = ReturnType<typeof sideFile>;

function sideFile(file: string) {
  const side = new Database(file);
  side.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"); // made anew after whatever goes wrong
  side.exec(`CREATE TABLE IF NOT EXISTS named (evening TEXT, name TEXT, is_contact INTEGER, seq INTEGER, PRIMARY KEY (evening, name, is_contact, seq)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS oldest (evening TEXT, name TEXT, said_at TEXT, batch TEXT, line INTEGER, id TEXT, PRIMARY KEY (evening, name)) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS filled (evening TEXT PRIMARY KEY, seq INTEGER) WITHOUT ROWID; BEGIN`);
  const filled = side.prepare<[string], number>("SELECT seq FROM filled WHERE evening = ?").pluck();
  const evenings = side.prepare<[], string>("SELECT evening FROM filled").pluck();
  const noteFilled = side.prepare("INSERT OR REPLACE INTO filled VALUES (?, ?)");
  const add = side.prepare("INSERT OR IGNORE INTO named VALUES (?, ?, ?, ?)");
  const named = side
    .prepare<[string, string, 0 | 1], number>("SELECT seq FROM named WHERE evening = ? AND name = ? AND is_contact = ? ORDER BY seq")
    .pluck();
  const oldest = side.prepare<[string, string], Place>("SELECT said_at, batch, line, id FROM oldest WHERE evening = ? AND name = ?");
  const noteOldest = side.prepare("INSERT OR REPLACE INTO oldest VALUES (@evening, @name, @said_at, @batch, @line, @id)");
  const older = (evening: string, name: string, place: Place) => {
    const known = oldest.get(evening, name);
    if (!known || byPlace(place, known) < 0) noteOldest.run({ ...place, evening, name });
  };
  return { side, filled, evenings, noteFilled, add, named, oldest, older };
}

/** What is asked of the book itself. */
function bookAsked(database: Database.Database) {
  const isMany = database
    .prepare<[string], number>(`SELECT 1 FROM source_record WHERE evening = ? LIMIT 1 OFFSET ${rowsOfPart(LARGE)}`)
    .pluck();
  const since = database.prepare<[string, number], Recorded>(
    `SELECT r.seq, r.said_at, r.batch, r.line, r.id, ${RECORDED_NAME} AS name FROM source_record r LEFT JOIN contact c ON c.seq = r.contact_seq
     WHERE r.evening = ? AND r.seq > ? ORDER BY r.seq LIMIT 1000`,
  );
  const before = database.prepare<[string, string, string], { seq: number; name: string }>(
    `SELECT seq, name FROM contact WHERE added_at >= ? AND added_at < ? AND evening IS NULL AND is_before = 1
     UNION ALL SELECT seq, name FROM contact WHERE evening = ? AND is_before = 1`,
  );
  const record = database.prepare<[number], Recorded & { evening: string; contact_seq: number | null }>(
    `SELECT r.*, ${RECORDED_NAME} AS name FROM source_record r LEFT JOIN contact c ON c.seq = r.contact_seq WHERE r.seq = ?`,
  );
  const placed = database
    .prepare<[string], number>(
      "SELECT contact_seq FROM source_record WHERE id = ? AND contact_seq IS NOT NULL AND coalesce(said, '') <> 'gone'",
    )
    .pluck();
  const contact = database.prepare<[number], string>("SELECT name FROM contact WHERE seq = ? AND is_before = 1").pluck();
  return { isMany, since, before, record, placed, contact };
}

function eveningsOf(known: SideFile, database: Database.Database, hours: DayHours) {
  const { filled, evenings, noteFilled, add, named, oldest, older } = known;
  const { isMany, since, before, record, placed, contact } = bookAsked(database);
  const large = new Set<string>();
  const fill = (evening: string) => {
    let last = filled.get(evening);
    if (last === undefined) {
      const { from, to } = businessDayRange(evening, hours);
      for (const { seq, name } of before.all(from.toISOString(), to.toISOString(), evening)) add.run(evening, foldText(name), 1, seq);
      last = 0;
    }
    for (let rows = since.all(evening, last); rows.length > 0; rows = since.all(evening, last)) {
      for (const row of rows) {
        const name = foldText(row.name);
        add.run(evening, name, 0, row.seq);
        older(evening, name, row);
        last = row.seq;
      }
    }
    noteFilled.run(evening, last);
  };
  const isLarge = (evening: string) => {
    if (!large.has(evening) && isMany.get(evening) === undefined) return false;
    large.add(evening);
    return true;
  };
  /** Asked of the book again: what was said anew, or went, has another name. */
  const recordsOf = (name: string, evening: string) =>
    named.all(evening, name, 0).filter((seq) => {
      const row = record.get(seq);
      return row?.evening === evening && foldText(row.name) === name;
    });
  const contactsOf = (name: string, evening: string) =>
    named.all(evening, name, 1).filter((seq) => foldText(contact.get(seq) ?? "\0") === name);
  return {
    /** What is known so far is completed, before anybody waits for the book. */
    refresh: () => {
      for (const evening of evenings.all()) fill(evening);
    },
    /** Everybody of a folded name; null of an evening that is not large. */
    at(name: string, evening: string): Named | null {
      if (!isLarge(evening)) return null;
      fill(evening);
      return { records: recordsOf(name, evening), contacts: contactsOf(name, evening) };
    },
    /** The contact of the first record that is somebody's, of one from before first of all; undefined of an evening that is not large. */
    first(name: string, evening: string): number | null | undefined {
      if (!isLarge(evening)) return undefined;
      fill(evening);
      const [before] = contactsOf(name, evening);
      if (before !== undefined) return before;
      const first = oldest.get(evening, name);
      if (!first) return null;
      const seq = placed.get(first.id);
      if (seq !== undefined) return seq;
      const left = recordsOf(name, evening).flatMap((one) => record.get(one) ?? []);
      const still = left.filter(({ id }) => placed.get(id) !== undefined).toSorted(byPlace);
      return still[0] ? (placed.get(still[0].id) ?? null) : null;
    },
  };
}
