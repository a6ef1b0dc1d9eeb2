import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Call, clientOf } from "./http";
import { branchOf, enqueueMenus, guest, layMenu, register, WORKER_TOKEN, who, workerOf } from "./messages";
import { cpuOf, memoryOf, percentile, report, reportCount, timed } from "./report";
import { type Bench, end, inParallel, openBench, startBeside } from "./server";

const ITEMS = 10_000;
const WORKERS = 50;
/** Messages that a worker takes at once. */
const AT_ONCE = 5;
const IDLE_WORKERS = 300;

interface Held {
  id: string;
  token: number;
  message_id: string;
}

/** The queue over HTTP: putting in, claim to ack with 50 workers beside a bare queue, picking up, and workers that wait. */
export async function benchQueue(folder: string): Promise<void> {
  const data = path.join(folder, "queue");
  layMenu(data);
  const bench = await openBench(data, { WORKER_TOKEN });
  const worker = workerOf(bench);
  try {
    await enqueue(bench);
    await drain(worker.call, await drainBare(folder));
    await pickUp(bench, worker.call);
    await idle(bench, worker.call);
  } finally {
    worker.close();
    await bench.server.stop();
  }
}

async function enqueue(bench: Bench): Promise<void> {
  const { ms, result } = await timed(() => enqueueMenus(bench, ITEMS));
  reportCount("messages in the queue", result, ITEMS);
  report({ figure: `putting ${ITEMS} messages into the queue`, value: ms / 1_000, unit: "s", limit: 2 });
  const singles = Array.from({ length: 200 }, (_, index) => guest(ITEMS + index));
  const times = await inParallel(
    singles,
    1,
    async (one) => void (await bench.call("POST", "/api/queue/enqueue", { items: [one] }, branchOf(4))),
  );
  report({ figure: "putting one message into the queue, p95", value: percentile(times, 0.95), unit: "ms", limit: 20 });
}

const indices = (count: number) => Array.from({ length: count }, (_, index) => index);

/** @param bare messages a second of the bare queue */
async function drain(call: Call, bare: number): Promise<void> {
  await inParallel(indices(WORKERS), 10, (index) => register(call, index));
  const claims: number[] = [];
  let settled = 0;
  const { ms } = await timed(() =>
    inParallel(indices(WORKERS), WORKERS, async (index) => {
      for (;;) {
        const { ms, result } = await timed(() => call("POST", "/api/worker/claim", { ...who(index), max: AT_ONCE }));
        const { items } = JSON.parse(result.text) as { items: Held[] };
        if (items.length === 0) return;
        claims.push(ms);
        for (const { id, token } of items) await call("POST", "/api/worker/begin", { ...who(index), id, token, account: "sandbox" });
        const results = items.map(({ id, token, message_id }) => ({
          id,
          token,
          message_id,
          outcome: "accepted",
          at: new Date().toISOString(),
        }));
        const { text } = await call("POST", "/api/worker/ack", { ...who(index), results });
        settled += (JSON.parse(text) as { results: { said: string }[] }).results.filter(({ said }) => said === "applied").length;
      }
    }),
  );
  reportCount("messages that were settled", settled, ITEMS + 200);
  const rate = settled / (ms / 1_000);
  report({ figure: `claim to ack with ${WORKERS} workers, at least 600/s`, value: rate, unit: "/s", limit: null, bare });
  report({ figure: "time of one message, claim to ack", value: 1_000 / rate, unit: "ms", limit: 1_000 / 600, bare: 1_000 / bare });
  report({ figure: "claim, p95", value: percentile(claims, 0.95), unit: "ms", limit: 40 });
}

async function drainBare(folder: string): Promise<number> {
  const { child, said } = await startBeside(
    "tests/bench/bare-queue.mjs",
    [path.join(folder, "bare-queue.db"), String(ITEMS)],
    "listens on",
  );
  const { call, close } = clientOf(/http:\S+/.exec(said)?.[0] ?? "", () => ({}));
  const { ms } = await timed(() =>
    inParallel(indices(WORKERS), WORKERS, async () => {
      for (;;) {
        const { items } = JSON.parse((await call("POST", "/claim", { max: AT_ONCE })).text) as { items: Held[] };
        if (items.length === 0) return;
        for (const { id, token } of items) await call("POST", "/begin", { id, token });
        await call("POST", "/ack", { ids: JSON.stringify(items.map(({ id }) => id)) });
      }
    }),
  );
  close();
  await end(child);
  return ITEMS / (ms / 1_000);
}

/** From the answer of an enqueue until the message is in the hands of a worker that waited for one. */
async function pickUp({ call }: Bench, worker: Call): Promise<void> {
  const times: number[] = [];
  for (let count = 0; count < 40; count++) {
    const waiting = worker("POST", "/api/worker/claim", { ...who(0), max: 1, wait_ms: 20_000 });
    await pause(50);
    const began = performance.now();
    await call("POST", "/api/queue/enqueue", { items: [guest(ITEMS + 1_000 + count)] }, branchOf(count));
    await waiting;
    times.push(performance.now() - began);
  }
  report({ figure: "from enqueue to an idle worker, p95", value: percentile(times, 0.95), unit: "ms", limit: 150 });
}

/** Each worker begins at a time of its own. */
async function again(until: number, index: number, work: () => Promise<unknown>): Promise<void> {
  await pause((index * 10_000) / IDLE_WORKERS);
  while (performance.now() < until) await work();
}

/** Workers that wait and beat, for half a minute. */
async function idle({ server }: Bench, call: Call): Promise<void> {
  await inParallel(indices(IDLE_WORKERS), 10, (index) => register(call, index));
  const until = performance.now() + 32_000;
  // As a worker does it: it asks for messages and waits 20 s for them, and beats every 10 s beside that.
  const lives = indices(IDLE_WORKERS).flatMap((index) => [
    again(until, index, () => call("POST", "/api/worker/claim", { ...who(index), max: 1, wait_ms: 20_000 })),
    again(until, index, async () => {
      await call("POST", "/api/worker/heartbeat", { ...who(index), transport: { connected: true } });
      await pause(10_000);
    }),
  ]);
  await pause(11_000);
  const before = cpuOf(server.pid);
  await pause(20_000);
  const share = ((cpuOf(server.pid) - before) / 20) * 100;
  await Promise.all(lives);
  report({ figure: `${IDLE_WORKERS} idle workers, of one core`, value: share, unit: "%", limit: 5 });
  report({ figure: "memory after all of it", value: memoryOf(server.pid, "VmRSS"), unit: "MB", limit: 300 });
}
