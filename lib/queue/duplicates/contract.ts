import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { leftOut, MOST_ITEMS, queueItem } from "../contract";
import { MAY_ENQUEUE } from "../who-may-send";

/** A guest whose message can be queued, and does not go out at once. */
const later = z.object({
  /** The place among the items. */
  index: z.number(),
  name: z.string(),
  reason: z.string(),
  /** From when on it may go (ISO 8601). */
  from: z.string(),
});
export type Later = z.output<typeof later>;

export const askInDoubt = endpoint({
  method: "POST",
  path: "/queue/in-doubt",
  worksWhereClosed: true,
  // Phones are no part of an address: addresses stand in logs.
  summary:
    "Of the guests of a letter, those who may have these very words already, would be left out, or would get it later. It changes nothing.",
  permission: MAY_ENQUEUE.service,
  about: "any",
  body: z.strictObject({
    items: z
      .array(queueItem.pick({ name: true, phone: true, message: true, branch: true }))
      .max(MOST_ITEMS, `At most ${MOST_ITEMS} guests are asked for at once.`),
  }),
  answer: z.object({
    /** The places among the items, from 0 on. Whoever queues them all the same accepts that they may arrive twice. */
    may_have: z.array(z.number()),
    /** Who would be left out, by the rule that the queue applies. Servers of older versions say nothing of them. */
    left_out: z.array(leftOut).optional(),
    /** Whose message would be queued, and wait because of what the guest has had. */
    later: z.array(later).optional(),
  }),
});
