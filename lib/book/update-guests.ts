import type { Change, EventPayloads } from "../events";
import { foldText } from "../fold-text";
import { type MergeReport, tellNames, tellPair } from "../merge-report";
import { alsoNames, isFuller, namesAgree } from "../names";
import { hasPhoneKey, type PhoneNumber, sharesPhone } from "../phones";
import { byPlace, strandsOf } from "./apply-decisions";
import { fold } from "./fold";
import { type Done, nothingDone, type OpenBook } from "./open-book";
import type { BookGuest } from "./record-shapes";
import type { ContactRow, RecordStore, StoredRecord } from "./records";
import type { StoredCluster } from "./stored-clusters";

interface Refolding {
  /** Ids of the batch's own records that the book did not know. */
  fresh: ReadonlySet<string>;
  /** Those of the batch's own that are counted here: all that have been a step of the fold are counted already. */
  counted: ReadonlySet<string>;
  /** Row ids of contacts of which something else was said. */
  isTouched: ReadonlySet<number>;
}

/** Folds a cluster anew, and changes the contacts that are others by it. */
export function refold(book: OpenBook, cluster: StoredCluster, refolding: Refolding): Done {
  const { store } = book;
  const records = cluster.records.filter((record) => !record.isGone);
  const { guests, report, otherPairs } = fold(records, cluster.decisions, ({ id }) => refolding.counted.has(id));
  const claims = claimsOf(cluster, guests, store);
  const speaks = contactsThatStay(book, guests, claims);
  const kept = new Map(
    cluster.records.map((record) => [record.id, speaks.get(record.id) === record.contact_seq ? record : keepRecord(store, record)]),
  );
  const done = nothingDone(notBySteps(report));
  const guestOf = new Map(guests.flatMap((guest) => guest.records.map((id): [string, BookGuest] => [id, guest])));
  for (const record of records) {
    const pairs = otherPairs.get(record.id);
    const guest = guestOf.get(record.id);
    if (pairs && guest && isNewlySplit(record, guest, store))
      for (const { name, other, phones } of pairs) tellPair(done.report, name, other, phones);
  }
  const claimed = new Set([...claims.values()].flat());
  for (const contact of cluster.contacts) if (!claimed.has(contact)) takeOut(book, contact, done);
  let inserted = 0;
  for (const guest of guests) {
    const contacts = claims.get(guest) ?? [];
    if (contacts.length === 0) inserted++;
    const { seq, isFilled } = writeGuest(book, guest, contacts, refolding, done);
    const keys = new Set(guest.numbers.map(({ key }) => key));
    for (const id of guest.records) settleRecord(store, kept.get(id) as StoredRecord, seq, keys);
    tellMet(book, guest, kept, refolding, { isThere: contacts.length > 0, isFilled });
  }
  const placed = new Set(guests.flatMap((guest) => guest.records));
  for (const record of kept.values()) if (!placed.has(record.id)) settleRecord(store, record, null, NO_KEYS);
  countOwn(done.report, { own: records.filter(({ id }) => refolding.counted.has(id)), placed, inserted });
  return done;
}

/** The steps of the fold fill in and tell again what the guests have: what is new of it is seen in how they change. */
const notBySteps = (report: MergeReport): MergeReport => ({ ...report, filled: 0, also: 0, also_known_as: [] });

/**
 * Whether a number of a record that was known has become another guest's now: an earlier record that came late, or was corrected, holds it
 * too. As long as it was the record's own guest's, nobody was told.
 */
function isNewlySplit({ numbers, contact_seq }: StoredRecord, guest: BookGuest, store: RecordStore): boolean {
  const isAmong = ({ key }: PhoneNumber, theirs: readonly PhoneNumber[]) => theirs.some((one) => one.key === key);
  const before = contact_seq === null ? [] : store.numbersOfContact(contact_seq);
  return numbers.some((number) => number.key !== "" && isAmong(number, before) && !isAmong(number, guest.numbers));
}

const NO_KEYS: ReadonlySet<string> = new Set();

/** inserted + skipped are the batch's own records; whoever was a guest before is not inserted by an earlier record that comes late. */
function countOwn(
  report: MergeReport,
  { own, placed, inserted }: { own: readonly StoredRecord[]; placed: ReadonlySet<string>; inserted: number },
): void {
  const left = own.filter(({ id }) => !placed.has(id)).length;
  const known = Math.max(0, report.inserted - inserted);
  report.inserted -= known;
  report.skipped += known + left;
  if (left > 0) report.stayed_deleted = left;
}

/** Of each record whose guest stays as the contact is, the contact's row id: it goes on saying what only it says. */
function contactsThatStay(
  { writer }: OpenBook,
  guests: readonly BookGuest[],
  claims: ReadonlyMap<BookGuest, ContactRow[]>,
): Map<string, number> {
  const stay = new Map<string, number>();
  for (const guest of guests) {
    const [contact, ...others] = claims.get(guest) ?? [];
    if (contact && others.length === 0 && writer.isAsBefore(contact, guest)) for (const id of guest.records) stay.set(id, contact.seq);
  }
  return stay;
}

function writeGuest(
  { store, writer, publishing }: OpenBook,
  guest: BookGuest,
  [contact, ...others]: readonly ContactRow[],
  { isTouched }: Refolding,
  done: Done,
): { seq: number; isFilled: boolean } {
  const { say, why } = publishing;
  if (!contact) {
    const { seq, id } = writer.insert(guest);
    tellNames(done.report, guest, alsoNames(guest.also), guest.phones);
    // Whoever comes by a merge or an import is in the range of row ids that its event names.
    if (!isMerge(why)) say({ kind: "contact.parted", subjects: [id], payload: { seq } });
    return { seq, isFilled: false };
  }
  for (const other of others) {
    const gone = { ...other, numbers: store.numbersOfContact(other.seq) };
    writer.remove(other, { id: contact.id, record: store.firstOfContact(other.seq)?.id });
    say({ kind: "contacts.united", subjects: [contact.id, other.id], payload: { why, kept: { ...contact }, gone } });
  }
  const change = writer.change(contact, guest);
  if (!change) return { seq: contact.seq, isFilled: false };
  const known = alsoNames(contact.also);
  const added = alsoNames(guest.also).filter((name) => !known.includes(name));
  tellNames(done.report, guest, added, guest.phones);
  const seen = Object.keys(change.new).filter(isOfThePerson);
  const isCorrected = seen.length > 0 && isTouched.has(contact.seq) && !gains(change);
  if (isCorrected) done.corrected++;
  else if (seen.some((field) => field !== "also")) done.report.filled++;
  say({
    kind: "contact.changed",
    subjects: [contact.id, ...(publishing.subjects ?? [])],
    payload: { why: isCorrected && why === "merge" ? "saved again" : why, ...change },
  });
  return { seq: contact.seq, isFilled: Object.keys(change.new).some((field) => field !== "also") };
}

/** Who recorded a guest, and when, changes with the first record alone: nobody sees anything else by it. */
const isOfThePerson = (field: string) => field !== "added_at" && field !== "evening" && field !== "branch";

/** Whether a guest says everything that they said before, and more. */
function gains({ old, new: now }: Change): boolean {
  return Object.entries(old).every(([field, before]) => {
    if (before === "" || before === null) return true;
    if (field === "also") return alsoNames(String(before)).every((name) => [now.name, ...alsoNames(String(now.also))].includes(name));
    if (field === "name") return isFuller(String(now.name), String(before));
    return field === "phones" && String(now.phones).startsWith(String(before));
  });
}

const isMerge = (why: EventPayloads["contact.changed"]["why"]) => why === "merge" || why === "import";

function takeOut({ store, writer, publishing }: OpenBook, contact: ContactRow, done: Done): void {
  const gone = { ...contact, numbers: store.numbersOfContact(contact.seq) };
  writer.remove(contact);
  done.removed++;
  done.removed_changes += contact.version - 1;
  done.removed_guests.push({ name: contact.name, phones: contact.phones });
  if (publishing.why === "undo") return; // of very many, its event has the sums
  const kind = publishing.why === "deletion" ? "contact.deleted" : "contact.taken_out";
  publishing.say({ kind, subjects: [contact.id], payload: { gone } });
}

/** Tells of each of the batch's own records that made no guest of its own. */
function tellMet(
  { publishing }: OpenBook,
  guest: BookGuest,
  kept: ReadonlyMap<string, StoredRecord>,
  { fresh, counted }: Refolding,
  { isThere, isFilled }: { isThere: boolean; isFilled: boolean },
): void {
  if (!publishing.met) return;
  const [first] = guest.records;
  for (const id of guest.records) {
    const isFresh = guest.records.every((one) => fresh.has(one) || one.startsWith(`${kept.get(id)?.batch}/`));
    if (counted.has(id) && fresh.has(id) && (isThere || id !== first))
      publishing.met(kept.get(id) as StoredRecord, { name: guest.name, isFresh, isFilled });
  }
}

/** A record that was only its contact's words until now is written down. */
function keepRecord(store: RecordStore, record: StoredRecord): StoredRecord {
  if (record.isGone) return record;
  if (record.seq === 0) return { ...record, seq: store.keepBefore(record) };
  if (record.isWordless) store.write(record);
  return record;
}

function settleRecord(store: RecordStore, record: StoredRecord, contactSeq: number | null, keys: ReadonlySet<string>): void {
  if (record.seq === 0) return; // it is the contact itself
  store.settle(record.seq, contactSeq);
  const isFound = (strand: string) => strand.startsWith("record ") || (strand.startsWith("key ") && keys.has(strand.slice(4)));
  store.setStrands(record.seq, record.isGone ? [] : strandsOf(record).filter((strand) => !isFound(strand)));
}

/**
 * Which contacts become which guests, the one that keeps its id first: who has the oldest published record. One of which no record is
 * left is the guest of the same name and number, if that is nobody's.
 */
function claimsOf(cluster: StoredCluster, guests: readonly BookGuest[], store: RecordStore): Map<BookGuest, ContactRow[]> {
  const guestOf = new Map(guests.flatMap((guest) => guest.records.map((id): [string, BookGuest] => [id, guest])));
  const firstOf = new Map<number | null, StoredRecord>();
  for (const record of cluster.records.toSorted(byPlace))
    if (guestOf.has(record.id) && !firstOf.has(record.contact_seq)) firstOf.set(record.contact_seq, record);
  const claims = new Map<BookGuest, ContactRow[]>();
  const contacts = cluster.contacts.map((contact) => ({ contact, first: firstOf.get(contact.seq) }));
  const known = contacts.flatMap(({ contact, first }) => (first ? [{ contact, first }] : [])).toSorted((a, b) => byPlace(a.first, b.first));
  for (const { contact, first } of known) {
    const guest = guestOf.get(first.id) as BookGuest; // it is in one
    claims.set(guest, [...(claims.get(guest) ?? []), contact]);
  }
  const unclaimed = contacts.flatMap(({ contact, first }) => (first ? [] : [contact]));
  for (const guest of unclaimed.length > 0 ? guests : []) {
    if (claims.has(guest)) continue;
    const index = unclaimed.findIndex((contact) => isSameGuest(contact, store.numbersOfContact(contact.seq), guest));
    if (index >= 0) claims.set(guest, unclaimed.splice(index, 1));
  }
  return claims;
}

function isSameGuest({ name }: ContactRow, numbers: readonly PhoneNumber[], guest: BookGuest): boolean {
  if (hasPhoneKey(numbers)) return sharesPhone(numbers, guest.numbers) && namesAgree(name, guest.name);
  return !hasPhoneKey(guest.numbers) && foldText(name) === foldText(guest.name);
}
