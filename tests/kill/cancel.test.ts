// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rng } from "../../scripts/guests.mjs";
import { freePort, KillHouse } from "./house";
import { SEED } from "./kills";
import { script, sentBy, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const NAMES = ["pc-1", "pc-2", "pc-3", "pc-4"];
const ITEMS = 1_000;
const random = rng(SEED);

let house: KillHouse;
let workers: WorkerProcess[] = [];
let guests = 0;

beforeAll(async () => {
  // The next server must be found where the first one was.
  house = await KillHouse.open("2026-11-20T10:00:00.000Z", { WORKER_TOKEN: TOKEN, PORT: await freePort() });
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers = [];
});
afterAll(() => house.close());

const folderOf = (name: string) => path.join(house.folder, name);

function startAll(): void {
  for (const name of NAMES) {
    script(folderOf(name), { latency: 20 });
    workers.push(new WorkerProcess({ server: house.url, token: TOKEN, name, folder: folderOf(name) }));
  }
}

async function enqueue(count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) {
    const items = Array.from({ length: Math.min(500, count - texts.length) }, () => {
      guests++;
      return { name: `Guest ${guests}`, phone: `70${600_000 + guests}`, message: `Word ${guests}` };
    });
    expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: items.length });
    texts.push(...items.map(({ message }) => message));
  }
  return texts;
}

/** How many of these texts stand so. */
function countOf(texts: readonly string[], status: string): number {
  const all = house.rows<{ text: string }>("hub.db", "SELECT text FROM queue_item WHERE status = ?", status).map(({ text }) => text);
  const known = new Set(all);
  return texts.filter((text) => known.has(text)).length;
}

/** What guests have got of these texts, whoever sent it. */
const seenOf = (texts: readonly string[]) =>
  NAMES.flatMap((name) => sentBy(folderOf(name))).filter(({ text }) => texts.includes(text)).length;

async function until(isThere: () => boolean, what: string): Promise<void> {
  for (let time = 0; time < 800; time++) {
    if (isThere()) return;
    await pause(50);
  }
  throw new Error(`Not in time: ${what}\n${workers.map((worker) => worker.said()).join("\n")}`);
}

interface Cancelled {
  cancelled: boolean;
  cancelled_items: number;
  still_sending: number;
}

/** Nothing more goes out than was sent or told to be on its way when everything was cancelled, whoever resumes. */
async function expectFinal(texts: string[], { cancelled_items, still_sending }: Cancelled): Promise<void> {
  const sent = countOf(texts, "SENT"); // at the answer, or a little later: the workers tell of what was on its way
  await until(() => countOf(texts, "SENT") + countOf(texts, "CANCELLED") === texts.length, "each is sent or cancelled");
  expect(countOf(texts, "SENT") - sent).toBeLessThanOrEqual(still_sending);
  expect(countOf(texts, "CANCELLED")).toBe(cancelled_items);
  expect((await house.request("POST", "/reset-cancel"))?.body).toMatchObject({ cancelled: false });
  const [later = ""] = await enqueue(1);
  await until(() => countOf([later], "SENT") === 1, "what was queued after it was resumed");
  expect(countOf(texts, "CANCELLED"), "nothing is revived").toBe(cancelled_items);
  expect(seenOf(texts)).toBe(texts.length - cancelled_items);
}

const cancelAll = async (key: string) => (await house.request("POST", "/queue/cancel-all", { key }))?.body as Cancelled | undefined;

test("of a thousand messages that are cancelled in the middle none begins after the answer, over a killed server too (P8)", async () => {
  console.log(`seed ${SEED}`);
  const texts = await enqueue(ITEMS);
  startAll();
  await until(() => countOf(texts, "SENT") > 20, "they are being sent");
  await pause(random() * 1_500);
  const answer = await cancelAll("the first one");
  await house.kill(); // with whatever the workers were about to begin
  await house.restart();
  expect(answer).toMatchObject({ cancelled: true });
  expect((await house.request("GET", "/cancel-status"))?.body).toMatchObject({ cancelled: true });
  await expectFinal(texts, answer as Cancelled);
}, 120_000);

test.each([
  ["cancel:items", false],
  ["cancel:committed", true],
] as const)(
  "a cancel during which the server is killed at %s is done whole or not at all, and once it is asked for again, it is final (P8)",
  async (point, isDone) => {
    const texts = await enqueue(200);
    startAll();
    await until(() => countOf(texts, "SENT") > 5, "they are being sent");
    house.arm(point);
    expect(await cancelAll(point)).toBeUndefined();
    await house.restart();
    expect((await house.request("GET", "/cancel-status"))?.body).toMatchObject({ cancelled: isDone });
    expect(countOf(texts, "CANCELLED") > 0).toBe(isDone);
    await expectFinal(texts, (await cancelAll(point)) as Cancelled);
  },
  120_000,
);
