import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import type { OpenTable } from "./shapes";

/** An open saved table that no reservation opened: walk-ins. */
export interface WalkIn extends OpenTable {
  /** Of the saved table. */
  name: string;
}

/** Who sits now sits for so long at least, in milliseconds: the floor shows a table as reserved for as long before somebody comes. */
const SITS_ON = 60 * 60_000;

const OPEN = `SELECT s.name, s.table_number, s.hostess,
    max(coalesce(s.party_size, 0), (SELECT count(*) FROM table_guest g WHERE g.table_id = s.id)) AS guests
  FROM saved_table s WHERE s.closed_by IS NULL AND s.business_day = ?
    AND NOT EXISTS (SELECT 1 FROM reservation r WHERE r.saved_table_id = s.id) ORDER BY s.saved_at DESC`;

/** The tables of a business day that are open and no reservation's; `5 + 6` are two of them. */
export function walkInsOf(sql: Database.Database, day: string): WalkIn[] {
  const rows = statement<[string], Omit<WalkIn, "table"> & { table_number: string }>(sql, OPEN).all(day);
  return rows.flatMap(({ table_number, ...one }) => table_number.split("+").map((number) => ({ ...one, table: number.trim() })));
}

/**
 * At which tables walk-in people sit as a stay begins, as far as that can be known: the evening's tables that are open, for whoever comes within the
 * hour. Nobody says when walk-ins leave, so such a table is offered last and with a word about it, and not refused.
 * @param from when the stay begins, ISO 8601; @param today this business day
 */
export function walkInsAt(sql: Database.Database, from: string, { at, today }: { at: Date; today: string }): WalkIn[] {
  return Date.parse(from) < at.getTime() + SITS_ON ? walkInsOf(sql, today) : [];
}
