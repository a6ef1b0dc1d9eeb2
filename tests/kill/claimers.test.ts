// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD } from "../../lib/build";
import type { WorkItem } from "../../lib/queue/workers/contract";
import { KillHouse } from "./house";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const CLAIMERS = 50;
const ITEMS = 10_000;
/** In one call to the queue, and in one claim. */
const BATCH = 500;
const MOST = 9;

let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T10:00:00.000Z", { WORKER_TOKEN: TOKEN });
});
afterAll(() => house.close());

async function asWorker<T>(where: string, body: object): Promise<T> {
  const answer = await fetch(`${house.url}/api${where}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, where).toBe(200);
  return answer.json() as Promise<T>; // the caller names what the contract says
}

/** A branch queues half of them: more than that it may not in a day. */
async function enqueue(): Promise<void> {
  for (let first = 0; first < ITEMS; first += BATCH) {
    const items = Array.from({ length: BATCH }, (_, index) => ({
      name: `Guest ${first + index}`,
      phone: `70${600_000 + first + index}`,
      message: "How was your evening?",
    }));
    const branch = first < ITEMS / 2 ? "jounieh" : "batroun";
    expect((await house.request("POST", "/queue/enqueue", { branch, body: { items } }))?.body).toMatchObject({ enqueued: BATCH });
  }
}

/** A worker that asks until there is nothing more. @returns all that it was given */
async function claimAll(index: number): Promise<WorkItem[]> {
  const who = { worker_id: `pc-${index}`, boot_id: crypto.randomUUID() };
  const more = { name: who.worker_id, version: BUILD, transport: "sandbox", account: "sandbox", capacity: 50 };
  await asWorker("/worker/register", { ...who, ...more });
  const given: WorkItem[] = [];
  for (;;) {
    const { items } = await asWorker<{ items: WorkItem[] }>("/worker/claim", { ...who, max: 1 + (index % MOST) });
    if (items.length === 0) return given;
    given.push(...items);
  }
}

test("fifty workers that ask at once for ten thousand messages are given each of them once (P3)", async () => {
  await enqueue();
  const given = await Promise.all(Array.from({ length: CLAIMERS }, (_, index) => claimAll(index)));
  const all = given.flat();
  expect(all).toHaveLength(ITEMS);
  expect(new Set(all.map(({ id }) => id)).size, "messages").toBe(ITEMS);
  expect(new Set(all.map(({ id, token }) => `${id} ${token}`)).size, "leases").toBe(ITEMS);
  expect(
    given.filter((some) => some.length === 0),
    "workers that were given nothing",
  ).toEqual([]);
  const leases = house.rows<{ id: string; lease_worker: string; lease_token: number; phase: string }>(
    "hub.db",
    "SELECT id, lease_worker, lease_token, phase FROM queue_item",
  );
  const told = new Map(given.flatMap((some, index) => some.map(({ id, token }) => [id, `pc-${index} ${token} claimed`] as const)));
  for (const { id, lease_worker, lease_token, phase } of leases) expect(`${lease_worker} ${lease_token} ${phase}`).toBe(told.get(id));
}, 240_000);
