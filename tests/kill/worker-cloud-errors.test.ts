// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import type { WorkerShown } from "../../lib/queue/senders/contract";
import { CloudApi } from "../support/cloud-api";
import { KillHouse } from "./house";
import { WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const MINUTE = 60_000;

let house: KillHouse;
let api: CloudApi;
let clock = Date.parse("2026-11-20T10:00:00.000Z");
let ticking: NodeJS.Timeout;
let worker: WorkerProcess | null = null;
let guests = 71_250_600;

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(clock).toISOString());
}

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN });
  ticking = setInterval(() => setClock(clock + 50), 50);
  api = await CloudApi.start({ templates: [{ name: "letter", language: "en", parameters: 2 }] });
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const body = { ...limits, templates: { ...limits.templates, service_name: "letter" }, cloud: { ...limits.cloud, per_second: 80 } };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
});
afterEach(() => worker?.kill());
afterAll(async () => {
  clearInterval(ticking);
  await api.stop();
  await house.close();
});

function start(): void {
  const folder = path.join(house.folder, "cloud-pc");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { token, phoneNumberId: phone_number_id } = api.options;
  writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
  worker = new WorkerProcess({ server: house.url, token: TOKEN, name: "cloud-pc", folder, transport: "cloud" });
}

/** Somebody to whom Meta's next answer is a refusal with this code. @returns their number */
function refusedOnce(code: number): string {
  guests++;
  api.script(String(guests), { answer: code, times: 1 });
  return String(guests);
}

async function enqueue(phones: readonly string[]): Promise<void> {
  const items = phones.map((phone) => ({ name: "Guest", phone, message: "How was your evening?" }));
  expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: phones.length });
}

interface Row {
  digits: string;
  status: string;
  last_code: string | null;
}

const rowOf = (phone: string) =>
  house.rows<Row>("hub.db", "SELECT digits, status, last_code FROM queue_item WHERE digits = ?", `961${phone}`)[0];
/** How a guest's message stands, how often Meta was asked to take it, and how often the guest has it. */
const standing = (phone: string) => [
  rowOf(phone)?.status,
  api.asked.filter((to) => to === `961${phone}`).length,
  api.accepted.filter(({ to }) => to === `961${phone}`).length,
];

async function until(isThere: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (let time = 0; time < 800; time++) {
    if (await isThere()) return;
    await pause(50);
  }
  throw new Error(`Not in time: ${what}. ${JSON.stringify(house.rows("hub.db", "SELECT * FROM queue_item"))}\n${worker?.said()}`);
}

/** That of the guest first: the others make the number wait. */
const SLOWED = [131056, 4, 80007, 130429];
const FINAL = [131026, 131049, 130472, 131050, 131047, 131021, 100, 132005];
const UNSAID = [1, 2, 131000];

test("of Meta's refusals only those are tried again that say later, and a doubt never by itself (P9)", async () => {
  const [slowed, final, unsaid] = [SLOWED, FINAL, UNSAID].map((codes) => codes.map(refusedOnce)) as [string[], string[], string[]];
  await enqueue([...final, ...unsaid, ...slowed]);
  start();
  await until(() => [...slowed, ...final, ...unsaid].every((phone) => Number(standing(phone)[1]) >= 1), "each was handed over");
  await until(() => final.every((phone) => rowOf(phone)?.status === "FAILED"), "what is refused has failed");
  for (let minutes = 0; minutes < 4; minutes++) {
    setClock(clock + MINUTE);
    await pause(500);
  }
  await until(() => slowed.every((phone) => rowOf(phone)?.status === "SENT"), "what was too fast goes out");
  setClock(clock + 31 * MINUTE);
  await until(() => unsaid.every((phone) => rowOf(phone)?.status === "FAILED"), "a doubt is said in the end");
  expect(slowed.map(standing)).toEqual(slowed.map(() => ["SENT", 2, 1]));
  expect(final.map(standing)).toEqual(final.map(() => ["FAILED", 1, 0]));
  expect(unsaid.map(standing)).toEqual(unsaid.map(() => ["FAILED", 1, 0]));
  expect(unsaid.map((phone) => rowOf(phone)?.last_code)).toEqual(unsaid.map(() => "UNCERTAIN"));
}, 120_000);

test("a refusal of the number stops it and nobody's message is lost by it: all go out once somebody has seen to it (P9)", async () => {
  const phones = [String(++guests), String(++guests), String(++guests)];
  for (const phone of phones) api.script(phone, { answer: 131031 });
  await enqueue(phones);
  start();
  const shown = async () => (await house.ask<{ workers: WorkerShown[] }>("GET", "/workers", "jounieh")).workers[0];
  await until(async () => (await shown())?.is_stopped === true, "the number is stopped");
  // How many were at hand when the first was refused depends on how long the word of it takes to the server.
  await until(() => phones.every((phone) => rowOf(phone)?.status === "PENDING"), "all wait");
  const asked = api.asked.length;
  setClock(clock + 10 * MINUTE);
  await pause(2_000);
  expect(api.asked).toHaveLength(asked);
  expect(phones.map((phone) => rowOf(phone)?.status)).toEqual(["PENDING", "PENDING", "PENDING"]);
  for (const phone of phones) api.script(phone, {});
  expect((await house.request("POST", "/queue/workers/cloud-pc/resume"))?.body).toEqual({ resumed: true });
  await until(() => phones.every((phone) => rowOf(phone)?.status === "SENT"), "all go out");
  expect(phones.map((phone) => api.accepted.filter(({ to }) => to === `961${phone}`).length)).toEqual([1, 1, 1]);
}, 120_000);
