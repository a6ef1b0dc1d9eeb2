import type Database from "better-sqlite3";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { env } from "../../env";
import type { Agreed, SaidNo } from "../../opt-outs/contract";
import { readPhones } from "../../phones";
import type { Item } from "../item-states";
import { isOwnWord } from "./parse-opt-out";

const NOTED_BY = `iif(opted_out_by = 'staff', (SELECT u.name FROM json_each(noted) n JOIN user u ON u.id = n.value ->> 'by'
  ORDER BY n.key DESC LIMIT 1), NULL)`;

/** Since when a guest wants no messages, and how they said so. */
export type OptedOut = Omit<SaidNo, "index">;

/**
 * Of some guests, who said no to messages: by any of their numbers, however it is written; where they said it of several, their own
 * word before what staff noted. One query for all of them.
 * @param phones the phones of each guest, as they stand in a list
 * @returns by the same text; who said nothing is not in it
 */
export async function optedOut(phones: readonly string[]): Promise<Map<string, OptedOut>> {
  const country = env().DEFAULT_COUNTRY_CODE;
  const digitsOf = new Map(phones.map((text) => [text, readPhones(text, country).map(({ digits }) => digits)]));
  const { sql } = await hubStore();
  const rows = statement<[string], Omit<OptedOut, "name"> & { digits: string; name: string | null }>(
    sql,
    `SELECT digits, opted_out_at AS since, opted_out_by AS "by", ${NOTED_BY} AS name FROM recipient
     WHERE opted_out_at IS NOT NULL AND digits IN (SELECT value FROM json_each(?))`,
  ).all(JSON.stringify([...new Set([...digitsOf.values()].flat())]));
  const saidNo = new Map(
    rows.map(({ digits, name, ...said }): [string, OptedOut] => [digits, { ...said, ...(name !== null && { name }) }]),
  );
  const found = new Map<string, OptedOut>();
  for (const [text, numbers] of digitsOf) {
    const all = numbers.flatMap((digits) => saidNo.get(digits) ?? []);
    const said = all.find(({ by }) => isOwnWord(by)) ?? all[0];
    if (said) found.set(text, said);
  }
  return found;
}

/** How a guest agreed to offers, and when. */
export type AgreedToOffers = Omit<Agreed, "index">;

/**
 * Of some guests, who has agreed to offers by any of their numbers, and how first.
 * @param phones as in `optedOut`
 */
export async function agreedToOffers(phones: readonly string[]): Promise<Map<string, AgreedToOffers>> {
  const country = env().DEFAULT_COUNTRY_CODE;
  const digitsOf = new Map(phones.map((text) => [text, readPhones(text, country).map(({ digits }) => digits)]));
  const { sql } = await hubStore();
  const rows = statement<[string], AgreedToOffers & { digits: string }>(
    sql,
    `SELECT digits, at AS since, source AS "by" FROM consent WHERE channel = 'whatsapp' AND purpose = 'marketing'
     AND revoked_at IS NULL AND digits IN (SELECT value FROM json_each(?)) ORDER BY at`,
  ).all(JSON.stringify([...new Set([...digitsOf.values()].flat())]));
  const found = new Map<string, AgreedToOffers>();
  for (const [text, numbers] of digitsOf) {
    const first = rows.find(({ digits }) => numbers.includes(digits));
    if (first) found.set(text, { since: first.since, by: first.by });
  }
  return found;
}

const SAID_NO = `SELECT j.value ->> 'id' FROM json_each(?) j
  WHERE EXISTS (SELECT 1 FROM recipient r WHERE r.digits = j.value ->> 'digits' AND r.opted_out_at IS NOT NULL)
    OR EXISTS (SELECT 1 FROM voucher v JOIN voucher_number n ON n.voucher_id = v.id JOIN recipient r ON r.digits = n.digits
      WHERE v.date = j.value ->> 'date' AND v.file = j.value ->> 'voucher' AND r.opted_out_at IS NOT NULL)`;

/** Of some messages, the ids of those whose guest has said no, by the message's number or by any that their voucher is found by. */
export function whoseGuestSaidNo(sql: Database.Database, items: readonly Pick<Item, "id" | "digits" | "voucher">[]): Set<string> {
  const asked = items.map(({ id, digits, voucher }) => ({ id, digits, voucher, date: voucher.split("/")[1] ?? "" }));
  return new Set(statement<[string], string>(sql, SAID_NO).pluck().all(JSON.stringify(asked)));
}

/** When some guests last wrote to each of our numbers. @returns what says so of one of them, in milliseconds; null for never */
export function wordsOf(sql: Database.Database, guests: readonly string[]): (digits: string, account: string) => number | null {
  const rows = statement<[string], { digits: string; account: string; at: string }>(
    sql,
    "SELECT digits, account, at FROM guest_wrote WHERE digits IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(guests));
  const last = new Map(rows.map(({ digits, account, at }) => [`${digits} ${account}`, Date.parse(at)]));
  return (digits, account) => last.get(`${digits} ${account}`) ?? null;
}
