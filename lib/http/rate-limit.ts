import { AppError } from "../errors";
import { processWide } from "../process-wide";

const MINUTE = 60_000;

const calls = () => processWide("calls of the last minute", () => new Map<string, number[]>());

/**
 * Counts one call.
 * @param who the user's id, or the address of somebody who is signed out
 * @throws AppError `rate_limited` when there were `perMinute` in the last minute
 */
export function countCall(what: string, who: string, perMinute: number): void {
  const key = `${what} ${who}`;
  const since = performance.now() - MINUTE;
  const recent = (calls().get(key) ?? []).filter((time) => time > since);
  const oldest = recent[recent.length - perMinute];
  if (oldest !== undefined) {
    throw new AppError("rate_limited", "Too many calls in one minute. Wait a little, then try again.", {
      retryAfter: Math.max(1, Math.ceil((oldest - since) / 1000)),
    });
  }
  calls().set(key, [...recent, performance.now()]);
}
