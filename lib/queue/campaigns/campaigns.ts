import type Database from "better-sqlite3";
import type { AnswerOf } from "../../api/endpoint";
import { userName } from "../../auth/user-name";
import { mayWorkIn } from "../../caller";
import { now } from "../../clock";
import { hubStore } from "../../db/find-store";
import { statement } from "../../db/statements";
import { AppError } from "../../errors";
import { yieldToEventLoop } from "../../yield-to-event-loop";
import type { ItemStatus, Task, TaskKind } from "../contract";
import { reasonOf } from "../error-codes";
import { WORKER_OF } from "../item-sql";
import { UNCERTAIN } from "../item-states";
import { MAY_HAVE_SAID_NO, UNDECIDED_CODE } from "../left-out-reasons";
import { resultsOf } from "../list";
import { nextTryOf, type Told } from "../next-try/next-try";
import { type QueueSnapshot, readQueueSnapshot } from "../next-try/queue-snapshot";
import { reasonIn } from "../next-try/standing";
import type { WaitingRow } from "../next-try/waiting-row";
import { obstacleOf, workersAt } from "../obstacles/obstacles";
import { pausedAlone, pausesOf, stateOf } from "../pause/state";
import { WAITS_FOR } from "../send-policy/too-late";
import { ofBranches } from "../stats";
import type { Campaign, listCampaigns as listContract, readCampaign as readContract } from "./contract";
import { arrivedOf, type CountRow, countsOf, IN_TASKS, OLD, saidNoOf, twice } from "./counts";
import { campaignOf, campaignStateOf } from "./state";

export interface TaskRow {
  id: string;
  kind: TaskKind;
  branch: string;
  date: string | null;
  created_at: string;
  created_by: string;
}

const TASK = "id, kind, branch, date, created_at, created_by";
/** Greater than any id. */
const AFTER_ALL = "~";

/**
 * What was queued, the newest first: a birthday campaign by its newest part. With the newest ones come the older ones of which some
 * waits still, or may have arrived: about these somebody has to know.
 * @param before the id of a task: those that are older
 * @param branches whose; null for every branch's
 */
export async function listCampaigns(
  { limit, before }: { limit: number; before?: string },
  branches: readonly string[] | null,
): Promise<AnswerOf<typeof listContract>> {
  const hub = await hubStore();
  const { sql } = hub;
  const snapshot = await readQueueSnapshot(hub, now().getTime());
  const newest = newestCampaigns(sql, limit + 1, before, branches);
  const campaigns = newest.slice(0, limit);
  const unfinished = before === undefined ? unfinishedCampaigns(sql, branches) : [];
  const isListed = (name: string) => campaigns.some(({ tasks: [first] }) => first && campaignOf(first) === name);
  const older = unfinished.filter(([name]) => !isListed(name)).map(([, tasks]) => tasks);
  const shownOf = async (some: readonly TaskRow[][]) => {
    const found: Campaign[] = [];
    for (const tasks of some) {
      await yieldToEventLoop(); // each may have hundreds that wait
      found.push(shown(sql, tasks, snapshot));
    }
    return found;
  };
  return {
    campaigns: await shownOf(campaigns.map(({ tasks }) => tasks)),
    unfinished: await shownOf(older),
    ...(before === undefined && { workers_now: workersAt(sql, snapshot.at) }),
    next: newest.length > limit ? (campaigns.at(-1)?.newest ?? null) : null,
  };
}

/** @throws AppError `not_found`, also for one of a branch that is none of `branches` */
export async function readCampaign(
  id: string,
  seesPhones: boolean,
  branches: readonly string[] | null,
): Promise<AnswerOf<typeof readContract>> {
  const hub = await hubStore();
  const { sql } = hub;
  const tasks = campaignOfTask(sql, id);
  if (!tasks[0] || !mayWorkIn(branches, tasks[0].branch)) throw new AppError("not_found", "There is no such campaign.");
  const ids = tasks.map((one) => one.id);
  const old = new Set(
    statement<[string, string], string>(sql, OLD)
      .pluck()
      .all(...twice(ids)),
  );
  const snapshot = await readQueueSnapshot(hub, now().getTime());
  const results: Task["results"] = [];
  for (const task of ids) {
    await yieldToEventLoop(); // as above
    results.push(...resultsOf(sql, task, seesPhones, snapshot));
  }
  await yieldToEventLoop();
  const campaign = shown(sql, tasks, snapshot);
  await yieldToEventLoop();
  return { ...campaign, results: results.filter((result) => !old.has(result.id)) };
}

/** All tasks of the campaign that a task is part of, the first one first; none where there is no such task. */
export function campaignOfTask(sql: Database.Database, id: string): TaskRow[] {
  const task = statement<[string], TaskRow>(sql, `SELECT ${TASK} FROM queue_task WHERE id = ?`).get(id);
  return task ? tasksOf(sql, task) : [];
}

const UNFINISHED = (where: string) => `SELECT DISTINCT task_id FROM queue_item
  WHERE (status IN ('PENDING', 'IN_PROGRESS') OR (status = 'FAILED' AND last_code = '${UNCERTAIN}' AND created_at > ?)) AND ${where}
  ORDER BY task_id DESC LIMIT 100`;

/** The campaigns of which some waits, or may have arrived within the time in which somebody can do something about it, by their names. */
function unfinishedCampaigns(sql: Database.Database, branches: readonly string[] | null): [string, TaskRow[]][] {
  const { where, values } = ofBranches(branches);
  const since = new Date(now().getTime() - WAITS_FOR).toISOString();
  const ids = statement<string[], string>(sql, UNFINISHED(where))
    .pluck()
    .all(since, ...values);
  const found = new Map<string, TaskRow[]>();
  for (const id of ids) {
    const tasks = campaignOfTask(sql, id);
    if (tasks[0]) found.set(campaignOf(tasks[0]), tasks);
  }
  return [...found];
}

/** Read in steps: how many parts each of them has is not known before. */
function newestCampaigns(
  sql: Database.Database,
  wanted: number,
  before: string | undefined,
  branches: readonly string[] | null,
): { newest: string; tasks: TaskRow[] }[] {
  const { where, values } = ofBranches(branches);
  const text = `SELECT ${TASK} FROM queue_task WHERE id < ? AND ${where} ORDER BY id DESC LIMIT ?`;
  const found = new Map<string, { newest: string; tasks: TaskRow[] } | null>();
  const all = () => [...found.values()].filter((one) => one !== null);
  for (let until = before ?? AFTER_ALL; ; ) {
    const rows = statement<(string | number)[], TaskRow>(sql, text).all(until, ...values, wanted * 2);
    for (const row of rows) {
      const name = campaignOf(row);
      if (found.has(name)) continue;
      const tasks = tasksOf(sql, row);
      // One that went on since was among the newer ones.
      const isNewer = before !== undefined && tasks.some(({ id }) => id >= before);
      found.set(name, isNewer ? null : { newest: row.id, tasks });
    }
    const last = rows.at(-1);
    if (rows.length < wanted * 2 || !last || all().length >= wanted) return all().slice(0, wanted);
    until = last.id;
  }
}

function tasksOf(sql: Database.Database, task: TaskRow): TaskRow[] {
  if (campaignOf(task) === task.id) return [task];
  const text = `SELECT ${TASK} FROM queue_task WHERE date = ? AND branch = ? AND kind = 'birthday' ORDER BY id`;
  return statement<[string | null, string], TaskRow>(sql, text).all(task.date, task.branch);
}

const SENDERS = `SELECT worker, count(*) AS count FROM (SELECT ${WORKER_OF} AS worker FROM queue_item i WHERE i.${IN_TASKS} AND i.status = 'SENT')
  WHERE worker IS NOT NULL GROUP BY worker ORDER BY count DESC, worker`;

const TO = "SELECT name FROM queue_item WHERE task_id = ? ORDER BY position LIMIT 2";

/** The campaign that a task is part of, as people see it now. */
export async function campaignNow(hub: { sql: Database.Database; file: string }, id: string): Promise<Campaign> {
  const snapshot = await readQueueSnapshot(hub, now().getTime());
  return shown(hub.sql, campaignOfTask(hub.sql, id), snapshot);
}

/** A campaign as people see it, by its tasks. @param snapshot of the server's time */
function shown(sql: Database.Database, tasks: readonly TaskRow[], snapshot: QueueSnapshot): Campaign {
  const [first] = tasks;
  const last = tasks.at(-1);
  if (!first || !last) throw new Error("A campaign has a task.");
  const ids = tasks.map(({ id }) => id);
  const rows = countsOf(sql, ids);
  const counts: Record<ItemStatus, number> = { PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 };
  const unanswered = { ...counts };
  for (const row of rows) {
    counts[row.status] += row.count;
    unanswered[row.status] += row.unanswered;
  }
  const { next, held, howMany } = nextTryOf(sql, ids, snapshot);
  const { created_by, ...task } = first;
  const isStopped = stateOf(sql, pausesOf(sql), task.branch).cancelled;
  const isPaused = pausesOf(sql).ofCampaign(campaignOf(task)).cancelled;
  return {
    ...task,
    table_name: rows.find(({ table_name }) => table_name)?.table_name ?? "",
    ...(task.kind === "service" && { to: statement<[string], string>(sql, TO).pluck().all(task.id) as string[] }),
    created_by: userName(sql, created_by) ?? created_by,
    last_at: last.created_at,
    last_by: userName(sql, last.created_by) ?? last.created_by,
    state: campaignStateOf(counts, isStopped || isPaused),
    stopped: isStopped,
    counts,
    unanswered,
    sandbox: rows.reduce((sum, row) => sum + row.sandbox, 0),
    said_no: saidNoOf(rows),
    senders: counts.SENT > 0 ? statement<[string], { worker: string; count: number }>(sql, SENDERS).all(JSON.stringify(ids)) : [],
    ...arrivedOf(rows),
    ...next,
    ...howMany,
    reasons: reasonsOf(task.kind, isStopped || isPaused ? rows.filter(isNoHold) : rows, held, next, snapshot),
    obstacle: obstacleOf(sql, ids, snapshot.at),
    paused: pausedAlone(sql, first.id),
  };
}

/**
 * What is waited for and why messages failed, what waits for a person's decision first.
 * @param held those: they are told apart from what a number or a template keeps, whether their turn has come or not
 */
function reasonsOf(
  kind: TaskKind,
  rows: readonly CountRow[],
  held: readonly Pick<WaitingRow, "last_code" | "last_error">[],
  next: Told,
  snapshot: QueueSnapshot,
): Campaign["reasons"] {
  const reasons = new Map<string, Campaign["reasons"][number]>();
  const told = reasonIn(snapshot);
  if (held.length > 0) reasons.set("", { status: "PENDING", reason: MAY_HAVE_SAID_NO, count: held.length, undecided: true });
  for (const { status, reason: last_error, last_code, count, unanswered: doubts } of rows) {
    const isSame = (one: (typeof held)[number]) =>
      status === "PENDING" && one.last_error === last_error && isUndecided(one) === isUndecided({ last_code });
    const rest = count - held.filter(isSame).length;
    const text = told({ status, kind, last_code, last_error }, next);
    if (text === null || rest <= 0) continue;
    const reason = reasonOf(text).plain; // each has a trace of its own
    const name = `${status} ${reason}`;
    reasons.set(name, { status, reason, count: rest + (reasons.get(name)?.count ?? 0), ...(doubts > 0 && { unanswered: true }) });
  }
  return [...reasons.values()].sort((a, b) => Number(b.undecided ?? false) - Number(a.undecided ?? false) || b.count - a.count);
}

/** What a message waits for is no reason while somebody has stopped it. */
const isNoHold = ({ status, last_code }: CountRow) => status !== "PENDING" || last_code === UNDECIDED_CODE;

const isUndecided = ({ last_code }: { last_code: string | null }) => last_code === UNDECIDED_CODE;
