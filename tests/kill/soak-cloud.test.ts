// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import { rng } from "../../scripts/guests.mjs";
import { CloudApi } from "../support/cloud-api";
import type { Script } from "../support/cloud-api-scripts";
import { CuttingLine } from "./cutting-line";
import { KillHouse } from "./house";
import { SEED } from "./kills";
import { WorkerProcess } from "./worker-process";

/** Many messages by the official number over workers that are killed all the time, while Meta and the line lose answers. */
const SIZE = { items: 1_000, workers: 5, kills: 120 };
const KILL_EVERY = 700; // milliseconds
const SHARE_CUT = 0.1;
const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const SECRET = "the secret of the app of this test";
/** How long a doubt is waited out, and more. */
const HALF_AN_HOUR = 31 * 60_000;

const random = rng(SEED);
const names = Array.from({ length: SIZE.workers }, (_, index) => `pc-${index + 1}`);

let house: KillHouse;
let api: CloudApi;
let line: CuttingLine;
let clock = Date.parse("2026-11-20T10:00:00.000Z");
let ticking: NodeJS.Timeout;
const workers = new Map<string, WorkerProcess>();

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(clock).toISOString());
}

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN, WHATSAPP_APP_SECRET: SECRET });
  ticking = setInterval(() => setClock(clock + 25), 25);
  const templates = [{ name: "letter", language: "en", parameters: 2 }];
  api = await CloudApi.start({ appSecret: SECRET, webhook: `${house.url}/api/whatsapp/webhook`, templates });
  line = await CuttingLine.start(
    () => house.url,
    () => random() < SHARE_CUT,
  );
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const body = {
    ...limits,
    templates: { ...limits.templates, service_name: "letter" },
    cloud: { ...limits.cloud, per_second: 80, per_day: 1_000_000 },
  };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
});
afterEach(async () => {
  for (const worker of workers.values()) await worker.kill();
});
afterAll(async () => {
  clearInterval(ticking);
  await line.stop();
  await api.stop();
  await house.close();
});

function start(name: string): void {
  const folder = path.join(house.folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { token, phoneNumberId: phone_number_id } = api.options;
  writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
  workers.set(name, new WorkerProcess({ server: line.url, token: TOKEN, name, folder, transport: "cloud" }));
}

const TOLD_TWICE = (["sent", "delivered", "read"] as const).map((status) => ({ status, times: 2 }));
/** Meta's bad days, each as often as it stands here; the rest goes well. */
const BAD_DAYS: Script[] = [
  { answer: "500 after" },
  { answer: "cut after" },
  { answer: "half" },
  { answer: "cut before", statuses: [] },
  { answer: "ok", statuses: [] },
  { answer: "cut after", statuses: [] },
  { answer: "ok", statuses: TOLD_TWICE.toReversed() },
  { early: true },
];

/** Guests, each with what Meta does with the message to them. */
const guests = Array.from({ length: SIZE.items }, (_, index) => ({
  phone: `71${800_000 + index}`,
  script: BAD_DAYS[Math.floor(random() * BAD_DAYS.length * 2)] ?? { answer: "ok" as const },
}));

interface Row {
  id: string;
  digits: string;
  status: string;
  last_code: string | null;
}

const rowsOf = () => house.rows<Row>("hub.db", "SELECT id, digits, status, last_code FROM queue_item");
const left = () => rowsOf().filter(({ status }) => status === "PENDING").length;

async function enqueue(): Promise<void> {
  for (let first = 0; first < guests.length; first += 500) {
    const items = guests.slice(first, first + 500).map(({ phone }) => ({ name: "Guest", phone, message: "How was your evening?" }));
    expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: items.length });
  }
}

/** Kills one worker after the other, and starts it again at once, as long as messages wait. */
async function killWhileSending(): Promise<number> {
  for (let kills = 0; ; kills++) {
    await pause(KILL_EVERY);
    if (kills === SIZE.kills || left() === 0) return kills;
    const name = names[Math.floor(random() * names.length)] ?? "";
    await workers.get(name)?.kill();
    start(name);
  }
}

/** Leases of which nobody heard run out, and doubts: until each message is sent, or said to be uncertain. */
async function untilAllSettled(): Promise<void> {
  const open = () => rowsOf().filter(({ status }) => status === "PENDING" || status === "IN_PROGRESS");
  for (let stood = 0, before = 0; open().length > 0; stood++) {
    if (open().length !== before) stood = 0;
    before = open().length;
    if (stood % 8 === 7) setClock(clock + (left() > 0 ? 61_000 : HALF_AN_HOUR));
    expect(stood, `these stay: ${JSON.stringify(open().slice(0, 5))}`).toBeLessThan(120);
    await pause(500);
  }
}

test("no guest gets a message twice by the official number, and none is lost unsaid, whoever is killed and whatever answer is lost (P5)", async () => {
  console.log(`seed ${SEED}`);
  for (const { phone, script } of guests) api.script(phone, script);
  await enqueue();
  for (const name of names) start(name);
  const kills = await killWhileSending();
  await untilAllSettled();
  await api.webhooks.settled();

  const seen = new Map<string, number>();
  for (const { callback } of api.accepted) {
    const id = callback?.split(":")[0] ?? "";
    seen.set(id, (seen.get(id) ?? 0) + 1);
  }
  const rows = rowsOf();
  const sent = rows.filter(({ status }) => status === "SENT");
  console.log(
    `${SIZE.items} messages, ${SIZE.workers} workers, ${kills} kills, ${line.cuts} of ${line.answers} answers cut: ${sent.length} sent, ${rows.length - sent.length} uncertain`,
  );
  expect(rows).toHaveLength(SIZE.items);
  expect(
    [...seen.values()].filter((times) => times > 1),
    `seen twice, seed ${SEED}`,
  ).toEqual([]);
  expect(
    rows.filter(({ id }) => !seen.has(id)).filter(({ status }) => status === "SENT"),
    "said to be sent, and never was",
  ).toEqual([]);
  expect(
    rows.filter(({ status, last_code }) => status !== "SENT" && last_code !== "UNCERTAIN"),
    "lost",
  ).toEqual([]);
  const isTold = new Map(guests.map(({ phone, script }) => [`961${phone}`, script.statuses?.length !== 0]));
  expect(
    rows.filter(({ id, digits, status }) => seen.has(id) && isTold.get(digits) && status !== "SENT"),
    "arrived and told by a webhook, and not known to be sent",
  ).toEqual([]);
  expect(kills).toBeGreaterThan(3);
  expect(line.cuts).toBeGreaterThan(5);
}, 600_000);
