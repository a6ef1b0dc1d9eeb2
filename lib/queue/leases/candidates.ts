import type Database from "better-sqlite3";
import { statement } from "../../db/statements";
import { CAMPAIGN_OF } from "../campaigns/state";
import { WAITS_FOR_SENDER } from "../item-sql";
import type { Item } from "../item-states";
import type { Pauses } from "../pause/state";
import type { AvailableSenders } from "../send-policy/able-numbers";
import { takersIn } from "../send-policy/able-numbers";
import { TAKES } from "../send-policy/number-ready";
import { WINDOW } from "../send-policy/policy";
import { TASK_KINDS } from "../task-kinds";
import { type Able, isOfficial } from "../templates/missing";
import { type Asking, inTurn } from "./share-out";

// Where none is stopped, nobody's task is looked up.
const goes = (item: string) =>
  `(? = '[]' OR NOT EXISTS (SELECT 1 FROM queue_task t JOIN json_each(?) r ON r.value IN (t.branch, ${CAMPAIGN_OF})
    WHERE t.id = ${item}.task_id))`;

interface Candidates {
  dealt: Item[];
  free: Item[];
  /** Whether a number leaves a message to others. */
  leaves: (item: Item, account: string | null) => boolean;
}

/** What those who ask may be given, each list in its order, the more urgent first. What is stopped waits. */
export function candidates(
  sql: Database.Database,
  asking: readonly Asking[],
  { stopped, stoppedCampaigns }: Pick<Pauses, "stopped" | "stoppedCampaigns">,
  at: number,
): Candidates {
  if (asking.length === 0) return { dealt: [], free: [], leaves: () => false };
  const rests = JSON.stringify([...stopped, ...stoppedCampaigns]);
  const due = new Date(at).toISOString();
  const dealt = statement<string[], Item>(
    sql,
    `SELECT i.* FROM json_each(?) w JOIN queue_item i ON i.id IN (
       SELECT p.id FROM queue_item p WHERE p.prefer_worker = w.value AND p.status = 'PENDING' AND p.run_at <= ?
         AND ${goes("p")}
       ORDER BY p.priority, p.task_id, p.position LIMIT 50)
     ORDER BY i.priority, i.task_id, i.position`,
  ).all(JSON.stringify([...new Set(asking.map(({ worker_id }) => worker_id))]), due, rests, rests);
  const takers = takersIn(sql, at);
  const leavesDealt = takers.leaves(dealt);
  // Where everybody has enough of their own, only what goes before the last of it: to look for more would go through all that wait.
  const hasEnough = asking.every(
    ({ worker_id, account, max }) => dealt.filter((item) => item.prefer_worker === worker_id && !leavesDealt(item, account)).length >= max,
  );
  const below = (hasEnough ? dealt.toSorted(inTurn).at(-1) : undefined) ?? LAST;
  const free = freeItems(sql, asking, { takers, below, due, rests });
  const early = earlyItems(sql, asking, { takers, below, due, rests });
  const leavesDue = takers.leaves([...dealt, ...free]);
  const takesEarly = takers.takesOf(early);
  const isEarly = new Set(early.map(({ id }) => id));
  const leaves: Candidates["leaves"] = (item, account) =>
    isEarly.has(item.id) ? takesEarly(item, account) !== TAKES.now : leavesDue(item, account);
  // What was put off until later stood before what stands behind it now: it is among these as if it had not been.
  const isTheirs = (item: Item) =>
    asking.some(({ worker_id, account }) => worker_id === item.prefer_worker && takesEarly(item, account) === TAKES.now);
  return {
    dealt: [...dealt, ...early.filter(isTheirs)].sort(inPlace),
    free: [...free, ...early.filter((item) => !isTheirs(item))].sort(inPlace),
    leaves,
  };
}

/** Also of what was queued at once: in the order in which it was. */
const inPlace = (one: Item, other: Item) => inTurn(one, other) || one.position - other.position;

const LAST = { priority: Number.MAX_SAFE_INTEGER, task_id: "" };

interface Wanted {
  takers: AvailableSenders;
  /** What goes before that. */
  below: Pick<Item, "priority" | "task_id">;
  /** ISO 8601. */
  due: string;
  rests: string;
}

/**
 * By name: the planner would take the index of the times, and sort all that wait for each worker that asks. What was dealt to an official
 * number that cannot send this kind is for others.
 */
const FREE = `SELECT * FROM queue_item i INDEXED BY queue_item_status_priority_task_id_position_run_at_idx
  WHERE status = 'PENDING' AND (priority, task_id) < (?, ?) AND run_at <= ?
    AND (prefer_worker IS NULL OR prefer_worker NOT IN (SELECT value FROM json_each(?))
      OR (account IS NULL AND kind || ' ' || prefer_worker IN (SELECT value FROM json_each(?))))
    AND (account IS NULL OR account IN (SELECT value FROM json_each(?)))
    AND ${goes("i")}`;
const IN_ORDER = "ORDER BY priority, task_id, position LIMIT ?";
/** What waits for others must not stand before what an official number can send. */
const BY_OFFICIAL = `AND NOT (account IS NULL AND kind IN (SELECT value FROM json_each(?))
  AND NOT EXISTS (SELECT 1 FROM guest_wrote g WHERE g.digits = i.digits AND g.account IN (SELECT value FROM json_each(?)) AND g.at > ?))`;

/** What was dealt to nobody, to somebody who is away, or to an official number that would leave it to others. */
function freeItems(sql: Database.Database, asking: readonly Asking[], { takers, below, due, rests }: Wanted): Item[] {
  const { able, resting, closedTo } = takers;
  const working = able.filter((one) => !resting.includes(one));
  const wanted = asking.reduce((sum, { max }) => sum + max, 0);
  const ids = (of: readonly Able[]) => JSON.stringify(of.map(({ id }) => id));
  const accounts = JSON.stringify(asking.flatMap(({ account }) => account ?? []));
  const closed = JSON.stringify(able.flatMap(({ id, account }) => closedTo(account).map((kind) => `${kind} ${id}`)));
  const values = [below.priority, below.task_id, due, ids(working), closed, accounts, rests, rests];
  const free = statement<(number | string)[], Item>(sql, `${FREE} ${IN_ORDER}`).all(...values, wanted);
  const dayBefore = new Date(Date.parse(due) - WINDOW).toISOString();
  const official = byWhatIsClosed(asking, closedTo).flatMap(({ kinds, numbers }) =>
    statement<(number | string)[], Item>(sql, `${FREE} ${BY_OFFICIAL} ${IN_ORDER}`).all(...values, kinds, numbers, dayBefore, wanted),
  );
  if (official.length === 0) return free;
  const all = new Map([...free, ...official].map((item) => [item.id, item]));
  return [...all.values()].sort(inPlace);
}

/** The official numbers among those who ask that cannot send every kind: which kinds those are, and the numbers of which that is true, as JSON. */
function byWhatIsClosed(asking: readonly Asking[], closedTo: AvailableSenders["closedTo"]): { kinds: string; numbers: string }[] {
  const numbers = new Map<string, string[]>();
  for (const { account } of asking) {
    const kinds = JSON.stringify(closedTo(account));
    if (account !== null && kinds !== "[]") numbers.set(kinds, [...(numbers.get(kinds) ?? []), account]);
  }
  return [...numbers].map(([kinds, some]) => ({ kinds, numbers: JSON.stringify(some) }));
}

/** What waits because of the number that asked last: for whoever can send it before that. */
const PUT_OFF = `status = 'PENDING' AND run_at > ? AND ${WAITS_FOR_SENDER} AND account IS NULL`;
const ANY_EARLY = `SELECT 1 FROM queue_item INDEXED BY queue_item_status_run_at_idx WHERE ${PUT_OFF} LIMIT 1`;
const EARLY = `SELECT * FROM queue_item i INDEXED BY queue_item_status_priority_task_id_position_run_at_idx
  WHERE (priority, task_id) < (?, ?) AND ${PUT_OFF} AND ${goes("i")}`;

/** What is put off until later, and one of those who ask can send now. */
export function earlyItems(
  sql: Database.Database,
  asking: readonly Asking[],
  { takers, below = LAST, due, rests }: Omit<Wanted, "below"> & Partial<Pick<Wanted, "below">>,
): Item[] {
  const resting = new Set(takers.resting.map(({ id }) => id));
  const ready = asking.filter(({ worker_id, account }) => !resting.has(worker_id) || isOfficial({ account }));
  if (ready.length === 0 || statement<[string], unknown>(sql, ANY_EARLY).get(due) === undefined) return [];
  const wanted = asking.reduce((sum, { max }) => sum + max, 0);
  // Only what none of them can send stands before nothing.
  const closed = TASK_KINDS.filter((kind) => ready.every(({ account }) => takers.closedTo(account).includes(kind)));
  const accounts = JSON.stringify(ready.flatMap(({ account }) => account ?? []));
  const dayBefore = new Date(Date.parse(due) - WINDOW).toISOString();
  const open = closed.length > 0 ? [JSON.stringify(closed), accounts, dayBefore] : [];
  const text = `${EARLY} ${closed.length > 0 ? BY_OFFICIAL : ""} ${IN_ORDER}`;
  const items = statement<(number | string)[], Item>(sql, text).all(below.priority, below.task_id, due, rests, rests, ...open, wanted);
  const how = takers.takesOf(items);
  return items.filter((item) => ready.some(({ account }) => how(item, account) === TAKES.now));
}
