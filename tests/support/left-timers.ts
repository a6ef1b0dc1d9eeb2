/**
 * Intervals that run, by who began them. A process has many tests in turn: one that is left works on in the folders of those that
 * come after, and some of them fail now and then for no reason of theirs.
 */
const running = new Map<NodeJS.Timeout, string>();

/** Ends by itself: it looks whether the sessions are still those that it was begun for. */
const ENDS_ITSELF = /watchForExpiredSessions/;

const OURS = /^(?!.*node_modules).*\/(lib|workers)\//;

const begin = globalThis.setInterval;
const end = globalThis.clearInterval;

/** From now on each interval of our own is known until it is cleared. */
export function knowTimers(): void {
  globalThis.setInterval = Object.assign((...args: Parameters<typeof begin>) => {
    const timer = begin(...args);
    const stack = new Error().stack ?? "";
    const [, , caller = ""] = stack.split("\n");
    if (OURS.test(caller) && !ENDS_ITSELF.test(caller)) running.set(timer, stack);
    return timer;
  }, begin);
  globalThis.clearInterval = (timer) => {
    if (typeof timer === "object") running.delete(timer as NodeJS.Timeout);
    end(timer);
  };
}

/** Ends all that is left, and knows of no more. @returns who began it */
export function endTimers(): string[] {
  globalThis.setInterval = begin;
  globalThis.clearInterval = end;
  const left = [...running.values()];
  for (const timer of running.keys()) end(timer);
  running.clear();
  return left;
}
