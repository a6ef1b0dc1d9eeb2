import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";

const MINUTE = 60_000;

const calls = () => processWide("calls of the last minute", () => new RecentTimes(MINUTE));

/**
 * Counts one call.
 * @param who the user's id, or the address of somebody who is signed out
 * @throws AppError `rate_limited` when there were `perMinute` in the last minute
 */
export function countCall(what: string, who: string, perMinute: number): void {
  const key = `${what} ${who}`;
  const wait = calls().waitFor(key, perMinute);
  if (wait > 0) {
    throw new AppError("rate_limited", "Too many calls in one minute. Wait a little, then try again.", {
      retryAfter: Math.max(1, Math.ceil(wait / 1000)),
    });
  }
  calls().add(key);
}

/** How many callers are counted at the moment. */
export function callersCounted(): number {
  return calls().size;
}
