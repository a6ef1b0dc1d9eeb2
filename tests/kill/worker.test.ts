// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort, KillHouse } from "./house";
import { LEAST_KILLS, SEED } from "./kills";
import { logOf, script, sentBy, type WorkerOptions, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const EVENING = Date.parse("2026-11-20T17:00:00.000Z");
/** A lease, and what the server takes to notice that it is over (promise P4: 75 seconds). Milliseconds. */
const LEASE = 60_000;
const THOROUGH = Boolean(process.env.THOROUGH);

let house: KillHouse;
let clock = EVENING;
let workers: WorkerProcess[] = [];
let count = 0;

beforeAll(async () => {
  // The next server must be found where the first one was.
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN, PORT: await freePort() });
});
afterEach(async () => {
  for (const worker of workers) {
    worker.signal("SIGCONT");
    await worker.kill();
  }
  // Until the server has seen that they are gone, it would give them messages.
  if (workers.length > 0) await new Promise((resolve) => setTimeout(resolve, 1_000));
  workers = [];
});
afterAll(() => house.close());

const folderOf = (name: string) => path.join(house.folder, name);

function start(name: string, options: Partial<WorkerOptions> = {}): WorkerProcess {
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name, folder: folderOf(name), ...options });
  workers.push(worker);
  return worker;
}

interface Queued {
  task: string;
  texts: string[];
}

/** Puts messages to so many new guests into the queue. */
async function enqueue(guests: number): Promise<Queued> {
  const items = Array.from({ length: guests }, () => {
    count++;
    return { name: `Guest ${count}`, phone: `7061${String(count).padStart(4, "0")}`, message: `Word number ${count} for a guest` };
  });
  const answer = await house.request("POST", "/queue/enqueue", { body: { items } });
  const { enqueued, task_id: task } = (answer?.body ?? {}) as { enqueued?: number; task_id?: string };
  expect(enqueued).toBe(guests);
  return { task: task ?? "", texts: items.map(({ message }) => message) };
}

interface Task {
  status: string;
  results: { status: string; error: string | null }[];
}

const statesOf = async ({ task }: Queued) =>
  (await house.ask<Task>("GET", `/queue/${task}`, "jounieh")).results.map(({ status }) => status);

async function until<T>(look: () => T | Promise<T>, isThere: (found: T) => boolean, what: string, patience = 30_000): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const found = await look();
    if (isThere(found)) return found;
    if (performance.now() > end) {
      const words = workers.map((worker) => `${worker.options.name}: ${worker.said()}${logOf(worker.options.folder)}`).join("\n");
      throw new Error(`Not after ${patience} ms: ${what}. Found ${JSON.stringify(found)}\n${words}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const untilAll = (queued: Queued, status: string) =>
  until(
    () => statesOf(queued),
    (states) => states.every((one) => one === status),
    `all ${status}`,
  );

/** How often each guest of a task would have got the message, whichever workers sent it. */
function deliveries({ texts }: Queued, ...names: string[]): number[] {
  const sent = names.flatMap((name) => sentBy(folderOf(name)));
  return texts.map((text) => sent.filter((one) => one.text === text).length);
}

/** Once for everybody, and nothing that the worker still has to settle. */
async function expectOnceEach(queued: Queued, ...names: string[]): Promise<void> {
  expect(deliveries(queued, ...names)).toEqual(queued.texts.map(() => 1));
  expect(await statesOf(queued)).toEqual(queued.texts.map(() => "SENT"));
}

/** Moves the server's clock until every lease is over, and waits for the server to see it. */
async function letLeasesLapse(): Promise<void> {
  clock += LEASE + 1_000;
  house.setClock(new Date(clock).toISOString());
  const over = () =>
    house.rows<{ count: number }>(
      "hub.db",
      "SELECT count(*) AS count FROM queue_item WHERE lease_until < ?",
      new Date(clock).toISOString(),
    )[0];
  await until(over, (row) => row?.count === 0, "the leases are looked at", 40_000);
}

const POINTS = [
  "worker:after-claim",
  "worker:after-prepare",
  "worker:after-begin",
  "worker:after-journal",
  "worker:after-bytes",
  "worker:after-ack",
  "worker:after-outcome",
  "worker:after-http-ack",
];

test.each(POINTS)("a worker that is killed at %s and started again sends each message once (P4, P5)", async (point) => {
  const name = `one-${point.slice(7)}`;
  for (const pass of THOROUGH ? [1, 2, 3, 4, 5] : [2]) {
    const queued = await enqueue(3);
    const killed = start(name, { failpoint: `${point}*${pass}` });
    expect(await killed.ended, killed.said()).toEqual({ code: null, signal: "SIGKILL" });
    const next = start(name);
    await untilAll(queued, "SENT");
    await expectOnceEach(queued, name);
    expect((await next.stop()).code).toBe(0);
  }
});

test("what a dead worker had not begun goes to another one; what it had begun waits for it alone (P4, P7)", async () => {
  const unbegun = await enqueue(1);
  await start("early", { failpoint: "worker:after-prepare" }).ended;
  const begun: Queued[] = [];
  for (const point of ["worker:after-begin", "worker:after-journal", "worker:after-bytes", "worker:after-outcome"]) {
    const queued = await enqueue(1);
    const worker = start(`late-${point.slice(7)}`, { failpoint: point });
    expect(await worker.ended).toMatchObject({ signal: "SIGKILL" });
    begun.push(queued);
  }
  start("idle");
  await letLeasesLapse();
  await untilAll(unbegun, "SENT");
  await expectOnceEach(unbegun, "early", "idle");
  const lateOnes = ["late-after-begin", "late-after-journal", "late-after-bytes", "late-after-outcome"];
  // Whoever might have sent it is asked for; the idle one has had its chance, and took none.
  for (const queued of begun) {
    expect(await statesOf(queued)).toEqual(["IN_PROGRESS"]);
    expect(deliveries(queued, "idle")).toEqual([0]);
  }
  for (const name of lateOnes) start(name);
  for (const queued of begun) {
    await untilAll(queued, "SENT");
    await expectOnceEach(queued, ...lateOnes, "idle");
  }
  // What the late ones had handed over, they alone have sent.
  expect(begun.slice(1).map((queued) => deliveries(queued, "idle"))).toEqual([[0], [0], [0]]);
}, 120_000);

/** Stops a worker while the server keeps it waiting for messages. @returns the message that it was then given, and has not heard of */
async function freezeWaiting(worker: WorkerProcess): Promise<Queued> {
  for (;;) {
    worker.signal("SIGSTOP");
    const queued = await enqueue(1);
    for (let look = 0; look < 60; look++) {
      if ((await statesOf(queued))[0] === "IN_PROGRESS") return queued;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    worker.signal("SIGCONT"); // it was caught between two calls: it sends this one, and waits again
    await untilAll(queued, "SENT");
  }
}

test("a worker that stood still for longer than its lease begins nothing of it (P6)", async () => {
  const name = "frozen";
  const worker = start(name);
  await until(
    () => worker.said(),
    (said) => said.includes("Connected."),
    "it is connected",
  );
  const queued = await freezeWaiting(worker);
  start("awake");
  await letLeasesLapse();
  await untilAll(queued, "SENT");
  worker.signal("SIGCONT");
  await until(
    () => logOf(folderOf(name)),
    (log) => log.includes('"reason":"stale"'),
    "the late one is refused",
  );
  await expectOnceEach(queued, name, "awake");
  expect(deliveries(queued, name)).toEqual([0]);
}, 90_000);

test("a worker that stood still in the middle of sending finishes it, and is believed (P6)", async () => {
  const name = "sleepy";
  script(folderOf(name), { latency: 5_000 }); // longer than this test may be kept from stopping it
  const worker = start(name);
  const queued = await enqueue(1);
  await until(
    () => house.rows<{ phase: string | null }>("hub.db", "SELECT phase FROM queue_item WHERE task_id = ?", queued.task),
    ([row]) => row?.phase === "sending",
    "it has begun",
  );
  worker.signal("SIGSTOP");
  start("awake-too");
  await letLeasesLapse();
  expect(await statesOf(queued)).toEqual(["IN_PROGRESS"]);
  worker.signal("SIGCONT");
  await untilAll(queued, "SENT");
  await expectOnceEach(queued, name, "awake-too");
  expect(deliveries(queued, "awake-too")).toEqual([0]);
}, 90_000);

test("of two workers with one name the older one finishes what it sends, and ends (P6)", async () => {
  const name = "twin";
  script(folderOf(name), { latency: 1_500 });
  const older = start(name);
  const queued = await enqueue(4);
  await until(
    () =>
      house.rows<{ phase: string | null }>("hub.db", "SELECT phase FROM queue_item WHERE task_id = ? AND phase = 'sending'", queued.task),
    (rows) => rows.length === 1,
    "the older one sends",
  );
  const folder = folderOf("twin-2");
  start(name, { folder });
  expect(await older.ended, older.said()).toEqual({ code: 0, signal: null });
  expect(older.said()).toContain("A newer worker of the same name has started");
  await untilAll(queued, "SENT");
  await expectOnceEach(queued, name, "twin-2");
  expect(deliveries(queued, name)).toContain(1);
}, 60_000);

test("a second worker on one folder is refused", async () => {
  const first = start("only");
  await until(
    () => first.said(),
    (said) => said.includes("Connected."),
    "it is connected",
  );
  const second = start("other-name", { folder: folderOf("only") });
  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.said()).toContain("Another worker runs on this folder");
});

test("a worker that is asked to stop finishes its message, and tells what became of it", async () => {
  const name = "polite";
  script(folderOf(name), { latency: 2_000 });
  const worker = start(name);
  const queued = await enqueue(4);
  await until(
    () => house.rows("hub.db", "SELECT 1 FROM queue_item WHERE task_id = ? AND phase = 'sending'", queued.task),
    (rows) => rows.length === 1,
    "it sends",
  );
  const asked = performance.now();
  expect((await worker.stop()).code, worker.said()).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  // How many it has finished by then is a matter of time; none is half done, and the rest waits.
  const states = await statesOf(queued);
  expect([...new Set(states)].sort()).toEqual(["PENDING", "SENT"]);
  expect(deliveries(queued, name)).toEqual(states.map((state) => (state === "SENT" ? 1 : 0)));
  script(folderOf(name), {});
  start(name);
  await untilAll(queued, "SENT");
  await expectOnceEach(queued, name);
});

test("a worker that is killed at any moment, again and again, sends each message once (P5)", async () => {
  const kills = THOROUGH ? LEAST_KILLS : 6;
  const name = "random";
  console.log(`seed ${SEED}`);
  script(folderOf(name), { latency: 30 });
  const all: Queued[] = [];
  for (let time = 0; time < kills; time++) {
    all.push(await enqueue(8));
    const worker = start(name);
    await new Promise((resolve) => setTimeout(resolve, 400 + Math.random() * 900));
    await worker.kill();
  }
  start(name);
  for (const queued of all) {
    await until(
      () => statesOf(queued),
      (states) => states.every((state) => state === "SENT"),
      "all SENT",
      60_000,
    );
    await expectOnceEach(queued, name);
  }
}, 600_000);

test.each(["queue:claimed", "queue:begun", "queue:settled"])(
  "a server that is killed at %s, its answer unheard, costs no message and sends none twice (P5)",
  async (point) => {
    const name = `patient-${point.slice(6)}`;
    const worker = start(name);
    await until(
      () => worker.said(),
      (said) => said.includes("Connected."),
      "it is connected",
    );
    for (const pass of THOROUGH ? [1, 2, 3, 4] : [2]) {
      house.arm(`${point}*${pass}`);
      const queued = await enqueue(4);
      await house.restart();
      // Nobody heard of the lease that was given last, so it must run out first.
      if (point === "queue:claimed") await letLeasesLapse();
      await untilAll(queued, "SENT");
      await expectOnceEach(queued, name);
    }
    expect(worker.said()).toContain("The server does not answer");
  },
  120_000,
);

test("a server that is killed at any moment, again and again, costs no message and sends none twice (P5)", async () => {
  const name = "loyal";
  script(folderOf(name), { latency: 50 });
  start(name);
  for (let time = 0; time < (THOROUGH ? 15 : 2); time++) {
    const queued = await enqueue(10);
    await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 600));
    await house.kill();
    await house.restart();
    await until(
      async () => (await statesOf(queued)).filter((state) => state !== "SENT").length,
      (left) => left <= 1,
      "all but one SENT",
    );
    await letLeasesLapse();
    await untilAll(queued, "SENT");
    await expectOnceEach(queued, name);
  }
}, 600_000);

test("after all this no log and no output of a worker holds a number, a text or the token, and no file is anybody else's", () => {
  const folders = readdirSync(house.folder)
    .map((name) => path.join(house.folder, name))
    .filter((folder) => existsSync(path.join(folder, "journal.log")));
  expect(folders.length).toBeGreaterThan(10);
  const words = folders.map(logOf).join("");
  expect(words.length).toBeGreaterThan(1_000);
  expect(words).not.toMatch(/7061\d{4}|Word number|Guest \d|the-token/);
});
