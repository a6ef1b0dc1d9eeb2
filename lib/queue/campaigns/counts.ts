import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import type { ItemStatus } from "../contract";
import { IN_SANDBOX, UNANSWERED } from "../item-sql";
import { REPLIED } from "../item-states";
import { OPTED_OUT_CODE, UNDECIDED_CODE } from "../left-out-reasons";

/** Messages of a campaign that stand alike. */
export interface CountRow {
  status: ItemStatus;
  delivery: string | null;
  reason: string | null;
  last_code: string | null;
  table_name: string;
  count: number;
  sandbox: number;
  unanswered: number;
}

export const IN_TASKS = "task_id IN (SELECT value FROM json_each(?))";
/** It did not go out, and its guest was written to anew in a later part: Birthday Search knows no more of it either. */
const IS_OLD = `i.status IN ('CANCELLED', 'FAILED')
  AND EXISTS (SELECT 1 FROM queue_item n WHERE n.same_as = i.same_as AND n.task_id > i.task_id AND +n.${IN_TASKS})`;
/** The tasks, for both places in which they are named. */
export const twice = (ids: readonly string[]): [string, string] => [JSON.stringify(ids), JSON.stringify(ids)];

/** The messages that are counted no more. */
export const OLD = `SELECT i.id FROM queue_item i WHERE i.${IN_TASKS} AND ${IS_OLD}`;

const COUNTS = `SELECT status, delivery, iif(status IN ('PENDING', 'FAILED'), last_error, NULL) AS reason, max(last_code) AS last_code, max(table_name) AS table_name,
  count(*) AS count, sum(${IN_SANDBOX}) AS sandbox, sum(${UNANSWERED}) AS unanswered
  FROM queue_item i
  WHERE i.${IN_TASKS} AND NOT (${IS_OLD}) GROUP BY 1, 2, 3, last_code IS '${UNDECIDED_CODE}'`;

/** Each guest of some tasks once, by how their newest message stands. @param ids those of one campaign */
export function countsOf(sql: Database.Database, ids: readonly string[]): CountRow[] {
  return statement<[string, string], CountRow>(sql, COUNTS).all(...twice(ids));
}

/** How many did not go because the guest has said no: they count as failed, and nothing failed. */
export function saidNoOf(rows: readonly CountRow[]): number {
  return rows.reduce((sum, { status, last_code, count }) => sum + (status === "FAILED" && last_code === OPTED_OUT_CODE ? count : 0), 0);
}

/** How many arrived, those that were read included; of these were read, and of those answered. */
export function arrivedOf(rows: readonly CountRow[]): { delivered: number; read: number; replied: number } {
  const arrived = (...states: string[]) =>
    rows.reduce((sum, { delivery, status, count }) => sum + (status === "SENT" && states.includes(delivery ?? "") ? count : 0), 0);
  return { delivered: arrived("delivered", "read", REPLIED), read: arrived("read", REPLIED), replied: arrived(REPLIED) };
}
