import type Database from "better-sqlite3";
import { sourceOfRows, storeIdOf, unbookedRecords } from "../book/table-rows";

/** A business day of a branch's table store that central lacks rows of. */
export interface WaitingDay {
  date: string;
  rows: number;
}

/** Up to which guest row central has a day of a store. */
export interface MergeProgress {
  last_seq: number;
  last_id: string;
}

/**
 * The days before one of which a table store holds rows that central does not have, the oldest first. A row that changes
 * gets a new place in its store, so one look at the newest place says it; and where that place is no longer the row that
 * central saw, because the row changed or the store came back from a backup, the whole day counts as waiting: to merge it
 * again does no harm.
 */
export function waitingBefore(table: Database.Database, central: Database.Database, date: string): WaitingDay[] {
  const storeId = storeIdOf(table);
  if (storeId === null) return [];
  const days = table
    .prepare<[string], { date: string; rows: number; last: number }>(
      "SELECT business_day AS date, count(*) AS rows, max(seq) AS last FROM guest_row WHERE business_day < ? GROUP BY business_day ORDER BY 1",
    )
    .all(date);
  const marks = mergeProgressOf(central, storeId);
  const idAt = table.prepare<[number], string>("SELECT id FROM guest_row WHERE seq = ?").pluck();
  const shrunk = new Set(rowsGone(table, central, storeId).map(({ business_day }) => business_day));
  const waiting = days.flatMap(({ date, rows, last }) => {
    const mark = marks.get(date);
    const isTaken = mark && mark.last_seq === last && mark.last_id === idAt.get(last) && !shrunk.has(date);
    return isTaken ? [] : [{ date, rows }];
  });
  const emptied = [...shrunk].filter((day) => day < date && !days.some((one) => one.date === day)).map((day) => ({ date: day, rows: 0 }));
  return [...waiting, ...emptied].sort((a, b) => a.date.localeCompare(b.date));
}

/** The rows that central took before they were booked, and that went since: their tables were saved again. */
function rowsGone(table: Database.Database, central: Database.Database, storeId: string): { business_day: string }[] {
  const unbooked = unbookedRecords(central, storeId);
  if (unbooked.length === 0 || !sourceOfRows(central, table, storeId, "central").isContinued) return [];
  const isThere = table.prepare("SELECT 1 FROM guest_row WHERE business_day = ? AND id = ?");
  return unbooked
    .filter(({ id, evening }) => !isThere.get(evening, id.slice(storeId.length + 1)))
    .map(({ evening }) => ({ business_day: evening }));
}

/** Notes that central has the days of a store as they are now. */
export function saveMergeProgress(
  central: Database.Database,
  marks: readonly { storeId: string; date: string; lastSeq: number; lastId: string }[],
): void {
  const note = central.prepare(
    `INSERT INTO merged_day (store_id, business_day, last_seq, last_id) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET last_seq = excluded.last_seq, last_id = excluded.last_id`,
  );
  for (const { storeId, date, lastSeq, lastId } of marks) note.run(storeId, date, lastSeq, lastId);
}

/** The newest row of a day, for `saveMergeProgress`; null for a day without rows. */
export function newestRowOf(table: Database.Database, date: string): { lastSeq: number; lastId: string } | null {
  const row = table
    .prepare<[string], { lastSeq: number; lastId: string }>(
      "SELECT seq AS lastSeq, id AS lastId FROM guest_row WHERE business_day = ? ORDER BY seq DESC LIMIT 1",
    )
    .get(date);
  return row ?? null;
}

/** Up to where central has each day of a store. */
export function mergeProgressOf(central: Database.Database, storeId: string): Map<string, MergeProgress> {
  const marks = central.prepare<[string], MergeProgress & { business_day: string }>(
    "SELECT business_day, last_seq, last_id FROM merged_day WHERE store_id = ?",
  );
  return new Map(marks.all(storeId).map((mark) => [mark.business_day, mark]));
}
