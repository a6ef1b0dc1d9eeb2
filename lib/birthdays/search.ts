import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { CENTRAL, openRestaurants } from "../known-branches";
import type { searchBirthdays as searchContract, birthdayStats as statsContract } from "./contract";
import {
  type BirthdayStatsInput,
  type CelebrantsInput,
  celebrantsOnPage,
  countOn,
  figuresOf,
  isLargeBirthday,
  isLargeBook,
  type Page,
} from "./search-step";

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
  const book = await branch.contacts();
  if (branch.key !== CENTRAL) return pageOfDate(book, { date, page });
  const kept = theirs();
  const books = await Promise.all(
    openRestaurants().map(async (key) => ({ branch: key, book: await bookOf(kept.find((one) => one.key === key)) })),
  );
  const branches = books
    .filter((one) => mayWorkIn(one.branch))
    .map((one) => ({ branch: one.branch, total: one.book && countOn(one.book.sql, date) }));
  const known = books.flatMap((one) => one.book ?? []);
  const found = await pageOfDate(book, { date, page, restaurants: known.length === books.length ? known : undefined });
  return { ...found, branches };
}

type Book = Awaited<ReturnType<Branch["contacts"]>>;

/** Where many celebrate, beside the event loop. */
async function pageOfDate(
  { sql, file }: Book,
  { date, page, restaurants }: { date: string; page: Page; restaurants?: Book[] | undefined },
) {
  if (!isLargeBirthday(sql, date))
    return celebrantsOnPage(
      sql,
      date,
      page,
      restaurants?.map((one) => one.sql),
    );
  const input: CelebrantsInput = { book: file, date, page, restaurants: restaurants?.map((one) => one.file) };
  return runBulk<ReturnType<typeof celebrantsOnPage>>("birthdays-of-date", input);
}

async function bookOf(branch: Branch | undefined): Promise<Book | null> {
  try {
    return branch ? await branch.contacts() : null;
  } catch {
    return null; // the other books are still read, and health says what is wrong with this one
  }
}

/** The figures of a book for a date; a large book is counted beside the event loop. */
export async function birthdayStats(branch: Branch, date: string): Promise<AnswerOf<typeof statsContract>> {
  const { sql, file } = await branch.contacts();
  if (!isLargeBook(sql)) return figuresOf(sql, date);
  const input: BirthdayStatsInput = { book: file, date };
  return runBulk("birthday-stats", input);
}
