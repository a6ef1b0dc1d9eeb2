import type Database from "better-sqlite3";
import { keysOf, knownAs } from "../book/known-as";
import { statement } from "../db/statements";
import type { PhoneMatch } from "../phones";
import { customersOf } from "./customers-of-guest";

const NUMBERS = "SELECT key, calling_code FROM loyalty_customer_phone WHERE customer_id = ?";
const WITH_KEYS = `SELECT DISTINCT c.seq, c.name, c.also FROM json_each(?) k CROSS JOIN contact_phone p ON p.key = k.value
  CROSS JOIN contact c ON c.seq = p.contact_seq`;

/**
 * The customers whom the guest books take for one guest with some, these among them: two records were united, or nobody has said two numbers of
 * one guest together at a table. Whom one book takes for one guest is one.
 */
export function sameGuest(hub: Database.Database, books: readonly Database.Database[], customers: readonly string[]): string[] {
  const same = new Set(customers);
  // A set is gone through with what comes into it meanwhile.
  for (const id of same) {
    const numbers = statement<[string], PhoneMatch>(hub, NUMBERS).all(id);
    for (const book of books)
      for (const guest of statement<[string], { seq: number; name: string; also: string }>(book, WITH_KEYS).all(keysOf({ numbers }))) {
        const theirs = customersOf(hub, knownAs(book, guest)).map((one) => one.id);
        if (theirs.includes(id)) for (const one of theirs) same.add(one);
      }
  }
  return [...same].sort();
}

const VISITS = `SELECT DISTINCT substr(v.table_key, 1, 10) AS day FROM json_each(?) j CROSS JOIN loyalty_visit v ON v.customer_id = j.value
  WHERE v.counted_in IS NULL ORDER BY day`;

/** The business days on which one of some customers was there, the first one first. */
export function visitsOf(hub: Database.Database, customers: readonly string[]): string[] {
  return statement<[string], { day: string }>(hub, VISITS)
    .all(JSON.stringify(customers))
    .map(({ day }) => day);
}
