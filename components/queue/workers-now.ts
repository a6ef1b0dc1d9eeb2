import type { QueryClient } from "@tanstack/react-query";
import type { AnswerOf } from "@/lib/api/endpoint";
import type { WorkersNow } from "@/lib/queue/obstacles/contract";
import type { listWorkers } from "@/lib/queue/senders/contract";

type Workers = AnswerOf<typeof listWorkers>;

/** @param key of the server whose workers they are */
export const workersNowKey = (key: readonly unknown[]) => [...key, "workers-now"];

/** How the workers stood when an obstacle was told. */
export interface ToldNow extends WorkersNow {
  /** A list that is newer by less, in milliseconds, says nothing against it: the obstacle beside it is as old, and asked for again by then. */
  countsFor: number;
}

/**
 * What an answer with an obstacle says of the workers counts wherever they are shown, so that none of them contradicts it.
 * @param countsFor how long it takes until the obstacle is told anew, in milliseconds; 0 where nobody asks for it any more
 */
export function keepWorkersNow(client: QueryClient, key: readonly unknown[], now: WorkersNow | undefined, countsFor: number): void {
  if (!now) return;
  client.setQueryData<ToldNow>(workersNowKey(key), { ...now, countsFor });
  const shown = client.getQueryData<Workers>([...key, "workers"])?.workers;
  const isKnown = shown?.length === now.workers.length && now.workers.every(({ id }) => shown.some((one) => one.id === id));
  if (shown && !isKnown) void client.invalidateQueries({ queryKey: [...key, "workers"] });
}

/**
 * The list of workers as the obstacle beside it says it.
 * @param askedAt when the list was answered, and `toldAt` the other: milliseconds of one clock
 */
export function asOfNow(list: Workers, askedAt: number, now: ToldNow | undefined, toldAt: number): Workers {
  if (!now || askedAt - toldAt > now.countsFor) return list;
  const told = new Map(now.workers.map((worker) => [worker.id, worker]));
  return {
    ...list,
    obstacle: now.obstacle,
    of_kinds: now.of_kinds,
    workers: list.workers.map((worker) => ({ ...worker, ...told.get(worker.id) })),
  };
}
