import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { calendarDate } from "../../calendar-date";
import { itemStatus, sending, taskStatus } from "../contract";
import { forecast } from "../forecast/contract";
import { howMany, nextTry } from "../next-try/contract";
import { obstacle, paused, workersNow } from "../obstacles/contract";
import { failedSend } from "../retry-by-hand/contract";
import { shownTemplate } from "../templates/contract";

/** Somebody who celebrates, and where their birthday message stands. */
const campaignGuest = sending.extend({
  id: z.string(),
  name: z.string(),
  /** The number that the message goes to: digits with the country code. Empty for somebody whom no number reaches. */
  phone: z.string(),
  /** The same as people read it. */
  shown_phone: z.string(),
  branch: z.string(),
  /** The path of the voucher that goes along; empty where there is none that counts. */
  voucher: z.string(),
  /** Where the message stands. `ready`, `no_voucher` (none has been made yet) and `left_out` have none. */
  state: z.enum(["ready", "no_voucher", "left_out", ...itemStatus.options]),
  /** Whether sending the campaign now would write to the guest. */
  sendable: z.boolean(),
  /** Why the guest is left out, what is waited for, or why the message failed: a sentence; null where there is nothing to say. */
  reason: z.string().nullable(),
  /** The same in two words, of whoever is left out. */
  why: z.string().nullable(),
  /** The approved template would go to them, filled in with their name. Servers of older versions do not say. */
  by_template: z.boolean().optional(),
  /** The message's id, as the task's results have it. */
  item: z.string().nullable(),
});
export type CampaignGuest = z.output<typeof campaignGuest>;

/** A part of the campaign, dealt to one worker. */
const campaignTask = z.object({
  id: z.string(),
  status: taskStatus,
  total: z.number(),
  sent: z.number(),
  failed: z.number(),
  cancelled: z.number(),
  /** The id of the worker to whom it was dealt; null where none was online. */
  worker: z.string().nullable(),
});
export type CampaignTask = z.output<typeof campaignTask>;

export const openCampaign = endpoint({
  method: "GET",
  path: "/birthdays/campaign",
  summary: "Where a date's birthday messages stand: of each guest, of each task, and who would be left out, with the reason.",
  permission: "nav_birthdays",
  query: z.object({ date: calendarDate }),
  answer: z.object({
    /** In the order of the search. */
    guests: z.array(campaignGuest),
    /** What failed of it, the newest first, with what a retry makes of each. Servers of older versions say nothing. */
    failed: z.array(failedSend).optional(),
    /**
     * What came of it, as Whatsapp Live Queue counts: all that went to guests, also to those who have left the list since; and how many
     * vouchers of the date's `guests` were redeemed. Servers of older versions do not say.
     */
    came: z.object({ sent: z.number(), delivered: z.number(), read: z.number(), replied: z.number(), redeemed: z.number() }).optional(),
    /** In the order in which they were queued. */
    tasks: z.array(campaignTask),
    /** How many of the campaign's messages each worker has sent, and how many of those to the sandbox: no guest got them. */
    workers: z.array(z.object({ id: z.string(), sent: z.number(), sandbox: z.number().optional() })),
    /** When the quiet hours end in which nobody is written to; null outside of them. */
    quiet_until: z.string().nullable(),
    ...nextTry.shape,
    ...howMany.shape,
    /** How many of those who can be written to get it today; null where that is over, or nobody is left. Servers of older versions do not say. */
    forecast: forecast.nullish(),
    /** By which a number of the official API writes to guests; null or missing where it is not needed, or none is named. */
    template: shownTemplate.nullish(),
    /** What keeps all that waits from going out until somebody mends it. Servers of older versions say nothing. */
    obstacle: obstacle.nullish(),
    workers_now: workersNow.optional(),
    /** Who has paused it alone, and when; null where nobody has. Servers of older versions say nothing. */
    paused: paused.nullish(),
    /** The names of some who may send it, for a caller who may not. Servers of older versions say nothing. */
    who_may_send: z.array(z.string()).optional(),
  }),
});
export type Campaign = z.output<typeof openCampaign.answer>;
