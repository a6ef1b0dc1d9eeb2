import type { Person } from "./person";
import { hasPhoneKey, type PhoneMatch, type PhoneNumber, samePhone } from "./phones";

/** What a merge counts. `filled` are those of `skipped` who gained something; inserted + skipped = all rows. */
export interface MergeCounts {
  inserted: number;
  skipped: number;
  filled: number;
}

/** The fields that a newer row may fill in a guest who is there already (domain.md, the three merges). */
export const FILLABLE = ["email", "company", "title", "birthday", "address"] as const;

/** What is known of somebody who is there already, as far as a merge needs it. */
export type Fillable = Pick<Person, (typeof FILLABLE)[number] | "birth_year">;

/** A guest on the way into a store. */
export interface Incoming {
  person: Person;
  numbers: PhoneNumber[];
}

/**
 * Where guests are merged into: a contacts store, or the guest rows of one business day. The functions run inside the
 * merge's one transaction.
 */
export interface MergeTarget<Row> {
  /** Somebody who shares a phone. */
  findByPhone(numbers: readonly PhoneNumber[]): Row | null;
  /** For a guest without a number that anybody can have: the same name, recorded on the same date. */
  findByName(person: Person): Row | null;
  insert(incoming: Incoming): void;
  known(row: Row): Fillable;
  fill(row: Row, gaps: Partial<Fillable>): void;
}

/**
 * The rule of all three merges: who is there already is skipped, and only what is empty in them is filled; everybody
 * else is inserted. Running it again inserts nobody twice.
 */
export function mergeInto<Row>(target: MergeTarget<Row>, people: Iterable<Incoming>): MergeCounts {
  const counts: MergeCounts = { inserted: 0, skipped: 0, filled: 0 };
  for (const incoming of people) {
    const there = hasPhoneKey(incoming.numbers) ? target.findByPhone(incoming.numbers) : target.findByName(incoming.person);
    if (there === null) {
      target.insert(incoming);
      counts.inserted++;
      continue;
    }
    counts.skipped++;
    const gaps = gapsFilledBy(target.known(there), incoming.person);
    if (gaps) {
      target.fill(there, gaps);
      counts.filled++;
    }
  }
  return counts;
}

/** What a newer row says where the older one is silent; null when it says nothing new. A filled value is never overwritten. */
export function gapsFilledBy(known: Fillable, newer: Fillable): Partial<Fillable> | null {
  const gaps: Partial<Fillable> = {};
  for (const field of FILLABLE) if (!known[field] && newer[field]) gaps[field] = newer[field];
  const sameDay = (gaps.birthday ?? known.birthday) === newer.birthday;
  if (known.birth_year === null && newer.birth_year !== null && sameDay) gaps.birth_year = newer.birth_year;
  return Object.keys(gaps).length > 0 ? gaps : null;
}

export function addCounts(a: MergeCounts, b: MergeCounts): MergeCounts {
  return { inserted: a.inserted + b.inserted, skipped: a.skipped + b.skipped, filled: a.filled + b.filled };
}

/** The first row that shares one of the numbers, in the order of the numbers. */
export function firstWithSamePhone<Row extends PhoneMatch>(numbers: readonly PhoneNumber[], rowsOf: (key: string) => Row[]): Row | null {
  for (const number of numbers) {
    if (number.key === "") continue; // thousands may share it, and none of them is met by it
    const match = rowsOf(number.key).find((row) => samePhone(row, number));
    if (match) return match;
  }
  return null;
}
