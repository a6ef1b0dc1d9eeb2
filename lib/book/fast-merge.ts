import { FIELD_NAMES } from "../guest-fields";
import { emptyReport, type MergeReport } from "../merge-report";
import { type Candidates, type Incoming, type MergeTarget, mergeInto } from "../merge-rule";
import { hasPhoneKey, type PhoneNumber, sharesPhone } from "../phones";
import { byPlace, nameStrand, strandsOf } from "./apply-decisions";
import { type ContactsMergeTarget, contactsMergeTarget, type KnownContact } from "./contacts-merge-target";
import { type FastMergeExclusions, fastMergeExclusions } from "./fast-merge-exclusions";
import { newerItems } from "./newer-items";
import type { OpenBook } from "./open-book";
import type { Place } from "./record-shapes";
import type { ContactRow, RecordStore, StoredRecord, VersionedRecord } from "./records";
import { lastSeq } from "./search-indexes";
import { type NamesOfEvenings, namesOfEvenings } from "./stored-clusters";

type Next = Incoming & { record: VersionedRecord };

/**
 * Takes those of some records about whose guests nobody decided anything, and that are younger than the whole book, or than everybody
 * whom they meet, or meet nobody: each is one step of the fold.
 * @param fresh in the order
 * @returns those that are not, which have not been taken
 */
export function mergeNext(book: OpenBook, fresh: readonly VersionedRecord[]): { report: MergeReport; late: VersionedRecord[] } {
  const late: VersionedRecord[] = [];
  const first = fresh[0];
  if (!first) return { report: emptyReport(), late };
  const { database, publishing } = book;
  const why = publishing.why === "import" ? "import" : "merge";
  const target = contactsMergeTarget(database, { branch: first.branch, hours: publishing.hours, say: publishing.say, why });
  const names = namesOfEvenings(database, publishing.hours, { large: publishing.large });
  const apart = fastMergeExclusions(book);
  const contactsOf = database.prepare<[string], number>("SELECT contact_seq FROM contact_phone WHERE key = ?").pluck();
  const hasDecisions = book.decided.isAny();
  const isDecided = (record: VersionedRecord) => {
    const keys = strandsOf(record).slice(1);
    if (keys.some((one) => book.decided.isAt(one))) return true;
    const seqs = keys.flatMap((one) => (one.startsWith("key ") ? contactsOf.all(one.slice(4)) : []));
    return seqs.some(apart.isDecided);
  };
  const isApart = (contact: ContactRow | null) => contact !== null && (apart.isUnsettled(contact.seq) || apart.isDecided(contact.seq));
  const isAnythingNewer = newerItems(database, book.store);
  const isMet = database.prepare<[string], number>("SELECT 1 FROM contact_phone WHERE key = ? LIMIT 1").pluck();
  const meetsNobody = (record: VersionedRecord) => {
    const strand = nameStrand(record.person.name, record.evening);
    const isAt = (one: string) => book.store.isStranded(one) || book.decided.isAt(one);
    if (!hasPhoneKey(record.numbers)) return !isAt(strand) && besideWhom(book, names, record) === null;
    return !isAt(strand) && record.numbers.every(({ key }) => key === "" || (isMet.get(key) === undefined && !isAt(`key ${key}`)));
  };
  function* next(): Generator<Next> {
    for (const [index, record] of fresh.entries()) {
      publishing.tell?.(index + 1, fresh.length);
      const isSettled = book.unsettled.size === 0 || !strandsOf(record).some((one) => book.unsettled.has(one));
      const beside = () => besideWhom(book, names, record);
      const isNewest = byPlace(book.newest, record) < 0 || (!meetsNobody(record) && !isAnythingNewer(record, beside));
      const isPlain = isNewest
        ? !(hasDecisions && isDecided(record)) && (hasPhoneKey(record.numbers) || !isApart(beside()))
        : meetsNobody(record);
      if (isSettled && isPlain) {
        yield { record, person: record.person, numbers: record.numbers, evening: record.evening, branch: record.branch };
      } else late.push(record);
    }
  }
  const report = mergeInto(nextTarget(book, target, { names, apart }), next());
  const last = fresh.at(-1) as VersionedRecord;
  if (byPlace(book.newest, last) < 0) book.newest = last;
  return { report, late };
}

/** The contact of the first record of the same name and evening. */
function besideWhom({ store }: OpenBook, names: NamesOfEvenings, { person, evening }: VersionedRecord): ContactRow | null {
  const known = names.first(person.name, evening);
  if (known !== undefined) return known === null ? null : (store.contact(known) ?? null);
  const there = names.at(person.name, evening);
  const { records, contacts } = there;
  if (contacts.length > 0) return store.contact(contacts.reduce((a, b) => Math.min(a, b))) ?? null;
  if (there.first === undefined) {
    const placed = records.map((seq) => store.bySeq(seq)).flatMap((one) => (one && !one.isGone && one.contact_seq !== null ? [one] : []));
    const first = placed.reduce<StoredRecord | null>((a, b) => (a && byPlace(a, b) < 0 ? a : b), null);
    if (first) there.first = first.seq;
  }
  const seq = there.first === undefined ? null : store.bySeq(there.first)?.contact_seq;
  return (seq !== undefined && seq !== null && store.contact(seq)) || null;
}

function nextTarget(
  book: OpenBook,
  target: ContactsMergeTarget,
  { names, apart }: { names: NamesOfEvenings; apart: FastMergeExclusions },
): MergeTarget<KnownContact> {
  const { database, store, publishing } = book;
  const follow = database.prepare<[number, number]>("UPDATE source_record SET contact_seq = ? WHERE contact_seq = ?");
  const begun = publishing.begun ?? lastSeq(database);
  const places = firstPlaces(store);
  const noteRecord = (seq: number, contactSeq: number, { id, person, numbers, evening }: VersionedRecord) => {
    names.add(person.name, evening, seq);
    apart.joined(contactSeq, id);
    if (!hasPhoneKey(numbers)) store.addStrand(seq, nameStrand(person.name, evening));
  };
  return {
    ...target,
    isInOrder: true,
    isNameByHand: () => false,
    candidates(incoming): Candidates<KnownContact> {
      if (hasPhoneKey(incoming.numbers)) return { ...byNumber(places, target, incoming), meant: [] };
      const there = besideWhom(book, names, (incoming as Next).record);
      return there ? { known: [there], meant: [there], unowned: [] } : { known: [], meant: [], unowned: [] };
    },
    // Two who share a number and are two have been two from before there were records.
    mayBeOne: (one, other) => !sharesPhone(store.numbersOfContact(one.seq), store.numbersOfContact(other.seq)),
    insert(incoming) {
      const { record } = incoming as Next;
      const isWhole = incoming.numbers.length === record.numbers.length; // otherwise another guest had no room for these
      const contactSeq = target.insert(incoming);
      const seq = store.add(record, isWhole ? "contact" : "record", contactSeq);
      if (!isWhole) strand(store, seq, record, incoming.numbers);
      noteRecord(seq, contactSeq, record);
    },
    met(row, incoming, changes, numbers) {
      const { record } = incoming as Next;
      const isChanging = Object.keys(changes).length > 0;
      if (isChanging) store.keepWords(row.seq);
      // One number that was typed as the guest has it is theirs, and all that they have: nearly always, and asking costs a twentieth of a merge.
      const isTheirs = record.numbers.length === 1 && hasPhoneKey(record.numbers) && record.person.phones === row.phones;
      const owned = isTheirs ? record.numbers : store.numbersOfContact(row.seq);
      const seq = store.add(record, !isChanging && saysWhatIsKnown(record, row, owned) ? "same" : "record", row.seq);
      if (record.numbers.length > 0) strand(store, seq, record, [...owned, ...numbers]);
      noteRecord(seq, row.seq, record);
      const isFilled = Object.keys(changes).some((field) => field !== "also");
      const isFresh = row.seq > begun && (publishing.begun === undefined || places.of(row.seq).batch === record.batch);
      publishing.met?.(record, { name: row.name, isFresh, isFilled });
    },
    unite(kept, gone) {
      const [id, keptId] = [store.contact(gone.seq)?.id, store.contact(kept.seq)?.id];
      if (id !== undefined && keptId !== undefined) book.writer.lead(id, keptId, places.of(gone.seq).id);
      store.keepWords(kept.seq);
      store.keepWords(gone.seq);
      target.unite(kept, gone);
      names.replace(gone.seq, kept.seq);
      apart.united(kept.seq, gone.seq);
      places.forget(kept.seq);
      follow.run(kept.seq, gone.seq);
    },
  };
}

/** Notes the numbers by which the contact of a record is not found. */
function strand(store: RecordStore, seq: number, record: VersionedRecord, found: readonly PhoneNumber[]): void {
  const owned = new Set(found.map(({ key }) => key));
  for (const { key } of record.numbers) if (key !== "" && !owned.has(key)) store.addStrand(seq, `key ${key}`);
}

function saysWhatIsKnown({ person, numbers, said_at }: VersionedRecord, row: KnownContact, owned: readonly PhoneNumber[]): boolean {
  return (
    person.added_at === said_at &&
    FIELD_NAMES.every((field) => person[field] === row[field]) &&
    numbers.length === owned.length &&
    numbers.every(({ digits }, index) => digits === owned[index]?.digits)
  );
}

function byNumber(places: FirstPlaces, target: MergeTarget<KnownContact>, { numbers }: Incoming) {
  const owners = target.ownersOf(numbers);
  // The older guest is the one of the older record: contacts stand in the order in which they came.
  if (owners.known.length > 1) owners.known.sort((a, b) => byPlace(places.of(a.seq), places.of(b.seq)));
  return owners;
}

type FirstPlaces = ReturnType<typeof firstPlaces>;

/** The place of each contact's oldest record; incoming records are newer. */
function firstPlaces(store: RecordStore) {
  const known = new Map<number, Place>();
  return {
    of(seq: number): Place {
      const place = known.get(seq) ?? store.firstOfContact(seq) ?? { said_at: "", batch: "", line: seq, id: "" };
      known.set(seq, place);
      return place;
    },
    forget: (seq: number) => void known.delete(seq),
  };
}
