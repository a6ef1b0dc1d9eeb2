import { asciiDigits } from "./digits";
import { alsoNames, namesAgree, newNames, withNames } from "./names";
import { type Person, TEXT_LIMITS } from "./person";
import { hasPhoneKey, type PhoneMatch, type PhoneNumber, samePhone, splitPhones } from "./phones";

/** What a merge counts; inserted + skipped = all rows. */
export interface MergeCounts {
  inserted: number;
  skipped: number;
  /** Those of `skipped` who gained a field or a number. */
  filled: number;
  /** Known guests who turned out to be another known guest, and became one with that one. */
  united: number;
  /** Other names: of those whose number is a guest's of another name, who is known by theirs too from now on; at one table, from the save on. */
  also: number;
  /** Pairs of known guests of different names whose numbers stood in one row. */
  may_be_same: number;
}

/** Who a merge does not show as a guest of their own, and who needs somebody's eye: nobody vanishes unseen. */
export interface MergeNotes {
  also_known_as: { name: string; also: string; phones: string }[];
  pairs: { name: string; other: string; phones: string }[];
}

export type MergeReport = MergeCounts & MergeNotes & { stayed_deleted?: number; names_not_kept?: number };

/** So many of each are told by name; the counts are of all. */
export const TOLD = 200;

/**
 * So many other names a guest has at the most, and phones as long as any call takes them. A file that holds one number ten
 * thousand times would else write each of them down with all the others before it.
 */
const MOST_OTHER_NAMES = 50;
const isTooLong = (phones: string) => phones.length > TEXT_LIMITS.phones;

/** The fields that a newer row may fill in a guest who is there already (docs/design/domain.md, The evening). */
export const FILLABLE = ["name", "email", "company", "title", "birthday", "address"] as const;

/** What is known of somebody who is there already, as far as filling gaps needs it. */
export type Fillable = Pick<Person, (typeof FILLABLE)[number] | "birth_year">;

/** A guest who is there already. */
export type Known = Fillable & Pick<Person, "phones" | "also">;

/** A guest on the way into a store. */
export interface Incoming {
  person: Person;
  numbers: PhoneNumber[];
  /** Numbers that this very row had when it was taken before, and that somebody corrected since. */
  formerly?: PhoneNumber[];
  /** The business day of the table they sat at; absent where they sat at none, as in an import. */
  evening?: string;
  /** Where central takes the guest from; of a row that is not booked yet it keeps what came from it. */
  from?: GuestRowPlace;
  /** What that row itself says, where something decided by hand stands in its place. */
  asRecorded?: { person: Person; numbers: PhoneNumber[] };
}

/** A guest row of a branch, and how new its store is. */
export interface GuestRowPlace {
  store_id: string;
  row_id: string;
  business_day: string;
  event_seq: number;
  event_id: string;
  /** Whether an End of Day has booked it: then it stays as it is. */
  isBooked: boolean;
}

/** What the numbers of a row lead to. */
export interface Owners<Row> {
  /** Everybody who has one of them, the oldest first. */
  known: Row[];
  /** Those that nobody has. */
  unowned: PhoneNumber[];
}

/**
 * Where guests are merged into: a contacts store, the guest rows of one business day, or a table's guests. The functions
 * run inside the merge's one transaction.
 */
export interface MergeTarget<Row extends Known> {
  ownersOf(numbers: readonly PhoneNumber[]): Owners<Row>;
  /** For a guest without a number that tells people apart: the same folded name, recorded on the same business day. */
  findByName(incoming: Incoming): Row | null;
  insert(incoming: Incoming): void;
  /** @param numbers those that the guest gains; `changes.phones` says them too */
  change(row: Row, changes: Partial<Known>, numbers: readonly PhoneNumber[]): void;
  /** Hears of each guest who is there already, before what the row brings is changed. */
  met?(row: Row, incoming: Incoming, changes: Partial<Known>, numbers: readonly PhoneNumber[]): void;
  /** Makes two known guests one: the numbers of `gone` become those of `kept`, and `gone` is no longer there. */
  unite(kept: Row, gone: Row): void;
}

/**
 * The rule of all merges (docs/design/domain.md, The evening): who is there already is skipped, gains what is empty and the numbers that
 * nobody has; everybody else is inserted. Two known guests whose numbers stand in one row become one when their names agree, and are
 * reported when they do not. Of somebody with another name nothing is filled in: the name is kept beside the guest's. Running it again
 * inserts nobody twice.
 */
export function mergeInto<Row extends Known>(target: MergeTarget<Row>, people: Iterable<Incoming>): MergeReport {
  const report = emptyReport();
  for (const incoming of people) {
    if (!hasPhoneKey(incoming.numbers)) {
      const there = target.findByName(incoming);
      if (there) skip(target, there, incoming, [], report);
      else insert(target, incoming, report);
      continue;
    }
    const { known, unowned } = target.ownersOf(incoming.numbers);
    const before = known.length === 0 && incoming.formerly ? formerOwner(target, incoming, incoming.formerly) : null;
    if (before) skip(target, before, incoming, unowned, report);
    else if (known.length === 0) insert(target, incoming, report);
    else skip(target, uniteOwners(target, known, incoming, report), incoming, unowned, report);
  }
  return report;
}

/** Who has the numbers that a row had before it was corrected, and may be the same by the name. */
function formerOwner<Row extends Known>(target: MergeTarget<Row>, { person }: Incoming, formerly: readonly PhoneNumber[]): Row | null {
  return target.ownersOf(formerly).known.find((row) => namesAgree(row.name, person.name)) ?? null;
}

/** Numbers for which a guest has no room are another guest's, who may be the same. */
function insertBeside<Row extends Known>(
  target: MergeTarget<Row>,
  there: Row,
  incoming: Incoming,
  unowned: PhoneNumber[],
  report: MergeReport,
): void {
  const { person } = incoming;
  target.insert({ ...incoming, person: { ...person, phones: typedOf(person.phones, unowned) }, numbers: unowned });
  report.inserted++;
  tellPair(report, there.name, person.name, person.phones);
}

/** The other names with as many more as there is room for; the rest is counted. */
function keptNames(also: string, names: readonly string[], report: MergeReport): Partial<Pick<Known, "also">> {
  const kept = names.slice(0, Math.max(0, MOST_OTHER_NAMES - alsoNames(also).length));
  if (kept.length < names.length) report.names_not_kept = (report.names_not_kept ?? 0) + names.length - kept.length;
  return kept.length > 0 ? { also: withNames(also, kept) } : {};
}

function tellPair(report: MergeReport, name: string, other: string, phones: string): void {
  report.may_be_same++;
  if (report.pairs.length < TOLD) report.pairs.push({ name, other, phones });
}

export function emptyReport(): MergeReport {
  return { inserted: 0, skipped: 0, filled: 0, united: 0, also: 0, may_be_same: 0, also_known_as: [], pairs: [] };
}

function insert<Row extends Known>(target: MergeTarget<Row>, incoming: Incoming, report: MergeReport): void {
  target.insert(incoming);
  report.inserted++;
  // Two who shared a number at one table were made one when it was saved; no answer has told of it yet.
  tell(report, incoming.person, alsoNames(incoming.person.also), incoming.person.phones);
}

/** Counts and lists a guest's other names. */
function tell(report: MergeReport, { name }: Pick<Known, "name">, others: readonly string[], phones: string): void {
  if (others.length === 0) return;
  report.also += others.length;
  report.also_known_as.push(...others.slice(0, TOLD - report.also_known_as.length).map((also) => ({ name, also, phones })));
}

/**
 * The guest whom the numbers of one row belong to: of several, those whose names agree become one, and the oldest stays.
 * Those whose names agree with the row's own come before others.
 */
function uniteOwners<Row extends Known>(target: MergeTarget<Row>, known: Row[], { person }: Incoming, report: MergeReport): Row {
  if (known.length === 1) return known[0] as Row;
  const namesakes = known.filter((row) => namesAgree(row.name, person.name));
  const [kept, ...others] = [...namesakes, ...known.filter((row) => !namesakes.includes(row))] as [Row, ...Row[]];
  for (const other of others) {
    const isOne =
      namesAgree(kept.name, other.name) &&
      (namesakes.length === 0 || namesakes.includes(other)) &&
      !isTooLong(joinPhones(kept.phones, other.phones));
    if (isOne) {
      unite(target, kept, other, report);
      report.united++;
    } else {
      tellPair(report, kept.name, other.name, person.phones);
    }
  }
  return kept;
}

function unite<Row extends Known>(target: MergeTarget<Row>, kept: Row, gone: Row, report: MergeReport): void {
  target.unite(kept, gone);
  const changes: Partial<Known> = { phones: joinPhones(kept.phones, gone.phones), ...gapsFilledBy(kept, gone) };
  const names = newNames({ ...kept, ...changes }, alsoNames(gone.also)); // their own names agree
  Object.assign(changes, keptNames(kept.also, names, report));
  change(target, kept, changes, []);
}

function skip<Row extends Known>(
  target: MergeTarget<Row>,
  there: Row,
  incoming: Incoming,
  unowned: PhoneNumber[],
  report: MergeReport,
): void {
  const { person } = incoming;
  const more = unowned.length > 0 ? typedOf(person.phones, unowned) : "";
  if (more !== "" && isTooLong(joinPhones(there.phones, more))) {
    insertBeside(target, there, incoming, unowned, report);
    return;
  }
  report.skipped++;
  const isSame = namesAgree(there.name, person.name);
  const changes: Partial<Known> = (isSame && gapsFilledBy(there, person)) || {};
  if (more !== "") changes.phones = joinPhones(there.phones, more);
  if (Object.keys(changes).length > 0) report.filled++;
  if (!isSame || person.also !== "") {
    const names = newNames({ ...there, ...changes }, [person.name, ...alsoNames(person.also)]);
    Object.assign(changes, keptNames(there.also, names, report));
    tell(report, there, names, person.phones);
  }
  target.met?.(there, incoming, changes, unowned);
  if (Object.keys(changes).length > 0) change(target, there, changes, unowned);
}

function change<Row extends Known>(target: MergeTarget<Row>, row: Row, changes: Partial<Known>, numbers: readonly PhoneNumber[]): void {
  target.change(row, changes, numbers);
  Object.assign(row, changes);
}

/** The strings of two guests' phones as one. */
function joinPhones(phones: string, more: string): string {
  return [phones, more].filter(Boolean).join(", ");
}

/** Some numbers of a phones string as they were typed there. */
function typedOf(phones: string, numbers: readonly PhoneNumber[]): string {
  const pieces = splitPhones(phones).map((piece) => ({ piece, national: asciiDigits(piece).replace(/\D/g, "").replace(/^0+/, "") }));
  const typed = numbers.map(
    (number) => pieces.find(({ national }) => national !== "" && number.digits.endsWith(national))?.piece ?? `+${number.digits}`,
  );
  return typed.join(", ");
}

/** What a newer row says where the older one is silent; null when it says nothing new. A filled value is never overwritten. */
export function gapsFilledBy(known: Fillable, newer: Fillable): Partial<Fillable> | null {
  const gaps: Partial<Fillable> = {};
  for (const field of FILLABLE) if (!known[field] && newer[field]) gaps[field] = newer[field];
  const sameDay = (gaps.birthday ?? known.birthday) === newer.birthday;
  if (known.birth_year === null && newer.birth_year !== null && sameDay) gaps.birth_year = newer.birth_year;
  return Object.keys(gaps).length > 0 ? gaps : null;
}

/** What one merge after the other counted and noted, together. */
export function addReports(a: MergeReport, b: MergeReport): MergeReport {
  return {
    inserted: a.inserted + b.inserted,
    skipped: a.skipped + b.skipped,
    filled: a.filled + b.filled,
    united: a.united + b.united,
    also: a.also + b.also,
    may_be_same: a.may_be_same + b.may_be_same,
    ...addNotes(a, b),
    ...(a.stayed_deleted || b.stayed_deleted ? { stayed_deleted: (a.stayed_deleted ?? 0) + (b.stayed_deleted ?? 0) } : {}),
    ...(a.names_not_kept || b.names_not_kept ? { names_not_kept: (a.names_not_kept ?? 0) + (b.names_not_kept ?? 0) } : {}),
  };
}

/** Whom one merge after the other told of, together. */
export function addNotes(a: MergeNotes, b: MergeNotes): MergeNotes {
  return {
    also_known_as: [...a.also_known_as, ...b.also_known_as].slice(0, TOLD),
    pairs: [...a.pairs, ...b.pairs].slice(0, TOLD),
  };
}

/**
 * Who has some numbers, among rows that are found by key.
 * @param rowsOf the rows of a key; a row that has two of the numbers is the same object, or has the same `seq`
 */
export function ownersAmong<Row extends { seq: number }>(
  numbers: readonly PhoneNumber[],
  rowsOf: (key: string) => (PhoneMatch & { row: Row })[],
): Owners<Row> {
  const found = new Map<number, Row>();
  const unowned: PhoneNumber[] = [];
  for (const number of numbers) {
    if (number.key === "") continue; // thousands may share it, and none of them is met by it
    const owners = rowsOf(number.key).filter((match) => samePhone(match, number));
    if (owners.length === 0) unowned.push(number);
    for (const { row } of owners) if (!found.has(row.seq)) found.set(row.seq, row);
  }
  const known = found.size > 1 ? [...found.values()].sort((a, b) => a.seq - b.seq) : [...found.values()];
  return { known, unowned };
}
