import type { AnswerOf } from "@/lib/api/endpoint";
import type { TaskKind } from "@/lib/queue/contract";
import type { Obstacle } from "@/lib/queue/obstacles/contract";
import type { listWorkers, WorkerShown } from "@/lib/queue/senders/contract";

/** Who would send messages of a kind now, and what keeps all of them from it. */
export interface SendersFor {
  able: readonly WorkerShown[];
  /** The template that they need; null where they need none, or have it. */
  missing: Obstacle | null;
}

/** Of the workers that can send now, those that messages of a kind would go to: an official number without a template is none where another way is there. */
export function sendersFor({ workers, no_template = [] }: AnswerOf<typeof listWorkers>, kind: TaskKind): SendersFor {
  const able = workers.filter(({ can_send }) => can_send);
  const missing = no_template.find((one) => one.kind === kind) ?? null;
  const others = able.filter(({ transport }) => transport !== "cloud");
  if (missing === null || able.length === 0) return { able, missing: null };
  return others.length > 0 ? { able: others, missing: null } : { able, missing };
}
