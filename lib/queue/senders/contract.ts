import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { obstacle, obstaclesOfKinds } from "../obstacles/contract";

const worker = z.object({
  id: z.string(),
  name: z.string(),
  /** It has not missed two heartbeats. */
  online: z.boolean(),
  /** It is online, linked, and its number does not rest. */
  can_send: z.boolean(),
  /** It can, or would once somebody has started or linked it, or lets its number send again. Servers of older versions do not say. */
  could_send: z.boolean().optional(),
  last_seen: z.string(),
  branch: z.string(),
  transport: z.string(),
  /** The number that it sends from, masked; empty while it has none. */
  account: z.string(),
  /** What stands against sending, in a sentence; null for one that can send. */
  problem: z.string().nullable(),
  /** WhatsApp's refusals have stopped its number, for a while or until somebody resumes it. */
  is_stopped: z.boolean(),
  /** The names of some who may let it send again. Servers of older versions do not say. */
  resumed_by: z.array(z.string()).optional(),
  /** How its phone stands, for one that sends by a linked phone. */
  link: z.enum(["connecting", "pairing", "connected", "logged_out", "replaced", "banned", "refused"]).nullable(),
  /** How many new conversations WhatsApp lets its number begin, how many it has begun, and until when that counts; where it says so. */
  quota: z.object({ total: z.number(), used: z.number(), until: z.string().nullable() }).nullable(),
  /** WhatsApp lets its number begin no new conversations until then (ISO 8601). */
  locked_until: z.string().nullable(),
  /** By what a phone is linked to it now: a QR code as SVG, or eight letters. Null for those who may not send. */
  pairing: z.object({ svg: z.string().nullable(), code: z.string().nullable() }).nullable(),
  /**
   * How many messages its number has begun in the last 24 hours of how many, and on which day of its warm-up; of the official API how
   * many guests all its numbers have written to, as Meta counts them. Null where our limits name none.
   */
  day: z.object({ begun: z.number(), cap: z.number(), warm_up_day: z.number().nullable() }).nullable(),
  /** Its number has begun as many messages within an hour as it may, and sends again then (ISO 8601). Servers of older versions do not say. */
  hour_full_until: z.string().nullable().optional(),
  /** The version and the commit that it was built from; servers of older versions say nothing of it. */
  build: z.string().optional(),
  /** How that stands to the server's: of another commit it may lack something, of another protocol it gets no messages. */
  build_is: z.enum(["same", "other_commit", "other_protocol"]).optional(),
  /** Messages by how they stand now, each once. */
  sent: z.number(),
  /** Without those that nobody has answered. */
  failed: z.number(),
  /** Handed over, and nobody has answered: they may have arrived. Servers of older versions count them as failed. */
  unanswered: z.number().optional(),
  /** Of those sent, how many went to the sandbox: no guest got them. Servers of older versions do not say. */
  sandbox: z.number().optional(),
});
export type WorkerShown = z.output<typeof worker>;

const workersCall = {
  method: "GET",
  permission: "signed-in",
  about: "none",
  answer: z.object({
    workers: z.array(worker),
    /** Why none of them sends; null where one does. */
    obstacle: obstacle.nullish(),
    of_kinds: obstaclesOfKinds,
    /** What the official numbers among them cannot begin for want of a template, each with its `kind`. Servers of older versions say nothing. */
    no_template: z.array(obstacle).optional(),
    /** The version and the commit that the server was built from. */
    build: z.string().optional(),
  }),
} as const;

export const listWorkers = endpoint({
  ...workersCall,
  path: "/workers",
  summary: "The worker PCs that have been heard of, those online first.",
});

export const listQueueWorkers = endpoint({ ...workersCall, path: "/queue/workers", summary: "The same as /workers." });

export const resumeSender = endpoint({
  method: "POST",
  path: "/queue/workers/{id}/resume",
  summary: "Let the number of a worker send again that WhatsApp's refusals had stopped: somebody has seen to it.",
  permission: "user_create",
  about: "group",
  params: z.strictObject({ id: z.string().regex(/^[\w.-]{1,64}$/, "There is no such worker.") }),
  answer: z.object({ resumed: z.boolean() }),
});
