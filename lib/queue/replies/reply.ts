import * as z from "zod";

/** What a guest wrote back. */
export const reply = z.object({
  id: z.string(),
  /** Empty for a picture or a voice message. */
  text: z.string(),
  /** When it was written (ISO 8601). */
  at: z.string(),
  /** Whether somebody of the house has opened it. */
  seen: z.boolean(),
  /** Who opened it first, and when (ISO 8601): that takes it away from nobody. */
  seen_by: z.object({ name: z.string(), at: z.string() }).nullish(),
  /**
   * How it was dealt with, by whom and when: null as long as it waits for everybody. Of `letter` it waits again where that did not go, and of
   * `reservation` nobody is named. Servers of older versions do not say.
   */
  done: z.object({ how: z.enum(["letter", "answered", "none", "reservation"]), name: z.string(), at: z.string() }).nullish(),
});
export type Reply = z.output<typeof reply>;
