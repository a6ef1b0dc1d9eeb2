import type { Branch } from "../db/branch";
import { env } from "../env";
import { AppError } from "../errors";
import { isRestaurant } from "../known-branches";
import { numbersOf } from "../loyalty/award-matching";
import { seatedTables } from "../loyalty/customers";
import type { EnqueueBody, QueueItem } from "./contract";

const NOT_SEATED = "This menu names a table or a guest that is not in the book of this branch. Nothing was queued. Save the table first.";
const OWN_WORDS =
  "A menu goes out in the house's own words. Nothing was queued. Send it without a text, or ask somebody who may write to guests.";

/**
 * Holds menus to the guests of their saved tables, and to the house's words: with others, or to others, a menu is a letter in
 * disguise. Every number that is named must be a guest's there, for the answer says who has said no.
 * @throws AppError `forbidden`
 */
export async function requireSeated(branch: Pick<Branch, "key" | "table">, { items, message }: EnqueueBody): Promise<void> {
  if (message || items.some((item) => item.message)) throw new AppError("forbidden", OWN_WORDS);
  const names = items.flatMap(({ table_name }) => table_name ?? []);
  // Central has no store of tables, and asking for it would make one.
  const tables = isRestaurant(branch.key) ? await seatedTables(branch, { name: { in: [...new Set(names)] } }) : [];
  const numbersAt = new Map(
    tables.map(({ name, guests }) => [name, new Set(guests.flatMap(({ numbers }) => numbers.map(({ digits }) => digits)))]),
  );
  const isSeated = ({ table_name = "", phone }: QueueItem) => {
    const seated = numbersAt.get(table_name);
    return seated !== undefined && numbersOf(phone, env().DEFAULT_COUNTRY_CODE).every(({ digits }) => seated.has(digits));
  };
  if (!items.every(isSeated)) throw new AppError("forbidden", NOT_SEATED);
}
