import { foldText } from "../fold-text";
import { gapsFilledBy } from "../merge-rule";
import { alsoNames, namesAgree, newNames, withNames } from "../names";
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

/** Gathers the rows of one day into people: by phone key, and those who have none by `nameKey`. */
export function gatherPeople() {
  const people: GuestOfDay[] = [];
  const byKey = new Map<string, { guest: GuestOfDay; number: PhoneMatch }[]>();
  const byName = new Map<string, GuestOfDay>();

  const known = ({ person, numbers }: Omit<GuestRow, "id">): GuestOfDay | undefined => {
    for (const number of numbers) {
      const match = byKey.get(number.key)?.find((entry) => samePhone(entry.number, number));
      if (match) return match.guest;
    }
    return numbers.length === 0 ? byName.get(nameKey(person)) : undefined;
  };

  const remember = (guest: GuestOfDay, { person, numbers }: Omit<GuestRow, "id">): void => {
    for (const number of numbers) {
      const there = byKey.get(number.key);
      if (there) there.push({ guest, number });
      else byKey.set(number.key, [{ guest, number }]);
    }
    if (numbers.length === 0 && nameKey(person)) byName.set(nameKey(person), guest);
  };

  return {
    people,
    known,
    /** Rows come newest first: a later one of the same person only adds what the earlier ones do not say. */
    add(row: GuestRow): void {
      const there = known(row);
      if (there) there.older.push(row.person);
      const guest = there ?? { ...row, older: [] };
      if (!there) people.push(guest);
      remember(guest, row);
    },
  };
}

/** By what somebody without a phone key is known, as in every merge. Nobody is known by an empty name. */
export function nameKey({ name }: Pick<Person, "name">): string {
  return foldText(name);
}

/**
 * What a row says, its gaps filled from older ones, and the phones of all (domain.md, Duplicates); of somebody of another
 * name who shares a number, nothing but the name.
 */
export function withOlder(person: Person, older: readonly Person[]): Person {
  const whole = { ...person };
  for (const other of older) {
    if (namesAgree(whole.name, other.name)) Object.assign(whole, gapsFilledBy(whole, other));
    whole.also = withNames(whole.also, newNames(whole, [other.name, ...alsoNames(other.also)]));
    if (other.phones !== whole.phones) whole.phones = unitedPhones(whole.phones, other.phones);
  }
  return whole;
}

function unitedPhones(phones: string, more: string): string {
  const known = new Set(readPhones(phones).map(({ digits }) => digits));
  const added = readPhones(more).filter(({ digits }) => !known.has(digits));
  return [phones, ...added.map(({ typed }) => typed)].filter(Boolean).join(", ");
}
