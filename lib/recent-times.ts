/**
 * How often something happened lately, by key, on the monotonic clock, which no change of the wall clock moves. What is
 * over goes away with any later call, whatever its key: nothing is kept of somebody who never comes back, and no timer
 * keeps the process alive.
 */
export class RecentTimes {
  /** Milliseconds by key, the oldest first. A key that is used moves from the older map to the newer one. */
  private newer = new Map<string, number[]>();
  /** Dropped as a whole once its newest time is over: looking for what is over, key by key, would cost each call. */
  private older = new Map<string, number[]>();
  private newerSince = performance.now();

  /** @param window milliseconds after which a time is over; what is over is dropped by a call in one of the next two windows */
  constructor(private readonly window: number) {}

  /** Writes down that it happened now. */
  add(key: string): void {
    const times = this.timesOf(key);
    times.push(performance.now());
    this.older.delete(key);
    this.newer.set(key, times);
  }

  forget(key: string): void {
    this.older.delete(key);
    this.newer.delete(key);
  }

  /** Milliseconds until `key` has happened fewer than `limit` times within the window; 0 when it has. */
  waitFor(key: string, limit: number): number {
    const times = this.timesOf(key);
    const oldest = times[times.length - limit];
    return oldest === undefined ? 0 : oldest + this.window - performance.now();
  }

  /** How often `key` has happened within the window, and milliseconds since the last time; infinite when it has not. */
  lately(key: string): { times: number; since: number } {
    const times = this.timesOf(key);
    return { times: times.length, since: performance.now() - (times.at(-1) ?? Number.NEGATIVE_INFINITY) };
  }

  /** How many keys something is kept of. */
  get size(): number {
    this.dropWhatIsOver();
    return this.newer.size + this.older.size;
  }

  private timesOf(key: string): number[] {
    this.dropWhatIsOver();
    const times = this.newer.get(key) ?? this.older.get(key) ?? [];
    const since = performance.now() - this.window;
    const kept = times.findIndex((time) => time > since);
    times.splice(0, kept === -1 ? times.length : kept);
    return times;
  }

  private dropWhatIsOver(): void {
    const age = performance.now() - this.newerSince;
    if (age < this.window) return;
    this.older = age < 2 * this.window ? this.newer : new Map();
    this.newer = new Map();
    this.newerSince = performance.now();
  }
}
