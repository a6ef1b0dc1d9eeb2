import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { MOST_ITEMS, queueItem } from "../contract";
import { MAY_ENQUEUE } from "../rules";

export const askInDoubt = endpoint({
  method: "POST",
  path: "/queue/in-doubt",
  worksWhereClosed: true,
  // Phones are no part of an address: addresses stand in logs.
  summary: "Of the guests of a letter, those who may have these very words already: nobody answered. It changes nothing.",
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
  }),
});
