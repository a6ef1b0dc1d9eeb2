import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rng } from "../../scripts/guests.mjs";
import { CuttingLine } from "./cutting-line";
import { KillHouse } from "./house";
import { SEED } from "./kills";
import { sentBy, WorkerProcess } from "./worker-process";

/**
 * Many messages over many workers that are killed all the time, on a line that loses answers (`npm run test:soak`). SEED repeats
 * a run, as far as chance goes.
 */
const SIZE = { items: 5_000, workers: 8, killEvery: 300 }; // milliseconds from one kill to the next
const SHARE_CUT = 0.1;
const BATCH = 500;
const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const EVENING = Date.parse("2026-11-20T10:00:00.000Z");
/** A lease and the time until the server has looked at it, in milliseconds. */
const LEASE = 61_000;

const random = rng(SEED);
const names = Array.from({ length: SIZE.workers }, (_, index) => `pc-${index + 1}`);

let house: KillHouse;
let line: CuttingLine;
let clock = EVENING;
let ticking: NodeJS.Timeout;
const workers = new Map<string, WorkerProcess>();

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(clock).toISOString());
}

beforeAll(async () => {
  house = await KillHouse.open(new Date(EVENING).toISOString(), { WORKER_TOKEN: TOKEN });
  ticking = setInterval(() => setClock(clock + 250), 250);
  line = await CuttingLine.start(
    () => house.url,
    () => random() < SHARE_CUT,
  );
});
afterEach(async () => {
  for (const worker of workers.values()) await worker.kill();
});
afterAll(async () => {
  clearInterval(ticking);
  await line.stop();
  await house.close();
});

const folderOf = (name: string) => path.join(house.folder, name);

function start(name: string): void {
  workers.set(name, new WorkerProcess({ server: line.url, token: TOKEN, name, folder: folderOf(name) }));
}

const textOf = (number: number) => `Word number ${number} for a guest`;

async function enqueue(): Promise<void> {
  for (let first = 0; first < SIZE.items; first += BATCH) {
    const count = Math.min(BATCH, SIZE.items - first);
    const items = Array.from({ length: count }, (_, index) => {
      const number = first + index;
      return { name: `Guest ${number}`, phone: `70${String(600_000 + number)}`, message: textOf(number) };
    });
    expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: count });
  }
}

const count = (where: string) =>
  house.rows<{ count: number }>("hub.db", `SELECT count(*) AS count FROM queue_item WHERE ${where}`)[0]?.count ?? 0;

/** Kills one worker after the other, and starts it again at once, until all but a few messages went out. */
async function killUntilNearlyDone(): Promise<number> {
  for (let kills = 0; ; kills++) {
    await pause(SIZE.killEvery);
    if (count("status <> 'SENT'") <= SIZE.workers * 2) return kills;
    const name = names[Math.floor(random() * names.length)] ?? "";
    await workers.get(name)?.kill();
    start(name);
  }
}

/** Leases of which nobody heard, because the answer was cut, run out; then the rest goes out. */
async function untilAllSent(): Promise<void> {
  for (let rest = count("status <> 'SENT'"), stood = 0; rest > 0; stood++) {
    await pause(500);
    const now = count("status <> 'SENT'");
    if (now < rest) stood = 0;
    rest = now;
    if (stood === 6) setClock(clock + LEASE);
    expect(
      stood,
      `${rest} messages stay; ${JSON.stringify(house.rows("hub.db", "SELECT status, phase, lease_worker, last_code FROM queue_item WHERE status <> 'SENT' LIMIT 5"))}`,
    ).toBeLessThan(60);
  }
}

test("every message goes out once, whoever is killed and whatever answer is lost", async () => {
  console.log(`seed ${SEED}`);
  await enqueue();
  const started = performance.now();
  for (const name of names) start(name);
  const kills = await killUntilNearlyDone();
  await untilAllSent();
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `${SIZE.items} messages, ${SIZE.workers} workers, ${kills} kills, ${line.cuts} of ${line.answers} answers cut: ${seconds.toFixed(1)} s`,
  );

  const sent = names.flatMap((name) => sentBy(folderOf(name)));
  const ids = new Map<string, Set<string>>();
  for (const { text, message_id } of sent) ids.set(text, (ids.get(text) ?? new Set()).add(message_id));
  const texts = Array.from({ length: SIZE.items }, (_, number) => textOf(number));
  expect(
    texts.filter((text) => !ids.has(text)),
    "lost",
  ).toEqual([]);
  expect(
    texts.filter((text) => (ids.get(text)?.size ?? 0) > 1),
    "with a second id",
  ).toEqual([]);
  expect(sent.length, "sent by two workers").toBe(SIZE.items);
  expect(kills).toBeGreaterThan(3);
  expect(line.cuts).toBeGreaterThan(5);
}, 600_000);
