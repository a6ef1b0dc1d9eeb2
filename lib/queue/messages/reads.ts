import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { Item } from "../items/rules";
import { samenessOf } from "./rules";

const NUMBERS = `SELECT v.file, n.digits FROM voucher v JOIN voucher_number n ON n.voucher_id = v.id
  WHERE v.date IN (SELECT value FROM json_each(?)) AND v.file IN (SELECT value FROM json_each(?))`;

type Named = Pick<Item, "same_as" | "voucher">;

/**
 * What the same message would be called at each number of its guest. Two branches may write to one guest at different
 * numbers: a voucher knows all of them.
 */
export function namesOfSame(sql: Database.Database, items: readonly Named[]): (item: Named) => string[] {
  const files = [...new Set(items.map(({ voucher }) => voucher).filter(Boolean))];
  if (files.length === 0) return ({ same_as }) => [same_as];
  const dates = [...new Set(files.map((file) => file.split("/")[1] ?? ""))];
  const rows = statement<[string, string], { file: string; digits: string }>(sql, NUMBERS).all(
    JSON.stringify(dates),
    JSON.stringify(files),
  );
  const names = new Map<string, string[]>();
  for (const { file, digits } of rows) {
    names.set(file, [...(names.get(file) ?? []), samenessOf({ kind: "birthday", digits, table_name: "", text: "" })]);
  }
  return ({ same_as, voucher }) => [same_as, ...(names.get(voucher) ?? [])];
}
