import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";

/** A job as everybody who is signed in may see it: how far it is, and nothing of whom it is about. */
export const job = z.object({
  id: z.string(),
  kind: z.string(),
  /** `hub` for the group's own store. */
  branch: z.string(),
  state: z.enum(["running", "done", "failed", "cancelled", "interrupted"]),
  done: z.number(),
  /** 0 while nobody knows how much it will be. */
  total: z.number(),
  error: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
});
export type Job = z.output<typeof job>;

const byId = z.strictObject({ id: z.uuid("There is no such job.") });

export const listJobs = endpoint({
  method: "GET",
  path: "/jobs",
  summary: "The newest 50 jobs (merges, imports, backups), those under way first.",
  permission: "signed-in",
  about: "none",
  answer: z.object({ jobs: z.array(job) }),
});

export const openJob = endpoint({
  method: "GET",
  path: "/jobs/{id}",
  summary: "One job with its answer, for those who may start such a job.",
  permission: "signed-in",
  about: "none",
  params: byId,
  answer: z.object({ job: job.extend({ answer: z.unknown() }) }),
});

export const cancelJob = endpoint({
  method: "POST",
  path: "/jobs/{id}/cancel",
  worksReadOnly: true,
  summary: "End a job half-way; what it had begun is undone. 409 when it has ended, or cannot be cancelled.",
  permission: "signed-in",
  about: "none",
  params: byId,
  answer: z.object({ ok: z.literal(true), message: z.string() }),
});

export const watchJob = fileEndpoint({
  method: "GET",
  path: "/jobs/{id}/stream",
  summary: "A job's progress as server-sent events: `data` with the job whenever it moves, and the event `done` at its end.",
  permission: "signed-in",
  about: "none",
  params: byId,
  gives: "text/event-stream; charset=utf-8",
});
