/** A worker tells that it lives so often, in milliseconds. */
export const HEARTBEAT = 10_000;

/** A heartbeat is not missed yet while it is so late, in milliseconds: those of many workers are written together. */
const LATE = 2_000;

/** Two heartbeats were missed: a worker that was last heard of before then is offline. @param at the server's time, milliseconds */
export function onlineSince(at: number): string {
  return new Date(at - 2 * HEARTBEAT - LATE).toISOString();
}
