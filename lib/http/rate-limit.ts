import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { RecentTimes } from "../recent-times";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const calls = () => processWide("calls of the last minute", () => new RecentTimes(MINUTE));
const work = () => processWide("long work of the last hour", () => new RecentTimes(HOUR));

/**
 * Counts one call.
 * @param who the user's id, the sign-in's, or the address of somebody who is signed out
 * @throws AppError `rate_limited` when there were `perMinute` in the last minute
 */
export function countCall(what: string, who: string, perMinute: number): void {
  const key = `${what} ${who}`;
  const wait = calls().waitFor(key, perMinute);
  if (wait > 0) {
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    throw new AppError("rate_limited", `Too many calls in one minute. Try again in ${retryAfter} s.`, { retryAfter });
  }
  calls().add(key);
}

/**
 * Whether long work may begin.
 * @param what the call, its branch and what it was asked for
 * @param perHour 0 for no limit
 * @returns `refusal` where it was done so often in the last hour: then it may only look whether there is anything to do. `done` is to be
 * called when it was done: what failed, was refused or found nothing may be tried again.
 */
export function beginLongWork(what: string, perHour: number): { refusal: AppError | null; done: () => void } {
  if (perHour === 0) return { refusal: null, done: () => {} };
  const wait = work().waitFor(what, perHour);
  if (wait > 0) {
    const retryAfter = Math.max(1, Math.ceil(wait / 1000));
    const times = perHour === 1 ? "once" : `${perHour} times`;
    const detail = `This was done ${times} within the last hour. Nothing was changed, and nothing is lost. It can be done again in ${Math.ceil(retryAfter / 60)} min.`;
    return { refusal: new AppError("rate_limited", detail, { retryAfter }), done: () => {} };
  }
  return { refusal: null, done: () => work().add(what) };
}

/** How many callers are counted at the moment. */
export function callersCounted(): number {
  return calls().size;
}
