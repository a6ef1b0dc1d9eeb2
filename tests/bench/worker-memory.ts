// npx tsx tests/bench/worker-memory.ts [MINUTES]     the memory of a worker with the sandbox that sends all the time, and its slope
// Needs the tests' build (`node scripts/build.mjs --test`). It prints each sample, taken after a collection of the garbage, and the
// slope of the second half in MB an hour.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sentBy, WorkerProcess } from "../kill/worker-process";
import { startServer } from "../support/real-server";
import { clientOf } from "./http";
import { heldBy } from "./memory";
import { signIn } from "./server";

const TOKEN = "the-worker-token-of-the-bench-is-long-enough";
/** So many messages in each round; a branch queues 5,000 a day. */
const AT_ONCE = 40;
const ROUND = 5_000;

interface Sample {
  /** Seconds since the start. */
  at: number;
  /** MB that the worker has in memory without its garbage. */
  held: number;
}

async function main(minutes: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-memory-"));
  const data = path.join(folder, "data");
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  const server = await startServer({ dataDir: data, settings: { ADMIN_PASSWORD: "bench-password", WORKER_TOKEN: TOKEN } });
  const worker = new WorkerProcess({ server: server.url, token: TOKEN, name: "memory", folder: path.join(folder, "worker") });
  let authorization = "";
  const { call, close } = clientOf(server.url, () => ({ authorization }));
  authorization = await signIn(call, "admin");
  const samples: Sample[] = [];
  const started = performance.now();
  try {
    for (let round = 0; performance.now() - started < minutes * 60_000; round++) {
      const items = Array.from({ length: AT_ONCE }, (_, index) => guest(round * AT_ONCE + index));
      const { status } = await call("POST", "/api/queue/enqueue", { items });
      if (status !== 200 && status !== 429) throw new Error(`Putting messages into the queue answered ${status}.`);
      await pause(ROUND);
      samples.push({ at: (performance.now() - started) / 1_000, held: await heldBy(worker) });
      const last = samples.at(-1);
      if (last) process.stdout.write(`${Math.round(last.at)} s: ${last.held.toFixed(1)} MB\n`);
    }
    const half = samples.slice(Math.floor(samples.length / 2));
    process.stdout.write(
      `sent ${sentBy(path.join(folder, "worker")).length}; slope of the second half: ${slopeOf(half).toFixed(1)} MB an hour\n`,
    );
  } finally {
    await worker.kill();
    close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const guest = (number: number) => ({
  name: `Guest ${number}`,
  phone: `+9613${100_000 + number}`,
  table_name: "bench",
  pdf_path: "menu.pdf",
});

/** The straight line through the samples by least squares, in MB an hour. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const at = mean(samples.map((sample) => sample.at));
  const held = mean(samples.map((sample) => sample.held));
  const above = samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.held - held), 0);
  const below = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  return (above / below) * 3_600;
}

await main(Number(process.argv[2] ?? 10));
