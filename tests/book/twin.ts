import type { About, BookGuest, Decision, FieldsByHand, Place, SourceRecord } from "@/lib/book/record-shapes";
import { foldText } from "@/lib/fold-text";
import { alsoNames, namesAgree } from "@/lib/names";
import { hasPhoneKey, type PhoneNumber, samePhone, sharesPhone } from "@/lib/phones";

/**
 * The guests of a book, computed a second time: written from docs/book.md alone, by somebody who had not read lib/book. No clusters
 * and no quick ways, one fold over everything, so that what two people understood differently shows.
 */
export function guestsByTheBook(records: SourceRecord[], decisions: Decision[]): BookGuest[] {
  const ordered = [...records].sort(inOrder);
  const names = namingIn(ordered, decisions);
  const said = applyDecisions(names, ordered, decisions);
  const guests: Guest[] = [];
  for (const item of [...ordered, ...decisions].sort(inOrder)) {
    if ("person" in item) {
      const record = said.forOthers.has(item.id) ? saidOfOthers(item) : item;
      if (!said.leftOut.has(item.id)) foldRecord(said, guests, record, said.taken(item));
    } else if (item.kind === "fields") {
      const named = ordered.filter((record) => names(item, item.about, record));
      for (const guest of guests) if (named.some(({ id }) => guest.records.includes(id))) writeFields(guest, item.values);
    }
  }
  return guests.map((guest) => asBookGuest(guest, ordered));
}

interface Guest extends Omit<BookGuest, "also"> {
  others: string[];
  /** Whether somebody wrote the name by hand. */
  byHand: boolean;
}

type Sides = [string[], string[]];

/** What the decisions say before anything is folded; all of it by ids of records. */
interface AppliedDecisions {
  leftOut: Set<string>;
  /** Of somebody who was left out, and of others, who stay. */
  forOthers: Set<string>;
  taken: (record: SourceRecord) => string[];
  links: Set<string>[];
  partings: Sides[];
  besides: Map<string, string>;
}

function inOrder(a: Place, b: Place): number {
  return textOrder(a.said_at, b.said_at) || textOrder(a.batch, b.batch) || a.line - b.line || textOrder(a.id, b.id);
}

function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

// Whom a decision names

type Naming = (decision: Decision, about: About, record: SourceRecord) => boolean;

function namingIn(records: SourceRecord[], decisions: Decision[]): Naming {
  const sides = new Map<string, Sides>();
  const sidesAt = (parting: Parting) => {
    const known = sides.get(parting.id) ?? sidesOf(names, parting, records);
    sides.set(parting.id, known);
    return known;
  };
  const isKeptAway = (parting: Parting, about: About, record: SourceRecord) => {
    const [one, other] = sidesAt(parting);
    const has = (side: string[]) => about.records.some((id) => side.includes(id));
    if (has(one) === has(other)) return false;
    const [own, theirs] = has(one) ? [one, parting.other] : [other, parting.about];
    return !own.includes(record.id) && (theirs.records.includes(record.id) || speaksOf(theirs, record));
  };
  function names(decision: Decision, about: About, record: SourceRecord): boolean {
    if (inOrder(record, decision) >= 0) return false;
    if (about.records.includes(record.id)) return true;
    if (!speaksOf(about, record)) return false;
    const before = decisions.filter((one) => isParting(one) && inOrder(one, decision) < 0);
    return !before.some((one) => isParting(one) && isKeptAway(one, about, record));
  }
  return names;
}

type Parting = Extract<Decision, { other: About }>;

const isParting = (decision: Decision): decision is Parting => decision.kind === "not-one";

function speaksOf(about: About, record: SourceRecord): boolean {
  const { name } = record.person;
  if (sharesPhone(record.numbers, about.numbers))
    return about.names.some((one) => (foldText(one) === "" ? foldText(name) === "" : namesAgree(one, name)));
  if (hasPhoneKey(record.numbers) || hasPhoneKey(about.numbers)) return false;
  return about.evening === record.evening && about.names.some((one) => foldText(one) === foldText(name));
}

function sidesOf(names: Naming, decision: Parting, records: SourceRecord[]): Sides {
  const sides: Sides = [[], []];
  for (const record of records) {
    let named = [decision.about, decision.other].map((about) => names(decision, about, record));
    if (named[0] && named[1]) named = [decision.about, decision.other].map((about) => about.records.includes(record.id));
    if (named[0] && !named[1]) sides[0].push(record.id);
    if (named[1] && !named[0]) sides[1].push(record.id);
  }
  return sides;
}

// Before the fold

function applyDecisions(names: Naming, records: SourceRecord[], decisions: Decision[]): AppliedDecisions {
  const naming = (kind: Decision["kind"], record: SourceRecord) =>
    decisions.filter((decision) => decision.kind === kind && names(decision, decision.about, record));
  const gone = records.filter((record) => naming("left-out", record).length > 0);
  const leftOut = new Set(gone.filter((record) => othersOf(record).length === 0).map(({ id }) => id));
  const forOthers = new Set(gone.map(({ id }) => id).filter((id) => !leftOut.has(id)));
  const digitsTaken = (record: SourceRecord) =>
    naming("not-their-number", record).flatMap((decision) => (decision.kind === "not-their-number" ? decision.digits : []));
  // Named as they were recorded, also where the record speaks of others since.
  const taken = new Map(records.map((record) => [record.id, digitsTaken(record)]));
  return {
    leftOut,
    forOthers,
    taken: ({ id }: SourceRecord) => taken.get(id) ?? [],
    ...linksAndPartings(names, records, decisions),
    besides: besidesOf(records, leftOut),
  };
}

function othersOf(record: SourceRecord): string[] {
  return newGuest(record, [], "").others;
}

function saidOfOthers(record: SourceRecord): SourceRecord {
  const [name, ...also] = othersOf(record);
  const { phones, added_at } = record.person;
  const nothing = {
    email: "",
    company: "",
    title: "",
    birthday: "",
    birth_year: null,
    address: "",
    language: "",
    likes: "",
    tags: "",
    allergies: "",
  };
  return { ...record, person: { name: name ?? "", phones, ...nothing, also: also.join("\n"), added_at } };
}

function linksAndPartings(names: Naming, records: SourceRecord[], decisions: Decision[]): Pick<AppliedDecisions, "links" | "partings"> {
  let links: Set<string>[] = [];
  const partings: Sides[] = [];
  for (const decision of [...decisions].sort(inOrder).reverse()) {
    if (decision.kind === "left-out") continue;
    if (decision.kind === "not-one") {
      const sides = sidesOf(names, decision, records);
      if (!areTogether(links, sides)) partings.push(sides);
      continue;
    }
    const abouts = decision.kind === "one" ? [decision.about, decision.other] : [decision.about];
    const linked = records.filter((record) => abouts.some((about) => names(decision, about, record)));
    const more = withLink(
      links,
      linked.map(({ id }) => id),
    );
    if (!partings.some((sides) => areTogether(more, sides))) links = more;
  }
  return { links, partings };
}

function withLink(links: Set<string>[], ids: string[]): Set<string>[] {
  const touched = links.filter((link) => ids.some((id) => link.has(id)));
  return [...links.filter((link) => !touched.includes(link)), new Set([...ids, ...touched.flatMap((link) => [...link])])];
}

function areTogether(links: Set<string>[], [one, other]: Sides): boolean {
  return links.some((link) => one.some((id) => link.has(id)) && other.some((id) => link.has(id)));
}

function besidesOf(records: SourceRecord[], leftOut: Set<string>): Map<string, string> {
  const besides = new Map<string, string>();
  for (const [index, record] of records.entries()) {
    if (hasPhoneKey(record.numbers)) continue;
    const isSame = ({ id, evening, person }: SourceRecord) =>
      !leftOut.has(id) && evening === record.evening && foldText(person.name) === foldText(record.person.name);
    const first = records.slice(0, index).find(isSame);
    if (first) besides.set(record.id, first.id);
  }
  return besides;
}

// The fold

function areAllowed(partings: Sides[], a: string[], b: string[]): boolean {
  const holds = (ids: string[], side: string[]) => ids.some((id) => side.includes(id));
  return !partings.some(([one, other]) => (holds(a, one) && holds(b, other)) || (holds(a, other) && holds(b, one)));
}

function foldRecord(said: AppliedDecisions, guests: Guest[], record: SourceRecord, digits: string[]): void {
  const numbers = record.numbers.filter((number) => !digits.includes(number.digits));
  const isLinked = (guest: Guest) => said.links.some((link) => link.has(record.id) && guest.records.some((id) => link.has(id)));
  const isBeside = (guest: Guest) => guest.records.some((id) => id === said.besides.get(record.id));

  const candidates = guests.filter(
    (guest) =>
      (sharesPhone(guest.numbers, numbers) || isLinked(guest) || isBeside(guest)) && areAllowed(said.partings, guest.records, [record.id]),
  );
  const namesakes = candidates.filter((guest) => isLinked(guest) || isBeside(guest) || namesAgree(guest.name, record.person.name));
  const chosen = namesakes[0] ?? candidates[0];
  if (!chosen) {
    const phones = numbers.length === record.numbers.length ? record.person.phones : typedOf(numbers);
    guests.push(newGuest(record, numbers, phones));
    return;
  }

  const fresh = numbers.filter(
    (number) => number.key !== "" && !candidates.some((guest) => guest.numbers.some((has) => samePhone(has, number))),
  );
  let guest = chosen;
  for (const other of candidates.filter((candidate) => candidate !== chosen)) {
    const agree = namesAgree(guest.name, other.name);
    // Only of two namesakes does a link make one: else a corrected e-mail would unite a guest with whoever has a number in common.
    const areOne = namesakes.length === 0 ? agree : namesakes.includes(other) && (agree || isLinked(guest) || isLinked(other));
    if (!areOne || !areAllowed(said.partings, guest.records, other.records)) continue;
    if (isTooLong(joined(guest.phones, other.phones))) continue;
    guest = unite(guests, guest, other);
  }
  if (fresh.length > 0 && isTooLong(joined(guest.phones, typedOf(fresh)))) {
    guests.push(newGuest(record, fresh, typedOf(fresh)));
    return;
  }
  join(guest, record, fresh, namesakes.length > 0);
}

function newGuest(record: SourceRecord, numbers: PhoneNumber[], phones: string): Guest {
  const { also, ...person } = record.person;
  const { evening, branch, id } = record;
  const guest: Guest = { ...person, phones, numbers, evening, branch, records: [id], own: [id], others: [], byHand: false };
  for (const other of alsoNames(also)) addName(guest, other);
  return guest;
}

function join(guest: Guest, record: SourceRecord, fresh: PhoneNumber[], isNamesake: boolean): void {
  const { person } = record;
  guest.records.push(record.id);
  guest.phones = joined(guest.phones, typedOf(fresh));
  guest.numbers = [...guest.numbers, ...fresh];
  if (isNamesake) {
    guest.own.push(record.id);
    fillGaps(guest, person);
  }
  const stands = isNamesake && (guest.name === "" || (!guest.byHand && isAsFull(person.name, guest.name)));
  bringNames(guest, stands, person.name, alsoNames(person.also));
}

/** One guest becomes part of another; gives the older, which stays. */
function unite(guests: Guest[], one: Guest, two: Guest): Guest {
  const [older, younger] = guests.indexOf(one) < guests.indexOf(two) ? [one, two] : [two, one];
  guests.splice(guests.indexOf(younger), 1);
  older.phones = joined(older.phones, younger.phones);
  older.numbers = [...older.numbers, ...younger.numbers.filter((more) => !older.numbers.some(({ digits }) => digits === more.digits))];
  older.records.push(...younger.records);
  older.own.push(...younger.own);
  fillGaps(older, younger);
  const stands = older.name === "" || (!older.byHand && (younger.byHand || isAsFull(younger.name, older.name)));
  older.byHand ||= younger.byHand;
  bringNames(older, stands, younger.name, younger.others);
  return older;
}

type Gaps = Pick<
  Guest,
  "email" | "company" | "title" | "birthday" | "birth_year" | "address" | "language" | "likes" | "tags" | "allergies"
>;

/** What stands, and behind it what is not there yet. */
function bothOf(standing: string, more: string): string {
  if (standing === "" || more === "") return standing || more;
  const parts = (text: string) => text.split(/[,،;؛\n]/).flatMap((part) => part.trim() || []);
  const all = parts(standing);
  let said = standing;
  for (const part of parts(more)) {
    if (all.length >= 50 || all.some((one) => foldText(one) === foldText(part))) continue;
    all.push(part);
    said += `, ${part}`;
  }
  return said;
}

function fillGaps(guest: Gaps, by: Gaps): void {
  for (const field of ["email", "company", "title", "birthday", "address", "language"] as const) guest[field] ||= by[field];
  if (guest.birthday === by.birthday) guest.birth_year ??= by.birth_year;
  guest.likes = bothOf(guest.likes, by.likes);
  guest.tags = bothOf(guest.tags, by.tags);
  guest.allergies = bothOf(guest.allergies, by.allergies);
}

function writeFields(guest: Guest, { also, ...values }: FieldsByHand): void {
  Object.assign(guest, values);
  if (values.name !== undefined) guest.byHand = wordsOf(values.name).length > 0;
  const others = also === undefined ? guest.others : alsoNames(also);
  guest.others = [];
  for (const other of others) addName(guest, other);
}

// Names

function wordsOf(name: string): string[] {
  return [...new Set(foldText(name).split(" "))].filter((word) => word !== "");
}

function isAmong(name: string, other: string): boolean {
  return wordsOf(name).every((word) => wordsOf(other).includes(word));
}

function isAsFull(name: string, standing: string): boolean {
  return wordsOf(name).length > 0 && namesAgree(name, standing) && wordsOf(name).length >= wordsOf(standing).length;
}

function bringNames(guest: Guest, stands: boolean, name: string, others: string[]): void {
  const until = guest.name;
  if (stands && name !== until) {
    guest.name = name;
    dropCovered(guest, name);
  }
  for (const other of [stands ? until : name, ...others]) addName(guest, other);
}

function addName(guest: Guest, name: string): void {
  if (foldText(name) === "" || [guest.name, ...guest.others].some((other) => isAmong(name, other))) return;
  dropCovered(guest, name);
  guest.others = [...guest.others, name].slice(0, 50);
}

function dropCovered(guest: Guest, by: string): void {
  guest.others = guest.others.filter((other) => !isAmong(other, by));
}

// Phones

function typedOf(numbers: PhoneNumber[]): string {
  return numbers.map(({ typed }) => typed).join(", ");
}

function joined(phones: string, more: string): string {
  return [phones, more].filter((text) => text !== "").join(", ");
}

function isTooLong(phones: string): boolean {
  return phones.length > 400;
}

function asBookGuest({ others, byHand, ...guest }: Guest, ordered: SourceRecord[]): BookGuest {
  const asFolded = (ids: string[]) => ordered.map(({ id }) => id).filter((id) => ids.includes(id));
  return { ...guest, also: others.join("\n"), records: asFolded(guest.records), own: asFolded(guest.own) };
}
