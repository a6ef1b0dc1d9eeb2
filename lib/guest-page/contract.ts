import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { contact } from "../guest-search/contract";
import { LINE_TYPES } from "../loyalty/ledger/line-types";
import { shownTier } from "../loyalty/tiers/contract";
import { menuVersionSent } from "../menu-versions/of-message-contract";
import { itemStatus, taskKind } from "../queue/contract";
import { LISTS, MAY_OPEN_GUEST } from "./rights";

/** The first ones of a list, the newest first. */
function listOf<Item extends z.ZodType, Beside extends z.core.$ZodLooseShape>(item: Item, beside: Beside) {
  return z.object({
    items: z.array(item),
    /** How many more there are after these. */
    more: z.number(),
    /** What asks for them; null where these are the last. */
    next: z.string().nullable(),
    ...beside,
  });
}

/** An evening of the guest in a restaurant. */
const visit = z.object({
  /** YYYY-MM-DD. */
  business_day: z.string(),
  branch: z.string(),
  table_number: z.string(),
  hostess: z.string(),
  waiter: z.string(),
  /** End of Day has not closed the table yet. */
  is_open: z.boolean(),
});
export type GuestVisit = z.output<typeof visit>;

/** A line of the ledger. */
const award = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  branch: z.string(),
  /** Empty for a line that is of no table. */
  table_number: z.string(),
  /** Below zero for what was spent or taken back. */
  points: z.number(),
  type: z.enum(LINE_TYPES),
  /** Why, where somebody said it. */
  reason: z.string(),
});
export type PointsLine = z.output<typeof award>;

const voucher = z.object({
  id: z.string(),
  serial: z.string(),
  /** The birthday that it is for. */
  date: z.string(),
  branch: z.string(),
  percent: z.number(),
  /** What it gives in place of percents: the prize of a competition. Older servers do not say. */
  prize: z.string().optional(),
  valid_until: z.string(),
  state: z.enum(["valid", "used", "expired"]),
  used: z.object({ at: z.string(), branch: z.string(), by: z.string() }).nullable(),
});

const message = z.object({
  id: z.string(),
  kind: taskKind,
  branch: z.string(),
  /** To whom it was written: who shares the number may have another name. */
  name: z.string(),
  /** When it was put into the queue, and when it was over (ISO 8601). */
  at: z.string(),
  ended_at: z.string().nullable(),
  status: itemStatus,
  /** As of a task's results (lib/queue/contract.ts). */
  error: z.string().nullable(),
  delivery: z.string().nullable(),
  worker: z.string().nullable(),
  undecided: z.boolean(),
  unanswered: z.boolean(),
  sandbox: z.boolean(),
  /** Which version of the menu went along; null for none, and where nobody knows. */
  menu: menuVersionSent.nullish(),
});

const change = z.object({
  id: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** Who did it; a part of Daftar where nobody did. */
  who: z.string(),
  /** The branch, or `hub` for what belongs to the whole group. */
  where: z.string(),
  /** One sentence. */
  what: z.string(),
  /** Fields of the guest that it changed, by what people call them, as people read them. */
  changed: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
});
export type GuestChange = z.output<typeof change>;

const lists = {
  visits: listOf(visit, {
    /** Evenings in branches that the caller may not see. */
    elsewhere: z.number(),
    /** Branches of the caller's that this server does not keep, or cannot read now: the guest may have been there too. */
    unavailable: z.array(z.string()),
    /** The same of branches that the caller may not see. */
    elsewhere_unread: z.boolean(),
  }),
  points: listOf(award, {
    total: z.number(),
    /** What is lost first unless they come before the day, YYYY-MM-DD; null where points are kept. */
    expires: z.object({ points: z.number(), on: z.string() }).nullable(),
    /** Null where there are no tiers, or too few visits for the first. */
    tier: shownTier.nullable(),
    /** Lines of branches that the caller may not see. */
    elsewhere: z.number(),
  }),
  vouchers: listOf(voucher, {}),
  /** Of the caller's branches alone. */
  messages: listOf(message, {}),
  history: listOf(change, {}),
};

/** Null for a list that the caller may not see: then nothing of it is in the answer, not even how long it is. */
const shownLists = z.object({
  visits: lists.visits.nullable(),
  points: lists.points.nullable(),
  vouchers: lists.vouchers.nullable(),
  messages: lists.messages.nullable(),
  history: lists.history.nullable(),
});
export type GuestLists = z.output<typeof shownLists>;

const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });

export const openGuest = endpoint({
  method: "GET",
  path: "/guests/{id}",
  summary: "A guest of the branch's book as one page: what is known of them, visits, points, vouchers, messages, consent, changes.",
  permission: MAY_OPEN_GUEST,
  limited: "search",
  params: byId,
  answer: z.object({
    /** Its id is that of the guest by now: one that was asked for may lead to it, also that of a guest at a table, or of a message. */
    contact,
    consent: z.object({
      /** They want no messages: since when (ISO 8601), and who said so. */
      opted_out: z.object({ since: z.string(), by: z.enum(["keyword", "staff", "provider"]), name: z.string().optional() }).nullable(),
      agreed: z.object({ since: z.string(), by: z.enum(["table", "inbound", "staff"]) }).nullable(),
      /** They wrote what sounds like a no, and nobody has decided. */
      unsure: z.string().nullable(),
    }),
    ...shownLists.shape,
  }),
});

export const moreOfGuest = endpoint({
  method: "GET",
  path: "/guests/{id}/more",
  summary: "What comes after the first of one list of a guest's page: visits, points, vouchers, messages or history.",
  permission: MAY_OPEN_GUEST,
  limited: "search",
  params: byId,
  query: z.object({
    of: z.enum(LISTS, "There is no such list."),
    /** As `next` of the list before. */
    next: z.string().overwrite(cleanText).min(1).max(200),
  }),
  /** The one list; the others are null. */
  answer: shownLists,
});
