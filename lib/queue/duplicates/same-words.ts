import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { TaskKind } from "../contract";
import { type Item, UNCERTAIN } from "../item-states";
import { COUNTS_SINCE, dedupeKeyOf } from "./identity";

const NUMBERS = `SELECT v.file, n.digits FROM voucher v JOIN voucher_number n ON n.voucher_id = v.id
  WHERE v.date IN (SELECT value FROM json_each(?)) AND v.file IN (SELECT value FROM json_each(?))`;

type Named = Pick<Item, "same_as" | "voucher">;

/**
 * What the same message would be called at each number of its guest. Two branches may write to one guest at different
 * numbers: a voucher knows all of them.
 */
export function dedupeKeysOfGuest(sql: Database.Database, items: readonly Named[]): (item: Named) => string[] {
  const files = [...new Set(items.map(({ voucher }) => voucher).filter(Boolean))];
  if (files.length === 0) return ({ same_as }) => [same_as];
  const dates = [...new Set(files.map((file) => file.split("/")[1] ?? ""))];
  const rows = statement<[string, string], { file: string; digits: string }>(sql, NUMBERS).all(
    JSON.stringify(dates),
    JSON.stringify(files),
  );
  const names = new Map<string, string[]>();
  for (const { file, digits } of rows) {
    names.set(file, [...(names.get(file) ?? []), dedupeKeyOf({ kind: "birthday", digits, table_name: "", text: "" })]);
  }
  return ({ same_as, voucher }) => [same_as, ...(names.get(voucher) ?? [])];
}

/** Which of the other kind were written in the same words, by number and words. Those in doubt may have arrived. */
const IN_THESE_WORDS = `SELECT DISTINCT i.digits, i.text FROM json_each(?) j
  CROSS JOIN queue_item i ON i.digits = j.value ->> 'digits' AND i.text = j.value ->> 'text'
  WHERE i.kind = ? AND ${COUNTS_SINCE} AND (i.status IN ('PENDING', 'IN_PROGRESS', 'SENT') OR i.last_code = '${UNCERTAIN}')`;

type Words = Pick<Item, "digits" | "text">;

/**
 * Whether the very words of a greeting go, or went, to the same number as a letter, or those of a letter as a greeting. The
 * specification's client says only on some of its ways that a list is a campaign; on whichever it comes, it is one message.
 * A menu's words go along with a PDF, and are another message.
 * @param since ISO 8601
 */
export function inTheseWords(sql: Database.Database, kind: TaskKind, messages: readonly Words[], since: string): (one: Words) => boolean {
  if (kind === "menu") return () => false;
  const asked = JSON.stringify(messages.map(({ digits, text }) => ({ digits, text })));
  const other = kind === "birthday" ? "service" : "birthday";
  const found = statement<[string, string, string], Words>(sql, IN_THESE_WORDS).all(asked, other, since);
  const nameOf = ({ digits, text }: Words) => `${digits} ${text}`;
  const names = new Set(found.map(nameOf));
  return (one) => names.has(nameOf(one));
}
