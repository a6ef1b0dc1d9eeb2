import { memoryOf } from "./report";

/** Seconds of which only the lowest memory counts: in between, garbage waits to be collected, and that is no growth. */
const WINDOW = 10;

/** Looks at a process's memory each second. `stop` gives the slope in MB a minute: the median between any two windows. */
export function watchMemory(pid: number): { stop: () => number } {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(memoryOf(pid, "VmRSS")), 1_000);
  return {
    stop: () => {
      clearInterval(timer);
      const lowest = Array.from({ length: Math.floor(samples.length / WINDOW) }, (_, at) =>
        Math.min(...samples.slice(at * WINDOW, (at + 1) * WINDOW)),
      );
      const slopes = lowest.flatMap((later, at) =>
        lowest.slice(0, at).map((earlier, before) => ((later - earlier) * 60) / ((at - before) * WINDOW)),
      );
      console.error(`memory in MB, the lowest of each ${WINDOW} s: ${lowest.map(Math.round).join(" ")}`);
      return slopes.sort((a, b) => a - b)[Math.floor(slopes.length / 2)] ?? Number.NaN;
    },
  };
}
