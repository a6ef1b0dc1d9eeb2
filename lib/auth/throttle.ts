import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { usernameKey } from "./rules";

/** Five failures for one name from one address, 60 from one address (a branch shares it), in five minutes (api.md). */
const PER_NAME = 5;
const PER_ADDRESS = 60;
const WINDOW = 5 * 60_000;

/** Times of failures in milliseconds of the monotonic clock, which no change of the wall clock moves. */
const failures = () => processWide("sign-in failures", () => new Map<string, number[]>());

function recent(key: string): number[] {
  const times = (failures().get(key) ?? []).filter((time) => time > performance.now() - WINDOW);
  if (times.length > 0) failures().set(key, times);
  else failures().delete(key);
  return times;
}

const keysOf = (username: string, address: string) =>
  [
    [`name ${usernameKey(username)} ${address}`, PER_NAME],
    [`address ${address}`, PER_ADDRESS],
  ] as const;

const turns = () => processWide("sign-ins by address", () => new Map<string, Promise<unknown>>());

/** One sign-in after the other from one address: guesses that are sent all at once must not pass the count together. */
export async function inTurn<T>(address: string, work: () => Promise<T>): Promise<T> {
  const before = turns().get(address);
  const mine = (async () => {
    await before?.catch(() => {});
    return work();
  })();
  turns().set(address, mine);
  try {
    return await mine;
  } finally {
    if (turns().get(address) === mine) turns().delete(address);
  }
}

/** @throws AppError `rate_limited`, with the seconds until the oldest failure is forgotten */
export function refuseIfThrottled(username: string, address: string): void {
  for (const [key, limit] of keysOf(username, address)) {
    const times = recent(key);
    const oldest = times[times.length - limit];
    if (oldest === undefined) continue;
    const retryAfter = Math.max(1, Math.ceil((oldest + WINDOW - performance.now()) / 1000));
    throw new AppError("rate_limited", `Too many failed sign-ins. Try again in ${Math.ceil(retryAfter / 60)} min.`, { retryAfter });
  }
}

export function recordFailure(username: string, address: string): void {
  for (const [key] of keysOf(username, address)) failures().set(key, [...recent(key), performance.now()]);
}

/** A right password clears the name's failures, so that five slips over an evening lock nobody out. */
export function forgetFailures(username: string, address: string): void {
  failures().delete(keysOf(username, address)[0][0]);
}
