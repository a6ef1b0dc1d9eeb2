import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { CENTRAL, openRestaurants } from "../known-branches";
import type { searchBirthdays as searchContract, birthdayStats as statsContract } from "./contract";
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
  const branches = await Promise.all(
    openRestaurants()
      .filter(mayWorkIn)
      .map(async (key) => ({
        branch: key,
        total: await countIn(
          kept.find((one) => one.key === key),
          date,
        ),
      })),
  );
  return { ...found, branches };
}

async function countIn(branch: Branch | undefined, date: string): Promise<number | null> {
  try {
    return branch ? countOn((await branch.contacts()).sql, date) : null;
  } catch {
    return null; // the others' are told all the same, and health says what is wrong with this one
  }
}

/** The figures of a book for a date; a large book is counted beside the event loop. */
export async function birthdayStats(branch: Branch, date: string): Promise<AnswerOf<typeof statsContract>> {
  const { sql, file } = await branch.contacts();
  if (!isLargeBook(sql)) return figuresOf(sql, date);
  const input: BirthdayStatsInput = { book: file, date };
  return runBulk("birthday-stats", input);
}
