import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { foldText } from "../fold-text";
import { alsoNames, namesAgree } from "../names";
import { type PhoneMatch, type PhoneNumber, readPhones, samePhone, sharesPhone } from "../phones";

/** By what a guest is known at the tables. */
export interface Known {
  names: string[];
  numbers: PhoneMatch[];
}

const ROWS = `SELECT g.business_day, g.name, g.also, n.key, n.calling_code FROM json_each(?) k
  CROSS JOIN guest_row_phone n ON n.key = k.value CROSS JOIN guest_row g ON g.seq = n.guest_seq`;
// Open tables are few, and their numbers have no keys stored.
const OPEN = `SELECT t.business_day, g.name, g.also, g.phones FROM saved_table t JOIN table_guest g ON g.table_id = t.id
  WHERE t.closed_by IS NULL`;

type Seated = { business_day: string; name: string; also: string };
type Row = Seated & PhoneMatch;

/**
 * Tells on which business days a guest sat at a restaurant's tables, the last one first; the open tables are read once.
 * @param sql a table store
 */
export function eveningsIn(sql: Database.Database, countryCode: string): (known: Known) => string[] {
  type Open = Seated & { numbers: PhoneNumber[] };
  const open = statement<[], Seated & { phones: string }>(sql, OPEN)
    .all()
    .map(({ phones, ...seated }): Open => ({ ...seated, numbers: readPhones(phones, countryCode) }));
  const rows = statement<[string], Row>(sql, ROWS);
  return ({ names, numbers }) => {
    const days = new Set<string>();
    const isName = (one: string) => names.some((other) => foldText(one) === foldText(other) || namesAgree(one, other));
    const isTheirs = ({ name, also }: Seated) => [name, ...alsoNames(also)].some(isName);
    const keys = JSON.stringify([...new Set(numbers.map(({ key }) => key).filter(Boolean))]);
    for (const row of rows.all(keys)) {
      if (!days.has(row.business_day) && numbers.some((number) => samePhone(number, row)) && isTheirs(row)) days.add(row.business_day);
    }
    for (const row of open) {
      if (!days.has(row.business_day) && sharesPhone(row.numbers, numbers) && isTheirs(row)) days.add(row.business_day);
    }
    return [...days].sort().reverse();
  };
}
