// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BUILD } from "../../lib/build";
import type { Limits } from "../../lib/queue/limits/contract";
import type { WorkItem } from "../../lib/queue/workers/contract";
import { rng } from "../../scripts/guests.mjs";
import { medianOf } from "../support/pace";
import { KillHouse } from "./house";
import { SEED } from "./kills";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const SECRET = "the secret of the app of this test";
const MESSAGES = 60;
/** Each of a message's three statuses is told so often. */
const TIMES = 3;
/** Knocking at once, as Meta does. */
const AT_ONCE = 12;
const WHO = { worker_id: "cloud-pc", boot_id: crypto.randomUUID() };
const ACCOUNT = "cloud:106540352242922";
const random = rng(SEED);

let house: KillHouse;
let clock = Date.parse("2026-11-20T10:00:00.000Z");

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN, WHATSAPP_APP_SECRET: SECRET });
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const body = { ...limits, templates: { ...limits.templates, service_name: "letter" } };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
});
afterAll(() => house.close());

async function asWorker<T>(where: string, body: object): Promise<T> {
  const answer = await fetch(`${house.url}/api${where}`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify({ ...WHO, ...body }),
  });
  return answer.json() as Promise<T>; // the caller names what the contract says
}

/** Messages that are handed over, and of which the worker has told nothing yet. */
async function begun(): Promise<WorkItem[]> {
  const items = Array.from({ length: MESSAGES }, (_, index) => ({
    name: "Guest",
    phone: `71${900_100 + index}`,
    message: "How was your evening?",
  }));
  expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: MESSAGES });
  await asWorker("/worker/register", { name: "cloud-pc", version: BUILD, transport: "cloud", account: ACCOUNT, capacity: 50 });
  const all: WorkItem[] = [];
  while (all.length < MESSAGES) {
    const given = await asWorker<{ items: WorkItem[] }>("/worker/claim", { max: 50 });
    for (const item of given.items) {
      clock += 1_000; // the number's next turn
      house.setClock(new Date(clock).toISOString());
      expect(await asWorker("/worker/begin", { id: item.id, token: item.token, account: ACCOUNT })).toMatchObject({ go: true });
      all.push(item);
    }
    await asWorker("/worker/heartbeat", {
      transport: { connected: true },
      in_flight: all.map(({ id, token }) => ({ id, token })),
    });
  }
  return all;
}

function rawOf({ id, generation, token }: Pick<WorkItem, "id" | "generation" | "token">, status: string): string {
  const told = {
    id: `wamid.${id}`,
    status,
    timestamp: String(clock / 1_000),
    recipient_id: "96171900100",
    biz_opaque_callback_data: `${id}:g${generation}:t${token}`,
  };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value: { statuses: [told] } }] }],
  });
}

const signed = (raw: string) => `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`;

interface Knock {
  raw: string;
  signature: string;
  wanted: number;
}

/** @returns milliseconds until the answer */
async function knock({ raw, signature, wanted }: Knock): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${house.url}/api/whatsapp/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-hub-signature-256": signature },
    body: raw,
  });
  await answer.arrayBuffer();
  expect(answer.status).toBe(wanted);
  return performance.now() - began;
}

function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

const rowsOf = () =>
  house.rows<{ id: string; status: string; delivery: string | null }>("hub.db", "SELECT id, status, delivery FROM queue_item");

test("three times as many webhooks as there were statuses, in any order, with forged ones among them: each is answered soon, and none lowers what is known (P14)", async () => {
  const items = await begun();
  const right = items.flatMap((item) =>
    ["sent", "delivered", "read"].flatMap((status) =>
      Array.from({ length: TIMES }, (): Knock => {
        const raw = rawOf(item, status);
        return { raw, signature: signed(raw), wanted: 200 };
      }),
    ),
  );
  const forged = items.flatMap((item): Knock[] => {
    const raw = rawOf(item, "failed");
    // By another secret; and the same JSON with its spaces set otherwise, as whatever stands in between may do.
    const other = `sha256=${createHmac("sha256", "another secret").update(raw).digest("hex")}`;
    return [
      { raw, signature: other, wanted: 403 },
      { raw: JSON.stringify(JSON.parse(raw), null, 1), signature: signed(raw), wanted: 403 },
    ];
  });
  const nobodys = rawOf({ id: crypto.randomUUID(), generation: 1, token: 1 }, "read");
  const all = shuffled([...right, ...forged, { raw: nobodys, signature: signed(nobodys), wanted: 200 }]);
  const known = new Map<string, number>();
  const times: number[] = [];
  const alone: number[] = [];
  for (const one of right.slice(0, 15)) alone.push(await knock(one));
  const knocking = Array.from({ length: AT_ONCE }, async () => {
    for (let next = all.pop(); next; next = all.pop()) times.push(await knock(next));
  });
  const looking = (async () => {
    while (all.length > 0) {
      for (const { id, delivery } of rowsOf()) {
        const rank = ["sent", "delivered", "read"].indexOf(delivery ?? "");
        expect(rank, "what is known only grows").toBeGreaterThanOrEqual(known.get(id) ?? -1);
        known.set(id, rank);
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await Promise.all([...knocking, looking]);
  const [median, medianAlone] = [medianOf(times), medianOf(alone)];
  console.log(
    `${times.length} webhooks, half of them within ${median.toFixed(0)} ms, one alone within ${medianAlone.toFixed(0)}, seed ${SEED}`,
  );
  // So many wait for each other's write, and none for more than that, however busy the machine is.
  expect(median).toBeLessThan(4 * AT_ONCE * medianAlone);
  expect(rowsOf().map(({ status, delivery }) => `${status} ${delivery}`)).toEqual(items.map(() => "SENT read"));
  // The worker hears of Meta's own answer last: that is no news any more.
  const results = items.map(({ id, token, message_id }) => ({
    id,
    token,
    message_id,
    outcome: "accepted",
    at: new Date(clock).toISOString(),
  }));
  const { results: said } = await asWorker<{ results: { said: string }[] }>("/worker/ack", { results });
  expect(new Set(said.map((one) => one.said))).toEqual(new Set(["duplicate"]));
}, 120_000);
