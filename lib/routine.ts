import { log } from "./log";

/**
 * Looks again and again from now on whether something is to be done, never twice at once. It keeps no process alive.
 * @param every milliseconds between two looks; what falls due while one is under way is left to the next
 * @param failed what the log says of a look that throws; the next one tries again
 * @param look does what is due; told by its signal that it is to stop
 * @returns ends it, and settles when a look that is under way has ended
 */
export function startRoutine(every: number, failed: string, look: (signal: AbortSignal) => Promise<unknown>): () => Promise<void> {
  const end = new AbortController();
  let underWay: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    underWay ??= look(end.signal)
      .catch((error: unknown) => log().warn({ err: error }, failed))
      .finally(() => {
        underWay = null;
      });
  }, every);
  timer.unref();
  return async () => {
    clearInterval(timer);
    end.abort();
    await underWay;
  };
}
