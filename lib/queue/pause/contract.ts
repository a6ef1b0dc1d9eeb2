import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { switchOfBody, switchText } from "../../switch-fields";
import { nextTry } from "../next-try/contract";

/** Whether sending is stopped, and who stopped it. */
const cancelState = z.object({
  cancelled: z.boolean(),
  by: z.string().nullable(),
  at: z.string().nullable(),
  /** The branch that was asked for; null for the whole group. */
  branch: z.string().nullable().default(null),
  /** Whether the whole group is stopped, and this branch with it: then only holders of everything resume it. */
  whole_group: z.boolean().default(false),
});
export type CancelState = z.output<typeof cancelState>;

/** Each acts on what the branch that is asked for has queued. */
const cancelCall = { permission: "signed-in", about: "any" } as const;

/** On the whole group in place of a branch: said each time, and for those alone who may do everything in every branch. */
const wholeGroup = z.strictObject({ whole_group: switchOfBody.default(false) }).optional();

export const cancelSending = endpoint({
  ...cancelCall,
  method: "POST",
  path: "/cancel-sending",
  worksWhereClosed: true,
  summary: "Stop sending of a branch, or of the whole group, until somebody resumes it. What waits stays in the queue.",
  body: wholeGroup,
  answer: cancelState,
});

export const cancelAll = endpoint({
  ...cancelCall,
  method: "POST",
  path: "/queue/cancel-all",
  worksWhereClosed: true,
  summary: "Stop sending of a branch, or of the whole group, and cancel every message of it that has not been handed to WhatsApp.",
  body: wholeGroup,
  answer: cancelState.extend({
    cancelled_items: z.number(),
    /** Already handed to WhatsApp: whether they arrived is still to be heard. */
    still_sending: z.number(),
    detail: z.string(),
  }),
});

export const resetCancel = endpoint({
  ...cancelCall,
  method: "POST",
  path: "/reset-cancel",
  worksWhereClosed: true,
  summary: "Resume sending of a branch, or of the whole group with all its branches. What was cancelled stays cancelled.",
  body: wholeGroup,
  answer: cancelState.extend({
    /** When the first of its messages goes on, where none may go now, and how many nothing can send in time any more. Servers of older versions do not say. */
    next: nextTry.optional(),
    misses: z.number().optional(),
  }),
});

export const cancelStatus = endpoint({
  ...cancelCall,
  method: "GET",
  path: "/cancel-status",
  summary: "Whether sending of a branch is stopped, by itself or with the whole group, and how many of its messages wait.",
  query: z.object({ whole_group: switchText(false) }),
  answer: cancelState.extend({
    /** What a cancel is about. Servers of older versions say nothing. */
    waiting: z.number().nullish(),
    /** Under way and not among them: handed to WhatsApp already. Servers of older versions count them among those that wait. */
    handed_over: z.number().optional(),
    /** All branches of the caller that are stopped by themselves, whichever was asked for. Servers of older versions say nothing. */
    stopped: z.array(z.string()).optional(),
  }),
});
