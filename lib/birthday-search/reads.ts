import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import { type BirthdayStatsInput, celebrantsOnPage, figuresOf, isLargeBook, type Page } from "./bulk";
import type { searchBirthdays as searchContract, birthdayStats as statsContract } from "./contract";

/** Who celebrates on a date, a page at a time (`celebrantsOnPage`). */
export async function searchBirthdays(branch: Branch, date: string, page: Page): Promise<AnswerOf<typeof searchContract>> {
  const { sql } = await branch.contacts();
  return celebrantsOnPage(sql, date, page);
}

/** The figures of a book for a date; a large book is counted beside the event loop. */
export async function birthdayStats(branch: Branch, date: string): Promise<AnswerOf<typeof statsContract>> {
  const { sql, file } = await branch.contacts();
  if (!isLargeBook(sql)) return figuresOf(sql, date);
  const input: BirthdayStatsInput = { book: file, date };
  return runBulk("birthday-stats", input);
}
