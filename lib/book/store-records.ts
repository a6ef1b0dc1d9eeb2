import { byPlace, strandsOf, strandsOfDecision } from "./apply-decisions";
import type { BookBatch, OpenBook, Undone } from "./open-book";
import type { StoredRecord, Version, VersionedRecord } from "./records";

/** What is news of a batch. */
interface Taken {
  /** Records that the book did not know, in the order. */
  fresh: VersionedRecord[];
  /** The strands of the records and decisions that changed. */
  touched: string[][];
  /** Records that say something else now, by id. */
  old: string[];
  /** Records that the book knew as they are. */
  known: number;
  /** Those of them whose guest was deleted. */
  leftOut: number;
}

/** Stores records and decisions; a version that is no newer changes nothing. */
export function take({ store, decided }: OpenBook, batch: BookBatch): Taken {
  const fresh = new Map<string, VersionedRecord>();
  const touched: string[][] = [];
  const old: string[] = [];
  let known = 0;
  let leftOut = 0;
  const skip = (before: StoredRecord | null) => {
    known++;
    if (before && before.contact_seq === null && !before.isGone) leftOut++;
  };
  const find = finder(store, batch.records ?? []);
  for (const record of batch.records ?? []) {
    const before = find(record.id);
    const sameBatch = fresh.get(record.id);
    if (!before) {
      if (sameBatch) skip(null);
      if (!sameBatch || isNews(record, sameBatch)) fresh.set(record.id, record);
    } else if (!isNews(record, before)) {
      if (record.isBooked && !before.isBooked) store.stamp(before.seq, { ...before, isBooked: true });
      skip(before);
    } else if (saysTheSame(record, before)) {
      store.stamp(before.seq, record);
      skip(before);
    } else {
      store.put(record, before.contact_seq);
      store.setStrands(
        before.seq,
        strandsOf(record).filter((strand) => !strand.startsWith("record ")),
      );
      touched.push([...strandsOf(before), ...strandsOf(record)]);
      old.push(record.id);
    }
  }
  for (const { id, ...version } of batch.gone ?? []) {
    const before = store.find(id);
    if (!before || !isNews(version, before)) continue;
    const isSpokenOf = decided.at(`record ${id}`).length > 0;
    store.put({ ...before, ...version, isBooked: true }, before.contact_seq);
    if (isSpokenOf) continue; // whom somebody wrote about by hand nobody would find any more without name and numbers
    store.empty(before.seq);
    touched.push(strandsOf(before));
  }
  for (const decision of batch.decisions ?? []) {
    decided.decide(decision);
    touched.push(strandsOfDecision(decision));
  }
  if (batch.undone !== undefined) touched.push(...undo({ store, decided }, batch.undone));
  return { fresh: [...fresh.values()].toSorted(byPlace), touched, old, known, leftOut };
}

/** An import's records are new, all of them: one question says so. */
function finder(store: OpenBook["store"], records: readonly VersionedRecord[]): (id: string) => StoredRecord | null {
  const ids = records.map(({ id }) => id);
  const [first, last] = [ids.reduce((a, b) => (a < b ? a : b), ids[0] ?? ""), ids.reduce((a, b) => (a > b ? a : b), "")];
  return store.isNoneBetween(first, last) ? () => null : store.find;
}

function isNews(now: Version, before: Version): boolean {
  return now.incarnation > before.incarnation || (now.incarnation === before.incarnation && now.version > before.version);
}

function saysTheSame(now: VersionedRecord, before: StoredRecord): boolean {
  if (before.isGone || byPlace(now, before) !== 0 || now.evening !== before.evening || now.branch !== before.branch) return false;
  const { person } = before;
  const isSame = (Object.keys(person) as (keyof typeof person)[]).every((field) => now.person[field] === person[field]);
  const said = (numbers: VersionedRecord["numbers"]) =>
    numbers.map(({ digits, key, calling_code }) => `${digits} ${key} ${calling_code}`).join();
  return isSame && said(now.numbers) === said(before.numbers);
}

function undo({ store, decided }: Pick<OpenBook, "store" | "decided">, { batch, keep, only, decisions }: Undone): string[][] {
  const touched: string[][] = [];
  for (const id of only ?? store.ofBatch(batch)) {
    if (keep?.has(id)) continue;
    const record = store.find(id);
    if (!record || record.isGone) continue; // of one without words nothing hangs together with anything
    const keys =
      record.contact_seq === null
        ? []
        : store.numbersOfContact(record.contact_seq).flatMap(({ key }) => (key === "" ? [] : [`key ${key}`]));
    touched.push([...strandsOf(record), ...keys]);
    store.empty(record.seq);
  }
  for (const decision of decided.undecide(batch, decisions)) touched.push(strandsOfDecision(decision));
  return touched;
}
