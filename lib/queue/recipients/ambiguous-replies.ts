import type Database from "better-sqlite3";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { Unsure } from "../../opt-outs/contract";
import { readPhones } from "../../phones";
import type { Item } from "../item-states";
import { UNDECIDED } from "./sounds-like-no";

/** Of some numbers, those whose guests wrote what sounds like a no, on which nobody has decided. @returns since when, by the number */
export function unsureNumbers(sql: Database.Database, digits: readonly string[]): Map<string, string> {
  const rows = statement<[string], { digits: string; said_at: string }>(
    sql,
    `SELECT s.digits, s.said_at FROM sounds_like_no s WHERE ${UNDECIDED} AND s.digits IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify(digits));
  return new Map(rows.map(({ digits: one, said_at }) => [one, said_at]));
}

/** The same of guests by their phones as a list has them. @returns by the same text; who wrote nothing of the kind is not in it */
export async function unsureGuests(phones: readonly string[]): Promise<Map<string, Omit<Unsure, "index">>> {
  const country = env().DEFAULT_COUNTRY_CODE;
  const digitsOf = new Map(phones.map((text) => [text, readPhones(text, country).map(({ digits }) => digits)]));
  const { sql } = await hubStore();
  const unsure = unsureNumbers(sql, [...digitsOf.values()].flat());
  const found = [...digitsOf].flatMap(([text, numbers]) => {
    const since = numbers.flatMap((digits) => unsure.get(digits) ?? []).sort()[0];
    return since === undefined ? [] : [[text, { since }] as const];
  });
  return new Map(found);
}

const ALL_UNSURE = `SELECT s.digits FROM sounds_like_no s WHERE ${UNDECIDED}`;

/** Of some messages with a voucher, those that were made for somebody who is unsure, whatever number they go to. */
const BY_VOUCHER = `SELECT j.value ->> 'id' FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM voucher v JOIN voucher_number n ON n.voucher_id = v.id JOIN sounds_like_no s ON s.digits = n.digits
    WHERE v.date = j.value ->> 'date' AND v.file = j.value ->> 'voucher' AND ${UNDECIDED})`;

/** Of some messages, the ids of those that wait until somebody has decided what their guest meant: offers, letters and menus alike. */
export function waitForDecision(sql: Database.Database, items: readonly Pick<Item, "id" | "digits" | "voucher">[]): Set<string> {
  const unsure = new Set(statement<[], string>(sql, ALL_UNSURE).pluck().all()); // few, where thousands may wait
  if (unsure.size === 0) return new Set();
  const held = items.filter(({ digits }) => unsure.has(digits));
  const offers = items
    .filter(({ digits, voucher }) => voucher !== "" && !unsure.has(digits))
    .map(({ id, voucher }) => ({ id, voucher, date: voucher.split("/")[1] ?? "" }));
  const byVoucher = offers.length > 0 ? statement<[string], string>(sql, BY_VOUCHER).pluck().all(JSON.stringify(offers)) : [];
  return new Set([...held.map(({ id }) => id), ...byVoucher]);
}
