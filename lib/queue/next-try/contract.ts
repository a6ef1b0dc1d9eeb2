import * as z from "zod";

/** Which limit a number has reached: of guests in a day, which the official numbers share, or of a phone's messages. */
export const LIMIT_FIELDS = ["guests", "hour", "day", "first_days"] as const;
export type LimitField = (typeof LIMIT_FIELDS)[number];

/** When some messages go on. Servers of older versions say nothing of it. */
export const nextTry = z.object({
  /**
   * When the first of those that wait is tried, where none may go before (ISO 8601); null otherwise. Where none is tried in time, until when
   * another number could still send it.
   */
  next_try: z.string().nullish(),
  /** None is tried before the birthday is over, or the quiet hours begin in which it ends. */
  ends: z.boolean().optional(),
  /** They are menus, and none is tried before the evening is over. */
  too_late: z.boolean().optional(),
  /** Of such: that nothing can send them in time any more, and why: a sentence. Null as long as something can. */
  in_vain: z.string().nullish(),
  /** What all that waits waits for, where it is no time alone; null otherwise. */
  waits_for: z
    .discriminatedUnion("what", [
      z.object({ what: z.literal("decision") }),
      /** Every number that could send it has sent as much as it may, or needs a template. By the names of the workers. */
      z.object({
        what: z.literal("numbers"),
        phones: z.array(z.string()),
        /** They have not yet: what they may still send today goes to others. */
        busy: z.boolean().optional(),
        /** No other may send it: they had it in hand before and nobody knows whether it went, or its guest wrote to them. */
        own: z.boolean().optional(),
        /** The field of WhatsApp Limits by which these numbers have sent as much as they may; null where it is none, or not the same of all. */
        limit: z.enum(LIMIT_FIELDS).nullish(),
        /** Of `guests`, which all official numbers share: the names of all of them. */
        shared: z.array(z.string()).optional(),
        /** Official numbers that are online and have no template named for it. */
        official: z.array(z.string()),
        /** Official numbers that are online, and WhatsApp does not take the template that is named. */
        refused: z.array(z.string()).optional(),
        /** Off: somebody could start them. */
        off: z.array(z.string()),
        /** None of these ways alone would help, and all of them together would. */
        together: z.boolean().optional(),
        /** The names of some who may see to a template, where that would help. */
        who: z.array(z.string()).optional(),
      }),
    ])
    .nullish(),
});
export type NextTry = z.output<typeof nextTry>;

/** How many of some messages that wait go, and what keeps the others. Servers of older versions do not say. */
export const howMany = z.object({
  /** How many go now, one after the other: nothing keeps them. Null where more wait than are looked at. */
  goes: z.number().nullish(),
  /** How many will not go in time as it stands, and what these wait for; null where there are none. */
  late: nextTry.extend({ count: z.number() }).nullish(),
  /** How many more nothing can send in time any more, and why, where something could still send those of `late`; null otherwise. */
  lost: z.object({ count: z.number(), why: z.string() }).nullish(),
});
export type HowMany = z.output<typeof howMany>;
export type WaitsForNumbers = Extract<NonNullable<NextTry["waits_for"]>, { what: "numbers" }>;
