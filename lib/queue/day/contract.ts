import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { taskKind } from "../contract";

/** Where the guests stand who celebrate today: each is counted once. */
const greetings = z.object({
  /** How many celebrate; of central, in the restaurants' books. */
  celebrating: z.number(),
  /** To whom the greeting went, by whichever restaurant; without those that the sandbox took. */
  sent: z.number(),
  /** What the sandbox took: no guest got it. */
  sandbox: z.number(),
  waits: z.number(),
  /** Of those that wait: somebody has stopped the sending of their branch, or paused their campaign. Servers of older versions do not say. */
  stopped: z.number().optional(),
  paused: z.number().optional(),
  /** Of the others that wait: as it stands, they are not tried before the birthday is over. */
  misses: z.number(),
  /** They wait until somebody decides what the guest meant; none of them is among those that wait. Servers of older versions do not say. */
  to_decide: z.number().optional(),
  /** Handed over, and nobody has answered. */
  doubts: z.number(),
  /** The names of those whose greeting failed. */
  failed: z.array(z.string()),
  cancelled: z.number(),
  /** Nothing stands against it, but that nobody has queued it, or made the voucher. */
  not_queued: z.number(),
  /** Who gets none, in two words (`No number`), the most frequent first. */
  left: z.array(z.object({ why: z.string(), count: z.number() })),
});
export type Greetings = z.output<typeof greetings>;

/** What of the day before did not go out, by itself or by anybody's retry. */
const missed = z.object({
  kind: taskKind,
  /** Of greetings the birthday, of menus the evening (YYYY-MM-DD). */
  date: z.string(),
  count: z.number(),
  /** Each sentence with how many it is true of, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.number() })),
});
export type Missed = z.output<typeof missed>;

export const sendingDay = endpoint({
  method: "GET",
  path: "/queue/day",
  summary:
    "Where today's greetings stand, and what of the days before did not go out, or was retried and waits: of the chosen branch, of central every restaurant's.",
  permission: "signed-in",
  about: "any",
  answer: z.object({
    /** Null for those who may not open birthdays, and where a book cannot be read. */
    greetings: greetings.nullable(),
    /** Greetings of yesterday and menus of the last evening, of those kinds that the caller may send. */
    missed: z.array(missed),
    /** Greetings of earlier birthdays that were retried and wait: those of today go before them. Servers of older versions do not say. */
    belated: z.array(z.object({ date: z.string(), count: z.number() })).optional(),
  }),
});
export type SendingDay = z.output<typeof sendingDay.answer>;
