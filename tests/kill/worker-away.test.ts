// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { BUILD } from "../../lib/build";
import type { WorkerShown } from "../../lib/queue/senders/contract";
import { freePort, KillHouse } from "./house";
import { SilentLine } from "./silent-line";
import { logOf, sentBy, type WorkerOptions, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";

let house: KillHouse;
let line: SilentLine;
let clock = Date.parse("2026-11-20T10:00:00.000Z");
let workers: WorkerProcess[] = [];
let guests = 0;

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN, PORT: await freePort() });
  line = await SilentLine.start(() => house.url);
});
afterEach(async () => {
  line.speak();
  for (const worker of workers) {
    worker.signal("SIGCONT");
    await worker.kill();
  }
  await pause(1_000); // until the server has seen that they are gone, it would give them messages
  workers = [];
});
afterAll(async () => {
  await line.stop();
  await house.close();
});

const folderOf = (name: string) => path.join(house.folder, name);

async function until<T>(look: () => T | Promise<T>, isThere: (found: T) => boolean, what: string): Promise<void> {
  const end = performance.now() + 45_000;
  for (let found = await look(); !isThere(found); found = await look()) {
    const words = workers.map((worker) => `${worker.options.name}: ${worker.said()}${logOf(worker.options.folder)}`).join("\n");
    if (performance.now() > end) throw new Error(`Not in time: ${what}. Found ${JSON.stringify(found)}\n${words}`);
    await pause(50);
  }
}

/** Starts a worker and waits until it is connected. */
async function start(name: string, options: Partial<WorkerOptions> = {}): Promise<WorkerProcess> {
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name, folder: folderOf(name), ...options });
  workers.push(worker);
  await until(
    () => worker.said(),
    (said) => said.includes("Connected."),
    `${name} is connected`,
  );
  return worker;
}

function pass(milliseconds: number): void {
  clock += milliseconds;
  house.setClock(new Date(clock).toISOString());
}

interface Guest {
  phone: string;
  message: string;
}

const newGuests = (count: number): Guest[] =>
  Array.from({ length: count }, () => {
    guests++;
    return { phone: `70${650_000 + guests}`, message: `Word ${guests}` };
  });

/** Part of a campaign, dealt to a worker. */
async function deal(to: string, some: readonly Guest[]): Promise<void> {
  const items = some.map((guest) => ({ name: "Guest", ...guest }));
  const answer = await house.request("POST", "/queue/enqueue", { body: { items, date: "2026-11-20", prefer_worker: to } });
  expect(answer?.body).toMatchObject({ enqueued: some.length });
}

const rowsOf = (some: readonly Guest[]) =>
  house
    .rows<{ text: string; status: string; phase: string | null; last_code: string | null; lease_worker: string | null }>(
      "hub.db",
      "SELECT text, status, phase, last_code, lease_worker FROM queue_item",
    )
    .filter(({ text }) => some.some(({ message }) => message === text));

/** By whom each of them was written to, and how often. */
const sendersOf = (some: readonly Guest[], ...names: string[]) =>
  some.map(({ message }) => names.flatMap((name) => sentBy(folderOf(name)).flatMap(({ text }) => (text === message ? [name] : []))));

async function isOnline(name: string): Promise<boolean | undefined> {
  const { workers: shown } = await house.ask<{ workers: WorkerShown[] }>("GET", "/workers", "jounieh");
  return shown.find(({ id }) => id === name)?.online;
}

/** A message that the server has given to a worker which has not heard of it: it stands still, or its line is silent. */
async function givenTo(name: string, stop: () => void, goOn: () => void): Promise<Guest> {
  for (;;) {
    stop();
    const [guest] = newGuests(1) as [Guest];
    await deal(name, [guest]);
    for (let look = 0; look < 60; look++) {
      if (rowsOf([guest])[0]?.phase === "claimed") return guest;
      await pause(50);
    }
    goOn(); // it was caught between two calls: it sends this one, and waits again
    await until(
      () => rowsOf([guest]),
      ([row]) => row?.status === "SENT",
      "the one that came too late",
    );
  }
}

test.each(["stands still", "has a silent line"] as const)(
  "a worker that %s is away after half a minute, and others send what was dealt to it, each message once (P15)",
  async (how) => {
    const [mine, other] = [`mine-${how.length}`, `other-${how.length}`];
    const worker = await start(mine, { server: how === "stands still" ? house.url : line.url });
    const stop = () => (how === "stands still" ? worker.signal("SIGSTOP") : line.fallSilent());
    const goOn = () => (how === "stands still" ? worker.signal("SIGCONT") : line.speak());
    await start(other);
    const held = await givenTo(mine, stop, goOn);
    const dealt = newGuests(3);
    await deal(mine, dealt);
    expect(await isOnline(mine)).toBe(true);
    await pause(1_000);
    expect(
      rowsOf(dealt).map(({ status }) => status),
      "it may still come back",
    ).toEqual(dealt.map(() => "PENDING"));
    pass(31_000);
    expect(await isOnline(mine)).toBe(false);
    await until(
      () => rowsOf(dealt),
      (rows) => rows.every(({ status }) => status === "SENT"),
      "the other one sends what was dealt to it",
    );
    expect(rowsOf([held])[0]?.phase, "its lease is not over").toBe("claimed");
    pass(31_000);
    await until(
      () => rowsOf([held]),
      ([row]) => row?.status === "SENT",
      "what it had been given too",
    );
    goOn();
    await until(
      () => isOnline(mine),
      (online) => online === true,
      "it is there again",
    );
    const [last] = newGuests(1) as [Guest];
    await deal(mine, [last]);
    await until(
      () => rowsOf([last]),
      ([row]) => row?.status === "SENT",
      "it sends again",
    );
    expect(sendersOf([held, ...dealt], mine, other)).toEqual([[other], [other], [other], [other]]);
  },
  150_000,
);

test("a no that comes while a worker holds the message and has not begun it is heard: nothing goes out (P11)", async () => {
  const worker = await start("held");
  const guest = await givenTo(
    "held",
    () => worker.signal("SIGSTOP"),
    () => worker.signal("SIGCONT"),
  );
  const inbound = { worker_id: "telling", boot_id: crypto.randomUUID() };
  const asWorker = (where: string, body: object) =>
    fetch(`${house.url}/api${where}`, {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ ...inbound, ...body }),
    });
  await asWorker("/worker/register", { name: "telling", version: BUILD, transport: "sandbox", account: "sandbox" });
  const messages = [{ from: `961${guest.phone}`, text: "إلغاء", at: new Date(clock).toISOString() }];
  expect((await asWorker("/worker/inbound", { messages })).status).toBe(200);
  worker.signal("SIGCONT");
  await until(
    () => rowsOf([guest]),
    ([row]) => row?.status === "FAILED",
    "it fails",
  );
  const [other] = newGuests(1) as [Guest];
  await deal("held", [other]);
  await until(
    () => rowsOf([other]),
    ([row]) => row?.status === "SENT",
    "the next guest's message",
  );
  expect(rowsOf([guest])).toMatchObject([{ status: "FAILED", last_code: "OPT_OUT" }]);
  expect(sendersOf([guest, other], "held")).toEqual([[], ["held"]]);
}, 90_000);
