import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";

const TICK = 5;

/** The median, because on a machine that is shared a single time says nothing. */
export function medianOf(milliseconds: number[]): number {
  const sorted = [...milliseconds].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The median time of calls that are made one after the other for so many milliseconds, and ten at least. */
export async function paceDuring(milliseconds: number, make: () => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  const end = performance.now() + milliseconds;
  while (performance.now() < end || taken.length < 10) {
    const begun = performance.now();
    await make();
    taken.push(performance.now() - begun);
  }
  return medianOf(taken);
}

/** The longest time for which the event loop could do nothing else while the work was under way, in milliseconds. */
export async function longestStop(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  try {
    await pause(TICK); // or what stops at once is not seen
    await work();
    await pause(TICK);
  } finally {
    delay.disable();
  }
  return delay.max / 1e6;
}

/** How long this thread has had a processor, in milliseconds (proc(5), schedstat). What else the machine does adds nothing to it. */
export function threadTime(): number {
  return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[0]) / 1e6;
}

/** The most that the event loop did in one go while the work was under way, in milliseconds of its thread (`threadTime`). */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = threadTime();
  const look = () => {
    const now = threadTime();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const looks = setInterval(look, 1);
  try {
    await work();
    await pause(TICK);
  } finally {
    clearInterval(looks);
  }
  return longest;
}
