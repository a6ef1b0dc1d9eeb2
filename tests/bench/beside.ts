import { performance } from "node:perf_hooks";
import type { Call } from "./http";
import { percentile, report } from "./report";
import { type Bare, type Bench, inParallel, openBare, openBench } from "./server";

/** One call to our server, and the address of the same at the bare one. */
export interface Pair {
  ours: string;
  bare: string;
}

/** The bare server's search: every word of three signs or more, which is all that trigrams know. */
export function bareSearch(words: string[]): string {
  return `/search?match=${encodeURIComponent(words.map((word) => `"${word}"`).join(" AND "))}`;
}

export interface Both<T> {
  ours: T;
  bare: T;
}

/** Opens our server and the bare one on one data folder, and ends both whatever happens. */
export async function withBoth(data: string, work: (bench: Bench, bare: Bare) => Promise<void>): Promise<void> {
  const bench = await openBench(data);
  try {
    const bare = await openBare(data);
    await work(bench, bare).finally(() => bare.stop());
  } finally {
    await bench.server.stop();
  }
}

/** Rounds of one server and of the other take turns, so that whatever else this machine does hits both. */
export const ROUNDS = 4;
const SECONDS_OF_ROUND = 1;

/** Milliseconds of each call, one at a time. Every pair is asked once before, and that does not count. */
export async function oneByOne(pairs: readonly Pair[], { bench, bare }: { bench: Bench; bare: Bare }): Promise<Both<number[]>> {
  const times: Both<number[]> = { ours: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const ours = await inParallel(pairs, 1, (pair) => ask(bench.call, pair.ours));
    const others = await inParallel(pairs, 1, (pair) => ask(bare.call, pair.bare));
    if (round === 0) continue;
    times.ours.push(...ours);
    times.bare.push(...others);
  }
  return times;
}

/** Calls a second with so many clients, and how busy the clients' own process was (1 is all of a core). */
export async function throughput(pairs: readonly Pair[], clients: number, { bench, bare }: { bench: Bench; bare: Bare }) {
  const rates: Both<number[]> = { ours: [], bare: [] };
  const busy: Both<number[]> = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    for (const [side, call] of [["ours", bench.call] as const, ["bare", bare.call] as const]) {
      const before = performance.eventLoopUtilization();
      rates[side].push(
        await callsASecond(
          call,
          pairs.map((pair) => pair[side]),
          clients,
        ),
      );
      busy[side].push(performance.eventLoopUtilization(before).utilization);
    }
  }
  const median = (values: Both<number[]>): Both<number> => ({ ours: percentile(values.ours, 0.5), bare: percentile(values.bare, 0.5) });
  return { rates: median(rates), busy: median(busy) };
}

async function callsASecond(call: Call, addresses: string[], clients: number): Promise<number> {
  const started = performance.now();
  const until = started + SECONDS_OF_ROUND * 1_000;
  let next = 0;
  const client = async () => {
    while (performance.now() < until) await ask(call, addresses[next++ % addresses.length] ?? "");
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (next * 1_000) / (performance.now() - started);
}

async function ask(call: Call, address: string): Promise<void> {
  const { status } = await call("GET", address);
  if (status !== 200) throw new Error(`${address} answered ${status}.`);
}

/** A kind of call one by one: its median and p95 beside the bare server's. */
export async function reportTimes(
  what: string,
  pairs: readonly Pair[],
  servers: { bench: Bench; bare: Bare },
  limits: { medianRatio?: number; p95?: number },
): Promise<void> {
  const { ours, bare } = await oneByOne(pairs, servers);
  for (const share of [0.5, 0.95]) {
    const limit = share === 0.95 ? (limits.p95 ?? null) : null;
    const ratio = share === 0.5 && limits.medianRatio ? { maxRatio: limits.medianRatio } : {};
    const name = share === 0.5 ? "median" : "p95";
    report({ figure: `${what}, ${name}`, value: percentile(ours, share), unit: "ms", limit, bare: percentile(bare, share), ...ratio });
  }
}
