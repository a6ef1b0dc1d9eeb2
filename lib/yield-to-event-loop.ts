/** Whoever else waits for the event loop has a turn: Prisma's work on SQLite ends in the same one, however much it is. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** So many milliseconds of work are a slice: nobody notices it. */
const SLICE = 8;

/** @returns to be awaited between pieces of long work: lets others have a turn where the last one is a slice ago */
export function slices(): () => Promise<void> {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE) return;
    await yieldToEventLoop();
    begun = performance.now();
  };
}
