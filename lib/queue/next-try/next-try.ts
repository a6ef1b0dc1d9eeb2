import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { NOT_HANDED_OVER } from "../item-conditions";
import { MAY_HAVE_SAID_NO } from "../tasks";
import type { NextTry } from "./contract";

/** Of a message whose next try would be after its birthday. */
export const ENDS = "(not_after IS NOT NULL AND run_at >= not_after)";

/** What waits for somebody's decision has the time at which the server looks again: it counts where nothing else waits. */
const NEXT = `SELECT count(*) FILTER (WHERE status = 'IN_PROGRESS' AND ${NOT_HANDED_OVER}) AS under_way,
    min(run_at) FILTER (WHERE status = 'PENDING' AND NOT ${ENDS} AND last_error IS NOT ?) AS tried,
    min(run_at) FILTER (WHERE status = 'PENDING' AND ${ENDS}) AS given_up,
    min(run_at) FILTER (WHERE status = 'PENDING') AS looked_at
  FROM queue_item i WHERE task_id IN (SELECT value FROM json_each(?))`;

interface Row {
  under_way: number;
  tried: string | null;
  given_up: string | null;
  looked_at: string | null;
}

/** When the messages of some tasks go on, while none of them may go now. @param at the server's time in milliseconds */
export function nextTryOf(sql: Database.Database, tasks: readonly string[], at: number): Required<NextTry> {
  const row = statement<[string, string], Row>(sql, NEXT).get(MAY_HAVE_SAID_NO, JSON.stringify(tasks));
  const next_try = row?.tried ?? row?.given_up ?? row?.looked_at ?? null;
  if (!row || row.under_way > 0 || next_try === null || Date.parse(next_try) <= at) return { next_try: null, ends: false };
  return { next_try, ends: next_try !== row.tried && next_try === row.given_up };
}
