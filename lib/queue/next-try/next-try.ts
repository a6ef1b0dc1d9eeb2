import type Database from "better-sqlite3";
import { eveningHours } from "../../business-day";
import { statement } from "../../db/statements";
import { env } from "../../env";
import { canBeStarted } from "../obstacles/words";
import { waitForDecision } from "../recipients/ambiguous-replies";
import { takersIn } from "../send-policy/able-numbers";
import { TAKES } from "../send-policy/number-ready";
import { tooLateFrom } from "../send-policy/policy";
import { isOfficial } from "../templates/missing";
import { sendersIn } from "../workers/workers";
import type { NextTry } from "./contract";

/** Of a message whose next try would be after its birthday. */
export const ENDS = "(not_after IS NOT NULL AND run_at >= not_after)";

const OF_TASKS = "task_id IN (SELECT value FROM json_each(?))";

const GOES_OUT = `SELECT 1 FROM queue_item WHERE ${OF_TASKS} AND status = 'IN_PROGRESS' AND phase = 'sending' LIMIT 1`;

/** The first of them tell when it goes on; a screen that asks every few seconds must not read thousands. */
const WAITING = `SELECT id, digits, account, kind, voucher, status, phase, run_at, not_after, created_at FROM queue_item
  WHERE ${OF_TASKS} AND (status = 'PENDING' OR (status = 'IN_PROGRESS' AND phase IS NOT 'reconciling'))
  ORDER BY run_at LIMIT 500`;

interface Row {
  id: string;
  digits: string;
  account: string | null;
  kind: string;
  voucher: string;
  status: string;
  phase: string | null;
  run_at: string;
  not_after: string | null;
  created_at: string;
}

const NOW = { next_try: null, ends: false, too_late: false, waits_for: null } satisfies NextTry;

/** When the messages of some tasks go on, while none of them may go now. @param at the server's time in milliseconds */
export function nextTryOf(sql: Database.Database, tasks: readonly string[], at: number): Required<NextTry> {
  const asked = JSON.stringify(tasks);
  if (statement(sql, GOES_OUT).get(asked)) return NOW;
  const rows = statement<[string], Row>(sql, WAITING).all(asked);
  if (rows.length === 0) return NOW;
  const held = waitForDecision(sql, rows);
  const free = rows.filter(({ id }) => !held.has(id));
  // What waits for somebody's decision has the time at which the server looks again, which is no try.
  if (free.length === 0) return { ...NOW, next_try: earliest(rows, at), waits_for: { what: "decision" } };
  const stuck = numbersRest(sql, free, at);
  if (!stuck && free.some(({ status, run_at }) => status === "IN_PROGRESS" || Date.parse(run_at) <= at)) return NOW;
  const when = (row: Row) => new Date(Math.max(Date.parse(row.run_at), stuck?.until ?? 0)).toISOString();
  const tried = free.map((row) => ({ time: when(row), over: isOver(row, when(row)) }));
  const inTime = tried.flatMap(({ time, over }) => (over ? [] : [time])).sort()[0];
  const waits_for = stuck?.waits_for ?? null;
  if (inTime !== undefined) return { ...NOW, next_try: inTime, waits_for };
  const ends = free.flatMap(({ not_after }) => not_after ?? []).sort()[0];
  return {
    next_try: ends ?? tried.map(({ time }) => time).sort()[0] ?? null,
    ends: ends !== undefined,
    too_late: ends === undefined,
    waits_for,
  };
}

const earliest = (rows: readonly Row[], at: number) =>
  rows
    .map(({ run_at }) => run_at)
    .filter((one) => Date.parse(one) > at)
    .sort()[0] ?? null;

function isOver({ kind, not_after, created_at }: Row, time: string): boolean {
  if (kind === "menu") return Date.parse(time) >= tooLateFrom({ kind, created_at }, eveningHours(env()));
  return not_after !== null && time >= not_after;
}

/** A shorter rest is the pace between two messages: it goes on. */
const LONG = 5 * 60_000;

/** Nobody can take any of some messages for a while; null where somebody can, and where nobody sends at all, which is an obstacle. */
function numbersRest(
  sql: Database.Database,
  items: readonly Row[],
  at: number,
): { until: number; waits_for: NonNullable<NextTry["waits_for"]> } | null {
  const { able, takesOf, restsUntil } = takersIn(sql, at);
  const rests = (one: (typeof able)[number]) => restsUntil(one) > at + LONG;
  if (!able.some(rests)) return null;
  const takes = takesOf(items);
  const goes = (item: Row) =>
    able.some((one) => {
      if (item.account !== null && item.account !== one.account) return false;
      const how = takes(item, one.account);
      return how === TAKES.now || (how === TAKES.later && !rests(one));
    });
  if (items.some(goes)) return null;
  const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);
  const resting = able.filter(rests);
  const lacks = able.filter((one) => isOfficial(one) && items.some((item) => takes(item, one.account) === TAKES.byTemplate));
  const off = sendersIn(sql, at).filter((one) => one.account !== null && canBeStarted(one, at) && !(lacks.length > 0 && isOfficial(one)));
  return {
    until: Math.min(...resting.map(restsUntil)),
    waits_for: { what: "numbers", phones: namesOf(resting), official: namesOf(lacks), off: namesOf(off) },
  };
}
