import type { AnswerOf } from "@/lib/api/endpoint";
import type { TaskKind } from "@/lib/queue/contract";
import type { Forecast } from "@/lib/queue/forecast/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import type { listWorkers, WorkerShown } from "@/lib/queue/senders/contract";
import { TASK_KINDS } from "@/lib/queue/task-kinds";

type Workers = AnswerOf<typeof listWorkers>;

/** Who would send messages of a kind now, and what keeps all of them from it. */
export interface SendersFor {
  able: readonly WorkerShown[];
  /** The template that they need; null where they need none, or have it. */
  missing: Obstacle | null;
}

/** Whether an official number's worker is one of those that lack a template. */
export const isLacking = ({ numbers }: Obstacle, { id, transport }: Pick<WorkerShown, "id" | "transport">) =>
  numbers ? numbers.includes(id) : transport === "cloud";

/** Of the workers that can send now, those that messages of a kind would go to: an official number without a template is none where another way is there. */
export function sendersFor({ workers, no_template = [] }: Workers, kind: TaskKind): SendersFor {
  const able = workers.filter(({ can_send }) => can_send);
  const missing = no_template.find((one) => one.kind === kind) ?? null;
  if (missing === null || able.length === 0) return { able, missing: null };
  const others = able.filter((worker) => !isLacking(missing, worker));
  return others.length > 0 ? { able: others, missing: null } : { able, missing };
}

/** The workers without those of them that lack a template for a kind of messages: by these none goes as it is, and no text is said to. */
export function withTemplates({ workers, no_template = [] }: Workers, kind: TaskKind): readonly WorkerShown[] {
  return workers.filter((worker) => !no_template.some((one) => one.kind === kind && isLacking(one, worker)));
}

/** What keeps messages of a kind that are about to be queued from going out by themselves: that nobody sends at all, or not such; null for nothing. */
export function obstacleFor(list: Workers, kind: TaskKind): Obstacle | null {
  if (!list.obstacle) return sendersFor(list, kind).missing;
  return list.of_kinds?.find((one) => one.kind === kind) ?? list.obstacle;
}

/**
 * By whom messages of a kind go that were just queued, as they stood before: those alone that send now, and such messages. Nobody where none
 * of them goes today.
 * @param forecast null where it is not known
 */
export function takersFor(list: Workers, kind: TaskKind, forecast: Forecast | null): readonly Pick<WorkerShown, "name">[] {
  const { able, missing } = sendersFor(list, kind);
  const now = missing ? [] : able;
  if (!forecast) return now;
  const told = takersToday(forecast).filter(({ id }) => list.workers.some((one) => one.id === id && one.can_send));
  // Those of the forecast are away by now, and somebody else has what they had.
  return told.length > 0 || forecast.today === 0 ? told.map(({ worker }) => ({ name: worker })) : now;
}

/** By whom some messages go today: where all go, any of those with room for more may have taken them. */
export const takersToday = ({ total, today, by }: Pick<Forecast, "total" | "today" | "by">) =>
  today === total ? by : by.filter(({ count }) => count > 0);

/** Of some kinds of messages what a worker that can send lacks a template for: it sends none of them by itself. */
export function lacksOf(worker: WorkerShown, { no_template = [] }: Workers, kinds: readonly TaskKind[] = TASK_KINDS): Obstacle[] {
  if (!worker.can_send) return [];
  return no_template.filter((one) => one.kind && kinds.includes(one.kind) && isLacking(one, worker));
}

/** Whether a worker sends messages of one of some kinds now: what cannot is shown as nothing that could. @param problems as of `problemsOf` */
export function isReady(worker: WorkerShown, problems: readonly string[], list: Workers, kinds: readonly TaskKind[] = TASK_KINDS): boolean {
  return worker.can_send && problems.length === 0 && lacksOf(worker, list, kinds).length < kinds.length;
}
