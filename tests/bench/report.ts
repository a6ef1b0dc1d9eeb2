import { readFileSync, writeFileSync } from "node:fs";

/** One measured figure: beside its bar, and beside what SQLite itself takes for the same in the same run. */
export interface Figure {
  figure: string;
  value: number;
  unit: string;
  /** The bar that the value must not pass; null where the figure only informs. */
  limit: number | null;
  /** The same work with better-sqlite3 alone, in the same unit. */
  raw?: number;
  /** The bar is on value / raw instead of the value. */
  maxRatio?: number;
}

let missed = 0;

const short = (value: number) => Math.round(value * 1000) / 1000;

/** Prints a figure as one JSON line and remembers whether it missed its bar. */
export function report({ figure, value, unit, limit, raw, maxRatio }: Figure): void {
  const ratio = raw === undefined || raw === 0 ? null : value / raw;
  const ok = (limit === null || value <= limit) && (maxRatio === undefined || (ratio !== null && ratio <= maxRatio));
  if (!ok) missed++;
  const line = {
    figure,
    value: short(value),
    unit,
    limit,
    raw: raw === undefined ? null : short(raw),
    ratio: ratio === null ? null : short(ratio),
    ok,
  };
  console.log(JSON.stringify(maxRatio === undefined ? line : { ...line, max_ratio: maxRatio }));
}

/** Says that something counted came out as it must: a wrong result has no speed. */
export function reportCount(figure: string, value: number, wanted: number): void {
  if (value !== wanted) missed++;
  console.log(JSON.stringify({ figure, value, unit: "count", limit: wanted, raw: null, ratio: null, ok: value === wanted }));
}

export function missedBars(): number {
  return missed;
}

/** The value below which `share` of the sorted or unsorted values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Milliseconds that a piece of work takes, and its result. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ ms: number; result: T }> {
  const started = performance.now();
  const result = await work();
  return { ms: performance.now() - started, result };
}

/** The memory of a process in MB: now (`VmRSS`), or at its highest (`VmHWM`). */
export function memoryOf(pid: number, what: "VmRSS" | "VmHWM"): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8")
    .split("\n")
    .find((text) => text.startsWith(`${what}:`));
  return Number(/\d+/.exec(line ?? "")?.[0] ?? Number.NaN) / 1024;
}

/** Lets `VmHWM` begin anew: signing in alone takes more for a moment than most steps do. */
export function forgetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
