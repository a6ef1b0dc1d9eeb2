import { asciiDigits } from "./digits";
import { besideOf, FILLABLE, isJoined, TEXT_LIMITS } from "./guest-fields";
import { joinedValues } from "./joined-values";
import type { BranchKey } from "./known-branches";
import { emptyReport, type MergeReport, tellNames, tellPair } from "./merge-report";
import { alsoNames, cleanNames, isAsFull, isFuller, namesAgree, withNames } from "./names";
import type { Person } from "./person";
import { hasPhoneKey, type PhoneMatch, type PhoneNumber, samePhone, splitPhones } from "./phones";

/**
 * So many other names a guest has at the most, and phones as long as any call takes them. A file that holds one number ten
 * thousand times would else write each of them down with all the others before it.
 */
export const MOST_OTHER_NAMES = 50;
const isTooLong = (phones: string) => phones.length > TEXT_LIMITS.phones;

/** What is known of somebody who is there already, as far as filling gaps needs it. */
export type Fillable = Pick<Person, (typeof FILLABLE)[number]>;

/** A guest who is in the target already. */
export type Known = Fillable & Pick<Person, "phones" | "also">;

/** A guest on the way into a store. */
export interface Incoming {
  person: Person;
  numbers: PhoneNumber[];
  /** Who recorded them, where that is not the same for all that come. */
  branch?: BranchKey;
  /** The business day of the table they sat at; absent where they sat at none, as in an import. */
  evening?: string;
}

/** What the numbers of a row lead to. */
export interface Owners<Row> {
  /** Guests with one of the numbers, the oldest first. */
  known: Row[];
  /** Those that nobody has. */
  unowned: PhoneNumber[];
}

/** Who may be the guest that a row speaks of, the oldest first. */
export interface Candidates<Row> extends Owners<Row> {
  /** Those of `known` who are that guest whatever their name: somebody decided it, or name and evening say it. */
  meant: Row[];
}

/**
 * Where guests are merged into: a contacts store, the guest rows of one business day, or a table's guests. The functions
 * run inside the merge's one transaction.
 */
export interface MergeTarget<Row extends Known> {
  ownersOf(numbers: readonly PhoneNumber[]): Owners<Row>;
  /** For a guest without a number that tells people apart: the same folded name, recorded on the same business day. */
  findByName(incoming: Incoming): Row | null;
  /** In place of the two above, where more than numbers and names leads to a guest. */
  candidates?(incoming: Incoming): Candidates<Row>;
  /** Whether two known guests may become one; without it they may. */
  mayBeOne?(one: Row, other: Row): boolean;
  /** The rows come in the order in which they were said, however often they are merged: of names as full as each other the newer stands. */
  isInOrder?: boolean;
  /** Whether somebody wrote the guest's name by hand: no fuller one takes its place. */
  isNameByHand?(row: Row): boolean;
  insert(incoming: Incoming): void;
  /** @param numbers those that the guest gains; `changes.phones` says them too */
  change(row: Row, changes: Partial<Known>, numbers: readonly PhoneNumber[]): void;
  /** Called for each known guest before the row changes it. */
  met?(row: Row, incoming: Incoming, changes: Partial<Known>, numbers: readonly PhoneNumber[], isSame: boolean): void;
  /** Makes two known guests one: the numbers of `gone` become those of `kept`, and `gone` is no longer there. */
  unite(kept: Row, gone: Row): void;
}

/**
 * The rule of all merges (docs/design/domain.md, The evening): who is there already is skipped, gains what is empty and the numbers that
 * nobody has; everybody else is inserted. Two known guests whose numbers stand in one row become one when their names agree, and are
 * reported when they do not. Of names that agree the fullest stands; of somebody with another name nothing is filled in, and the name is kept
 * beside the guest's. Running it again inserts nobody twice.
 */
export function mergeInto<Row extends Known>(
  target: MergeTarget<Row>,
  people: Iterable<Incoming>,
  report: MergeReport = emptyReport(),
): MergeReport {
  for (const incoming of people) {
    const { known, unowned, meant } = target.candidates?.(incoming) ?? candidatesFor(target, incoming);
    if (known.length === 0) {
      insert(target, incoming, report);
      continue;
    }
    const { there, isSame } = uniteOwners(target, { known, meant }, incoming, report);
    skip(target, there, incoming, { unowned, isSame }, report);
  }
  return report;
}

/** Candidates by number; for a row without a usable number, by name and evening. */
function candidatesFor<Row extends Known>(target: MergeTarget<Row>, incoming: Incoming): Candidates<Row> {
  if (!hasPhoneKey(incoming.numbers)) {
    const there = target.findByName(incoming);
    return { known: there ? [there] : [], unowned: [], meant: [] };
  }
  return { ...target.ownersOf(incoming.numbers), meant: [] };
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

/**
 * What a guest goes by once somebody brought more names: of names that agree the fuller stands; every other one is kept beside it.
 * @param brought the name that may stand first
 */
function namesWith(
  known: Pick<Known, "name" | "also">,
  brought: readonly string[],
  { mayStand, isInOrder }: { mayStand: boolean; isInOrder: boolean | undefined },
  report: MergeReport,
): { changes: Partial<Pick<Known, "name" | "also">>; added: string[] } {
  const [first = "", ...others] = brought;
  if (first === known.name && others.length === 0) return { changes: {}, added: [] }; // nearly always
  const stands = mayStand && (known.name === "" || isFuller(first, known.name) || (isInOrder && isAsFull(first, known.name)));
  const name = stands ? first : known.name;
  const more = name === known.name ? brought : others;
  const { also, added, cut } = withNames({ name, also: known.also }, more, MOST_OTHER_NAMES);
  if (cut > 0) report.names_not_kept = (report.names_not_kept ?? 0) + cut;
  const changes: Partial<Pick<Known, "name" | "also">> = {};
  if (name !== known.name) changes.name = name;
  if (also !== known.also) changes.also = also;
  return { changes, added };
}

function insert<Row extends Known>(target: MergeTarget<Row>, incoming: Incoming, report: MergeReport): void {
  const also = cleanNames(incoming.person);
  target.insert(also === incoming.person.also ? incoming : { ...incoming, person: { ...incoming.person, also } });
  report.inserted++;
  // Two who shared a number at one table were made one when it was saved; no answer has told of it yet.
  tellNames(report, incoming.person, alsoNames(also), incoming.person.phones);
}

/**
 * The guest whom one row speaks of: of several, those whose names agree become one, and the oldest stays. Those whose names
 * agree with the row's own, or who are meant, come before others.
 * @returns the guest, and whether the row speaks of that very person: judged before anybody became one with them
 */
function uniteOwners<Row extends Known>(
  target: MergeTarget<Row>,
  { known, meant }: Pick<Candidates<Row>, "known" | "meant">,
  { person }: Incoming,
  report: MergeReport,
): { there: Row; isSame: boolean } {
  const namesakes = known.filter((row) => meant.includes(row) || namesAgree(row.name, person.name));
  const isSame = namesakes.length > 0;
  const [there, ...others] = [...namesakes, ...known.filter((row) => !namesakes.includes(row))] as [Row, ...Row[]];
  let isMeant = meant.includes(there);
  for (const other of others) {
    const isDecided = namesakes.includes(other) && (isMeant || meant.includes(other));
    const isOne =
      (isDecided || namesAgree(there.name, other.name)) &&
      (!isSame || namesakes.includes(other)) &&
      !isTooLong(joinPhones(there.phones, other.phones)) &&
      (target.mayBeOne?.(there, other) ?? true);
    if (isOne) {
      unite(target, there, other, report);
      isMeant ||= meant.includes(other);
      report.united++;
    } else {
      tellPair(report, there.name, other.name, person.phones);
    }
  }
  return { there, isSame };
}

function unite<Row extends Known>(target: MergeTarget<Row>, kept: Row, gone: Row, report: MergeReport): void {
  const mayStand = !target.isNameByHand?.(kept);
  const standsAnyhow = mayStand && gone.name !== "" && target.isNameByHand?.(gone);
  target.unite(kept, gone);
  const changes: Partial<Known> = { phones: joinPhones(kept.phones, gone.phones), ...gapsFilledBy(kept, gone) };
  const names = [gone.name, ...alsoNames(gone.also)];
  const known = standsAnyhow ? { name: gone.name, also: kept.also } : kept;
  const brought = standsAnyhow ? [kept.name, ...names] : names;
  Object.assign(changes, namesWith(known, brought, { mayStand: mayStand && !standsAnyhow, isInOrder: target.isInOrder }, report).changes);
  if (standsAnyhow) changes.name = gone.name;
  change(target, kept, changes, []);
}

function skip<Row extends Known>(
  target: MergeTarget<Row>,
  there: Row,
  incoming: Incoming,
  { unowned, isSame }: { unowned: PhoneNumber[]; isSame: boolean },
  report: MergeReport,
): void {
  const { person } = incoming;
  const more = unowned.length > 0 ? typedOf(person.phones, unowned) : "";
  if (more !== "" && isTooLong(joinPhones(there.phones, more))) {
    insertBeside(target, there, incoming, unowned, report);
    return;
  }
  report.skipped++;
  const changes: Partial<Known> = (isSame && gapsFilledBy(there, person)) || {};
  if (more !== "") changes.phones = joinPhones(there.phones, more);
  const mayStand = isSame && (there.name === "" || !target.isNameByHand?.(there));
  const names = namesWith(there, [person.name, ...alsoNames(person.also)], { mayStand, isInOrder: target.isInOrder }, report);
  Object.assign(changes, names.changes);
  if (Object.keys(changes).some((field) => field !== "also")) report.filled++;
  tellNames(report, { ...there, ...changes }, names.added, person.phones);
  target.met?.(there, incoming, changes, unowned, isSame);
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
export function typedOf(phones: string, numbers: readonly PhoneNumber[]): string {
  const pieces = splitPhones(phones).map((piece) => ({ piece, national: asciiDigits(piece).replace(/\D/g, "").replace(/^0+/, "") }));
  // Of two countries' numbers that end alike each is its own: the longer one says more of it.
  pieces.sort((a, b) => b.national.length - a.national.length);
  const pieceOf = ({ digits }: PhoneNumber) => pieces.find(({ national }) => national !== "" && digits.endsWith(national))?.piece;
  return numbers.map((number) => number.typed || (pieceOf(number) ?? `+${number.digits}`)).join(", ");
}

/**
 * A newer value for an empty one; null if it adds nothing. A filled value is never overwritten: where a field holds several, those that are not
 * among them are added.
 */
export function gapsFilledBy(known: Fillable, newer: Fillable): Partial<Fillable> | null {
  const gaps: Partial<Fillable> = {};
  for (const field of FILLABLE) {
    if (isJoined(field)) {
      const joined = joinedValues(known[field], newer[field]);
      if (joined !== known[field]) gaps[field] = joined;
      continue;
    }
    if (known[field] || !newer[field]) continue;
    const beside = besideOf(field);
    if (beside === undefined || (gaps[beside] ?? known[beside]) === newer[beside]) Object.assign(gaps, { [field]: newer[field] });
  }
  return Object.keys(gaps).length > 0 ? gaps : null;
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
