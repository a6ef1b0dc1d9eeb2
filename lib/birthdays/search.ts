import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { statement } from "../db/statements";
import { env } from "../env";
import { CENTRAL, openRestaurants } from "../known-branches";
import { readPhones } from "../phones";
import type { BirthdayGuest, searchBirthdays as searchContract, birthdayStats as statsContract } from "./contract";
import { type BirthdayStatsInput, celebrantsOnPage, countOn, figuresOf, isLargeBook, type Page } from "./search-step";

/**
 * Who celebrates on a date, a page at a time (`celebrantsOnPage`); at central also how many in each restaurant's book.
 * @param theirs the branches that are kept here and that the caller may work in; `mayWorkIn` those of all
 */
export async function searchBirthdays(
  branch: Branch,
  date: string,
  page: Page,
  theirs: () => Branch[],
  mayWorkIn: (branch: string) => boolean,
): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  const found = celebrantsOnPage(sql, date, page);
  if (branch.key !== CENTRAL) return found;
  const kept = theirs();
  const books = await Promise.all(
    openRestaurants().map(async (key) => ({ branch: key, book: await bookOf(kept.find((one) => one.key === key)) })),
  );
  const branches = books
    .filter((one) => mayWorkIn(one.branch))
    .map((one) => ({ branch: one.branch, total: one.book && countOn(one.book, date) }));
  const known = books.flatMap(({ book }) => book ?? []);
  return { ...found, branches, ...(known.length === books.length && { nowhere: inNone(found.contacts, known) }) };
}

async function bookOf(branch: Branch | undefined): Promise<Database.Database | null> {
  try {
    return branch ? (await branch.contacts()).sql : null;
  } catch {
    return null; // the others' are told all the same, and health says what is wrong with this one
  }
}

/** The ids of those whose numbers stand in none of some books. */
function inNone(guests: readonly BirthdayGuest[], books: readonly Database.Database[]): string[] {
  const keysOf = new Map(
    guests.map(({ id, phones }) => [id, readPhones(phones, env().DEFAULT_COUNTRY_CODE).flatMap(({ key }) => key || [])]),
  );
  const keys = JSON.stringify([...new Set([...keysOf.values()].flat())]);
  const text = "SELECT DISTINCT key FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))";
  const known = new Set(books.flatMap((sql) => statement<[string], string>(sql, text).pluck().all(keys)));
  return guests.flatMap(({ id }) => (keysOf.get(id)?.length && !keysOf.get(id)?.some((key) => known.has(key)) ? [id] : []));
}

/** The figures of a book for a date; a large book is counted beside the event loop. */
export async function birthdayStats(branch: Branch, date: string): Promise<AnswerOf<typeof statsContract>> {
  const { sql, file } = await branch.contacts();
  if (!isLargeBook(sql)) return figuresOf(sql, date);
  const input: BirthdayStatsInput = { book: file, date };
  return runBulk("birthday-stats", input);
}
