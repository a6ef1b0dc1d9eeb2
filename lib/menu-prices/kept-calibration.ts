import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import type { MenuPlace } from "../menu-versions/in-force";
import type { PriceField } from "./calibration";

interface Kept {
  number: number;
  fields: PriceField[];
}

/** The newest first: a branch's own menu falls back on what was said of the group's. */
const NEWEST = `SELECT branch, number, fields FROM menu_calibration WHERE "key" = ? AND language = ? AND branch IN (?, '')
  ORDER BY branch = '', number DESC LIMIT 1`;

/** What was said of a menu last; of a branch's own of which nobody has said anything what was said of the group's, under number 0. */
export function calibrationOf(sql: Database.Database, { key, language, branch }: MenuPlace): Kept {
  const row = statement<[string, string, string], { branch: string; number: number; fields: string }>(sql, NEWEST).get(
    key,
    language,
    branch,
  );
  if (!row) return { number: 0, fields: [] };
  return { number: row.branch === branch ? row.number : 0, fields: JSON.parse(row.fields) as PriceField[] };
}
