import { readFileSync, writeFileSync } from "node:fs";

/** One measured figure: beside its limit, and beside what others take for the same in the same run. */
export interface Figure {
  figure: string;
  value: number;
  unit: string;
  /** What the value must not pass; null where the figure only informs. */
  limit: number | null;
  /** The same work with better-sqlite3 alone in this process, in the same unit. */
  raw?: number;
  /** The same call to the bare server, in the same unit. */
  bare?: number;
  /** The limit is on the value as a multiple of what it stands beside: the bare server, or SQLite alone. */
  maxRatio?: number;
  /** The same from below, where more is better. */
  minRatio?: number;
}

/** A figure as it is printed. */
interface Line {
  figure: string;
  value: number;
  unit: string;
  limit: string;
  raw: number | null;
  bare: number | null;
  ratio: number | null;
  ok: boolean;
}

const lines: Line[] = [];

const short = (value: number) => Math.round(value * 1000) / 1000;
const shortOrNull = (value: number | undefined) => (value === undefined ? null : short(value));

/** Prints a figure as one JSON line and remembers whether it missed its limit. */
export function report({ figure, value, unit, limit, raw, bare, maxRatio, minRatio }: Figure): void {
  const beside = bare ?? raw;
  const ratio = beside ? value / beside : undefined;
  const limits = [
    ...(limit === null ? [] : [{ words: `≤ ${limit}`, isHeld: value <= limit }]),
    ...(maxRatio === undefined ? [] : [{ words: `≤ ${short(maxRatio)}×`, isHeld: ratio !== undefined && ratio <= maxRatio }]),
    ...(minRatio === undefined ? [] : [{ words: `≥ ${short(minRatio)}×`, isHeld: ratio !== undefined && ratio >= minRatio }]),
  ];
  say({
    figure,
    value: short(value),
    unit,
    limit: limits.map(({ words }) => words).join(", "),
    raw: shortOrNull(raw),
    bare: shortOrNull(bare),
    ratio: shortOrNull(ratio),
    ok: limits.every(({ isHeld }) => isHeld),
  });
}

/** Says that something counted came out as it must: a wrong result has no speed. */
export function reportCount(figure: string, value: number, wanted: number): void {
  say({ figure, value, unit: "count", limit: `= ${wanted}`, raw: null, bare: null, ratio: null, ok: value === wanted });
}

function say(line: Line): void {
  lines.push(line);
  console.log(JSON.stringify(line));
}

/** Every figure once more, as a table for people. @returns how many missed their limit */
export function summarise(): number {
  const cells = lines.map(({ figure, value, unit, limit, raw, bare, ratio, ok }) => {
    const beside = bare ?? raw;
    return [
      limit ? (ok ? "pass" : "MISS") : "",
      figure,
      `${value} ${unit === "count" ? "" : unit}`.trim(),
      limit,
      beside === null ? "" : `${beside} ${bare === null ? "SQLite" : "bare"}`,
      ratio === null ? "" : `${ratio}×`,
    ];
  });
  const table = [["", "figure", "value", "limit", "beside", "ratio"], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  // To the error stream, so that the figures alone can be kept in a file.
  for (const row of table) console.error(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const missed = lines.filter(({ ok }) => !ok).length;
  console.error(missed === 0 ? "Every limit was held." : `${missed} of ${lines.length} figures missed their limit.`);
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

/** Seconds of CPU that a process has taken, its own and the kernel's for it (proc(5): ticks of a hundredth). */
export function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Lets `VmHWM` begin anew: signing in alone takes more for a moment than most steps do. */
export function forgetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
