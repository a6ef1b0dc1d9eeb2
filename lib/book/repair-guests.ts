import type Database from "better-sqlite3";
import { readPhones } from "../phones";
import { clusterComparer, type Difference, isIn } from "./comparing";
import { type OpenBook, openBook, type Publishing } from "./open-book";
import type { BookGuest } from "./record-shapes";
import type { ContactRow } from "./records";
import { rebuildSearch } from "./search-indexes";
import { contactStrand, type StoredCluster } from "./stored-clusters";
import { refold } from "./update-guests";

/**
 * Computes guests anew who are not what was said of them, and writes them as they must be, with the indexes by which they are found.
 * Inside the caller's transaction.
 * @returns how many contacts were written, came or went
 */
export function rebuildGuests(database: Database.Database, differences: readonly Difference[], publishing: Publishing): number {
  const book = openBook(database, publishing);
  const clusters = clusterComparer(database, publishing.hours);
  const done = new Set<string>();
  let rebuilt = 0;
  let isSearchTouched = false;
  for (const { strand, what } of differences) {
    if (what === "unreadable" || done.has(strand)) continue;
    const before = clusters.gather([strand]);
    const strands = strandsOfCluster(before, strand);
    for (const one of strands) done.add(one);
    for (const contact of before.contacts) mendNumbers(book, before, contact);
    const cluster = clusters.gather(strands);
    const found = differencesIn(clusters, cluster);
    rebuilt += Math.max(found.size, 1);
    refold(book, cluster, { fresh: NONE, counted: NONE, isTouched: new Set(cluster.contacts.map(({ seq }) => seq)) });
    for (const [seq, guest] of differencesIn(clusters, clusters.gather(strands))) if (guest) book.writer.rewrite(seq, guest);
    isSearchTouched = true;
  }
  // After a flipped byte the index holds another text than the row: deleting by the row's text would damage it.
  if (isSearchTouched) rebuildSearch(database);
  return rebuilt;
}

const NONE: ReadonlySet<string> = new Set();

/** Whom a cluster is gathered by, also once contacts of it went. */
function strandsOfCluster({ records, contacts }: StoredCluster, strand: string): string[] {
  return [...new Set([strand, ...records.map(({ id }) => `record ${id}`), ...contacts.map(({ seq }) => contactStrand(seq))])];
}

function differencesIn(clusters: ReturnType<typeof clusterComparer>, cluster: StoredCluster): Map<number, BookGuest | null> {
  const found = new Map<number, BookGuest | null>();
  clusters.compare(cluster, (_, seq, guest) => {
    if (seq !== null) found.set(seq, guest);
  });
  return found;
}

/** The numbers of a contact that alone says what was said of it are read from its phones, where they cannot have been. */
function mendNumbers({ database, store, writer }: OpenBook, { records }: StoredCluster, contact: ContactRow): void {
  const numbers = store.numbersOfContact(contact.seq);
  const isAlone = records.some(({ isWordless, contact_seq }) => isWordless && contact_seq === contact.seq);
  if (!isAlone || numbers.every((number) => isIn(contact.phones, number))) return;
  writer.renumber(contact.seq, readPhones(contact.phones));
  database.prepare("UPDATE contact SET version = version + 1 WHERE seq = ?").run(contact.seq);
}
