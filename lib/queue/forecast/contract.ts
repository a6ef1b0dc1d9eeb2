import * as z from "zod";

/** What is known before some messages are queued: how many of them go out today, as the numbers' caps and what waits before them stand. */
export const forecast = z.object({
  /** How many are asked about. */
  total: z.number(),
  /** Of them, how many go out today: until midnight or the quiet hours, a menu until its evening is over. */
  today: z.number(),
  /**
   * No worker can send them now, and this one would if somebody started it: all of this is counted as if it were started. `silent`: no worker
   * sends anything. Null where one can, and where no start lets any go today. Servers of older versions do not say.
   */
  start: z.object({ worker: z.string(), silent: z.boolean() }).nullish(),
  /** No worker has ever been heard of: how many its number could send nobody knows. */
  no_worker: z.boolean().optional(),
  /** How many of the others no number may write to today, because these guests have had as much as a guest may. Servers of older versions do not say. */
  had_enough: z.number().optional(),
  /** When the first of these goes (ISO 8601); null where it goes at once, or as soon as the quiet hours end. Servers of older versions do not say. */
  first: z.string().nullish(),
  /** How many of these by each worker that can send such today, whoever has most first; where several have room for more, about so many. */
  by: z.array(z.object({ id: z.string(), worker: z.string(), count: z.number() })),
  /**
   * What would let so many more of them go today, what is done quickest first: to start a worker that was there lately, or to see to a
   * template for the official numbers of workers that are online (`worker` names them), with the names of some who may; `refused` where one is
   * named, and WhatsApp does not take it.
   */
  ways: z.array(
    z.object({
      what: z.enum(["start", "template"]),
      worker: z.string(),
      more: z.number(),
      who: z.array(z.string()),
      refused: z.boolean().optional(),
    }),
  ),
  /** How many messages that wait go after them, and would have gone before: letters go before greetings. Servers of older versions do not say. */
  behind: z.number().optional(),
  /**
   * Of these, those that would go later because of them: how many, how many of them would not go today any more, and some by name, of the
   * caller's branches, each with about when it goes as it stands and when it would (ISO 8601; null: not today). Null where nobody's place is
   * taken. Servers of older versions do not say.
   */
  pushed: z
    .object({
      count: z.number(),
      misses: z.number(),
      some: z.array(z.object({ name: z.string(), from: z.string(), to: z.string().nullable() })),
    })
    .nullish(),
});
export type Forecast = z.output<typeof forecast>;
