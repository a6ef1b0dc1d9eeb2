import { v7 as uuid } from "uuid";
import { seesPhones } from "../all-data/page";
import type { AnswerOf, BodyOf, QueryOf } from "../api/endpoint";
import { userName } from "../auth/user-name";
import { eveningHours } from "../business-day";
import type { Caller } from "../caller";
import type { WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { bookSettings } from "../guests/correct-contact";
import { masked, shownNumbers, shownPhones } from "../phones";
import type { GuestOfPair, listDuplicates, listReceipts, mightBeSame, sayNotSame } from "./contract";
import { isLooking } from "./look";
import type { NotSameInput } from "./not-same-step";
import type { FoundReceipt, ReceiptsInput, ReceiptValue } from "./receipts-step";
import type { DuplicatesPage, DuplicatesPageInput, PairedGuest } from "./worklist-step";

/** So many pairs come at once. */
const PAGE = 30;
/** Of one guest. */
const MOST_OF_ONE = 5;

/** A page of guests of a book who may be one, two by two. */
export async function pageOfDuplicates(
  branch: Branch,
  { cursor }: QueryOf<typeof listDuplicates>,
  caller: Pick<Caller, "requirePermission">,
): Promise<AnswerOf<typeof listDuplicates>> {
  const isWhole = seesPhones(caller);
  const { pairs, is_known: _, ...page } = await read(branch, { after: cursor ?? null, most: PAGE, of: null });
  const shown = pairs.map(({ one, other, ...likeness }) => ({
    one: shownGuest(one, isWhole),
    other: shownGuest(other, isWhole),
    ...likeness,
  }));
  return { ...page, pairs: shown, is_looking: isLooking(branch.key), sees_phones: isWhole };
}

/** Who else a guest may be. Whoever searches for guests sees each with their phones. @throws AppError `not_found` */
export async function othersWhoMayBe(branch: Branch, id: string): Promise<AnswerOf<typeof mightBeSame>> {
  const { pairs, is_known } = await read(branch, { after: null, most: MOST_OF_ONE, of: id });
  if (!is_known) throw new AppError("not_found", "The guest book of this branch has no such guest.");
  const guests = pairs.map(({ one, other, ...likeness }) => ({ guest: shownGuest(one.id === id ? other : one, true), ...likeness }));
  return { guests };
}

async function read(branch: Branch, asked: Pick<DuplicatesPageInput, "after" | "most" | "of">): Promise<DuplicatesPage> {
  const { file: book } = await branch.contacts();
  const input: DuplicatesPageInput = { book, hours: eveningHours(env()), ...asked };
  return runBulk<DuplicatesPage>("duplicates-page", input);
}

function shownGuest({ phones, ...guest }: PairedGuest, isWhole: boolean): GuestOfPair {
  const numbers = shownNumbers(phones, env().DEFAULT_COUNTRY_CODE);
  return { ...guest, numbers: isWhole ? numbers : numbers.map(({ digits, doubtful }) => ({ shown: masked(digits), digits: "", ...(doubtful && { doubtful }) })) }; // biome-ignore format: one line
}

/** How a guest was put together, with the names of who did it. @throws AppError `not_found` */
export async function receiptsOf(branch: Branch, id: string): Promise<AnswerOf<typeof listReceipts>> {
  const { file: book } = await branch.contacts();
  const input: ReceiptsInput = { book, hours: eveningHours(env()), id };
  const found = await runBulk<FoundReceipt[]>("find-receipts", input);
  const { sql } = await hubStore();
  const shown = (value: ReceiptValue) => (value.field === "number" ? { ...value, value: shownPhones(`+${value.value}`) } : value);
  const receipts = found.map(({ by, values, ...rest }) => ({ ...rest, by: by && userName(sql, by), values: values.map(shown) }));
  return { receipts };
}

/**
 * Says that two guests are two people; they are offered as one no more.
 * @throws AppError `not_found`, `conflict` where one was changed since
 */
export async function sayTheyAreTwo(branch: Branch, body: BodyOf<typeof sayNotSame>, by: WriteBy): Promise<AnswerOf<typeof sayNotSame>> {
  const input: Omit<NotSameInput, "file" | "by"> = { ...bookSettings(), undoId: uuid(), body };
  return (await branch.contacts()).bulk(by, "not-same", input);
}
