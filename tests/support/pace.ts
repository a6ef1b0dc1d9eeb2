import { monitorEventLoopDelay } from "node:perf_hooks";

/** How long things took, in milliseconds. */
export interface Pace {
  median: number;
  /** The longest but one in twenty. */
  p95: number;
  longest: number;
}

export function paceOf(milliseconds: number[]): Pace {
  const sorted = [...milliseconds].sort((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { median: at(0.5), p95: at(0.95), longest: at(1) };
}

/** Makes calls one after the other for so many milliseconds, and ten at least. */
export async function paceDuring(milliseconds: number, make: () => Promise<unknown>): Promise<Pace> {
  const taken: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end || taken.length < 10) {
    const begun = performance.now();
    await make();
    taken.push(performance.now() - begun);
  }
  return paceOf(taken);
}

/** The longest time for which the event loop could do nothing else while the work was under way, in milliseconds. */
export async function longestStop(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  try {
    await work();
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}
