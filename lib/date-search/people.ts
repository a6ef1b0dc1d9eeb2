import { foldText } from "../fold-text";
import { gapsFilledBy } from "../merge-rule";
import { alsoNames, isPartOf, namesAgree, withNames } from "../names";
import type { Person } from "../person";
import { type PhoneMatch, readPhones, samePhone } from "../phones";

/** One row of a store, with the numbers that the store keeps of it. */
export interface GuestRow {
  id: string;
  person: Person;
  numbers: PhoneMatch[];
}

/** Somebody of a day: the newest row of them, and the older ones. */
export interface GuestOfDay extends GuestRow {
  older: Person[];
}

/**
 * Gathers the rows of one day into people, by the rule of all merges: by phone key, and those who have none by `nameKey`.
 * A row whose numbers are two people's makes them one when their names agree.
 */
export function gatherPeople() {
  const people = new Set<GuestOfDay>();
  const byKey: NumbersOfGuests = new Map();
  const byName = new Map<string, GuestOfDay>();

  const owners = ({ person, numbers }: Omit<GuestRow, "id">): GuestOfDay[] => {
    const found: GuestOfDay[] = [];
    for (const number of numbers) {
      for (const entry of byKey.get(number.key) ?? [])
        if (samePhone(entry.number, number) && !found.includes(entry.guest)) found.push(entry.guest);
    }
    const namesake = numbers.length === 0 ? byName.get(nameKey(person)) : undefined;
    return namesake ? [namesake] : found;
  };

  const remember = (guest: GuestOfDay, { person, numbers }: Omit<GuestRow, "id">): void => {
    for (const number of numbers) {
      const there = byKey.get(number.key);
      if (there) there.push({ guest, number });
      else byKey.set(number.key, [{ guest, number }]);
    }
    if (numbers.length === 0 && nameKey(person)) byName.set(nameKey(person), guest);
  };

  /** Adds an older row to whom it speaks of; a number that is somebody else's of another name stays theirs. */
  const join = ([first, ...others]: [GuestOfDay, ...GuestOfDay[]], row: GuestRow): void => {
    let [kept, rest] = [first, others];
    if (rest.length > 0) {
      const all = [first, ...others];
      kept = all.find(({ person }) => namesAgree(person.name, row.person.name)) ?? first;
      rest = all.filter((other) => other !== kept);
      const same = rest.filter(({ person }) => namesAgree(kept.person.name, person.name));
      for (const other of same) {
        unite(kept, other, byKey);
        people.delete(other);
      }
      rest = rest.filter((other) => !same.includes(other));
    }
    const isTheirs = (number: PhoneMatch) => rest.some((other) => other.numbers.some((one) => samePhone(one, number)));
    const own = rest.length > 0 ? row.numbers.filter((number) => !isTheirs(number)) : row.numbers;
    kept.older.push(rest.length > 0 ? { ...row.person, phones: typedWithout(row.person.phones, isTheirs) } : row.person);
    const gained = own.filter((number) => !kept.numbers.some((one) => samePhone(one, number)));
    if (gained.length === 0) return;
    kept.numbers = [...kept.numbers, ...gained];
    remember(kept, { person: row.person, numbers: gained });
  };

  return {
    people: () => [...people],
    isKnown: (row: Omit<GuestRow, "id">): boolean => owners(row).length > 0,
    /** Rows come newest first: a later one of the same person only adds what the earlier ones do not say. */
    add(row: GuestRow): void {
      const [first, ...others] = owners(row);
      if (first) join([first, ...others], row);
      else {
        const guest = { ...row, older: [] };
        people.add(guest);
        remember(guest, row);
      }
    },
  };
}

type NumbersOfGuests = Map<string, { guest: GuestOfDay; number: PhoneMatch }[]>;

function unite(kept: GuestOfDay, gone: GuestOfDay, byKey: NumbersOfGuests): void {
  kept.older.push(gone.person, ...gone.older);
  kept.numbers = [...kept.numbers, ...gone.numbers];
  for (const number of gone.numbers) {
    for (const entry of byKey.get(number.key) ?? []) if (entry.guest === gone) entry.guest = kept;
  }
}

function typedWithout(phones: string, isLeftOut: (number: PhoneMatch) => boolean): string {
  return readPhones(phones)
    .filter((number) => !isLeftOut(number))
    .map(({ typed }) => typed)
    .join(", ");
}

/** By what somebody without a phone key is known, as in every merge. Nobody is known by an empty name. */
export function nameKey({ name }: Pick<Person, "name">): string {
  return foldText(name);
}

/**
 * What a row says, its gaps filled from older ones, and the phones of all (docs/design/domain.md, Duplicates); of somebody of another
 * name who shares a number, nothing but the name.
 */
export function withOlder(person: Person, older: readonly Person[]): Person {
  const whole = { ...person };
  for (const other of older) {
    if (namesAgree(whole.name, other.name)) {
      Object.assign(whole, gapsFilledBy(whole, other));
      if (!isPartOf(other.name, whole.name)) whole.name = other.name; // the fuller of two that agree
    }
    whole.also = withNames(whole, [other.name, ...alsoNames(other.also)]).also;
    if (other.phones !== whole.phones) whole.phones = unitedPhones(whole.phones, other.phones);
  }
  return whole;
}

function unitedPhones(phones: string, more: string): string {
  const known = new Set(readPhones(phones).map(({ digits }) => digits));
  const added = readPhones(more).filter(({ digits }) => !known.has(digits));
  return [phones, ...added.map(({ typed }) => typed)].filter(Boolean).join(", ");
}
