import type Database from "better-sqlite3";
import { eveningHours } from "../business-day";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { env } from "../env";
import { AppError } from "../errors";
import { MAY_SET_OPT_OUT } from "../opt-outs/rights";
import { can } from "../permissions";
import { masked, shownNumbers } from "../phones";
import { CAMPAIGN_OF } from "./campaigns/state";
import type { ItemStatus, PendingItem, Task, TaskKind } from "./contract";
import { UNCOUNTED } from "./forecast/not-today";
import { manyWait } from "./forecast/waiting";
import { IN_SANDBOX, NOT_HANDED_OVER, UNANSWERED, WORKER_OF } from "./item-sql";
import { type Item, UNCERTAIN } from "./item-states";
import { limitsIn } from "./limits/stored-limits";
import { nextOfBranches, nextTryOf, triedAt } from "./next-try/next-try";
import { type QueueSnapshot, queueSnapshot, readQueueSnapshot } from "./next-try/queue-snapshot";
import { type Standing, standingsOf } from "./next-try/standing";
import { WAITING_COLUMNS, type WaitingRow } from "./next-try/waiting-row";
import { obstacleOf, offWhile, stoppedNumberOfAll, templateOfAll, workersAt } from "./obstacles/obstacles";
import { pausedAlone, pausesOf } from "./pause/state";
import { whoseGuestSaidNo } from "./recipients/opted-out";
import { UNDECIDED } from "./recipients/sounds-like-no";
import { repliesSince } from "./replies/kept-for";
import type { Reply } from "./replies/reply";
import { openReplies, REPLY_COLUMNS, type ReplyRow, toldReply } from "./replies/state";
import { retriedDespiteDoubt } from "./retry-by-hand/may-retry";
import type { SendingInShort } from "./sending-in-short";
import { doubtsSince, IN_DOUBT, ofBranches, unansweredFor } from "./stats";
import { taskStatusOf } from "./tasks";
import { SEES_PHONES } from "./who-may-send";
import { workersThatSend } from "./workers/workers";

const NONE: Record<ItemStatus, number> = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };

/**
 * How sending stands, for whoever does not look at the queue.
 * @param permissions theirs: of what guests write back, only who may read it is told
 * @returns `stopped`: the whole group is; `held`: how much of it waits for a Resume; `replies`: those that nobody has dealt with; `undecided`: who may have said no;
 * `unanswered`: messages of theirs that may have arrived
 */
export async function sendingInShort(branches: readonly string[] | null, permissions: readonly string[]): Promise<SendingInShort> {
  const readsReplies = can(permissions, SEES_PHONES);
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const of = `FROM queue_item WHERE status IN ('PENDING', 'IN_PROGRESS') AND ${NOT_HANDED_OVER} AND ${where}`;
  const waiting = statement<string[], number>(sql, `SELECT count(*) ${of}`).pluck();
  const at = now().getTime();
  const pauses = pausesOf(sql);
  const all = waiting.get(...values) ?? 0;
  const countPaused = (which: readonly string[]) =>
    which.length === 0
      ? 0
      : (statement<string[], number>(sql, inTasks(of))
          .pluck()
          .get(...values, JSON.stringify(which)) ?? 0);
  const inStopped = countPaused(pauses.stopped);
  const paused = countPaused([...pauses.stopped, ...pauses.stoppedCampaigns]) - inStopped;
  const theirs = pauses.stopped.filter((branch) => mayWorkIn(branches, branch));
  const holding = theirs.filter((branch) => countPaused([branch]) > 0);
  const template = templateOfAll(sql, { where, values }, at);
  return {
    waiting: all,
    stopped: pauses.group.cancelled,
    held: { stopped: inStopped, paused, branches: holding, idle: theirs.filter((branch) => !holding.includes(branch)) },
    workers: workersThatSend(sql).length,
    template,
    number: stoppedNumberOfAll(sql, { where, values }, template, at),
    ...nextOfBranches(
      sql,
      { where: `${where} AND ${NOT_HANDED_OVER}`, values },
      // Every open page asks: where much waits, who goes today is told with the queue alone.
      queueSnapshot(sql, at, manyWait(sql) ? () => UNCOUNTED : undefined),
    ),
    off: offWhile(sql, { where, values }, at),
    replies: readsReplies ? openReplies(sql, branches) : 0,
    unanswered: unansweredFor(sql, branches, permissions),
    undecided: readsReplies && can(permissions, MAY_SET_OPT_OUT) ? undecidedGuests(sql, branches) : 0,
  };
}

const inTasks = (of: string) => `SELECT count(*) ${of} AND EXISTS (SELECT 1 FROM queue_task t
  JOIN json_each(?) r ON r.value IN (t.branch, ${CAMPAIGN_OF}) WHERE t.id = task_id)`;

interface PendingRow
  extends WaitingRow,
    Pick<PendingItem, "task_id" | "name" | "table_name" | "pdf_path" | "branch" | "worker" | "attempts" | "date"> {
  status: PendingItem["status"];
  unanswered: number;
  campaign: string;
}

const PENDING_COLUMNS = `${WAITING_COLUMNS}, task_id, name, table_name, pdf_path, branch, attempts,
  ${WORKER_OF} AS worker, ${UNANSWERED} AS unanswered, (SELECT t.date FROM queue_task t WHERE t.id = i.task_id) AS date,
  (SELECT ${CAMPAIGN_OF} FROM queue_task t WHERE t.id = i.task_id) AS campaign`;

/**
 * The messages that are still to go out, in the order in which they are taken: those under way, those that are due, those put off.
 * @param seesPhones whether whole numbers may be shown; masked otherwise
 */
export async function queuePending(limit: number, seesPhones: boolean, branches: readonly string[] | null): Promise<PendingItem[]> {
  const hub = await hubStore();
  const { where, values } = ofBranches(branches);
  const at = now().getTime();
  const snapshot = await readQueueSnapshot(hub, at);
  const due = new Date(at).toISOString();
  const of = `SELECT ${PENDING_COLUMNS} FROM queue_item i WHERE ${where} AND`;
  const rows = statement<(string | number)[], PendingRow>(
    hub.sql,
    `SELECT * FROM (${of} status IN ('PENDING', 'IN_PROGRESS') AND (status = 'IN_PROGRESS' OR run_at <= ?)
       ORDER BY status, priority, task_id, position LIMIT ?)
     UNION ALL SELECT * FROM (${of} status = 'PENDING' AND run_at > ? ORDER BY run_at, priority, task_id, position LIMIT ?) LIMIT ?`,
  ).all(...values, due, limit, ...values, due, limit, limit);
  return listed(rows, seesPhones, snapshot);
}

/**
 * Those of which no word is waited for any more, and about which somebody can still do something: as many as are counted without an
 * answer and as failed, the newest first.
 * @param seesPhones as of `queuePending`
 */
export async function queueDoubts(limit: number, seesPhones: boolean, branches: readonly string[] | null): Promise<PendingItem[]> {
  const { sql } = await hubStore();
  const { where, values } = ofBranches(branches);
  const since = doubtsSince();
  const rows = statement<(string | number)[], PendingRow>(
    sql,
    `SELECT ${PENDING_COLUMNS} FROM queue_item i WHERE ${IN_DOUBT} AND ${where} ORDER BY ended_at DESC, id LIMIT ?`,
  ).all(since, since, ...values, limit);
  const again = sentDespiteDoubt(sql, "id IN (SELECT value FROM json_each(?))", JSON.stringify(rows.map(({ id }) => id)));
  return listed(rows, seesPhones, queueSnapshot(sql, now().getTime())).map((item) => ({ ...item, in_doubt: again.has(item.id) }));
}

function listed(rows: readonly PendingRow[], seesPhones: boolean, snapshot: QueueSnapshot): PendingItem[] {
  const { group, stopped, stoppedCampaigns } = pausesOf(snapshot.sql);
  const standing = standingsOf(rows, snapshot);
  return rows.map((row) => {
    const { id, task_id, name, table_name, pdf_path, voucher, branch, kind, status, worker, attempts, date } = row;
    const isStopped = group.cancelled || stopped.includes(branch);
    const isPaused = isStopped || stoppedCampaigns.includes(row.campaign);
    return {
      ...{ id, task_id, name, table_name, pdf_path, voucher, branch, kind, status, worker, attempts, date },
      ...told(row, standing(row), isPaused, snapshot.at),
      phone: shownPhone(row.digits, seesPhones),
      unanswered: row.unanswered === 1,
      stopped: isStopped,
      paused: isPaused,
    };
  });
}

function told({ status, run_at }: PendingRow, { next, error, blocked, undecided }: Standing, isPaused: boolean, at: number) {
  const next_try = status === "PENDING" && !blocked ? triedAt(next, run_at, at) : null;
  // That somebody has stopped it is the reason, and no number.
  return { ...next, next_try, last_error: isPaused && status === "PENDING" && !undecided ? null : error, blocked, undecided };
}

/** A number as people read it, or masked for those who may not send. */
export function shownPhone(digits: string, seesPhones: boolean): string {
  return seesPhones ? (shownNumbers(`+${digits}`)[0]?.shown ?? `+${digits}`) : masked(digits);
}

/** @throws AppError `not_found`, also for a task of a branch that is none of `branches` */
export async function openTask(id: string, seesPhones: boolean, branches: readonly string[] | null): Promise<Task> {
  const hub = await hubStore();
  const { sql } = hub;
  const task = statement<[string], { kind: TaskKind; branch: string }>(sql, "SELECT kind, branch FROM queue_task WHERE id = ?").get(id);
  if (!task || !mayWorkIn(branches, task.branch)) throw new AppError("not_found", "There is no such task.");
  const at = now().getTime();
  const snapshot = await readQueueSnapshot(hub, at);
  const results = resultsOf(sql, id, seesPhones, snapshot);
  const { next, howMany } = nextTryOf(sql, [id], snapshot);
  const counts = { ...NONE };
  for (const { status } of results) counts[status]++;
  return {
    id,
    kind: task.kind,
    branch: task.branch,
    status: taskStatusOf(counts),
    total: results.length,
    sent: counts.SENT,
    failed: counts.FAILED,
    cancelled: counts.CANCELLED,
    results,
    ...next,
    ...howMany,
    obstacle: obstacleOf(sql, [id], at),
    workers_now: workersAt(sql, at),
    paused: pausedAlone(sql, id),
  };
}

const RESULTS = `SELECT ${WAITING_COLUMNS}, name, delivery, ${WORKER_OF} AS worker, ${IN_SANDBOX} AS sandbox,
  ${UNANSWERED} AS unanswered FROM queue_item i WHERE i.task_id = ? ORDER BY i.position`;

interface ResultRow extends WaitingRow, Pick<Task["results"][number], "name" | "delivery" | "worker"> {
  status: ItemStatus;
  sandbox: number;
  unanswered: number;
}

/** What became of each message of a task, in their order. */
export function resultsOf(sql: Database.Database, task: string, seesPhones: boolean, snapshot: QueueSnapshot): Task["results"] {
  const rows = statement<[string], ResultRow>(sql, RESULTS).all(task);
  const replies = seesPhones ? repliesTo(sql, task) : new Map<string, Reply[]>();
  const inDoubt = sentDespiteDoubt(sql, "task_id = ?", task);
  const standing = standingsOf(rows, snapshot);
  return rows.map((row) => {
    const { id, name, status, delivery, worker } = row;
    const { error, undecided } = standing(row);
    return {
      ...{ id, name, status, delivery, worker, error, undecided },
      unanswered: row.unanswered === 1,
      phone: shownPhone(row.digits, seesPhones),
      sandbox: row.sandbox === 1,
      replies: replies.get(id) ?? [],
      in_doubt: inDoubt.has(id),
    };
  });
}

/** The ids of those messages that may have arrived, and can be sent again by whoever accepts that. @param which a condition of one value */
function sentDespiteDoubt(sql: Database.Database, which: string, value: string): Set<string> {
  const text = `SELECT * FROM queue_item WHERE ${which} AND status = 'FAILED' AND last_code = '${UNCERTAIN}'`;
  const items = statement<[string], Item>(sql, text).all(value);
  const saidNo = whoseGuestSaidNo(sql, items);
  const times = { hours: eveningHours(env()), quiet: limitsIn(sql).quiet };
  const at = now().getTime();
  const again = items.filter((item) => !saidNo.has(item.id) && retriedDespiteDoubt(item, times, at) !== null);
  return new Set(again.map(({ id }) => id));
}

const REPLIES = `SELECT r.item_id, ${REPLY_COLUMNS} FROM queue_item i JOIN guest_reply r ON r.item_id = i.id
  WHERE i.task_id = ? AND r.at > ? ORDER BY r.at`;

/** What guests wrote back to the messages of a task, by the message, the oldest first. */
function repliesTo(sql: Database.Database, task: string): Map<string, Reply[]> {
  const found = new Map<string, Reply[]>();
  const rows = statement<[string, string], ReplyRow & { item_id: string }>(sql, REPLIES).all(task, repliesSince(now().getTime()));
  for (const row of rows) found.set(row.item_id, [...(found.get(row.item_id) ?? []), toldReply(row)]);
  return found;
}

/** How many guests wrote what sounds like a no, on which nobody has decided; of some branches, those whom they have sent a message. */
function undecidedGuests(sql: Database.Database, branches: readonly string[] | null): number {
  const { where, values } = ofBranches(branches);
  const isTheirs = `EXISTS (SELECT 1 FROM queue_item WHERE digits = s.digits AND status = 'SENT' AND ${where})`;
  const text = `SELECT count(*) FROM sounds_like_no s WHERE ${UNDECIDED} ${branches === null ? "" : `AND ${isTheirs}`}`;
  return (
    statement<string[], number>(sql, text)
      .pluck()
      .get(...values) ?? 0
  );
}
