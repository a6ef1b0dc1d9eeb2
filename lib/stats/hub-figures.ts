import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import type { TaskKind } from "../queue/contract";
import { IN_SANDBOX } from "../queue/item-sql";
import { REPLIED, UNCERTAIN } from "../queue/item-states";
import { OPTED_OUT_CODE } from "../queue/left-out-reasons";
import { IS_NEWEST } from "../queue/stats";
import type { LiveFigures } from "./contract";

/** What the group's store says of an evening, of each branch. */
export type OfHub = Pick<LiveFigures, "points" | "sent" | "arrived" | "failed" | "vouchers">;

/** A time from the beginning of a business day up to that of the next, ISO 8601. */
export interface Window {
  from: string;
  to: string;
}

const IN_BRANCHES = "branch IN (SELECT value FROM json_each(?))";
/** By the ends alone: the queue keeps all that ever went out. */
const WENT_OUT = `i.status = 'SENT' AND i.ended_at >= ? AND i.ended_at < ? AND i.${IN_BRANCHES} AND NOT ${IN_SANDBOX}`;
const FAILED = `i.status = 'FAILED' AND i.ended_at >= ? AND i.ended_at < ? AND i.${IN_BRANCHES}
  AND coalesce(i.last_code, '') NOT IN ('${UNCERTAIN}', '${OPTED_OUT_CODE}') AND ${IS_NEWEST}`;
export const ARRIVED = `delivery IN ('delivered', 'read', '${REPLIED}')`;
export const READ = `delivery IN ('read', '${REPLIED}')`;

const MESSAGES = `SELECT branch, count(*) AS sent, sum(${ARRIVED}) AS arrived, 0 AS failed FROM queue_item i WHERE ${WENT_OUT} GROUP BY branch
  UNION ALL SELECT branch, 0, 0, count(*) FROM queue_item i WHERE ${FAILED} GROUP BY branch`;

/** A message behind a figure. */
export interface MessageRow {
  branch: string;
  name: string;
  kind: TaskKind;
  delivery: string | null;
  last_error: string | null;
  ended_at: string;
}

const MESSAGE = "SELECT i.branch, i.name, i.kind, i.delivery, i.last_error, i.ended_at FROM queue_item i WHERE";
const MESSAGE_ROWS = {
  sent: `${MESSAGE} ${WENT_OUT} ORDER BY i.ended_at DESC, i.id`,
  arrived: `${MESSAGE} ${WENT_OUT} AND i.${ARRIVED} ORDER BY i.ended_at DESC, i.id`,
  failed: `${MESSAGE} ${FAILED} ORDER BY i.ended_at DESC, i.id`,
};

export function messageRows(hub: Database.Database, which: keyof typeof MESSAGE_ROWS, { from, to }: Window, branches: readonly string[]) {
  return statement<[string, string, string], MessageRow>(hub, MESSAGE_ROWS[which]).all(from, to, JSON.stringify(branches));
}

// An award bears the name of its table, which begins with the evening: the index of the awards finds them.
const AWARDS = `SELECT v.branch, v.points, v.table_number, v.created_at, c.name FROM json_each(?) k
  CROSS JOIN loyalty_visit v ON v.branch = k.value AND v.table_key >= ? AND v.table_key < ? AND v.counted_in IS NULL
  CROSS JOIN loyalty_customer c ON c.id = v.customer_id ORDER BY v.created_at DESC, v.id`;

export interface AwardRow {
  branch: string;
  points: number;
  table_number: string;
  created_at: string;
  name: string;
}

/** Who was given points for an evening's tables. @param day YYYY-MM-DD */
export function awardRows(hub: Database.Database, day: string, branches: readonly string[]): AwardRow[] {
  return statement<[string, string, string], AwardRow>(hub, AWARDS).all(JSON.stringify(branches), `${day} `, `${day}!`);
}

// By its events, the newest first: the vouchers themselves grow with the book, and have no index by the day on which they were used.
const REDEEMED = `SELECT kind, at, payload ->> '$.used_in' AS branch, payload ->> '$.serial' AS serial FROM event
  WHERE kind = ? ORDER BY seq DESC`;

export interface RedemptionRow {
  branch: string;
  serial: string;
  at: string;
}

/** The vouchers redeemed in a time, the newest first, without those that whoever redeemed them took back. */
export function redemptionRows(hub: Database.Database, { from, to }: Window, branches: readonly string[]): RedemptionRow[] {
  const since = (kind: "voucher.redeemed" | "voucher.taken_back") => {
    const found: RedemptionRow[] = [];
    for (const row of statement<[string], RedemptionRow>(hub, REDEEMED).iterate(kind)) {
      if (row.at < from) break;
      found.push(row);
    }
    return found;
  };
  const takenBack = since("voucher.taken_back");
  const left: RedemptionRow[] = [];
  for (const row of since("voucher.redeemed")) {
    // Each word that it was taken back is about the redemption before it.
    const of = takenBack.findIndex(({ serial, at }) => serial === row.serial && at >= row.at);
    if (of >= 0) takenBack.splice(of, 1);
    else if (row.at < to && branches.includes(row.branch)) left.push(row);
  }
  return left;
}

const NONE: OfHub = { points: 0, sent: 0, arrived: 0, failed: 0, vouchers: 0 };

/** What the group's store says of an evening, by branch; of one that it says nothing of, noughts. */
export function hubFigures(hub: Database.Database, day: string, window: Window, branches: readonly string[]): (branch: string) => OfHub {
  const sums = new Map(branches.map((branch) => [branch, { ...NONE }]));
  const add = (branch: string, more: Partial<OfHub>) => {
    const sum = sums.get(branch);
    if (sum) for (const [name, value] of Object.entries(more) as [keyof OfHub, number][]) sum[name] += value;
  };
  const { from, to } = window;
  const asked = [from, to, JSON.stringify(branches)] as const;
  const messages = statement<string[], { branch: string; sent: number; arrived: number; failed: number }>(hub, MESSAGES);
  for (const { branch, ...counts } of messages.all(...asked, ...asked)) add(branch, counts);
  for (const { branch, points } of awardRows(hub, day, branches)) add(branch, { points });
  for (const { branch } of redemptionRows(hub, window, branches)) add(branch, { vouchers: 1 });
  return (branch) => sums.get(branch) ?? NONE;
}
