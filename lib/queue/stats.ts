import type Database from "better-sqlite3";
import { businessDayOf, businessDayRange, eveningHours } from "../business-day";
import { now } from "../clock";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { can } from "../permissions";
import type { ItemStatus } from "./contract";
import { IN_SANDBOX, UNANSWERED } from "./item-sql";
import { UNCERTAIN } from "./item-states";
import { OPTED_OUT_CODE } from "./left-out-reasons";
import { WAITS_FOR } from "./send-policy/too-late";
import { TASK_KINDS } from "./task-kinds";
import { MAY_ENQUEUE } from "./who-may-send";

const NONE: Record<ItemStatus, number> = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };

/** A condition and its values for the messages of some branches; none for every branch's, which an index alone then answers. */
export function ofBranches(branches: readonly string[] | null): { where: string; values: string[] } {
  if (branches === null) return { where: "true", values: [] };
  return { where: "branch IN (SELECT value FROM json_each(?))", values: [JSON.stringify(branches)] };
}

/** From when on what is over is counted: the beginning of the business day, ISO 8601. */
export function countedSince(): string {
  const hours = eveningHours(env());
  return businessDayRange(businessDayOf(now(), hours), hours).from.toISOString();
}

/** From when on a message was queued of which nobody knows whether it arrived, and about which somebody can still do something. */
export const doubtsSince = () => new Date(now().getTime() - WAITS_FOR).toISOString();

/** What did not go out, and was queued anew for the same guest, counts as it stands now. */
export const IS_NEWEST = "NOT EXISTS (SELECT 1 FROM queue_item n WHERE n.same_as = i.same_as AND n.created_at > i.created_at)";
/** One of those, in SQL, by `doubtsSince` twice. */
export const IN_DOUBT = `status = 'FAILED' AND last_code = '${UNCERTAIN}' AND ended_at > ? AND created_at > ?`;

const counts = (where: string) => `
  SELECT status, count(*) AS count FROM queue_item i WHERE status IN ('PENDING', 'IN_PROGRESS') AND ${where} GROUP BY status
  UNION ALL SELECT status, count(*) FROM queue_item i WHERE status = 'SENT' AND ended_at >= ? AND ${where} GROUP BY status
  UNION ALL SELECT status, count(*) FROM queue_item i WHERE status IN ('FAILED', 'CANCELLED') AND ended_at >= ?
    AND last_code IS NOT '${UNCERTAIN}' AND ${where} AND ${IS_NEWEST} GROUP BY status
  UNION ALL SELECT status, count(*) FROM queue_item i WHERE ${IN_DOUBT} AND ${where} GROUP BY status`;

/**
 * How many messages stand where, each once: those that are not over whenever they were queued, those in doubt of the last week, and what
 * is over since `countedSince`; of what was cancelled or failed and then queued anew, the newest alone.
 * @param branches whose; null for every branch's, as for the other reads here
 */
export async function queueStats(branches: readonly string[] | null): Promise<Record<ItemStatus, number>> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const [since, doubts] = [countedSince(), doubtsSince()];
  const rows = statement<string[], { status: ItemStatus; count: number }>(sql, counts(where)).all(
    ...values,
    since,
    ...values,
    since,
    ...values,
    doubts,
    doubts,
    ...values,
  );
  return summed(rows);
}

function summed(rows: readonly { status: ItemStatus; count: number }[]): Record<ItemStatus, number> {
  const sums = { ...NONE };
  for (const { status, count } of rows) sums[status] += count;
  return sums;
}

/**
 * How many of the messages that count as sent went to the sandbox: by what it has tried, which is little where messages go to guests. The
 * queue itself is not read for it.
 */
export async function sentToSandbox(branches: readonly string[] | null): Promise<number> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  // In this order, whatever SQLite thinks of it: of all that was ever sent, the sandbox's part is the smaller one.
  const text = `SELECT count(DISTINCT i.id) FROM queue_attempt a CROSS JOIN queue_item i ON i.id = a.item_id
    WHERE a.account >= 'sandbox' AND a.account < 'sandboy' AND ${IN_SANDBOX} AND i.ended_at >= ? AND ${where.replace("branch", "i.branch")}`;
  return (
    statement<string[], number>(sql, text)
      .pluck()
      .get(countedSince(), ...values) ?? 0
  );
}

/** Of those that count as failed, how many did not go because the guest has said no. */
export async function saidNoStats(branches: readonly string[] | null): Promise<number> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const text = `SELECT count(*) FROM queue_item i WHERE status = 'FAILED' AND ended_at >= ? AND last_code = '${OPTED_OUT_CODE}' AND ${where} AND ${IS_NEWEST}`;
  return (
    statement<string[], number>(sql, text)
      .pluck()
      .get(countedSince(), ...values) ?? 0
  );
}

/** Of the messages in each state, how many nobody has answered. */
export async function unansweredStats(branches: readonly string[] | null): Promise<Record<ItemStatus, number>> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  return unansweredIn(sql, where, values);
}

function unansweredIn(sql: Database.Database, where: string, values: readonly string[]): Record<ItemStatus, number> {
  const text = `SELECT status, count(*) AS count FROM queue_item i WHERE status = 'IN_PROGRESS' AND ${UNANSWERED} AND ${where} GROUP BY status
    UNION ALL SELECT status, count(*) FROM queue_item i WHERE ${IN_DOUBT} AND ${where} GROUP BY status`;
  const doubts = doubtsSince();
  return summed(statement<string[], { status: ItemStatus; count: number }>(sql, text).all(...values, doubts, doubts, ...values));
}

/** The same in one number, of those kinds of messages alone that somebody may write, and so settle. @param permissions theirs */
export function unansweredFor(sql: Database.Database, branches: readonly string[] | null, permissions: readonly string[]): number {
  const kinds = TASK_KINDS.filter((kind) => can(permissions, MAY_ENQUEUE[kind]));
  if (kinds.length === 0) return 0;
  const { where, values } = ofBranches(branches);
  const found = unansweredIn(sql, `kind IN (SELECT value FROM json_each(?)) AND ${where}`, [JSON.stringify(kinds), ...values]);
  return found.IN_PROGRESS + found.FAILED;
}
