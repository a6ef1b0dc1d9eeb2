import { setTimeout as pause } from "node:timers/promises";
import { isBusy, storeFailure } from "./failures";

/** How long a read, or the opening of a store, goes on trying while another process holds a lock, in milliseconds. */
export const READ_PATIENCE = 2_000;

const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 100;

/**
 * Tries again while another process holds a lock. SQLite's own waiting would stop every call of the server; here the
 * event loop is free between two tries.
 * @param patience for how many milliseconds, pauses alone; 0 tries once
 * @param onWait is called before each pause
 * @throws AppError `busy` when the lock is still held at the end, and whatever else the attempt throws
 */
export async function tryWhileLocked<T>(
  attempt: () => T | Promise<T>,
  patience: number,
  onWait: () => void = () => {},
): Promise<Awaited<T>> {
  let waited = 0;
  for (let length = FIRST_PAUSE; ; length = Math.min(length * 2, LONGEST_PAUSE)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || waited >= patience) throw storeFailure(error);
    }
    onWait();
    const now = length * (0.5 + Math.random()); // so that several who wait do not come back together
    await pause(now);
    waited += now;
  }
}
