import * as z from "zod";
import { TASK_KINDS } from "../task-kinds";

/**
 * What keeps messages from ever going out by themselves: somebody has to do something. What ends by itself, such as quiet hours or a
 * number's pace, is none.
 */
export const obstacle = z.object({
  /**
   * `no_worker`: none was ever started. `worker_off`: none is online. `worker_stopped`: those online cannot send. `no_template`,
   * `template_stopped`: the official API takes them by a template alone, and there is none, or WhatsApp does not take it.
   */
  what: z.enum(["no_worker", "worker_off", "worker_stopped", "no_template", "template_stopped"]),
  /** Why, and what to do: a sentence. */
  reason: z.string(),
  /** Since when, of `worker_off`: when a worker was last heard of. */
  since: z.string().nullable(),
  /** The worker that is meant. */
  worker: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Its number sends again as soon as somebody lets it. */
  resumes: z.boolean(),
  /** For which kind of messages the template is missing or stopped. Servers of older versions say nothing. */
  kind: z.enum(TASK_KINDS).nullish(),
  /** The ids of the workers of whose numbers that is true, in the list of workers; servers of older versions, which say nothing, mean all official ones. */
  numbers: z.array(z.string()).optional(),
  /** The names of some who have the right to mend it; nobody where it takes no right. */
  who: z.array(z.string()),
});
export type Obstacle = z.output<typeof obstacle>;

/**
 * The same for whoever is about to queue something, each with its `kind`: of whom it names, a start lets messages of that kind go. Servers of
 * older versions say nothing.
 */
export const obstaclesOfKinds = z.array(obstacle).optional();

/**
 * How the workers stand, told with an obstacle and of its moment: what is asked for apart, and less often, may say the contrary. Servers of
 * older versions say nothing.
 */
export const workersNow = z.object({
  workers: z.array(
    z.object({
      id: z.string(),
      online: z.boolean(),
      can_send: z.boolean(),
      last_seen: z.string(),
      /** What stands against sending, in a sentence. */
      problem: z.string().nullable(),
      is_stopped: z.boolean(),
    }),
  ),
  /** Why none of them sends; null where one does. */
  obstacle: obstacle.nullable(),
  of_kinds: obstaclesOfKinds,
});
export type WorkersNow = z.output<typeof workersNow>;

/** Who has paused one campaign alone, and when. */
export const paused = z.object({ by: z.string(), at: z.string() });
