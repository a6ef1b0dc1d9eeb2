import * as z from "zod";

/** One number of a guest as the server says it is shown, so that no screen needs the library that knows numbers. */
const shownNumber = z.object({
  /** As people read it, `+961 71 234 567`. */
  shown: z.string(),
  /** With the country code, `96171234567`; empty for what nobody can be reached by. */
  digits: z.string(),
  /** No such number is known: somebody should look at it again. */
  doubtful: z.literal(true).optional(),
});
export type ShownNumber = z.output<typeof shownNumber>;

/** Servers of an earlier version leave it out. */
export const shownNumbersField = z.array(shownNumber).optional();
