import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { reply, taskKind } from "../contract";
import { SEES_PHONES } from "../who-may-send";

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
});
export type GuestReply = z.output<typeof guestReply>;

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
  summary: "What guests of one's branches wrote within the last week, the newest 500 first, and who of them may have said no.",
  answer: z.object({
    /** Who may have said no waits here until somebody decides, however long ago it was; who wrote first comes first. */
    undecided: z.array(undecided).optional(),
    /** Who said no by one of the words, or to WhatsApp, within the last week: nothing goes to them, and there is nothing to decide. */
    said_no: z.array(undecided).optional(),
    replies: z.array(guestReply),
    /** How many of all of them nobody has opened. */
    unread: z.number(),
  }),
});

export const seeReplies = endpoint({
  ...asked,
  method: "POST",
  path: "/queue/replies/seen",
  summary: "Somebody has opened these replies: they are unread for nobody any more.",
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(MOST_LISTED) }),
  answer: z.object({
    /** How many of them nobody had opened before. */
    seen: z.number(),
  }),
});
