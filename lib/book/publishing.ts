import type Database from "better-sqlite3";
import type { DayHours } from "../business-day";
import type { EventPayloads, Happening, MergedRows } from "../events";
import { addReports, emptyReport, type MergeReport } from "../merge-report";
import { failpoint } from "../test-hooks";
import { adoptOlder } from "./adopt-older-version";
import { strandsOf } from "./apply-decisions";
import { type ContactWriter, contactWriter } from "./contact-rows";
import { type DecisionStore, decisionStore } from "./decisions";
import { mergeNext } from "./fast-merge";
import { clusterGatherer, type KeptCluster } from "./kept-clusters";
import type { Decision, Place } from "./record-shapes";
import { type RecordStore, recordStore, type Version, type VersionedRecord } from "./records";
import { indexedAtEnd, lastSeq } from "./search-indexes";
import { newestSaid, noteSaid } from "./spoken-of";
import { take } from "./store-records";
import { removeWholeGuests } from "./undoing";
import { refold } from "./update-guests";

/** What comes into a book at once: an End of Day, a merge, an import, a person's word, or the undo of one. */
export interface BookBatch {
  records?: readonly VersionedRecord[];
  /** Records of which their store says that they are no more. */
  gone?: readonly ({ id: string } & Version)[];
  decisions?: readonly Decision[];
  /** The batch that is undone: what came with it is gone as if it had never come, but for the records to keep. */
  undone?: { batch: string; keep?: ReadonlySet<string> };
}

export interface Publishing {
  hours: DayHours;
  say: (happening: Happening) => void;
  why: EventPayloads["contact.changed"]["why"];
  /** Of the event of each guest that changes, beside the guest's id. */
  subjects?: readonly string[];
  /** Hears what became of each record of the batch that made no guest of its own. */
  met?: (record: VersionedRecord, guest: Met) => void;
  /** Hears how far it is, in records. */
  tell?: (done: number, total: number) => void;
  /** About how many records come in all; it decides how the search indexes are kept. */
  expected?: number;
}

/** The guest whom a record joined, as they were then. */
export interface Met {
  name: string;
  /** Whether the guest was made by records of the same batch alone. */
  isFresh: boolean;
  /** Whether the guest gained a value or a number by it. */
  isFilled: boolean;
}

/** What became of a batch. */
export interface Published {
  /** Of its own records: inserted + skipped are all of them. */
  report: MergeReport;
  /** Guests who left the book, because what made them is gone: all are counted, the first told. */
  removed: number;
  removed_guests: { name: string; phones: string }[];
  /** How often these had been changed: their versions less one. */
  removed_changes: number;
  /** Guests who say something else, because what was said of them is gone or said anew. */
  corrected: number;
  /** Row ids of the guests who came. */
  first_seq: number | null;
  last_seq: number | null;
}

/**
 * Takes a batch into a book, and changes its guests where they are others by it: in place, each cluster folded once. Inside the
 * caller's transaction.
 */
export function publish(database: Database.Database, batch: BookBatch, publishing: Publishing): Published {
  const { expected = batch.records?.length ?? 0 } = publishing;
  return publishAll(database, [batch], { ...publishing, expected });
}

/** The same for a batch that is too large to be held at once, in parts. */
export function publishAll(database: Database.Database, parts: Iterable<BookBatch>, publishing: Publishing): Published {
  const last = lastSeq(database);
  const done = indexedAtEnd(database, publishing.expected ?? 0, () => {
    const book = openBook(database, publishing);
    let sum = nothingDone(emptyReport());
    for (const part of parts) {
      sum = addDone(sum, takeIn(book, part));
      const said = [...(part.records ?? []), ...(part.decisions ?? [])].map(({ said_at }) => said_at);
      if (said.length > 0)
        noteSaid(
          database,
          said.reduce((a, b) => (a > b ? a : b)),
        );
    }
    return sum;
  });
  const now = lastSeq(database);
  return { ...done, ...(now > last ? { first_seq: last + 1, last_seq: now } : { first_seq: null, last_seq: null }) };
}

/** What an event keeps of a batch: its counts, the guests that came by it, and no names. */
export function countsOf({ report, first_seq, last_seq }: Published): MergedRows {
  const { skipped, filled, united, also, may_be_same } = report;
  const inserted = first_seq === null || last_seq === null ? 0 : last_seq - first_seq + 1;
  return { inserted, skipped, filled, united, also, may_be_same, first_seq, last_seq };
}

export type Done = Omit<Published, "first_seq" | "last_seq">;

export const nothingDone = (report: MergeReport): Done => ({ report, removed: 0, removed_guests: [], removed_changes: 0, corrected: 0 });

/** So many of those who left the book are told by name. */
const TOLD = 200;

function addDone(a: Done, b: Done): Done {
  return {
    report: addReports(a.report, b.report),
    removed: a.removed + b.removed,
    removed_changes: a.removed_changes + b.removed_changes,
    removed_guests: [...a.removed_guests, ...b.removed_guests].slice(0, TOLD),
    corrected: a.corrected + b.corrected,
  };
}

/** A book while a batch comes in. */
export interface OpenBook {
  database: Database.Database;
  store: RecordStore;
  decided: DecisionStore;
  writer: ContactWriter;
  publishing: Publishing;
  /** The newest of all that was said and decided. */
  newest: Place;
  /** By what everybody hangs together of whom something was said or decided by this batch that is not the newest. */
  unsettled: Set<string>;
  /** Ids of records that an older version had not kept, until their guests are folded. */
  adopted: string[];
}

export function openBook(database: Database.Database, publishing: Publishing): OpenBook {
  const store = recordStore(database, publishing.hours);
  const decided = decisionStore(database);
  const adopted = adoptOlder({ database, store, decided, hours: publishing.hours });
  const writer = contactWriter(database, publishing.hours);
  return { database, store, decided, writer, publishing, newest: newestPlace(database), unsettled: new Set<string>(), adopted };
}

/** What is said in the instant of the newest is not known to be newer. */
const newestPlace = (database: Database.Database): Place => ({
  said_at: newestSaid(database),
  batch: LAST,
  line: Number.MAX_SAFE_INTEGER,
  id: "",
});

const LAST = "\u{10ffff}";

function unsettle({ unsettled, store }: OpenBook, { records, contacts }: KeptCluster): void {
  for (const one of records.flatMap(strandsOf)) unsettled.add(one);
  for (const { key } of contacts.flatMap(({ seq }) => store.numbersOfContact(seq))) unsettled.add(`key ${key}`);
}

function takeIn(book: OpenBook, batch: BookBatch): Done {
  const { database, publishing } = book;
  const left = batch.undone && publishing.why === "undo" ? removeWholeGuests(database, batch.undone) : null;
  const { fresh, touched, old, known, leftOut } = take(book, batch);
  for (const id of book.adopted.splice(0)) touched.push([`record ${id}`]);
  const isTouched = fresh.length > 0 ? unsettleAll(book, touched) : null;
  const { report, late } = mergeNext(book, fresh);
  failpoint("book:next");
  for (const record of late) keepLate(book, record);
  let sum = nothingDone({ ...report, skipped: report.skipped + known, ...(leftOut > 0 && { stayed_deleted: leftOut }) });
  Object.assign(sum, left);
  if (touched.length + late.length === 0) return sum;
  const own = { fresh: new Set(fresh.map(({ id }) => id)), counted: new Set([...old, ...late.map(({ id }) => id)]) };
  // Once late records are there: they may join clusters that nothing joined before.
  const gather = gathererOf(book);
  for (const strands of [...touched, ...late.map(strandsOf)]) {
    const cluster = gather(strands);
    if (cluster.records.length + cluster.contacts.length === 0) continue;
    unsettle(book, cluster);
    sum = addDone(sum, refold(book, cluster, { ...own, isTouched: isTouched ?? new Set(cluster.contacts.map(({ seq }) => seq)) }));
  }
  return sum;
}

const gathererOf = ({ database, store, decided, publishing }: OpenBook) => clusterGatherer(database, store, decided, publishing.hours);

/** @returns row ids of the contacts of whom something is said or decided anew */
function unsettleAll(book: OpenBook, touched: readonly string[][]): Set<number> {
  const gather = gathererOf(book);
  const contacts = new Set<number>();
  for (const strands of touched) {
    const cluster = gather(strands);
    unsettle(book, cluster);
    for (const strand of strands) book.unsettled.add(strand);
    for (const { seq } of cluster.contacts) contacts.add(seq);
  }
  return contacts;
}

function keepLate({ store }: OpenBook, record: VersionedRecord): void {
  const seq = store.add(record, "record", null);
  store.setStrands(
    seq,
    strandsOf(record).filter((strand) => !strand.startsWith("record ")),
  );
}
