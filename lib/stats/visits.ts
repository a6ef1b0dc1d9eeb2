import type Database from "better-sqlite3";
import type { Visits } from "../events";
import { daysBetween } from "./days-between";

export const NO_VISITS: Visits = { gaps: {}, first: 0, unknown: 0 };

/** A guest's evening: how many days after the last one, or the first, or of somebody without a number. */
export interface Visit {
  business_day: string;
  gap: number | null;
  first: 0 | 1;
  unknown: 0 | 1;
}

// Of another row of the same number and evening, only one is a visit. Countries that differ are two people, as in every merge.
const BEFORE = `SELECT max(e.business_day) FROM guest_row_phone n
  CROSS JOIN guest_row_phone o ON o.key = n.key AND (o.calling_code = n.calling_code OR o.calling_code = '' OR n.calling_code = '')
  CROSS JOIN guest_row e ON e.seq = o.guest_seq
  WHERE n.guest_seq = r.seq AND n.key <> '' AND e.seq <> r.seq AND (e.business_day < r.business_day
    OR (e.business_day = r.business_day AND (e.seq < r.seq OR (e.booked_by IS NOT NULL AND r.booked_by IS NULL))))`;

/** The visits of some guest rows `r`, one for each person and evening. @param where in SQL, with its values */
export function* visitsOf(database: Database.Database, where: string, values: string[]): Generator<Visit> {
  const rows = database.prepare<string[], { business_day: string; before: string | null; known: 0 | 1 }>(
    `SELECT r.business_day, (${BEFORE}) AS before,
       EXISTS (SELECT 1 FROM guest_row_phone n WHERE n.guest_seq = r.seq AND n.key <> '') AS known
     FROM guest_row r WHERE ${where}`,
  );
  for (const { business_day, before, known } of rows.iterate(...values)) {
    if (before === business_day) continue;
    const gap = before === null ? null : daysBetween(before, business_day);
    yield { business_day, gap, first: known && before === null ? 1 : 0, unknown: known ? 0 : 1 };
  }
}
