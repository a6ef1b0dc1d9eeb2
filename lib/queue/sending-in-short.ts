import * as z from "zod";
import { nextTry } from "./next-try/contract";

/** How sending stands, for whoever does not look at the queue. */
export const sendingInShort = z.object({
  waiting: z.number(),
  stopped: z.boolean(),
  /** Of what waits: how many of branches whose sending is stopped, which these are, and how many of campaigns that are paused alone. Servers of older versions say nothing. */
  held: z
    .object({
      stopped: z.number(),
      paused: z.number(),
      branches: z.array(z.string()).optional(),
      /** Branches that are stopped too, and of which nothing waits. */
      idle: z.array(z.string()).optional(),
    })
    .optional(),
  workers: z.number(),
  replies: z.number().optional(),
  undecided: z.number().optional(),
  /** Of the messages that the caller may write: handed over, and nobody has answered, so that they may have arrived. */
  unanswered: z.number().optional(),
  /** All that waits needs a template that is not named, or that WhatsApp does not take; null where some of it can go. */
  template: z.enum(["no_template", "template_stopped"]).nullish(),
  /**
   * All that waits would go by a number that WhatsApp has stopped: the worker that has it, why (sentences), and the names of some who may let it
   * send again. Servers of older versions say nothing.
   */
  number: z.object({ worker: z.string(), why: z.string(), who: z.array(z.string()) }).nullish(),
  /** When all that waits and nobody has stopped goes on, and what it waits for. Servers of older versions say nothing. */
  next: nextTry.nullish(),
  /** Of it, how many wait for somebody to decide what their guest meant, and how many nothing can send in time any more. */
  to_decide: z.number().optional(),
  misses: z.number().optional(),
  /** How many more miss the day as it stands, and somebody can still do something about it. Servers of older versions say nothing. */
  would_miss: z.number().optional(),
  /** Workers that are off, and would take some of what waits, by name. Servers of older versions say nothing. */
  off: z.array(z.string()).optional(),
});
export type SendingInShort = z.output<typeof sendingInShort>;
