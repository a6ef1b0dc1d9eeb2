import type { QueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { WorkersNow } from "@/lib/queue/obstacles/contract";
import type { listWorkers } from "@/lib/queue/senders/contract";

type Workers = AnswerOf<typeof listWorkers>;

/** @param key of the server whose workers they are */
export const workersNowKey = (key: readonly unknown[]) => [...key, "workers-now"];

/** How the workers stood when an obstacle was told: it counts wherever workers are shown, so that none of them contradicts the obstacle. */
export function keepWorkersNow(client: QueryClient, key: readonly unknown[], now: WorkersNow | undefined): void {
  if (!now) return;
  client.setQueryData(workersNowKey(key), now);
  const shown = client.getQueryData<Workers>([...key, "workers"])?.workers;
  const isKnown = shown?.length === now.workers.length && now.workers.every(({ id }) => shown.some((one) => one.id === id));
  if (shown && !isKnown) void client.invalidateQueries({ queryKey: [...key, "workers"] });
}

/** So much newer the list of workers is only where nobody asks any more for what tells an obstacle, in milliseconds. */
const COUNTS_FOR_MS = 15_000;

/**
 * The list of workers as the obstacle beside it says it.
 * @param askedAt when the list was answered, and `toldAt` the other: milliseconds of one clock
 */
export function asOfNow(list: Workers, askedAt: number, now: WorkersNow | undefined, toldAt: number): Workers {
  if (!now || askedAt - toldAt > COUNTS_FOR_MS) return list;
  const told = new Map(now.workers.map((worker) => [worker.id, worker]));
  return { ...list, obstacle: now.obstacle, workers: list.workers.map((worker) => ({ ...worker, ...told.get(worker.id) })) };
}
