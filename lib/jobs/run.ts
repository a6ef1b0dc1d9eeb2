import { v7 as uuid } from "uuid";
import type { AnswerOf } from "../api/endpoint";
import type { Caller } from "../caller";
import { now, timestamp } from "../clock";
import { bySystem, stepOf, type WriteBy } from "../db/actor";
import type { BulkWatch } from "../db/bulk-steps";
import type { Owner } from "../db/files";
import { hubStore } from "../db/find-store";
import { statement } from "../db/statements";
import { AppError, isAppError } from "../errors";
import { log } from "../log";
import type { cancelJob as cancelContract } from "./contract";
import { cancelledText, INTERRUPTED, isJobKind, JOB_RULES, type JobKind, type JobRules } from "./kinds";
import { openJob, type RunningJob, runningJobs } from "./list";

/** How often a job's progress is written to the hub, in milliseconds. */
const WRITE_EVERY = 5_000;
/** How long the hub remembers jobs that have ended, in milliseconds. */
const REMEMBERED = 30 * 24 * 3_600_000;

/** What the work of a job is given. */
export interface JobHandle extends BulkWatch {
  id: string;
  /** From now on nobody ends it half-way: it goes on to its end, at the next start too. */
  goesOn: () => void;
}

/**
 * Runs long work as a job: at most one of its lane for each branch, with progress, cancelling, and a state in the hub
 * that outlives a restart. The call that started it still answers when the work is done.
 * @param alsoEndedBy a further signal that cancels it, such as that of a caller who went away
 * @throws AppError `already_running`, `cancelled`, and whatever the work throws
 */
export async function runJob<Answer>(
  kind: JobKind,
  owner: Owner,
  by: WriteBy,
  work: (job: JobHandle) => Promise<Answer>,
  alsoEndedBy?: AbortSignal,
): Promise<Answer> {
  const id = await beginJob(kind, owner, by);
  const running: RunningJob = { done: 0, total: 0, cancel: new AbortController(), ended: Promise.resolve(), watchers: new Set() };
  runningJobs().set(id, running);
  const writing = setInterval(() => void writeProgress(id, running), WRITE_EVERY).unref();
  const signal = alsoEndedBy ? AbortSignal.any([running.cancel.signal, alsoEndedBy]) : running.cancel.signal;
  const goesOn = () => {
    running.goesOn = true;
  };
  const result = workOn(kind, work, { id, signal, goesOn, progress: (done, total) => move(running, done, total) });
  running.ended = result
    .then(
      (answer) => {
        move(running, running.total, running.total); // the last steps are told too seldom to be seen
        return endJob(id, running, { state: "done", answer: JSON.stringify(answer ?? null) });
      },
      (error: unknown) => endJob(id, running, failureOf(error)),
    )
    .finally(() => {
      clearInterval(writing);
      runningJobs().delete(id);
      for (const watcher of [...running.watchers]) watcher();
    });
  await running.ended;
  return result;
}

async function workOn<Answer>(kind: JobKind, work: (job: JobHandle) => Promise<Answer>, job: JobHandle): Promise<Answer> {
  try {
    return await work(job);
  } catch (error) {
    if (job.signal?.aborted && !isAppError(error)) throw new AppError("cancelled", cancelledText(kind), { cause: error });
    throw error;
  }
}

function move(running: RunningJob, done: number, total: number): void {
  running.done = done;
  running.total = total;
  for (const watcher of [...running.watchers]) watcher();
}

async function beginJob(kind: JobKind, owner: Owner, by: WriteBy): Promise<string> {
  const { lane, alreadyRunning } = JOB_RULES[kind];
  const active_lane = `${lane} ${owner}`;
  const hub = await hubStore();
  return hub.write(stepOf(by), async (tx) => {
    const before = await tx.job.findUnique({ where: { active_lane } });
    if (before) throw new AppError("already_running", alreadyRunning, { retryAfter: 5 });
    refuseBeside(kind, await tx.job.findMany({ where: { active_lane: { not: null } }, select: { kind: true } }));
    await tx.job.deleteMany({ where: { active_lane: null, started_at: { lt: ago(REMEMBERED) } } });
    const id = uuid();
    const at = timestamp();
    const { kind: actor_kind, id: actor_id } = by.actor;
    await tx.job.create({
      data: {
        id,
        kind,
        branch: owner,
        active_lane,
        state: "running",
        actor_kind,
        actor_id,
        request_id: by.request_id,
        started_at: at,
      },
    });
    return { answer: id, happened: [] };
  });
}

/** In the transaction that begins it: of two that start at once, one hears of the other. */
function refuseBeside(kind: JobKind, active: readonly { kind: string }[]): void {
  const rules: JobRules = JOB_RULES[kind];
  if (rules.isAlone && active.length > 0) throw new AppError("already_running", rules.isAlone.besideOthers, { retryAfter: 5 });
  for (const other of active) {
    const theirs: JobRules | null = isJobKind(other.kind) ? JOB_RULES[other.kind] : null;
    if (theirs?.isAlone) throw new AppError("already_running", theirs.isAlone.forOthers, { retryAfter: 5 });
  }
}

const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds).toISOString();

const interrupted = () => ({
  state: "interrupted",
  active_lane: null,
  error_code: "interrupted",
  error: INTERRUPTED,
  ended_at: timestamp(),
});

/** Nothing depends on it; the next one comes in a moment. */
async function writeProgress(id: string, { done, total }: RunningJob): Promise<void> {
  try {
    const hub = await hubStore();
    await hub.write(bySystem("jobs"), async (tx) => {
      await tx.job.updateMany({ where: { id, state: "running" }, data: { done, total } });
      return { answer: undefined, happened: [] };
    });
  } catch (error) {
    log().warn({ err: error }, "a job's progress was not written");
  }
}

type Ending = { state: "done"; answer: string } | { state: "failed" | "cancelled"; error_code: string; error: string };

function failureOf(error: unknown): Ending {
  if (!isAppError(error)) return { state: "failed", error_code: "internal", error: "Something went wrong on the server." };
  return { state: error.code === "cancelled" ? "cancelled" : "failed", error_code: error.code, error: error.message };
}

/** The work is done, or has failed, by now: a hub that is busy or full must change nothing of that. */
async function endJob(id: string, { done, total }: RunningJob, ending: Ending): Promise<void> {
  try {
    const hub = await hubStore();
    await hub.write(bySystem("jobs"), async (tx) => {
      await tx.job.update({
        where: { id },
        data: { ...ending, done, total, active_lane: null, ended_at: timestamp() },
      });
      return { answer: undefined, happened: [] };
    });
  } catch (error) {
    log().error({ err: error }, "a job's end was not written");
  }
}

/** For whoever has just locked the data folder: whatever another process ran there is over. */
export async function endInterruptedJobs(): Promise<void> {
  const hub = await hubStore();
  const dead = { active_lane: { not: null } };
  if (!statement<[], { id: string }>(hub.sql, "SELECT id FROM job WHERE active_lane IS NOT NULL LIMIT 1").get()) return;
  await hub.write(bySystem("start"), async (tx) => {
    await tx.job.updateMany({ where: dead, data: interrupted() });
    return { answer: undefined, happened: [] };
  });
}

/** @throws AppError `not_found`, `forbidden`, `conflict` for a job that has ended, runs elsewhere or cannot be cancelled */
export async function cancelJob(id: string, caller: Caller, by: WriteBy): Promise<AnswerOf<typeof cancelContract>> {
  const job = await openJob(id, caller);
  const running = runningJobs().get(id);
  if (job.state !== "running" || !running) throw new AppError("conflict", "This job has ended already.");
  if (!isJobKind(job.kind) || !JOB_RULES[job.kind].canCancel) {
    throw new AppError("conflict", "This job cannot be cancelled: it is over in a moment, and safe to run again.");
  }
  if (running.goesOn) throw new AppError("conflict", "This job has begun, and goes on to its end by itself.");
  running.cancel.abort();
  await running.ended;
  return noteCancelled(id, { ok: true, message: cancelledText(job.kind) }, by);
}

/** Who ended it half-way; one that was done in the same moment was not. */
async function noteCancelled<Answer>(id: string, answer: Answer, by: WriteBy): Promise<Answer> {
  const hub = await hubStore();
  return hub.write(by, async (tx) => {
    const job = await tx.job.findUnique({ where: { id }, select: { kind: true, branch: true, state: true } });
    if (job?.state !== "cancelled") return { answer, happened: [] };
    return { answer, happened: [{ kind: "job.cancelled", subjects: [id], payload: { job: job.kind, branch: job.branch } }] };
  });
}
