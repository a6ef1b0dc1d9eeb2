import { emptyReport, type MergeReport } from "../merge-report";
import { type Candidates, type Incoming, type MergeTarget, mergeInto } from "../merge-rule";
import { cleanNames } from "../names";
import { type PhoneNumber, samePhone, sharesPhone } from "../phones";
import { type AppliedDecisions, applyDecisions, byPlace, type Parting } from "./apply-decisions";
import type { BookGuest, Decision, SourceRecord } from "./record-shapes";

/** Hears what was said or written in a step of the fold, and how the guests are then; a guest keeps its `seq`. */
export type OnStep = (item: SourceRecord | Decision, guests: readonly (BookGuest & { seq: number })[]) => void;

/** What decides whether records may be one guest's: of thousands, each step asks only this. */
interface Ties {
  /** Ids of those from before there were records. */
  before: string[];
  /** The sides of partings that they are on. */
  sides: Set<ReadonlySet<string>>;
  /** What they are linked by (`AppliedDecisions`). */
  links: Set<string>;
}

/** A guest on the way. */
interface Folding extends BookGuest, Ties {
  seq: number;
  /** Its `records`. */
  ids: Set<string>;
  isNameByHand: boolean;
}

type Said = Incoming & { record: SourceRecord };

/**
 * The guests that some records and decisions make (docs/book.md): a pure function, in whatever order they are given. Both are whole
 * clusters: nothing outside shares a number, a name of an evening or a decision with them.
 * @param isCounted the records of which the report tells what became of them; without it, all
 * @param onStep hears of the guests as they are after each step
 * @returns the guests in the order of their first record, the report of the records that count, and by id of each other record the pairs
 *   of guests whose numbers it holds
 */
export function fold(
  records: readonly SourceRecord[],
  decisions: readonly Decision[],
  isCounted: (record: SourceRecord) => boolean = () => true,
  onStep: OnStep = () => {},
): { guests: BookGuest[]; report: MergeReport; otherPairs: ReadonlyMap<string, MergeReport["pairs"]> } {
  const heeded = applyDecisions(records, decisions);
  const guests: Folding[] = [];
  const target = foldTarget(guests, heeded);
  const report = emptyReport();
  const otherPairs = new Map<string, MergeReport["pairs"]>();
  let untold = emptyReport();
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
    mergeInto(target, [said], isCounted(record) ? report : untold);
    if (untold.pairs.length > 0) {
      otherPairs.set(record.id, untold.pairs);
      untold = emptyReport();
    }
    onStep(record, guests);
  }
  writeUntil(() => true);
  return { guests: guests.map(guestOf), report, otherPairs };
}

function guestOf({ seq: _, isNameByHand: __, ids: ___, before: ____, sides: _____, links: ______, ...guest }: Folding): BookGuest {
  return guest;
}

type Written = AppliedDecisions["written"][number];

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
function foldTarget(guests: Folding[], heeded: AppliedDecisions): MergeTarget<Folding> {
  const isMeant = (guest: Folding, id: string) => {
    const [first, link] = [heeded.besides.get(id), heeded.linkOf.get(id)];
    const isBeside = first !== undefined && guest.ids.has(first);
    return isBeside || (link !== undefined && guest.links.has(link));
  };
  const tiesOf = tiesOfEach(heeded);
  const wereTwo = (these: readonly string[], those: readonly string[]) =>
    those.length > 0 && these.some((id) => those.some((other) => heeded.before.areTwo(id, other)));
  const mayHold = (guest: Folding, other: Ties) =>
    !heeded.partings.some((parting) => isParted(parting, guest.sides, other.sides)) && !wereTwo(guest.before, other.before);
  const recordOf = (incoming: Incoming) => (incoming as Said).record; // as itemsOf says them
  let last = 0;
  return {
    isInOrder: true,
    ownersOf: () => ({ known: [], unowned: [] }),
    findByName: () => null,
    candidates(incoming): Candidates<Folding> {
      const { id, numbers } = recordOf(incoming);
      const one = tiesOf(id);
      const known = guests.filter((guest) => (isMeant(guest, id) || sharesPhone(guest.numbers, numbers)) && mayHold(guest, one));
      const isOwned = (number: PhoneNumber) => known.some((guest) => guest.numbers.some((one) => samePhone(one, number)));
      return {
        known,
        meant: known.filter((guest) => isMeant(guest, id)),
        unowned: numbers.filter((number) => number.key !== "" && !isOwned(number)),
      };
    },
    mayBeOne: mayHold,
    isNameByHand: (guest) => guest.isNameByHand,
    insert(incoming) {
      const { id, evening, branch } = recordOf(incoming);
      const { person, numbers } = incoming;
      const first = { records: [id], own: [id], ids: new Set([id]), ...tiesOf(id) };
      guests.push({ ...person, numbers: [...numbers], evening, branch, ...first, seq: ++last, isNameByHand: false });
    },
    met(guest, incoming, _changes, _numbers, isSame) {
      const { id } = recordOf(incoming);
      if (isSame) guest.own.push(id);
      join(guest, [id], tiesOf(id));
    },
    change(guest, _changes, numbers) {
      guest.numbers = withMore(guest.numbers, numbers);
    },
    unite(kept, gone) {
      kept.numbers = withMore(kept.numbers, gone.numbers);
      join(kept, gone.records, gone);
      for (const id of gone.own) kept.own.push(id);
      kept.isNameByHand ||= gone.isNameByHand;
      guests.splice(guests.indexOf(gone), 1);
    },
  };
}

/** Records become a guest's. */
function join(guest: Folding, ids: readonly string[], { before, sides, links }: Ties): void {
  for (const id of ids) {
    guest.records.push(id);
    guest.ids.add(id);
  }
  for (const id of before) guest.before.push(id);
  for (const side of sides) guest.sides.add(side);
  for (const link of links) guest.links.add(link);
}

function tiesOfEach({ partings, linkOf, before }: AppliedDecisions): (id: string) => Ties {
  const sidesOf = sidesOfEach(partings);
  return (id) => {
    const link = linkOf.get(id);
    return { before: before.isOne(id) ? [id] : [], sides: new Set(sidesOf.get(id)), links: new Set(link === undefined ? [] : [link]) };
  };
}

type Sides = ReadonlySet<ReadonlySet<string>>;

function isParted({ one, other }: Parting, these: Sides, those: Sides): boolean {
  return (these.has(one) && those.has(other)) || (these.has(other) && those.has(one));
}

/** Of each record that a decision holds apart from others, the sides that it is on. */
function sidesOfEach(partings: readonly Parting[]): Map<string, ReadonlySet<string>[]> {
  const sides = new Map<string, ReadonlySet<string>[]>();
  for (const side of partings.flatMap(({ one, other }) => [one, other]))
    for (const id of side) {
      const known = sides.get(id);
      if (known) known.push(side);
      else sides.set(id, [side]);
    }
  return sides;
}

function withMore(numbers: readonly PhoneNumber[], more: readonly PhoneNumber[]): PhoneNumber[] {
  return [...numbers, ...more.filter(({ digits }) => !numbers.some((one) => one.digits === digits))];
}
