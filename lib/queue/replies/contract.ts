import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { enqueueAnswer, taskKind, taskResult, text } from "../contract";
import { nextTry } from "../next-try/contract";
import { MAY_ENQUEUE, SEES_PHONES } from "../who-may-send";
import { reply } from "./reply";

/** Whoever may write to a branch's guests reads what they answer. */
const asked = { permission: SEES_PHONES, about: "none" } as const;

const guestReply = reply.extend({
  /** The guest, as the message that they answer named them; of who wrote first, as any message did, or empty. */
  name: z.string(),
  phone: z.string(),
  /** With the country code. */
  digits: z.string(),
  /** That of the message; of who wrote first the one that wrote to them last, or empty: those alone read it who work in every branch. */
  branch: z.string(),
  /** Of the message that they answer; absent for who wrote first. */
  kind: taskKind.optional(),
  /** Of who wrote first, and whom no branch had written to: the one that has since; empty where none has. Servers of older versions do not say. */
  written_since: z.string().optional(),
});
export type GuestReply = z.output<typeof guestReply>;

/** A letter that was written beside what a guest had written. */
const guestAnswer = taskResult.omit({ replies: true, in_doubt: true }).extend({
  digits: z.string(),
  text: z.string(),
  /** When it was queued (ISO 8601), and by whom. */
  at: z.string(),
  by: z.string(),
  /** When it goes on, and what it waits for, as of a message that waits. */
  ...nextTry.pick({ next_try: true, waits_for: true }).shape,
});
export type GuestAnswer = z.output<typeof guestAnswer>;

/** Whether free words reach a guest by the number that they wrote to last. */
const freeWords = z.object({
  digits: z.string(),
  now: z.boolean(),
  /** An official number takes them until then (ISO 8601): a day after the guest wrote. Null for a linked phone, which takes them at any time. */
  until: z.string().nullable(),
});
export type FreeWords = z.output<typeof freeWords>;

/** A guest who wrote what sounds like a no, on which nobody has decided: nothing goes to them. */
const undecided = guestReply.pick({ name: true, phone: true, digits: true, branch: true }).extend({
  /** When they wrote it last (ISO 8601); the words themselves are among the replies for a week. */
  since: z.string(),
});

/** More than anybody reads at once. */
export const MOST_LISTED = 500;

export const listReplies = endpoint({
  ...asked,
  method: "GET",
  path: "/queue/replies",
  summary:
    "What guests of one's branches wrote within the last week, the newest 500 first, how it was answered, and who of them may have said no.",
  answer: z.object({
    /** Who may have said no waits here until somebody decides, however long ago it was; who wrote first comes first. */
    undecided: z.array(undecided).optional(),
    /** Who said no by one of the words, or to WhatsApp, within the last week: nothing goes to them, and there is nothing to decide. */
    said_no: z.array(undecided).optional(),
    replies: z.array(guestReply),
    /** The letters that answer them. Servers of older versions say nothing of these, and take none. */
    answers: z.array(guestAnswer).optional(),
    /** Of each of these guests. */
    free: z.array(freeWords).optional(),
    /** How many of all of them nobody has dealt with. */
    unread: z.number(),
  }),
});

const ids = z.array(z.uuid()).min(1).max(MOST_LISTED);

export const seeReplies = endpoint({
  ...asked,
  method: "POST",
  path: "/queue/replies/seen",
  summary: "Somebody has opened these replies: it is said who was the first. They wait for everybody all the same.",
  body: z.strictObject({ ids }),
  answer: z.object({
    /** How many of them nobody had opened before. */
    seen: z.number(),
  }),
});

export const settleReplies = endpoint({
  ...asked,
  method: "POST",
  path: "/queue/replies/done",
  summary: "Somebody has dealt with these replies, or takes that back: they wait for nobody any more, or for everybody again.",
  body: z.strictObject({
    ids,
    /** `answered`: by phone or from the phone of the number. `none`: they need no answer. `open`: nobody has dealt with them after all. */
    how: z.enum(["answered", "none", "open"]),
  }),
  answer: z.object({
    /** How many of them stood otherwise before. */
    changed: z.number(),
  }),
});

export const answerReplies = endpoint({
  method: "POST",
  path: "/queue/replies/answer",
  summary:
    "Put free words for a guest into the queue, by the number that they wrote to, and say that these replies of theirs are answered.",
  permission: MAY_ENQUEUE.service,
  about: "any",
  body: z.strictObject({
    ids,
    message: text.min(1, "The answer is empty. Nothing was queued."),
    /** Somebody has dealt with all of them, and it is written all the same. */
    again: z.boolean().default(false),
  }),
  answer: enqueueAnswer,
});

export const takeBackAnswer = endpoint({
  method: "POST",
  path: "/queue/replies/take-back",
  summary: "Cancel one answer that waits: what it answers waits for everybody again.",
  permission: MAY_ENQUEUE.service,
  about: "none",
  /** Of the message, as `answers` names it. */
  body: z.strictObject({ id: z.uuid() }),
  answer: z.object({ taken_back: z.literal(true) }),
});
