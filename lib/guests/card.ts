import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { foldText } from "../fold-text";
import { restaurants } from "../known-branches";
import { customersAgree } from "../loyalty/award-matching";
import { customersWith } from "../loyalty/customers";
import { alsoNames, namesAgree } from "../names";
import { hasPhoneKey, type PhoneMatch, readPhones, samePhone, sharesPhone, shownNumbers } from "../phones";
import type { guestCard } from "./contract";
import { gone } from "./corrections";

type Card = AnswerOf<typeof guestCard>;

/** By what a guest is known at the tables. */
interface Known {
  names: string[];
  numbers: PhoneMatch[];
}

/**
 * A guest of the guest book, in which restaurants and when they were last here, and their points. A guest without a number
 * that tells people apart has no visits: a name alone is nobody's.
 * @param all every branch that is kept here
 * @throws AppError `not_found`
 */
export async function cardOf(branch: Branch, all: readonly Branch[], id: string): Promise<Card> {
  const { read } = await branch.contacts();
  const found = await read.contact.findUnique({ where: { id }, include: { numbers: { orderBy: { position: "asc" } } } });
  if (!found) throw gone();
  const { seq: _, search_text: __, version: ___, numbers, ...contact } = found;
  const known: Known = { names: [contact.name, ...alsoNames(contact.also)], numbers };
  const visits: Card["visits"] = [];
  const unavailable: string[] = [];
  for (const key of restaurants()) {
    const store = await all.find((one) => one.key === key)?.table("probe").catch(() => null); // biome-ignore format: one line
    if (!store) unavailable.push(key);
    else {
      const days = hasPhoneKey(numbers) ? eveningsOf(store.sql, known) : [];
      const [last] = days;
      if (last !== undefined) visits.push({ branch: key, evenings: days.length, last });
    }
  }
  visits.sort((one, other) => other.last.localeCompare(one.last));
  return {
    contact: { ...contact, numbers: shownNumbers(contact.phones, env().DEFAULT_COUNTRY_CODE) },
    visits,
    last_visit: visits[0]?.last ?? null,
    points: await pointsOf(known),
    unavailable,
  };
}

const ROWS = `SELECT g.business_day, g.name, g.also, n.key, n.calling_code FROM json_each(?) k
  CROSS JOIN guest_row_phone n ON n.key = k.value CROSS JOIN guest_row g ON g.seq = n.guest_seq`;
// Open tables are few, and their numbers have no keys stored.
const OPEN = `SELECT t.business_day, g.name, g.also, g.phones FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.closed_by IS NULL`;

/** The business days on which a guest sat at a restaurant's tables, the last one first. */
function eveningsOf(sql: Database.Database, known: Known): string[] {
  const days = new Set<string>();
  const isName = (name: string, also: string) =>
    [name, ...alsoNames(also)].some((one) => known.names.some((other) => foldText(one) === foldText(other) || namesAgree(one, other)));
  const keys = JSON.stringify([...new Set(known.numbers.map(({ key }) => key).filter(Boolean))]);
  type Row = PhoneMatch & { business_day: string; name: string; also: string };
  for (const row of statement<[string], Row>(sql, ROWS).all(keys)) {
    if (known.numbers.some((number) => samePhone(number, row)) && isName(row.name, row.also)) days.add(row.business_day);
  }
  for (const row of statement<[], { business_day: string; name: string; also: string; phones: string }>(sql, OPEN).all()) {
    if (days.has(row.business_day) || !isName(row.name, row.also)) continue;
    if (sharesPhone(readPhones(row.phones, env().DEFAULT_COUNTRY_CODE), known.numbers)) days.add(row.business_day);
  }
  return [...days].sort().reverse();
}

/** The points of customers who have one of the numbers and no other name. */
async function pointsOf({ names, numbers }: Known): Promise<number> {
  const keyed = numbers.filter(({ key }) => key !== "").map((number) => ({ typed: "", digits: "", ...number }));
  if (keyed.length === 0) return 0;
  const { read } = await hubStore();
  const customers = await customersWith(read, keyed);
  const own = customers.filter((one) => names.some((name) => customersAgree(name, one.name)));
  return own.reduce((sum, { points }) => sum + points, 0);
}
