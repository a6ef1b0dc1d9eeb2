// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import { CloudApi } from "../support/cloud-api";
import { freePort, KillHouse } from "./house";
import { WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const HOUR = 3_600_000;
/** 21:20 in Beirut, on the evening before its clocks go back. */
const EVENING = Date.parse("2026-10-24T18:20:00.000Z");

let house: KillHouse;
let api: CloudApi;
/** The server's time, and the stand-in's. It goes by itself, ten times as fast as ours. */
let clock = EVENING;
let ticking: NodeJS.Timeout;
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN, PORT: await freePort() });
  ticking = setInterval(() => setClock(clock + 500), 50);
  const letter = { language: "en", parameters: 2 };
  const templates = [
    { ...letter, name: "letter" },
    { ...letter, name: "card", header: "document" as const },
  ];
  api = await CloudApi.start({ templates, clock: () => clock });
  await limit({});
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers = [];
});
afterAll(async () => {
  clearInterval(ticking);
  await api.stop();
  await house.close();
});

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(to).toISOString());
}

/** Limits of the official number, besides the template that every kind of message goes by. */
async function limit(cloud: Partial<Limits["cloud"]>): Promise<void> {
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const templates = { ...limits.templates };
  for (const kind of ["birthday", "menu", "service"] as const) {
    templates[`${kind}_name`] = kind === "menu" ? "card" : "letter";
    templates[`${kind}_body`] = ["name", "message"];
  }
  const body = { ...limits, templates, cloud: { ...limits.cloud, ...cloud } };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
}

/** Worker PCs that send by the same number of the house. */
function start(...names: string[]): void {
  for (const name of names) {
    const folder = path.join(house.folder, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { token, phoneNumberId: phone_number_id } = api.options;
    writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
    workers.push(new WorkerProcess({ server: house.url, token: TOKEN, name, folder, transport: "cloud" }));
  }
}

async function enqueue(items: readonly object[], campaign: "service" | "birthday" | "menu" = "service"): Promise<void> {
  const answer = await house.request("POST", "/queue/enqueue", { body: { items, campaign } });
  expect(answer?.body).toMatchObject({ enqueued: items.length });
}

async function until(isThere: () => boolean, what: string): Promise<void> {
  for (let time = 0; time < 800; time++) {
    if (isThere()) return;
    await pause(50);
  }
  throw new Error(`Not in time: ${what}. ${api.accepted.length} accepted.\n${workers.map((worker) => worker.said()).join("\n")}`);
}

/** Of a message that it has begun, nobody could say whether it went out: it would be held for half an hour, and miss in the counts. */
async function killBetweenMessages(name: string): Promise<void> {
  const worker = workers.find(({ options }) => options.name === name);
  const begun = () => house.rows("hub.db", "SELECT 1 FROM queue_item WHERE lease_worker = ? AND phase = 'sending'", name).length;
  for (;;) {
    worker?.signal("SIGSTOP");
    if (begun() === 0) break;
    worker?.signal("SIGCONT");
    await pause(20);
  }
  await worker?.kill();
}

interface Begun {
  at: number;
  to: string;
}

/**
 * When the server let each of the messages go that guests have seen, the first one first. One whose go a killed server had written down
 * and nobody heard went out at the next one.
 */
function letGo(): Begun[] {
  const rows = house.rows<{ message_id: string; item_id: string; digits: string; begun_at: string }>(
    "hub.db",
    "SELECT item_id, digits, max(begun_at) AS begun_at FROM queue_attempt GROUP BY item_id ORDER BY begun_at",
  );
  const seen = api.accepted.map(({ callback }) => callback?.split(":")[0]);
  expect(new Set(seen).size, "nobody has seen a message twice").toBe(seen.length);
  return rows.filter(({ item_id }) => seen.includes(item_id)).map(({ begun_at, digits }) => ({ at: Date.parse(begun_at), to: digits }));
}

const gaps = (times: readonly number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0));

test("in the quiet hours only menus go out, and the rest at their end, also in the night in which the clocks go back (P13)", async () => {
  start("pc-1");
  const bears = (word: string) => api.accepted.filter(({ body }) => JSON.stringify(body).includes(word)).length;
  const greet = (phone: string) => enqueue([{ name: "Guest", phone, message: `A greeting for ${phone}` }], "birthday");
  await greet("71600101");
  await until(() => bears("greeting") === 1, "greeted before 21:30");
  setClock(Date.parse("2026-10-24T18:30:01.000Z"));
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", "menu.pdf"), "%PDF-1.4");
  await greet("71600102");
  await greet("71600103");
  await enqueue([{ name: "Guest", phone: "71600104", message: "A word for 71600104" }]);
  await enqueue([{ name: "Guest", phone: "71600105", table_name: "12", message: "Our menu" }], "menu");
  await until(() => bears("Our menu") === 1, "the menu, at any hour");
  // 09:20 in Beirut; an hour before, by the time of the evening, it would have been 09:30 already.
  for (const at of ["2026-10-24T21:30:01.000Z", "2026-10-25T06:30:01.000Z", "2026-10-25T07:20:00.000Z"]) {
    setClock(Date.parse(at));
    await pause(1_500);
    expect([bears("greeting"), bears("word")], at).toEqual([1, 0]);
  }
  setClock(Date.parse("2026-10-25T07:29:58.000Z"));
  await until(() => bears("greeting") === 3 && bears("word") === 1, "what was held back, at 09:30");
  const last = letGo().slice(-3);
  for (const { at } of last) expect(at).toBeGreaterThanOrEqual(Date.parse("2026-10-25T07:30:00.000Z"));
  expect(Math.max(...last.map(({ at }) => at)), "soon after").toBeLessThan(Date.parse("2026-10-25T07:40:00.000Z"));
}, 90_000);

test("a number keeps its pace and its caps, and guests their peace, whoever sends and whatever restarts (P10)", async () => {
  const before = letGo().length;
  const day = Date.parse("2026-10-27T10:00:00.000Z");
  setClock(day);
  await limit({ per_second: 1, per_day: 6, guest_gap_s: 6, guest_per_day: 2 });
  const phones = Array.from({ length: 8 }, (_, index) => `717001${10 + index}`);
  const words = phones.flatMap((phone) =>
    ["first", "second"].map((word) => ({ name: "Guest", phone, message: `The ${word} for ${phone}` })),
  );
  await enqueue([...words, { name: "Guest", phone: "71700110", message: "The third for 71700110" }]);
  start("pc-1", "pc-2", "pc-3", "pc-4");
  await until(() => letGo().length >= before + 4, "the first few");
  await house.kill();
  await house.restart();
  await killBetweenMessages("pc-1");
  start("pc-1");
  await until(() => letGo().length >= before + 12, "two to each of as many guests as a day allows");
  await pause(1_500);
  const first = letGo().slice(before);
  expect(first, "two to each of as many guests as a day allows").toHaveLength(12);
  setClock(day + 25 * HOUR);
  await house.signIn();
  await until(() => letGo().length === before + words.length + 1, "the rest, a day later");
  const all = letGo().slice(before);
  const times = all.map(({ at }) => at);
  expect(Math.min(...gaps(times)), "between two messages").toBeGreaterThanOrEqual(1_000);
  for (const phone of phones) {
    const toGuest = all.filter(({ to }) => to === `961${phone}`).map(({ at }) => at);
    expect(Math.min(...gaps(toGuest)), phone).toBeGreaterThanOrEqual(6_000);
    expect(toGuest.filter((at) => at < day + 24 * HOUR).length, phone).toBeLessThanOrEqual(2);
  }
  for (const at of times) {
    const withinADay = all.filter((other) => other.at >= at && other.at < at + 24 * HOUR).map(({ to }) => to);
    expect(new Set(withinADay).size, "guests within any 24 hours").toBeLessThanOrEqual(6);
  }
}, 120_000);
