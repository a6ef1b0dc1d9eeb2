import type Database from "better-sqlite3";
import type { DayHours } from "../business-day";
import { contactsTarget, mergeContacts } from "../contacts/bulk";
import type { EventPayloads, Happening } from "../events";
import { addReports, emptyReport, type MergeReport } from "../merge-report";
import type { Incoming } from "../merge-rule";
import { hasPhoneKey, sharesPhone } from "../phones";
import { contactWriter } from "./contact-rows";
import { type DecisionStore, decisionStore } from "./decisions";
import { fold } from "./fold";
import { byPlace, strandsOf, strandsOfDecision } from "./heeding";
import { clusterGatherer, type KeptCluster, recordBefore } from "./kept-clusters";
import { type ContactRow, type KeptRecord, type RecordStore, recordStore, type Version, type VersionedRecord } from "./records";
import type { BookGuest, Decision, Place } from "./said";

/** What comes into a book at once: an End of Day, a merge, an import, a person's word, or the undo of one. */
export interface BookBatch {
  records?: readonly VersionedRecord[];
  /** Records of which their store says that they are no more. */
  gone?: readonly ({ id: string } & Version)[];
  decisions?: readonly Decision[];
  /** The batch that is undone: what came with it is gone as if it had never come. */
  undone?: string;
}

export interface Publishing {
  hours: DayHours;
  say: (happening: Happening) => void;
  why: EventPayloads["contact.changed"]["why"];
}

/**
 * Takes a batch into a book, and changes its guests where they are others by it: in place, each cluster folded once. Inside the
 * caller's transaction.
 * @returns what became of the batch's own records: inserted + skipped are all of them
 */
export function publish(database: Database.Database, batch: BookBatch, { hours, say, why }: Publishing): MergeReport {
  const store = recordStore(database);
  const decided = decisionStore(database);
  const gather = clusterGatherer(database, store, decided, hours);
  const { fresh, touched, old, known } = take(store, decided, batch);
  const newest = newestPlace(database);
  const isDecided = isDecidedAbout(database, store, decided, hours);
  const isNext = (record: VersionedRecord) =>
    touched.length === 0 && hasPhoneKey(record.numbers) && record.said_at > newest && !isDecided(record);
  const next = fresh.filter(isNext);
  const report = mergeNext(database, store, next, { hours, say, why });
  const late = new Map(fresh.filter((record) => !isNext(record)).map((record) => [record.id, record]));
  for (const record of late.values()) {
    const seq = store.put(record, false, null);
    store.setStrands(seq, strandsOf(record).filter(isKept));
  }
  const own = new Set([...late.keys(), ...old]);
  let sum = { ...report, skipped: report.skipped + known };
  for (const strands of [...touched, ...[...late.values()].map(strandsOf)]) {
    const cluster = gather(strands);
    if (cluster.records.length + cluster.contacts.length === 0) continue;
    sum = addReports(sum, refold(database, store, cluster, { own, hours, say, why }));
  }
  return sum;
}

const isKept = (strand: string) => !strand.startsWith("record ");

/** Writes down what was said and decided; a version that is no news changes nothing. */
function take(store: RecordStore, decided: DecisionStore, batch: BookBatch) {
  const fresh = new Map<string, VersionedRecord>();
  const touched: string[][] = [];
  const old: string[] = [];
  let known = 0;
  const isNews = (now: Version, before: Version) =>
    now.incarnation > before.incarnation || (now.incarnation === before.incarnation && now.version > before.version);
  for (const record of batch.records ?? []) {
    const before = store.find(record.id);
    const sameBatch = fresh.get(record.id);
    if (!before) {
      if (sameBatch) known++;
      if (!sameBatch || isNews(record, sameBatch)) fresh.set(record.id, record);
    } else if (isNews(record, before)) {
      const { said_at, batch: first, line } = before; // a new version keeps its place
      const now = { ...record, said_at, batch: first, line };
      store.put(now, false, before.contact_seq);
      store.setStrands(before.seq, strandsOf(now).filter(isKept));
      touched.push([...strandsOf(before), ...strandsOf(now)]);
      old.push(record.id);
    } else known++;
  }
  for (const { id, ...version } of batch.gone ?? []) {
    const before = store.find(id);
    if (!before || !isNews(version, before)) continue;
    store.put({ ...before, ...version }, false, before.contact_seq);
    store.empty(before.seq);
    touched.push(strandsOf(before));
  }
  for (const decision of batch.decisions ?? []) {
    decided.decide(decision);
    touched.push(strandsOfDecision(decision));
  }
  if (batch.undone !== undefined) touched.push(...undo(store, decided, batch.undone));
  return { fresh: [...fresh.values()].toSorted(byPlace), touched, old, known };
}

function undo(store: RecordStore, decided: DecisionStore, batch: string): string[][] {
  const touched: string[][] = [];
  for (const id of store.ofBatch(batch)) {
    const record = store.find(id) as KeptRecord; // read from the same table
    if (record.contact_seq !== null)
      touched.push([...strandsOf(record), ...store.numbersOfContact(record.contact_seq).flatMap(({ key }) => (key === "" ? [] : [`key ${key}`]))]); // biome-ignore format: one line
    else touched.push(strandsOf(record));
    store.empty(record.seq);
  }
  for (const decision of decided.undecide(batch)) touched.push(strandsOfDecision(decision));
  return touched;
}

/** The newest instant at which anything was said or decided. */
function newestPlace(database: Database.Database): string {
  const sql = `SELECT max(coalesce((SELECT max(said_at) FROM source_record), ''),
    coalesce((SELECT max(decision ->> '$.said_at') FROM book_decision), ''))`;
  return database.prepare<[], string>(sql).pluck().get() ?? "";
}

/** Whether somebody decided anything about those with whom a record would hang together. */
function isDecidedAbout(
  database: Database.Database,
  store: RecordStore,
  decisions: DecisionStore,
  hours: DayHours,
): (record: VersionedRecord) => boolean {
  const strands = decisions.strands();
  if (strands.length === 0) return () => false;
  const gather = clusterGatherer(database, store, decisions, hours);
  const decided = new Set(strands);
  for (const { records, contacts } of strands.map((strand) => gather([strand]))) {
    for (const one of records.flatMap(strandsOf)) decided.add(one);
    for (const { key } of contacts.flatMap(({ seq }) => store.numbersOfContact(seq))) decided.add(`key ${key}`);
  }
  return (record) => strandsOf(record).some((strand) => decided.has(strand));
}

/** Records that are younger than the whole book, and about whom nobody decided anything: each is one step of the fold. */
function mergeNext(
  database: Database.Database,
  store: RecordStore,
  records: readonly VersionedRecord[],
  publishing: Publishing,
): MergeReport {
  if (records.length === 0) return emptyReport();
  const first = records[0] as VersionedRecord;
  const why = publishing.why === "import" ? "import" : "merge";
  const target = contactsTarget(database, { branch: first.branch, hours: publishing.hours, say: publishing.say, why });
  const before = (contact: ContactRow) => recordBefore(contact, store, publishing.hours);
  const follow = database.prepare<[number, number]>("UPDATE source_record SET contact_seq = ? WHERE contact_seq = ?");
  const lastSeq = database.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'contact'").pluck();
  type Next = Incoming & { record: VersionedRecord };
  const people = records.map(
    (record): Next => ({ record, person: record.person, numbers: record.numbers, evening: record.evening, branch: record.branch }),
  );
  return mergeContacts(
    database,
    {
      ...target,
      isInOrder: true,
      isNameByHand: () => false,
      ownersOf(numbers) {
        const owners = target.ownersOf(numbers);
        // The older guest is the one of the older record: contacts stand in the order in which they came.
        if (owners.known.length > 1) owners.known.sort((a, b) => byPlace(firstPlace(store, a.seq), firstPlace(store, b.seq)));
        return owners;
      },
      // Two who share a number and are two have been two from before there were records.
      mayBeOne: (one, other) => !sharesPhone(store.numbersOfContact(one.seq), store.numbersOfContact(other.seq)),
      insert(incoming) {
        target.insert(incoming);
        store.put((incoming as Next).record, true, lastSeq.get() ?? 0);
      },
      met(row, incoming, changes, numbers, isSame) {
        const { record } = incoming as Next;
        store.keepWords(row.seq, before);
        const seq = store.put(record, false, row.seq);
        const owned = new Set([...store.numbersOfContact(row.seq), ...numbers].map(({ key }) => key));
        for (const { key } of record.numbers) if (key !== "" && !owned.has(key)) store.addStrand(seq, `key ${key}`);
        target.met?.(row, incoming, changes, numbers, isSame);
      },
      unite(kept, gone) {
        store.keepWords(kept.seq, before);
        store.keepWords(gone.seq, before);
        target.unite(kept, gone);
        follow.run(kept.seq, gone.seq);
      },
    },
    people,
    records.length,
  );
}

function firstPlace(store: RecordStore, seq: number): Place {
  const records = store.ofContact(seq).toSorted(byPlace);
  return records[0] ?? { said_at: "", batch: "", line: seq, id: "" };
}

interface Refolding extends Publishing {
  /** The batch's own records, by id. */
  own: ReadonlySet<string>;
}

/** Folds a cluster anew, and changes the contacts that are others by it. */
function refold(database: Database.Database, store: RecordStore, cluster: KeptCluster, { own, hours, say, why }: Refolding): MergeReport {
  const records = cluster.records.filter((record) => !record.isGone);
  const { guests, report } = fold(records, cluster.decisions, ({ id }) => own.has(id));
  const kept = new Map(cluster.records.map((record) => [record.id, keepRecord(store, record)]));
  const writer = contactWriter(database, hours);
  const claims = claimsOf(cluster, guests);
  for (const contact of cluster.contacts)
    if (![...claims.values()].flat().includes(contact)) {
      writer.remove(contact);
      say({ kind: "contact.taken_out", subjects: [contact.id], payload: { gone: { ...contact } } });
    }
  for (const guest of guests) {
    const [contact, ...others] = claims.get(guest) ?? [];
    for (const other of others) writer.remove(other, contact?.id);
    const seq = contact ? writer.change(contact, guest, (change) => say({ kind: "contact.changed", subjects: [contact.id], payload: { why, ...change } })) : writer.insert(guest); // biome-ignore format: one line
    const keys = new Set(guest.numbers.map(({ key }) => key));
    for (const id of guest.records) settleRecord(store, kept.get(id) as KeptRecord, seq, keys);
  }
  const placed = new Set(guests.flatMap((guest) => guest.records));
  for (const record of kept.values()) if (!placed.has(record.id)) settleRecord(store, record, null, new Set());
  return report;
}

/** A record that was only its contact's words until now is written down. */
function keepRecord(store: RecordStore, record: KeptRecord): KeptRecord {
  if (record.isGone) return record;
  const { seq, isGone: _, contact_seq, ...said } = record;
  const put = store.put(said, false, contact_seq);
  return { ...record, seq: seq || put };
}

function settleRecord(store: RecordStore, record: KeptRecord, contactSeq: number | null, keys: ReadonlySet<string>): void {
  store.settle(record.seq, contactSeq);
  const isFound = (strand: string) => strand.startsWith("record ") || (strand.startsWith("key ") && keys.has(strand.slice(4)));
  store.setStrands(record.seq, record.isGone ? [] : strandsOf(record).filter((strand) => !isFound(strand)));
}

/** Which contacts become which guests, the one that keeps its id first: who has the oldest published record. */
function claimsOf(cluster: KeptCluster, guests: readonly BookGuest[]): Map<BookGuest, ContactRow[]> {
  const inOrder = cluster.records.toSorted(byPlace);
  const claims = new Map<BookGuest, ContactRow[]>();
  const contacts = cluster.contacts.map((contact) => {
    const first = inOrder.find(({ id, contact_seq }) => contact_seq === contact.seq && guests.some((guest) => guest.records.includes(id)));
    return { contact, first };
  });
  const known = contacts.flatMap(({ contact, first }) => (first ? [{ contact, first }] : [])).toSorted((a, b) => byPlace(a.first, b.first));
  for (const { contact, first } of known) {
    const guest = guests.find(({ records }) => records.includes(first.id)) as BookGuest; // found in one
    claims.set(guest, [...(claims.get(guest) ?? []), contact]);
  }
  return claims;
}
