import { emptyReport, type MergeReport } from "../merge-report";
import { type Candidates, type Incoming, type MergeTarget, mergeInto } from "../merge-rule";
import { cleanNames } from "../names";
import { type PhoneNumber, samePhone, sharesPhone } from "../phones";
import { byPlace, type Heeded, heed, type Parting } from "./apply-decisions";
import type { BookGuest, Decision, SourceRecord } from "./record-shapes";

/** Hears what was said or written in a step of the fold, and how the guests are then; a guest keeps its `seq`. */
export type OnStep = (item: SourceRecord | Decision, guests: readonly (BookGuest & { seq: number })[]) => void;

/** A guest on the way. */
interface Folding extends BookGuest {
  seq: number;
  isNameByHand: boolean;
}

type Said = Incoming & { record: SourceRecord };

/**
 * The guests that some records and decisions make (docs/book.md): a pure function, in whatever order they are given. Both are whole
 * clusters: nothing outside shares a number, a name of an evening or a decision with them.
 * @param isCounted the records of which the report tells what became of them; without it, all
 * @param onStep hears of the guests as they are after each step
 * @returns the guests in the order of their first record
 */
export function fold(
  records: readonly SourceRecord[],
  decisions: readonly Decision[],
  isCounted: (record: SourceRecord) => boolean = () => true,
  onStep: OnStep = () => {},
): { guests: BookGuest[]; report: MergeReport; uncounted: MergeReport } {
  const heeded = heed(records, decisions);
  const guests: Folding[] = [];
  const target = foldTarget(guests, heeded);
  const [report, uncounted] = [emptyReport(), emptyReport()];
  const written = heeded.written.values();
  let next = written.next();
  const writeUntil = (isBefore: (one: Written) => boolean) => {
    for (; !next.done && isBefore(next.value); next = written.next()) {
      writeByHand(guests, next.value);
      onStep(next.value.decision, guests);
    }
  };
  for (const record of heeded.records) {
    writeUntil(({ decision }) => byPlace(decision, record) < 0);
    const said: Said = { record, person: record.person, numbers: record.numbers, evening: record.evening };
    mergeInto(target, [said], isCounted(record) ? report : uncounted);
    onStep(record, guests);
  }
  writeUntil(() => true);
  return { guests: guests.map(({ seq: _, isNameByHand: __, ...guest }) => guest), report, uncounted };
}

type Written = Heeded["written"][number];

function writeByHand(guests: readonly Folding[], { decision, records }: Written): void {
  const { numbers, ...values } = decision.values;
  for (const guest of guests) {
    if (!guest.records.some((id) => records.has(id))) continue;
    Object.assign(guest, values);
    if (numbers) guest.numbers = [...numbers];
    if (values.name !== undefined) guest.isNameByHand = values.name !== "";
    guest.also = cleanNames(guest);
  }
}

/** The guests of one fold as the target of a merge. */
function foldTarget(guests: Folding[], heeded: Heeded): MergeTarget<Folding> {
  const isMeant = (guest: Folding, id: string) => {
    const [first, link] = [heeded.besides.get(id), heeded.linkOf.get(id)];
    const isBeside = first !== undefined && guest.records.includes(first);
    return isBeside || (link !== undefined && guest.records.some((one) => heeded.linkOf.get(one) === link));
  };
  const fromBefore = (ids: readonly string[]) => ids.filter(heeded.before.isOne);
  const wereTwo = (these: readonly string[], those: readonly string[]) => {
    const others = fromBefore(those);
    return others.length > 0 && fromBefore(these).some((id) => others.some((other) => heeded.before.areTwo(id, other)));
  };
  const mayHold = (guest: Folding, ids: readonly string[]) =>
    heeded.partings.every((parting) => !isParted(parting, guest.records, ids)) && !wereTwo(guest.records, ids);
  const recordOf = (incoming: Incoming) => (incoming as Said).record; // as itemsOf says them
  let last = 0;
  return {
    isInOrder: true,
    ownersOf: () => ({ known: [], unowned: [] }),
    findByName: () => null,
    candidates(incoming): Candidates<Folding> {
      const { id, numbers } = recordOf(incoming);
      const known = guests.filter((guest) => (isMeant(guest, id) || sharesPhone(guest.numbers, numbers)) && mayHold(guest, [id]));
      const isOwned = (number: PhoneNumber) => known.some((guest) => guest.numbers.some((one) => samePhone(one, number)));
      return {
        known,
        meant: known.filter((guest) => isMeant(guest, id)),
        unowned: numbers.filter((number) => number.key !== "" && !isOwned(number)),
      };
    },
    mayBeOne: (one, other) => mayHold(one, other.records),
    isNameByHand: (guest) => guest.isNameByHand,
    insert(incoming) {
      const { id, evening, branch } = recordOf(incoming);
      const { person, numbers } = incoming;
      guests.push({ ...person, numbers: [...numbers], evening, branch, records: [id], own: [id], seq: ++last, isNameByHand: false });
    },
    met(guest, incoming, _changes, _numbers, isSame) {
      const { id } = recordOf(incoming);
      if (isSame) guest.own.push(id);
      guest.records.push(id);
    },
    change(guest, _changes, numbers) {
      guest.numbers = withMore(guest.numbers, numbers);
    },
    unite(kept, gone) {
      kept.numbers = withMore(kept.numbers, gone.numbers);
      kept.records.push(...gone.records);
      kept.own.push(...gone.own);
      kept.isNameByHand ||= gone.isNameByHand;
      guests.splice(guests.indexOf(gone), 1);
    },
  };
}

function isParted({ one, other }: Parting, these: readonly string[], those: readonly string[]): boolean {
  const has = (ids: readonly string[], side: ReadonlySet<string>) => ids.some((id) => side.has(id));
  return (has(these, one) && has(those, other)) || (has(these, other) && has(those, one));
}

function withMore(numbers: readonly PhoneNumber[], more: readonly PhoneNumber[]): PhoneNumber[] {
  return [...numbers, ...more.filter(({ digits }) => !numbers.some((one) => one.digits === digits))];
}
