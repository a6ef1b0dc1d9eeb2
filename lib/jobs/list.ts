import type { AnswerOf } from "../api/endpoint";
import { type Caller, holds, mayWorkIn } from "../caller";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { withMaskedGuests } from "../masked-guests";
import { processWide } from "../process-wide";
import type { Job, openJob as openContract } from "./contract";
import { isJobKind, JOB_RULES } from "./kinds";

/** A job of this process: its progress is newer than the hub's, and only here can it be cancelled. */
export interface RunningJob {
  done: number;
  total: number;
  cancel: AbortController;
  /** Nobody ends it half-way any more. */
  goesOn?: true;
  /** Settles when the hub knows how the job ended. */
  ended: Promise<unknown>;
  watchers: Set<() => void>;
}

export const runningJobs = () => processWide("running jobs", () => new Map<string, RunningJob>());

const COLUMNS = "id, kind, branch, state, done, total, error, started_at, ended_at";

/** The newest jobs, those under way first. @param branches whose; null for every branch's */
export async function listJobs(branches: readonly string[] | null): Promise<Job[]> {
  const { sql } = await hubStore();
  const theirs = branches === null ? "" : "WHERE branch IN (SELECT value FROM json_each(?))";
  const rows = sql
    .prepare<string[], Job>(`SELECT ${COLUMNS} FROM job ${theirs} ORDER BY active_lane IS NULL, started_at DESC LIMIT 50`)
    .all(...(branches === null ? [] : [JSON.stringify(branches)]));
  return rows.map(withProgress);
}

/** @throws AppError `not_found`, also for a job of a branch that the caller may not see, and `forbidden` for those who may not start such a job */
export async function openJob(id: string, caller: Caller): Promise<AnswerOf<typeof openContract>["job"]> {
  const { sql } = await hubStore();
  const row = sql.prepare<[string], Job & { answer: string | null }>(`SELECT ${COLUMNS}, answer FROM job WHERE id = ?`).get(id);
  if (!row || !isJobKind(row.kind) || !mayWorkIn(caller.branches, row.branch)) throw new AppError("not_found", "There is no such job.");
  caller.requirePermission(JOB_RULES[row.kind].permission);
  const answer: unknown = row.answer === null ? null : JSON.parse(row.answer);
  return { ...withProgress(row), answer: holds(caller, "see_all_phones") ? answer : withMaskedGuests(answer, env().DEFAULT_COUNTRY_CODE) };
}

function withProgress<Row extends Job>(row: Row): Row {
  const running = runningJobs().get(row.id);
  return running && row.state === "running" ? { ...row, done: running.done, total: running.total } : row;
}

/** How often a job is looked at that another process runs, in milliseconds. */
const LOOK = 1_000;

/**
 * A job's progress as server-sent events. It is a view: who closes it stops nothing, and who opens it again goes on where
 * the job is.
 * @param signal ends the stream when the caller goes away
 */
export function streamJob(id: string, signal: AbortSignal, caller: Caller): ReadableStream<Uint8Array> {
  const text = new TextEncoder();
  return new ReadableStream({
    async start(controller) {
      for (let last = ""; !signal.aborted; ) {
        const job = await openJob(id, caller);
        const data = JSON.stringify(job);
        const isOver = job.state !== "running";
        if (data !== last) controller.enqueue(text.encode(`${isOver ? "event: done\n" : ""}data: ${data}\n\n`));
        last = data;
        if (isOver) break;
        await nextMove(id, signal);
      }
      controller.close();
    },
  });
}

/** Resolves when the job has moved, when it is time to look again, or when nobody listens any more. */
export function nextMove(id: string, signal: AbortSignal): Promise<void> {
  const job = runningJobs().get(id);
  return new Promise((resolve) => {
    const timer = setTimeout(go, LOOK);
    function go() {
      clearTimeout(timer);
      job?.watchers.delete(go);
      signal.removeEventListener("abort", go);
      resolve();
    }
    job?.watchers.add(go);
    signal.addEventListener("abort", go, { once: true });
  });
}
