import type { Wanted } from "../all-data/conditions";
import { wantedOf } from "../all-data/page";
import type { AllDataCountInput } from "../all-data/page-step";
import type { AnswerOf } from "../api/endpoint";
import { localToday } from "../clock";
import { runBulk } from "../db/bulk-steps";
import { branchStore, hubStore } from "../db/find-store";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import { type BranchKey, restaurants } from "../known-branches";
import { addMonths } from "../local-time";
import type { previewRetention } from "./contract";
import { requireEveryRestaurant } from "./setting";

/** The day before which somebody must last have been there: so many months before today, YYYY-MM-DD. */
export function notSeenSince(months: number, today: string = localToday()): string {
  return addMonths(today, -months);
}

/** A guest book with the tables of every restaurant, as a step that looks for guests takes it. */
export interface DueBook {
  branch: BranchKey;
  input: Omit<AllDataCountInput, "after">;
}

/**
 * Each guest book of this server, and whom of it a day finds. Nobody's rights are asked: all restaurants are looked through, whoever set it.
 * @throws AppError `conflict` where a restaurant is kept elsewhere or its tables cannot be read: a guest may have been there
 */
export async function dueBooks(since: string): Promise<DueBook[]> {
  requireEveryRestaurant();
  const wanted: Wanted = wantedOf({ not_seen_since: since }, true);
  const { file: hub } = await hubStore();
  const tables = await tablesOfAll();
  const books: DueBook[] = [];
  for (const branch of keptBranches()) {
    const { file: book } = await branchStore(branch, "contacts");
    books.push({ branch, input: { files: { book, hub, tables }, wanted, countryCode: env().DEFAULT_COUNTRY_CODE } });
  }
  return books;
}

const UNREAD = "The tables of a restaurant cannot be read now, and a guest may have been there. Nothing was changed.";

async function tablesOfAll(): Promise<string[]> {
  const tables: string[] = [];
  for (const branch of restaurants()) {
    const store = await branchStore(branch, "table").catch((cause: unknown) => {
      throw new AppError("conflict", UNREAD, { cause });
    });
    tables.push(store.file);
  }
  return tables;
}

/** How many of each book would be erased today. */
export async function previewOf(months: number): Promise<AnswerOf<typeof previewRetention>> {
  const not_seen_since = notSeenSince(months);
  const books: { branch: string; guests: number }[] = [];
  for (const { branch, input } of await dueBooks(not_seen_since)) {
    let guests = 0;
    let after: AllDataCountInput["after"] = null;
    do {
      const step: AllDataCountInput = { ...input, after };
      const counted: { count: number; next: AllDataCountInput["after"] } = await runBulk("all-data-count", step);
      guests += counted.count;
      after = counted.next;
    } while (after !== null);
    books.push({ branch, guests });
  }
  return { not_seen_since, books };
}
