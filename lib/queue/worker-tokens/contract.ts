import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { switchOfBody } from "../../switch-fields";
import { SENDS_EVERY_KIND } from "../who-may-send";

/** The tokens by which worker PCs call: each is one worker's, shown once, and may be taken back. */

const shared = { permission: "user_create", about: "none" } as const;

const token = z.object({
  id: z.string(),
  worker: z.string(),
  /** ISO 8601. */
  made_at: z.string(),
  made_by: z.string(),
  /** Null for one that holds. */
  revoked_at: z.string().nullable(),
  revoked_by: z.string().nullable(),
});
export type WorkerTokenShown = z.output<typeof token>;

export const listWorkerTokens = endpoint({
  ...shared,
  method: "GET",
  path: "/worker-tokens",
  summary: "The tokens of worker PCs, those that hold first; never the tokens themselves.",
  answer: z.object({
    tokens: z.array(token),
    /** Whether the settings have a token (`WORKER_TOKEN`) for workers that were never given one of their own. */
    shared: z.boolean(),
  }),
});

export const issueWorkerToken = endpoint({
  method: "POST",
  path: "/worker-tokens",
  // One that is at work is taken over by those who may do everything alone.
  summary: "Make a token for a worker. Its older one, and the shared one, count for this worker no more.",
  permission: { all: ["user_create", ...SENDS_EVERY_KIND] },
  about: "group",
  answersSecret: true,
  body: z.strictObject({
    worker: z
      .string()
      .trim()
      .regex(/^[\w.-]{1,60}$/, "A worker's name has letters, digits, dots, dashes and underscores, at most 60."),
    /** The worker of this name is at work, and shall stop: without this a token for it is refused (409). */
    take_over: switchOfBody.default(false),
  }),
  answer: z.object({
    id: z.string(),
    worker: z.string(),
    /** Told this once, and kept nowhere. */
    token: z.string(),
  }),
});

export const revokeWorkerToken = endpoint({
  ...shared,
  about: "group",
  method: "POST",
  path: "/worker-tokens/{id}/revoke",
  worksReadOnly: true,
  summary: "Take a token back: its worker is refused at its next call, and what it had not begun goes to others.",
  params: z.strictObject({ id: z.uuid("There is no such token.") }),
  answer: z.object({
    /** False for one that had been taken back before. */
    revoked: z.boolean(),
    /** Messages that it held and had not begun. */
    given_back: z.number(),
    /** Messages that it had begun: whether they went out is still to be heard. */
    in_doubt: z.number(),
  }),
});
