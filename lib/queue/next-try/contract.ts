import * as z from "zod";

/** When some messages go on. Servers of older versions say nothing of it. */
export const nextTry = z.object({
  /** When the first of those that wait is tried, where none may go before (ISO 8601); null otherwise. */
  next_try: z.string().nullish(),
  /** It is not tried then, but given up: by then the birthday is over, unless another number sends it before. */
  ends: z.boolean().optional(),
  /** It is a menu, and its evening is over by then: it is not tried. */
  too_late: z.boolean().optional(),
  /** What all that waits waits for, where it is no time alone; null otherwise. */
  waits_for: z
    .discriminatedUnion("what", [
      z.object({ what: z.literal("decision") }),
      /** Every number that could send it has sent as much as it may, or needs a template. By the names of the workers. */
      z.object({
        what: z.literal("numbers"),
        phones: z.array(z.string()),
        /** Official numbers that are online and lack a template. */
        official: z.array(z.string()),
        /** Off: somebody could start them. */
        off: z.array(z.string()),
      }),
    ])
    .nullish(),
});
export type NextTry = z.output<typeof nextTry>;
