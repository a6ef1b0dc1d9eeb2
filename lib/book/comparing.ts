import type Database from "better-sqlite3";
import type { DayHours } from "../business-day";
import { digitsOf } from "../digits";
import { PERSON_FIELDS } from "../guest-columns";
import { alsoNames } from "../names";
import { type PhoneNumber, readPhones } from "../phones";
import { strandsOfDecision } from "./apply-decisions";
import { contactRowOf } from "./contact-rows";
import { searchTextOf } from "./contacts-merge-target";
import { decisionStore } from "./decisions";
import { fold } from "./fold";
import { BEFORE, type BookGuest, type Decision } from "./record-shapes";
import { CONTACT_COLUMNS, type ContactRow, recordStore } from "./records";
import { clusterReader, contactStrand, type StoredCluster } from "./stored-clusters";

/** What of a contact is not as everything that was said and decided gives it. */
export type Differing =
  /** Some of its columns. */
  | "values"
  | "numbers"
  /** The text by which it is found. */
  | "search"
  /** Whose the records are: a guest is missing, is one too many, or two are one. */
  | "records"
  /** Records or decisions that cannot be read. */
  | "unreadable";

export interface Difference {
  what: Differing;
  name: string;
  phones: string;
  /** By what its cluster is gathered. */
  strand: string;
}

export interface Comparison {
  /** Contacts that were looked at. */
  guests: number;
  /** How many differ; the first of them are listed. */
  differing: number;
  differences: Difference[];
}

/** So many differences are listed. */
const MOST_LISTED = 10_000;
/** So many rows are read at once. */
const PAGE = 1_000;
/** Names of so many evenings are kept: a file of ten years asks for thousands. */
const EVENINGS = 100;

/**
 * Folds a whole book from nothing, cluster by cluster, and compares it with its contacts as they stand: every column but the version,
 * numbers, and which records are whose. It changes nothing. A contact that is its own only record agrees with it by definition; its
 * numbers and the text by which it is found are compared with what it says.
 * @param tell hears how many records and contacts are done, of how many
 */
export function compareBook(
  database: Database.Database,
  hours: DayHours,
  tell: (done: number, total: number) => void = () => {},
): Comparison {
  // In one view: what is written meanwhile must be no difference.
  return database.transaction(() => compareAll(database, hours, tell))();
}

function compareAll(database: Database.Database, hours: DayHours, tell: (done: number, total: number) => void): Comparison {
  const comparison: Comparison = { guests: 0, differing: 0, differences: [] };
  const [seenContacts, seenRecords, told] = [bits(database, "contact"), bits(database, "source_record"), bits(database, "contact")];
  const clusters = clusterComparer(database, hours);
  const add = (difference: Difference, seq: number | null) => {
    if (seq !== null && told.has(seq)) return;
    if (seq !== null) told.add(seq);
    comparison.differing++;
    if (comparison.differences.length < MOST_LISTED) comparison.differences.push(difference);
  };
  const look = (strands: readonly string[], unreadable: Difference) => {
    try {
      const cluster = clusters.gather(strands);
      for (const { seq } of cluster.records) seenRecords.add(seq);
      for (const { seq } of cluster.contacts) seenContacts.add(seq);
      clusters.compare(cluster, add);
    } catch {
      add(unreadable, null);
    }
  };
  const total = countOf(database, "contact") + countOf(database, "source_record");
  let done = 0;
  for (const { seq, id } of recordPages(database)) {
    if (++done % PAGE === 0) tell(done, total);
    if (!seenRecords.has(seq)) look([`record ${id}`], unreadableAt(`record ${id}`));
  }
  for (const text of decisionPages(database)) lookAtDecision(text, { seen: clusters.isSeen(seenRecords, seenContacts), look, add });
  for (const page of contactPages(database)) {
    for (const { contact, numbers } of page) {
      comparison.guests++;
      if (++done % PAGE === 0) tell(done, total);
      const what = seenContacts.has(contact.seq) ? null : contact.is_before === 1 ? ofItself(contact, numbers) : "records";
      if (what) add({ what, name: contact.name, phones: contact.phones, strand: contactStrand(contact.seq) }, contact.seq);
    }
  }
  tell(total, total);
  return comparison;
}

const unreadableAt = (strand: string): Difference => ({ what: "unreadable", name: "", phones: "", strand });

interface Looking {
  /** Whether a record was in a cluster that was looked at. */
  seen: (id: string) => boolean;
  look: (strands: readonly string[], unreadable: Difference) => void;
  add: (difference: Difference, seq: number | null) => void;
}

/** Checks one decision: about a contact that is older than records, or about nobody in the book. */
function lookAtDecision({ id, decision }: { id: string; decision: string }, { seen, look, add }: Looking): void {
  try {
    const said = JSON.parse(decision) as Decision; // as the store wrote it
    if (!said.about.records.some(seen)) look(strandsOfDecision(said), unreadableAt(`decision ${id}`));
  } catch {
    add(unreadableAt(`decision ${id}`), null);
  }
}

/** What is not as it must be of a cluster, and the guest that it should be; null for a contact that should not be. */
type Add = (difference: Difference, seq: number | null, guest: BookGuest | null) => void;

/** Gathers and compares single clusters. */
export function clusterComparer(database: Database.Database, hours: DayHours) {
  const store = recordStore(database, hours);
  const gather = clusterReader(database, store, decisionStore(database), hours, { evenings: EVENINGS });
  const rowOf = contactRowOf(hours);
  const searchOf = database.prepare<[number], string>("SELECT search_text FROM contact WHERE seq = ?").pluck();
  const seqOf = database.prepare<[string], number>("SELECT seq FROM source_record WHERE id = ?").pluck();
  const beforeOf = database.prepare<[string], number>("SELECT seq FROM contact WHERE id = ?").pluck();

  const differenceOf = (contact: ContactRow, guest: BookGuest): Differing | null => {
    const { search_text, also, ...row } = rowOf(guest);
    const there: Record<string, unknown> = { ...contact };
    const isAs = [...PERSON_FIELDS, "evening", "branch"].every(
      (field) => field === "also" || there[field] === row[field as keyof typeof row],
    );
    if (!isAs || alsoNames(contact.also).join("\n") !== also) return "values";
    const numbers = store.numbersOfContact(contact.seq);
    if (inText(numbers) !== inText(guest.numbers)) return "numbers";
    return searchOf.get(contact.seq) === search_text ? null : "search";
  };
  return {
    gather: (strands: readonly string[]) => gather(strands, new Set()),
    isSeen: (records: Bits, contacts: Bits) => (id: string) => {
      const seq = seqOf.get(id);
      if (seq !== undefined) return records.has(seq);
      const contact = id.startsWith(BEFORE) ? beforeOf.get(id.slice(BEFORE.length)) : undefined;
      return contact !== undefined && contacts.has(contact);
    },
    compare(cluster: StoredCluster, add: Add): void {
      const records = cluster.records.filter(({ isGone }) => !isGone);
      const claimed = new Set<number>();
      for (const guest of fold(records, cluster.decisions).guests) {
        const seqs = contactsOf(cluster, guest);
        for (const seq of seqs) claimed.add(seq);
        const contact = wholeContact(cluster, guest, seqs);
        const what = contact
          ? (differenceOf(contact, guest) ?? mismatchOfLone(cluster, contact, store.numbersOfContact(contact.seq)))
          : "records";
        const [first = ""] = guest.records;
        if (what) add({ what, name: guest.name, phones: guest.phones, strand: `record ${first}` }, seqs[0] ?? null, guest);
      }
      for (const { seq, name, phones } of cluster.contacts)
        if (!claimed.has(seq)) add({ what: "records", name, phones, strand: contactStrand(seq) }, seq, null);
    },
  };
}

const inText = (numbers: readonly PhoneNumber[]) =>
  numbers.map(({ digits, key, calling_code }) => `${digits} ${key} ${calling_code}`).join();

/** Row ids of the contacts whose the records of a guest are. */
function contactsOf({ records }: StoredCluster, guest: BookGuest): number[] {
  const own = new Set(guest.records);
  return [...new Set(records.flatMap(({ id, contact_seq }) => (own.has(id) && contact_seq !== null ? [contact_seq] : [])))];
}

/** The contact whose records are all of a guest's, and nobody else's. */
function wholeContact({ records, contacts }: StoredCluster, guest: BookGuest, [seq, ...others]: readonly number[]): ContactRow | null {
  const its = records.filter(({ isGone, contact_seq }) => !isGone && contact_seq === seq).length;
  if (seq === undefined || others.length > 0 || its !== guest.records.length) return null;
  return contacts.find((contact) => contact.seq === seq) ?? null;
}

/** Where a contact is all that says what its only record says, it is compared with itself. */
function mismatchOfLone({ records }: StoredCluster, contact: ContactRow, numbers: readonly PhoneNumber[]): Differing | null {
  const isAlone = records.some(({ isWordless, contact_seq }) => isWordless && contact_seq === contact.seq);
  return isAlone && !numbers.every((number) => isIn(contact.phones, number)) ? "numbers" : null;
}

function ofItself(contact: SearchedContact, numbers: readonly PhoneNumber[]): Differing | null {
  if (!numbers.every((number) => isIn(contact.phones, number))) return "numbers";
  return searchTextOf(contact, numbers) === contact.search_text ? null : "search";
}

/** So many of its last digits a number was certainly typed with, whatever country it was read for. */
const TYPED_DIGITS = 6;

/** Whether a number can have been read from what was typed, and is found by its own digits. */
export function isIn(phones: string, { digits, key, calling_code }: PhoneNumber): boolean {
  if ((key !== "" && !digits.endsWith(key)) || !digits.startsWith(calling_code)) return false;
  return digitsOf(phones).includes(digits.slice(-TYPED_DIGITS)) || readPhones(phones).some((number) => number.digits === digits);
}

/** One bit for each row id of a table: a set of a million numbers takes forty times as much. */
interface Bits {
  add: (seq: number) => void;
  has: (seq: number) => boolean;
}

function bits(database: Database.Database, table: "contact" | "source_record"): Bits {
  const last = database.prepare<[], number | null>(`SELECT max(seq) FROM ${table}`).pluck().get() ?? 0;
  const bytes = new Uint8Array((last >> 3) + 1);
  return {
    add: (seq) => {
      bytes[seq >> 3] = (bytes[seq >> 3] ?? 0) | (1 << (seq & 7));
    },
    has: (seq) => ((bytes[seq >> 3] ?? 0) & (1 << (seq & 7))) !== 0,
  };
}

const countOf = (database: Database.Database, table: string) =>
  database.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0;

function* recordPages(database: Database.Database): Generator<{ seq: number; id: string }> {
  const page = database.prepare<[number], { seq: number; id: string }>(
    `SELECT seq, id FROM source_record WHERE seq > ? AND coalesce(said, '') <> 'gone' ORDER BY seq LIMIT ${PAGE}`,
  );
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.seq ?? 0)) yield* rows;
}

function* decisionPages(database: Database.Database): Generator<{ id: string; decision: string }> {
  const page = database.prepare<[string], { id: string; decision: string }>(
    `SELECT id, decision FROM book_decision WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
  );
  for (let rows = page.all(""); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? "")) yield* rows;
}

type SearchedContact = ContactRow & { search_text: string };

function* contactPages(database: Database.Database): Generator<{ contact: SearchedContact; numbers: PhoneNumber[] }[]> {
  const page = database.prepare<[number], SearchedContact>(
    `SELECT ${CONTACT_COLUMNS}, search_text FROM contact WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`,
  );
  const numbersOf = database.prepare<[number, number], PhoneNumber & { seq: number }>(
    `SELECT contact_seq AS seq, '' AS typed, digits, key, calling_code FROM contact_phone
     WHERE contact_seq BETWEEN ? AND ? ORDER BY contact_seq, position`,
  );
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.seq ?? 0)) {
    const numbers = new Map<number, PhoneNumber[]>(rows.map(({ seq }) => [seq, []]));
    for (const number of numbersOf.all(rows[0]?.seq ?? 0, rows.at(-1)?.seq ?? 0)) numbers.get(number.seq)?.push(number);
    yield rows.map((contact) => ({ contact, numbers: numbers.get(contact.seq) ?? [] }));
  }
}
