import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { dayRange, localDate } from "../../local-time";
import { CAMPAIGN_OF } from "../campaigns/state";
import type { TaskKind } from "../contract";
import { WAIT_FOR_SENDER, WAITS_FOR_SENDER } from "../item-sql";
import type { Limits } from "../limits/contract";
import { pausesOf } from "../pause/state";
import { waitForDecision } from "../recipients/ambiguous-replies";
import { endOfQuiet } from "../send-policy/quiet";
import { tooLateFrom } from "../send-policy/too-late";

interface Asked {
  kind: TaskKind;
  /** The server's time in milliseconds. */
  at: number;
}

export interface Span {
  from: number;
  until: number;
}

/** From when until when such messages go out today, in milliseconds. */
export function spanOf({ kind, at }: Asked, { quiet }: Limits): Span | null {
  const hours = eveningHours(env());
  if (kind === "menu") return { from: at, until: tooLateFrom({ kind, created_at: new Date(at).toISOString() }, hours) };
  const from = endOfQuiet(at, quiet, hours.timeZone) ?? at;
  const today = localDate(new Date(at), hours.timeZone);
  const midnight = dayRange(today, hours.timeZone).to.getTime();
  const falls = quiet.from === quiet.to ? midnight : dayRange(today, hours.timeZone, quiet.from).from.getTime();
  const until = falls > from ? Math.min(midnight, falls) : midnight;
  return from < until ? { from, until } : null;
}

/** Where more waits, what the numbers will do is counted through beside the event loop. */
const MANY = 300;

export function manyWait(sql: Database.Database): boolean {
  const text = "SELECT count(*) FROM (SELECT 1 FROM queue_item WHERE status = 'PENDING' LIMIT ?)";
  return statement<[number], number>(sql, text).pluck().get(MANY) === MANY;
}

export interface Waiting {
  kind: TaskKind;
  digits: string;
  account: string | null;
  prefer_worker: string | null;
  /** The same of all that were queued at once. */
  turn: string;
}

export interface WaitingBefore extends Waiting {
  id: string;
  status: string;
  priority: number;
  run_at: string;
  created_at: string;
  not_after: string | null;
  answers_guest: boolean;
  last_code: string | null;
}

/** Of what is taken before some messages until an instant, what is taken before more urgent ones, or until an earlier one. */
export function isBefore({ status, priority, run_at, last_code }: WaitingBefore, theirs: number, until: number): boolean {
  const isUrgent = status === "IN_PROGRESS" || priority <= theirs;
  return isUrgent && (Date.parse(run_at) < until || WAIT_FOR_SENDER.includes(last_code ?? ""));
}

/**
 * In the order in which they are taken: what a worker has in hand, what is more urgent, and what was queued first. What waits for something else than a number
 * until then takes nobody's place.
 */
const BEFORE = `SELECT id, kind, digits, answers_guest, voucher, account, prefer_worker, status, priority, run_at, created_at, not_after, last_code,
    status || ' ' || priority || ' ' || task_id AS turn FROM queue_item i
  WHERE status IN ('PENDING', 'IN_PROGRESS') AND phase IS NOT 'sending' AND phase IS NOT 'reconciling' AND (priority <= ? OR status = 'IN_PROGRESS')
    AND (run_at < ? OR ${WAITS_FOR_SENDER})
    AND (? = '[]' OR NOT EXISTS (SELECT 1 FROM queue_task t JOIN json_each(?) r ON r.value IN (t.branch, ${CAMPAIGN_OF}) WHERE t.id = i.task_id))
  ORDER BY status, priority, task_id, position LIMIT ?`;

/** @param priority of those that are asked about */
export function waitingBefore(sql: Database.Database, priority: number, until: number, most = -1): WaitingBefore[] {
  const { group, stopped, stoppedCampaigns } = pausesOf(sql);
  if (group.cancelled) return [];
  const rests = JSON.stringify([...stopped, ...stoppedCampaigns]);
  const values = [priority, new Date(until).toISOString(), rests, rests, most];
  const rows = statement<(string | number)[], WaitingBefore & { voucher: string }>(sql, BEFORE).all(...values);
  const held = waitForDecision(sql, rows);
  return rows.filter(({ id }) => !held.has(id));
}
