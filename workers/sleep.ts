/** The longest pause between two tries, in milliseconds. */
const LONGEST_PAUSE = 30_000;

/** Waits; ends early and without an error when the signal is given. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

/**
 * How long to wait after so many failures in a row, in milliseconds: half a second, doubled each time, half a minute at
 * most. Half of it is chance, so that workers who lost one server do not all come back at one moment.
 */
export function pauseAfter(failures: number): number {
  const whole = Math.min(LONGEST_PAUSE, 500 * 2 ** Math.min(failures - 1, 10));
  return whole * (0.5 + Math.random() / 2);
}

/** A signal that one loop waits for, and that may come before it listens. */
export class WakeSignal {
  private isAwake = false;
  private answer: (() => void) | null = null;

  wake(): void {
    this.isAwake = true;
    this.answer?.();
  }

  /** Until it comes, or so many milliseconds have passed. */
  async wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
    if (!this.isAwake) {
      const early = new AbortController();
      const end = () => early.abort();
      this.answer = end;
      signal?.addEventListener("abort", end);
      if (!signal?.aborted) await sleep(milliseconds, early.signal);
      signal?.removeEventListener("abort", end);
      this.answer = null;
    }
    this.isAwake = false;
  }
}

/**
 * Time that has passed, by whichever of two clocks says more: the one that counts on evenly stands still while a PC
 * sleeps, and the one on the wall may be set back.
 */
export function stopwatch(): () => number {
  const even = performance.now();
  const wall = Date.now();
  return () => Math.max(performance.now() - even, Date.now() - wall);
}
