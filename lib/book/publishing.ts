import type Database from "better-sqlite3";
import type { MergedRows } from "../events";
import { addReports, emptyReport } from "../merge-report";
import { failpoint } from "../test-hooks";
import { strandsOf } from "./apply-decisions";
import { noteSaid } from "./decision-target";
import { mergeNext } from "./fast-merge";
import { type BookBatch, type Done, nothingDone, type OpenBook, openBook, type Published, type Publishing } from "./open-book";
import type { VersionedRecord } from "./records";
import { removeWholeGuests } from "./remove-whole-guests";
import { indexedAtEnd, lastSeq } from "./search-indexes";
import { take } from "./store-records";
import { clusterReader, type StoredCluster } from "./stored-clusters";
import { refold } from "./update-guests";

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

function unsettle({ unsettled, store }: OpenBook, { records, contacts }: StoredCluster): void {
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
  const gather = readerOf(book);
  for (const strands of [...touched, ...late.map(strandsOf)]) {
    const cluster = gather(strands);
    if (cluster.records.length + cluster.contacts.length === 0) continue;
    unsettle(book, cluster);
    sum = addDone(sum, refold(book, cluster, { ...own, isTouched: isTouched ?? new Set(cluster.contacts.map(({ seq }) => seq)) }));
  }
  return sum;
}

const readerOf = ({ database, store, decided, publishing }: OpenBook) =>
  clusterReader(database, store, decided, publishing.hours, { large: publishing.large });

/** @returns row ids of the contacts of whom something is said or decided anew */
function unsettleAll(book: OpenBook, touched: readonly string[][]): Set<number> {
  const gather = readerOf(book);
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
