import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { calendarDate } from "../../calendar-date";
import { isBranchKey } from "../../known-branches";
import { nextTry } from "../next-try/contract";

/** What retrying makes of a message. */
export const retrying = z.object({
  /** Whether retrying sends it again: not to a guest who said no, and not what may have arrived where it would be a second one. */
  can_retry: z.boolean(),
  /** It may have arrived, so that retrying leaves it: whoever accepts that it may arrive twice sends it by itself. */
  in_doubt: z.boolean(),
  /** Of a failed one that retrying leaves, or that would fail again: a sentence; null for any other. */
  left_because: z.string().nullable(),
});
export type Retrying = z.output<typeof retrying>;

export const failedSend = retrying.extend({
  id: z.string(),
  name: z.string(),
  phone: z.string(),
  error: z.string(),
  /** It was handed over and nobody has answered: it may have arrived. Servers of older versions do not say. */
  unanswered: z.boolean().optional(),
  /** Whose campaign it is of. Servers of older versions do not say, nor the date. */
  branch: z.string().optional(),
  /** The birthday: of the campaign, or, where it names none, the day on which it was queued. */
  date: z.string().optional(),
});
export type FailedSend = z.output<typeof failedSend>;

export const failedAll = endpoint({
  method: "GET",
  path: "/birthdays/failed-all",
  summary: "The birthday messages of the last week that failed, each with the reason.",
  permission: "nav_birthdays",
  about: "none",
  answer: z.object({ failed: z.array(failedSend) }),
});

export const retryAll = endpoint({
  method: "POST",
  path: "/birthdays/retry-all",
  summary:
    "Send today's failed birthdays of the last week again, but for guests who said no; what may have arrived goes only as the very same message, or not at all.",
  permission: { all: ["nav_birthdays", "send_all"] },
  about: "none",
  body: z
    .strictObject({
      /** Of one campaign alone: of this date, and of this branch. */
      date: calendarDate.optional(),
      branch: z.string().refine(isBranchKey, "There is no such branch. Choose one of the list. Nothing was sent again.").optional(),
      /** Also where today is not the birthday. */
      another_day: z.boolean().optional(),
    })
    .optional(),
  answer: z.object({
    message: z.string(),
    retried: z.number(),
    task_id: z.string().nullable(),
    /** How many were left because today is not the birthday. Servers of older versions send those too, and say nothing. */
    another_day: z.number().optional(),
    /** When the first of those retried goes, where none may go now. Servers of older versions do not say. */
    next: nextTry.optional(),
    /** Of those retried, how many wait until somebody decides what their guest meant. Servers of older versions do not say. */
    held: z.number().optional(),
  }),
});

export const sendDespiteDoubt = endpoint({
  method: "POST",
  path: "/queue/messages/{id}/send-despite-doubt",
  summary:
    "Send a failed message again that may have arrived: the caller accepts that it may arrive twice. Needs the rights of queueing it.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({ id: z.uuid("There is no such message.") }),
  /** `sent` false: it stays as it is, and the message says why. `held`: it is in the queue, and waits for what the message says. */
  answer: z.object({ sent: z.boolean(), held: z.boolean().optional(), message: z.string() }),
});

export const sayArrived = endpoint({
  method: "POST",
  path: "/queue/messages/{id}/arrived",
  summary: "Settle a message of which nobody heard whether it arrived: it did, as the caller knows. Needs the rights of queueing it.",
  permission: "signed-in",
  about: "none",
  params: z.strictObject({ id: z.uuid("There is no such message.") }),
  /** `settled` false: it stays as it is, and the message says why. */
  answer: z.object({ settled: z.boolean(), message: z.string() }),
});
