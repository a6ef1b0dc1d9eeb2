import { foldText } from "../fold-text";
import { ASKED_FIELDS, type AskedField, pickFields, withBeside } from "../guest-fields";
import type { Person } from "../person";
import { type PhoneNumber, readPhones, samePhone, sharesPhone } from "../phones";

/** A guest in a table that is being edited: the key stays while it is, the id is the server's, null for one who is new. */
export interface TableRow extends Omit<Person, "also" | "added_at"> {
  key: string;
  id: string | null;
}

export type Side = "mine" | "theirs";

/** Both tablets changed the same: a field, or one took the guest away whom the other changed. Null: not at that side's table. */
export interface Question {
  /** Stays the same while the table is edited on. */
  id: string;
  what: AskedField | "seat";
  mine: TableRow | null;
  theirs: TableRow | null;
}

export interface KeptBoth {
  /** Everybody whom both keep. What is still asked for stands as mine has it, and who is asked for is at the table. */
  guests: TableRow[];
  questions: Question[];
  /** What the other tablet did since the table was opened here. */
  added: TableRow[];
  removed: TableRow[];
  changed: TableRow[];
}

/**
 * One table that two people changed, as both wanted it: who was added by either stays, who was removed by one and left
 * alone by the other goes, and a field changed by one is changed. Only what both changed differently is asked for.
 * @param opened the guests from which both started; null when nobody knows them any more: then nobody is taken for removed
 */
export function keepBoth(opened: readonly TableRow[] | null, mine: readonly TableRow[], theirs: readonly TableRow[]): KeptBoth {
  const before = opened ?? [];
  const inMine = partnersOf(before, mine, [byKey, byPhone]);
  // The server takes somebody of the same name for the same guest too, where neither id nor phone says more.
  const inTheirs = partnersOf(before, theirs, [byKey, byPhone, byName]);
  const newInMine = without(mine, inMine);
  const newInTheirs = without(theirs, inTheirs);
  const addedByBoth = partnersOf(newInMine, newInTheirs, opened ? [byPhone] : [byPhone, byName]);

  const pairs: Pair[] = [
    ...before.map((was) => ({ was, mine: inMine.get(was) ?? null, theirs: inTheirs.get(was) ?? null })),
    ...newInMine.map((guest) => ({ was: null, mine: guest, theirs: addedByBoth.get(guest) ?? null })),
    ...without(newInTheirs, addedByBoth).map((guest) => ({ was: null, mine: null, theirs: guest })),
  ];
  const kept = pairs.map(keepPair);
  return {
    guests: inOrderOf(mine, kept),
    questions: kept.flatMap(({ questions }) => questions),
    added: pairs.flatMap((pair) => (pair.was === null && pair.mine === null && pair.theirs ? [pair.theirs] : [])),
    removed: opened ? before.filter((was) => !inTheirs.has(was) && inMine.has(was)) : [],
    changed: pairs.flatMap(({ was, theirs: guest }) => (was && guest && changedFields(was, guest).length > 0 ? [guest] : [])),
  };
}

/** The guests once the questions are answered. One without an answer keeps what is mine, and keeps its guest. */
export function answered(both: KeptBoth, answers: Readonly<Record<string, Side>>): TableRow[] {
  let guests = both.guests;
  for (const { id, what, mine, theirs } of both.questions) {
    const side = answers[id];
    if (!side) continue;
    const chosen = side === "mine" ? mine : theirs;
    const key = (theirs ?? mine)?.key;
    if (what === "seat") guests = chosen ? guests : guests.filter((guest) => guest.key !== key);
    else if (chosen) guests = guests.map((guest) => (guest.key === key ? { ...guest, ...wordOf(what, chosen) } : guest));
  }
  return guests;
}

interface Pair {
  was: TableRow | null;
  mine: TableRow | null;
  theirs: TableRow | null;
}

interface Kept {
  guest: TableRow | null;
  /** The row of mine that it continues. */
  from: TableRow | null;
  questions: Question[];
}

function keepPair({ was, mine, theirs }: Pair): Kept {
  const gone: Kept = { guest: null, from: null, questions: [] };
  if (mine && theirs) return keepFields(was, mine, theirs);
  const only = mine ?? theirs;
  if (!only) return gone;
  // Without an id of theirs the guest is a new one for the server.
  const guest = mine ? { ...mine, id: null } : only;
  if (!was) return { guest, from: mine, questions: [] };
  if (changedFields(was, only).length === 0) return gone;
  return { guest, from: mine, questions: [{ id: `${was.key} seat`, what: "seat", mine: mine && guest, theirs }] };
}

function keepFields(was: TableRow | null, mine: TableRow, theirs: TableRow): Kept {
  // The id of theirs says that the guest is there already, and has had the points of this table.
  let guest = { ...mine, key: theirs.key, id: theirs.id };
  const questions: Question[] = [];
  for (const field of ASKED_FIELDS) {
    const untouched = (side: TableRow) => (was ? isSame(field, was, side) : isEmpty(field, side));
    if (isSame(field, mine, theirs) || untouched(theirs)) continue;
    if (untouched(mine)) guest = { ...guest, ...wordOf(field, theirs) };
    else if (!meansTheSame(field, mine, theirs)) questions.push({ id: `${(was ?? theirs).key} ${field}`, what: field, mine, theirs });
  }
  return { guest, from: mine, questions };
}

function changedFields(was: TableRow, now: TableRow): AskedField[] {
  return ASKED_FIELDS.filter((field) => !isSame(field, was, now));
}

function wordOf(field: AskedField, guest: TableRow): Partial<TableRow> {
  return pickFields(guest, withBeside(field));
}

function isSame(field: AskedField, a: TableRow, b: TableRow): boolean {
  return withBeside(field).every((one) => wordsOf(a[one]) === wordsOf(b[one]));
}

function isEmpty(field: AskedField, guest: TableRow): boolean {
  return withBeside(field).every((one) => wordsOf(guest[one]) === "");
}

const wordsOf = (value: string | number | null) => String(value ?? "").trim();

/** One number in two spellings is nothing to ask about. */
function meansTheSame(field: AskedField, a: TableRow, b: TableRow): boolean {
  if (field !== "phones") return false;
  const [own, other] = [numbersOf(a), numbersOf(b)];
  const within = (some: typeof own, all: typeof own) => some.every((one) => all.some((number) => samePhone(one, number)));
  return own.length === other.length && within(own, other) && within(other, own);
}

type Finds = (guest: TableRow, others: ReadonlySet<TableRow>) => TableRow | undefined;

const find = (others: ReadonlySet<TableRow>, is: (other: TableRow) => boolean) => [...others].find(is);
const byKey: Finds = (guest, others) => find(others, (other) => other.key === guest.key);
const byPhone: Finds = (guest, others) => {
  const numbers = numbersOf(guest);
  return numbers.length === 0 ? undefined : find(others, (other) => sharesPhone(numbersOf(other), numbers));
};
const byName: Finds = (guest, others) => {
  const name = foldText(guest.name);
  return name === "" ? undefined : find(others, (other) => foldText(other.name) === name);
};

/** Who of the others each guest is, by the surest way first; each of the others is given once, so two of one name stay two. */
function partnersOf(guests: readonly TableRow[], others: readonly TableRow[], ways: Finds[]): Map<TableRow, TableRow> {
  const partners = new Map<TableRow, TableRow>();
  const left = new Set(others);
  for (const way of ways) {
    for (const guest of guests) {
      const other = partners.has(guest) ? undefined : way(guest, left);
      if (other && left.delete(other)) partners.set(guest, other);
    }
  }
  return partners;
}

function without(guests: readonly TableRow[], partners: Map<TableRow, TableRow>): TableRow[] {
  const paired = new Set(partners.values());
  return guests.filter((guest) => !paired.has(guest));
}

/** My rows stay where my hands left them; whoever came from the other tablet follows. */
function inOrderOf(mine: readonly TableRow[], kept: readonly Kept[]): TableRow[] {
  const place = new Map(mine.map((guest, index) => [guest, index]));
  const placeOf = ({ from }: Kept) => (from && place.get(from)) ?? mine.length;
  return kept.toSorted((a, b) => placeOf(a) - placeOf(b)).flatMap(({ guest }) => guest ?? []);
}

/** Two of the result who would be saved as one, because they share a number; unless they stood together in mine already. */
export function doublesOf(guests: readonly TableRow[], mine: readonly TableRow[]): [TableRow, TableRow][] {
  const seen = (a: TableRow, b: TableRow) =>
    mine.some((one) => one.phones === a.phones && mine.some((other) => other !== one && other.phones === b.phones));
  return guests.flatMap((guest, index) =>
    guests
      .slice(index + 1)
      .filter((other) => sharesPhone(numbersOf(other), numbersOf(guest)) && !seen(guest, other))
      .map((other): [TableRow, TableRow] => [guest, other]),
  );
}

// Everybody is compared with everybody; reading a number anew each time would be most of it.
const read = new WeakMap<TableRow, PhoneNumber[]>();

function numbersOf(guest: TableRow): PhoneNumber[] {
  const numbers = read.get(guest) ?? readPhones(guest.phones);
  read.set(guest, numbers);
  return numbers;
}
