import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { itemStatus, taskKind, taskResult, unansweredIn } from "../contract";
import { howMany, nextTry } from "../next-try/contract";
import { obstacle, paused, workersNow } from "../obstacles/contract";

/**
 * Where a campaign stands (docs/design/open-screens.md 2.6.1): `PAUSED` while its sending is stopped; once none of its messages waits,
 * `STOPPED` when some were cancelled, `FAILED` when none went out, else `COMPLETED`.
 */
export const campaignState = z.enum(["SENDING", "PAUSED", "COMPLETED", "STOPPED", "FAILED"]);
export type CampaignState = z.output<typeof campaignState>;

const campaign = z.object({
  /** That of its first task. */
  id: z.string(),
  kind: taskKind,
  branch: z.string(),
  /** The birthday that it is for; null for whatever else is sent. */
  date: z.string().nullable(),
  /** Of a menu. */
  table_name: z.string(),
  /** The first guests of a letter, of which a branch writes many. Servers of older versions do not say. */
  to: z.array(z.string()).optional(),
  created_at: z.string(),
  /** The name of whoever queued it first. */
  created_by: z.string(),
  /** When its newest part was queued, and by whom: the same again where there is one alone. Servers of older versions do not say. */
  last_at: z.string().optional(),
  last_by: z.string().optional(),
  state: campaignState,
  /** The sending of its branch, or of the whole group, is stopped. Servers of older versions do not say. */
  stopped: z.boolean().optional(),
  /** Each guest once: of those who were written to anew after a cancelling, their newest message. */
  counts: z.record(itemStatus, z.number()),
  /** Of the counts, how many nobody has answered. Servers of older versions do not say. */
  unanswered: unansweredIn.optional(),
  /** Of those sent, how many a worker with the sandbox took: no guest got them. Servers of older versions do not say. */
  sandbox: z.number().optional(),
  /** Of those that failed, how many did not go because the guest has said no. Servers of older versions do not say. */
  said_no: z.number().optional(),
  /** Who has sent how many, whoever has most first. Servers of older versions do not say. */
  senders: z.array(z.object({ worker: z.string(), count: z.number() })).optional(),
  /** How many of those sent have arrived, those that were read included; of those read, those that were replied to. */
  delivered: z.number(),
  read: z.number(),
  /** How many guests wrote back within a week, other than to say no. */
  replied: z.number(),
  /** When the first of those that wait is tried, where none may go before; null otherwise. */
  next_try: z.string().nullable(),
  ends: nextTry.shape.ends,
  too_late: nextTry.shape.too_late,
  in_vain: nextTry.shape.in_vain,
  waits_for: nextTry.shape.waits_for,
  ...howMany.shape,
  /** What is waited for and why messages failed: each sentence with how many it is true of, the most frequent first. */
  reasons: z.array(
    z.object({
      status: itemStatus,
      reason: z.string(),
      count: z.number(),
      unanswered: z.boolean().optional(),
      undecided: z.boolean().optional(),
    }),
  ),
  /** What keeps all that waits from going out until somebody mends it. Servers of older versions say nothing. */
  obstacle: obstacle.nullish(),
  /** Who has paused it alone, and when; null where nobody has. Servers of older versions say nothing, and pause none alone. */
  paused: paused.nullish(),
});
export type Campaign = z.output<typeof campaign>;

const readCall = { method: "GET", permission: "signed-in", about: "none" } as const;

export const listCampaigns = endpoint({
  ...readCall,
  path: "/queue/campaigns",
  summary: "What was queued, the newest first: a date's birthdays of a branch, a table's menu, or a letter of Customer Service.",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(50).default(10),
    /** What the last answer named as `next`. */
    before: z.uuid("This is none of the answers' `next`.").optional(),
  }),
  answer: z.object({
    campaigns: z.array(campaign),
    /** With the newest ones: older ones of which some waits, or may have arrived within the last week. They stand in their own page too. */
    unfinished: z.array(campaign).optional(),
    /** With the newest ones: how the workers stand as their obstacles say it. */
    workers_now: workersNow.optional(),
    /** Where the older ones begin; null when there are none. */
    next: z.string().nullable(),
  }),
});

export const readCampaign = endpoint({
  ...readCall,
  path: "/queue/campaigns/{id}",
  summary: "One of them, with a result for each of its messages.",
  params: z.strictObject({ id: z.uuid("There is no such campaign.") }),
  answer: campaign.extend({ results: z.array(taskResult) }),
});

/** Of the branch that is asked for, as the calls that stop all its sending. */
const changeCall = {
  method: "POST",
  permission: "signed-in",
  about: "any",
  params: z.strictObject({ id: z.uuid("There is no such campaign.") }),
} as const;

export const pauseCampaign = endpoint({
  ...changeCall,
  path: "/queue/campaigns/{id}/pause",
  worksReadOnly: true,
  summary: "Stop sending of one campaign until somebody resumes it; the others go on. What waits stays in the queue.",
  answer: campaign,
});

export const resumeCampaign = endpoint({
  ...changeCall,
  path: "/queue/campaigns/{id}/resume",
  summary: "Resume one campaign that was paused by itself. What its branch, or the whole group, has stopped stays stopped.",
  answer: campaign,
});

export const cancelCampaign = endpoint({
  ...changeCall,
  path: "/queue/campaigns/{id}/cancel",
  worksReadOnly: true,
  summary: "Cancel every message of one campaign that has not been handed to WhatsApp; the others go on.",
  answer: campaign.extend({
    cancelled_items: z.number(),
    /** Already handed to WhatsApp: whether they arrived is still to be heard. */
    still_sending: z.number(),
    detail: z.string(),
  }),
});
