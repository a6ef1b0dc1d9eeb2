import { foldText } from "../fold-text";
import { NOTHING_SAID } from "../guest-fields";
import { typedOf } from "../merge-rule";
import { alsoNames, cleanNames, namesAgree } from "../names";
import type { PhoneNumber } from "../phones";
import { hasPhoneKey, sharesPhone } from "../phones";
import { type BeforeRecords, beforeRecords } from "./legacy-contacts";
import type { About, Decision, Place, SourceRecord } from "./record-shapes";

/** Records that two sides of a decision hold apart, by id. */
export interface Parting {
  one: ReadonlySet<string>;
  other: ReadonlySet<string>;
}

/** What records say once the decisions about them are heeded (docs/book.md, Before the fold). */
export interface AppliedDecisions {
  /** Those that are folded, in the order, with the numbers that are theirs. */
  records: SourceRecord[];
  /** Of each record without a number that tells people apart, the first one of its evening with its name. */
  besides: ReadonlyMap<string, string>;
  /** Of each record that is linked with others, one id that all of them share. */
  linkOf: ReadonlyMap<string, string>;
  partings: Parting[];
  /** Whether two records are kept apart as contacts from before there were records. */
  before: Pick<BeforeRecords, "isOne" | "areTwo">;
  /** What was written by hand, in the order, and which records name the guests that it is written into. */
  written: { decision: Extract<Decision, { kind: "fields" }>; records: ReadonlySet<string> }[];
}

/** The one order of a book. */
export function byPlace(a: Place, b: Place): number {
  return compare(a.said_at, b.said_at) || compare(a.batch, b.batch) || a.line - b.line || compare(a.id, b.id);
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** What the decisions about some records leave of them; both are whole clusters. */
export function applyDecisions(records: readonly SourceRecord[], decisions: readonly Decision[]): AppliedDecisions {
  const inOrder = [...records].sort(byPlace);
  const before = beforeRecords(inOrder);
  if (decisions.length === 0)
    return { records: inOrder, besides: besideWhom(inOrder), linkOf: new Map(), partings: [], written: [], before };
  const newestFirst = [...decisions].sort((a, b) => byPlace(b, a));
  const namedBy = namedByEach(newestFirst.toReversed(), inOrder, before);
  const leftOut = new Set<string>();
  const taken = new Map<string, Set<string>>();
  for (const [{ kind, ...decision }, { one }] of namedBy) {
    if (kind === "left-out") for (const id of one) leftOut.add(id);
    if ("digits" in decision) for (const id of one) taken.set(id, new Set([...(taken.get(id) ?? []), ...decision.digits]));
  }
  const stay = inOrder.filter((record) => !leftOut.has(record.id) || cleanNames(record.person) !== "");
  const folded = stay.map((record) => {
    const left = withoutNumbers(record, taken.get(record.id));
    return leftOut.has(record.id) ? ofOthers(left) : left;
  });
  const written = newestFirst.toReversed().flatMap((decision) => {
    return decision.kind === "fields" ? [{ decision, records: namedBy.get(decision)?.one ?? new Set<string>() }] : [];
  });
  const { linkOf, partings } = linksAndPartings(newestFirst, namedBy);
  // That two were two is older than all that was decided: it does not hold where they are linked.
  const areLinked = (id: string, other: string) => linkOf.has(id) && linkOf.get(id) === linkOf.get(other);
  const areTwo = (id: string, other: string) => !areLinked(id, other) && before.areTwo(id, other);
  return { records: folded, besides: besideWhom(stay), linkOf, partings, before: { ...before, areTwo }, written };
}

/** What a record of somebody who was left out says of those who were known by it too: their names and the numbers. */
function ofOthers(record: SourceRecord): SourceRecord {
  const [name = "", ...others] = alsoNames(cleanNames(record.person));
  const { phones, added_at } = record.person;
  return { ...record, person: { ...NOTHING_SAID, name, phones, also: others.join("\n"), added_at } };
}

/** A record's numbers less some, and what was typed of them. */
function withoutNumbers(record: SourceRecord, digits: ReadonlySet<string> | undefined): SourceRecord {
  const numbers = record.numbers.filter((number) => !digits?.has(number.digits));
  if (numbers.length === record.numbers.length) return record;
  return { ...record, numbers, person: { ...record.person, phones: typedOf(record.person.phones, numbers) } };
}

function besideWhom(records: readonly SourceRecord[]): Map<string, string> {
  const first = new Map<string, string>();
  const besides = new Map<string, string>();
  for (const { id, person, numbers, evening } of records) {
    const strand = nameStrand(person.name, evening);
    const before = first.get(strand);
    if (before === undefined) first.set(strand, id);
    else if (!hasPhoneKey(numbers)) besides.set(id, before);
  }
  return besides;
}

interface Sides {
  one: Set<string>;
  other: Set<string>;
}

/** The ids of the records that each decision names; of one about two guests, each side's. */
function namedByEach(oldestFirst: readonly Decision[], records: readonly SourceRecord[], before: BeforeRecords): Map<Decision, Sides> {
  const named = new Map<Decision, Sides>();
  const away = awayByPartings(before);
  for (const decision of oldestFirst) {
    const sides = namedRecords(decision, records, away.from);
    named.set(decision, sides);
    if (decision.kind === "not-one") away.add(decision, sides);
  }
  return named;
}

function namedRecords(decision: Decision, records: readonly SourceRecord[], awayFrom: AwayFrom): Sides {
  const before = records.filter((record) => byPlace(record, decision) < 0);
  const one = idsOf(before, decision.about, awayFrom(decision.about));
  if (!("other" in decision)) return { one, other: new Set() };
  const other = idsOf(before, decision.other, awayFrom(decision.other));
  if (decision.kind === "one") return { one, other };
  for (const id of [...one].filter((both) => other.has(both))) {
    const [isOnes, isOthers] = [decision.about.records.includes(id), decision.other.records.includes(id)];
    if (!isOnes || isOthers) one.delete(id);
    if (!isOthers || isOnes) other.delete(id);
  }
  return { one, other };
}

type Away = (record: SourceRecord) => boolean;
type AwayFrom = (about: About) => Away;

/**
 * Whom earlier partings keep away from the records of somebody: whoever the other side names too may be somebody else of the same name
 * and number, and is named by its id alone.
 */
function awayByPartings(before: BeforeRecords): {
  add: (parting: Extract<Decision, { kind: "one" | "not-one" }>, sides: Sides) => void;
  from: AwayFrom;
} {
  const partingsOf = new Map<string, Set<Sides & { about: About; otherAbout: About }>>();
  const nobody = () => false;
  return {
    add({ about, other: otherAbout }, sides) {
      const parting = { ...sides, about, otherAbout };
      for (const id of [...sides.one, ...sides.other]) {
        const known = partingsOf.get(id);
        if (known) known.add(parting);
        else partingsOf.set(id, new Set([parting]));
      }
    },
    from({ records, names }) {
      if (names.length === 0) return nobody; // it names by ids alone
      const met = new Set(records.flatMap((id) => [...(partingsOf.get(id) ?? [])]));
      const others = [...met].flatMap(({ one, other, about, otherAbout }) => {
        const [isOne, isOther] = [one, other].map((side) => records.some((id) => side.has(id)));
        if (isOne && isOther) return [];
        return [isOne ? { own: one, about: otherAbout } : { own: other, about }];
      });
      const isAwayFromBefore = before.isAway(records);
      return (record) =>
        isAwayFromBefore(record.id) ||
        others.some(({ own, about }) => !own.has(record.id) && (about.records.includes(record.id) || isMeant(record, about)));
    },
  };
}

function idsOf(records: readonly SourceRecord[], about: About, isAway: Away): Set<string> {
  const ids = new Set(about.records);
  return new Set(records.filter((record) => ids.has(record.id) || (isMeant(record, about) && !isAway(record))).map(({ id }) => id));
}

function isMeant({ person, numbers, evening }: SourceRecord, about: About): boolean {
  if (sharesPhone(numbers, about.numbers)) return isNamedBy(about.names, person.name);
  return !hasPhoneKey(numbers) && !hasPhoneKey(about.numbers) && evening === about.evening && isNamed(person.name, about.names);
}

/** An empty name agrees with every name, and is nobody else's: who speaks of a guest without a name speaks of none of the family. */
export function isNamedBy(names: readonly string[], name: string): boolean {
  return names.some((one) => (foldText(one) === "" ? foldText(name) === "" : namesAgree(one, name)));
}

const isNamed = (name: string, names: readonly string[]) => names.some((one) => foldText(one) === foldText(name));

/** The newest decision first; one that contradicts what newer ones say is not applied. */
function linksAndPartings(
  newestFirst: readonly Decision[],
  namedBy: ReadonlyMap<Decision, Sides>,
): Pick<AppliedDecisions, "linkOf" | "partings"> {
  const partings: Parting[] = [];
  let links: Set<string>[] = [];
  const isHeld = (all: Set<string>[], { one, other }: Parting) => !all.some((link) => meet(link, one) && meet(link, other));
  for (const decision of newestFirst) {
    const { one, other } = namedBy.get(decision) as Sides; // made of the same decisions
    if (decision.kind === "left-out") continue;
    if (decision.kind === "not-one") {
      if (one.size > 0 && other.size > 0 && isHeld(links, { one, other })) partings.push({ one, other });
      continue;
    }
    const joined = joinedLinks(links, new Set([...one, ...other]));
    if (partings.every((parting) => isHeld(joined, parting))) links = joined;
  }
  const linkOf = new Map(links.flatMap((link) => [...link].map((id, _, [first]): [string, string] => [id, first as string])));
  return { linkOf, partings };
}

function joinedLinks(links: readonly Set<string>[], more: Set<string>): Set<string>[] {
  if (more.size < 2) return [...links];
  const touching = links.filter((link) => meet(link, more));
  return [...links.filter((link) => !touching.includes(link)), new Set([...touching.flatMap((link) => [...link]), ...more])];
}

function meet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [fewer, more] = a.size <= b.size ? [a, b] : [b, a];
  for (const one of fewer) if (more.has(one)) return true;
  return false;
}

/**
 * The strands of a record (docs/design/book.md, Match and fold): two records that share one may be one guest's. A record with a number
 * also has the strand of its name and evening, for those without one.
 */
export function strandsOf({ id, numbers, person, evening }: SourceRecord): string[] {
  const keys = keysOf(numbers);
  return [`record ${id}`, ...(keys.length > 0 ? keys : [nameStrand(person.name, evening)])];
}

/** The same of a decision: whom it may name, and whom it gives numbers of. */
export function strandsOfDecision(decision: Decision): string[] {
  const about = "other" in decision ? [decision.about, decision.other] : [decision.about];
  const given = decision.kind === "fields" ? keysOf(decision.values.numbers ?? []) : [];
  return [...given, ...about.flatMap(strandsOfAbout)];
}

function strandsOfAbout({ records, numbers, names, evening }: About): string[] {
  const named = hasPhoneKey(numbers) ? keysOf(numbers) : names.map((name) => nameStrand(name, evening));
  return [...records.map((id) => `record ${id}`), ...named];
}

const keysOf = (numbers: readonly PhoneNumber[]) => numbers.flatMap(({ key }) => (key === "" ? [] : [`key ${key}`]));
export const nameStrand = (name: string, evening: string) => `name ${evening} ${foldText(name)}`;
