import type Database from "better-sqlite3";
import { businessDays, type DayHours } from "../business-day";
import { PERSON_COLUMNS, PERSON_FIELDS } from "../guest-columns";
import { NOTHING_SAID, pickFields } from "../guest-fields";
import type { BranchKey } from "../known-branches";
import { typedOf } from "../merge-rule";
import type { Person } from "../person";
import type { PhoneNumber } from "../phones";
import { BEFORE, type Place, type SourceRecord } from "./record-shapes";

/** How new what a record says is: a restore of its store raises the incarnation, a save the version. */
export interface Version {
  incarnation: number;
  version: number;
}

export type VersionedRecord = SourceRecord & Version & { isBooked?: boolean };

/** A record as the book keeps it. */
export type StoredRecord = VersionedRecord & {
  seq: number;
  contact_seq: number | null;
  isGone: boolean;
  /** Whether its words are its contact's, and nowhere else. */
  isWordless: boolean;
};

interface Row extends Version {
  seq: number;
  id: string;
  said_at: string;
  batch: string;
  line: number;
  evening: string;
  branch: BranchKey;
  /** Whether it is a row of a table that an End of Day has booked, or no row at all: then its absence says nothing. */
  booked: 0 | 1;
  said: string | null;
  contact_seq: number | null;
}

/** The columns of a contact that a record gives. */
export type ContactRow = Person & {
  seq: number;
  id: string;
  branch: BranchKey;
  evening: string | null;
  version: number;
  /** Whether the contact itself is all that was known of the guest before there were records. */
  is_before: 0 | 1;
};

export const CONTACT_COLUMNS = `seq, id, ${PERSON_COLUMNS}, evening, branch, version, is_before`;

const GONE = "gone";
/** Most visits: the record has the contact's values, and its guest was added when it was said. */
const SAME = "same";

/** Where a record's words stand: with it, or its contact's alone, which it made (`contact`) or met and changed nothing of (`same`). */
type WordsAt = "record" | "contact" | "same";

/** The records of a contacts store. */
export function recordStore(database: Database.Database, hours: DayHours) {
  const contacts = contactReader(database);
  const read = recordReader(database, contacts, hours);
  return { ...contacts, ...read, ...recordWriter(database, contacts, read), ...strandStore(database) };
}

function recordReader(database: Database.Database, contacts: ContactReader, hours: DayHours) {
  const dayOf = businessDays(hours);
  const one = database.prepare<[string], Row>("SELECT * FROM source_record WHERE id = ?");
  const bySeq = database.prepare<[number], Row>("SELECT * FROM source_record WHERE seq = ?");
  const ofContact = database.prepare<[number], Row>("SELECT * FROM source_record WHERE contact_seq = ?");
  // Ids begin with their batch: an index of batches would be a fifth of what a record costs.
  const ofBatch = database.prepare<[string, string], string>("SELECT id FROM source_record WHERE id > ? AND id < ?").pluck();
  const firstOf = database.prepare<[number], Place>(
    "SELECT said_at, batch, line, id FROM source_record WHERE contact_seq = ? ORDER BY said_at, batch, line, id LIMIT 1",
  );
  const between = database.prepare<[string, string], number>("SELECT 1 FROM source_record WHERE id >= ? AND id <= ? LIMIT 1").pluck();
  const kept = ({ said, booked, ...rest }: Row): StoredRecord => {
    const row = { ...rest, isBooked: booked === 1 };
    if (said === GONE) return { ...row, person: NOBODY, numbers: [], isGone: true, isWordless: false };
    if (said !== null && said !== SAME) return { ...row, ...decoded(said), isGone: false, isWordless: false };
    const contact = contacts.contact(row.contact_seq as number) as ContactRow; // a record without words has its contact
    const person = personOf(contact);
    if (said === SAME) person.added_at = row.said_at;
    return { ...row, person, numbers: contacts.numbersTyped(contact), isGone: false, isWordless: true };
  };
  const keptOrNull = (row: Row | undefined) => (row ? kept(row) : null);
  const recordBefore = (contact: ContactRow | undefined): StoredRecord | null => {
    if (contact?.is_before !== 1) return null;
    const { seq, id, evening, branch, added_at } = contact;
    const place = { said_at: "", batch: "", line: seq, id: `${BEFORE}${id}` };
    const version = { incarnation: 0, version: 1, isBooked: true };
    const said = { evening: evening ?? dayOf(added_at), branch, person: personOf(contact), numbers: contacts.numbersTyped(contact) };
    return { ...place, ...version, ...said, seq: 0, contact_seq: seq, isGone: false, isWordless: true };
  };
  return {
    /** Everything that was known of a contact before there were records, as one record before all others; null once it has a row. */
    before: (seq: number) => recordBefore(contacts.contact(seq)),
    find(id: string): StoredRecord | null {
      const row = one.get(id);
      return row || !id.startsWith(BEFORE) ? keptOrNull(row) : recordBefore(contacts.contactById(id.slice(BEFORE.length)));
    },
    bySeq: (seq: number) => keptOrNull(bySeq.get(seq)),
    /** @returns one from before there were records has the `seq` 0 */
    ofContact(seq: number): StoredRecord[] {
      const before = recordBefore(contacts.contact(seq));
      const rows = ofContact.all(seq).map(kept);
      return before ? [before, ...rows] : rows;
    },
    /** The place of a contact's oldest record, found without reading all records of a regular guest. */
    firstOfContact: (seq: number): Place | null => recordBefore(contacts.contact(seq)) ?? firstOf.get(seq) ?? null,
    ofBatch: (batch: string) => ofBatch.all(`${batch}/`, `${batch}0`),
    /** Whether no record's id lies between two. */
    isNoneBetween: (first: string, last: string) => between.get(first, last) === undefined,
  };
}

function recordWriter(database: Database.Database, contacts: ContactReader, { before }: Pick<RecordReader, "before">) {
  // By position: an object's names would be a fifth of what a new record costs.
  const insert = `INSERT INTO source_record (id, said_at, batch, line, incarnation, version, evening, branch, booked, said, contact_seq)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
  const add = database.prepare(insert);
  const put = database.prepare(
    `${insert} ON CONFLICT (id) DO UPDATE SET said_at = excluded.said_at, batch = excluded.batch, line = excluded.line,
       incarnation = excluded.incarnation, version = excluded.version, evening = excluded.evening, branch = excluded.branch, booked = excluded.booked, said = excluded.said`,
  );
  const write = database.prepare<[string, number]>("UPDATE source_record SET said = ? WHERE seq = ?");
  const written = database.prepare<[number]>("UPDATE contact SET is_before = 0 WHERE seq = ?");
  const stamp = database.prepare<[number, number, number, number]>(
    "UPDATE source_record SET incarnation = ?, version = ?, booked = ? WHERE seq = ?",
  );
  const settle = database.prepare<[number | null, number]>("UPDATE source_record SET contact_seq = ? WHERE seq = ?");
  const values = ({ id, said_at, batch, line, incarnation, version, evening, branch, isBooked }: VersionedRecord) =>
    [id, said_at, batch, line, incarnation, version, evening, branch, isBooked === false ? 0 : 1] as const;
  const words = ({ person, numbers }: VersionedRecord) => encoded(person, numbers);
  const spelled = spelledContacts(database, contacts, write);
  const keepBefore = (record: StoredRecord): number => {
    if (record.contact_seq !== null) written.run(record.contact_seq);
    return Number(put.run(...values(record), words(record), record.contact_seq).lastInsertRowid);
  };
  return {
    /**
     * Takes a record that the book does not know.
     * @returns its row id
     */
    add(record: VersionedRecord, wordsAt: WordsAt, contactSeq: number | null): number {
      if (wordsAt !== "record" && contactSeq !== null) spelled.forget(contactSeq);
      const said = { record: words, contact: () => null, same: () => SAME }[wordsAt](record);
      return Number(add.run(...values(record), said, contactSeq).lastInsertRowid);
    },
    /** Stores a record, or a newer version of it; its contact stays the same. */
    put: (record: VersionedRecord, contactSeq: number | null) =>
      Number(put.run(...values(record), words(record), contactSeq).lastInsertRowid),
    /** Before a contact changes: what it alone says so far is written down. */
    keepWords(seq: number): void {
      const record = before(seq);
      if (record) keepBefore(record);
      spelled.spell(seq);
    },
    keepBefore,
    /** For a contact whose values are all in other records. */
    forgetBefore: (seq: number) => void written.run(seq),
    /** Stores the number of a newer version that has the same values. */
    stamp: (seq: number, { incarnation, version, isBooked }: VersionedRecord) =>
      void stamp.run(incarnation, version, isBooked ? 1 : 0, seq),
    settle(seq: number, contactSeq: number | null): void {
      if (contactSeq !== null) spelled.forget(contactSeq);
      settle.run(contactSeq, seq);
    },
    /** Writes the record of a contact whose values are only in the contact so far. */
    write: (record: StoredRecord) => void write.run(words(record), record.seq),
    /** Its version stays, so that an older one which comes late is no news. */
    empty: (seq: number) => void write.run(GONE, seq),
  };
}

/** Writes down what only contacts say of their records, each once: somebody may change with each of thousands of rows. */
function spelledContacts(database: Database.Database, contacts: ContactReader, write: Database.Statement<[string, number]>) {
  const wordless = database.prepare<[number], { seq: number; said: string | null; said_at: string }>(
    `SELECT seq, said, said_at FROM source_record WHERE contact_seq = ? AND coalesce(said, '${SAME}') = '${SAME}'`,
  );
  const spelled = new Set<number>();
  return {
    spell(contactSeq: number): void {
      const contact = spelled.has(contactSeq) ? undefined : contacts.contact(contactSeq);
      if (!contact) return;
      spelled.add(contactSeq);
      const [person, numbers] = [personOf(contact), contacts.numbersTyped(contact)];
      for (const { seq, said, said_at } of wordless.all(contactSeq))
        write.run(encoded(said === SAME ? { ...person, added_at: said_at } : person, numbers), seq);
    },
    /** A record came of which the contact says something. */
    forget: (contactSeq: number) => void spelled.delete(contactSeq),
  };
}

function contactReader(database: Database.Database) {
  const contactOf = database.prepare<[number], ContactRow>(`SELECT ${CONTACT_COLUMNS} FROM contact WHERE seq = ?`);
  const numbersOf = database.prepare<[number], PhoneNumber>(
    "SELECT '' AS typed, digits, key, calling_code FROM contact_phone WHERE contact_seq = ? ORDER BY position",
  );
  const contactById = database.prepare<[string], ContactRow>(`SELECT ${CONTACT_COLUMNS} FROM contact WHERE id = ?`);
  return {
    contact: (seq: number) => contactOf.get(seq),
    contactById: (id: string) => contactById.get(id),
    numbersOfContact: (seq: number) => numbersOf.all(seq),
    /** A contact's numbers, as they stand in its phones. */
    numbersTyped: ({ seq, phones }: ContactRow) => numbersOf.all(seq).map((number) => ({ ...number, typed: typedOf(phones, [number]) })),
  };
}

type ContactReader = ReturnType<typeof contactReader>;
type RecordReader = ReturnType<typeof recordReader>;

/** The strands of records by which their contacts are not found. */
function strandStore(database: Database.Database) {
  const strand = database.prepare<[string, number]>("INSERT OR IGNORE INTO record_strand (strand, record_seq) VALUES (?, ?)");
  const unstrand = database.prepare<[number]>("DELETE FROM record_strand WHERE record_seq = ?");
  const stranded = database.prepare<[string], number>("SELECT record_seq FROM record_strand WHERE strand = ?").pluck();
  const isStranded = database.prepare<[string], number>("SELECT 1 FROM record_strand WHERE strand = ? LIMIT 1").pluck();
  return {
    isStranded: (one: string) => isStranded.get(one) !== undefined,
    setStrands: (seq: number, strands: readonly string[]) => {
      unstrand.run(seq);
      for (const one of strands) strand.run(one, seq);
    },
    addStrand: (seq: number, one: string) => void strand.run(one, seq),
    stranded: (one: string) => stranded.all(one),
  };
}

export type RecordStore = ReturnType<typeof recordStore>;

const NOBODY: Person = { ...NOTHING_SAID, added_at: "" };

export function personOf(row: ContactRow): Person {
  return pickFields(row, PERSON_FIELDS);
}

/** What is not empty: most records say a name and a number. */
function encoded(person: Person, numbers: readonly PhoneNumber[]): string {
  const said: Record<string, unknown> = {};
  for (const field of PERSON_FIELDS) if (person[field] !== "" && person[field] !== null) said[field] = person[field];
  return JSON.stringify({ ...said, numbers: numbers.map(({ typed, digits, key, calling_code }) => [typed, digits, key, calling_code]) });
}

function decoded(text: string): { person: Person; numbers: PhoneNumber[] } {
  const { numbers, ...said } = JSON.parse(text) as Partial<Person> & { numbers: [string, string, string, string][] }; // as encoded
  const named = numbers.map(([typed, digits, key, calling_code]) => ({ typed, digits, key, calling_code }));
  return { person: { ...NOBODY, ...said }, numbers: named };
}
