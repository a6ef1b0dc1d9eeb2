import * as z from "zod";

/** When some messages go on. Servers of older versions say nothing of it. */
export const nextTry = z.object({
  /** When the first of those that wait is tried, where none may go before (ISO 8601); null otherwise. */
  next_try: z.string().nullish(),
  /** It is not tried then, but given up: by then the birthday is over, unless another number sends it before. */
  ends: z.boolean().optional(),
});
export type NextTry = z.output<typeof nextTry>;
