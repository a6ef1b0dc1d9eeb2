// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Enqueued } from "../../lib/queue/contract";
import { chunksOf } from "../../lib/queue/deal-to-workers";
import type { Limits } from "../../lib/queue/limits/contract";
import type { WorkerShown } from "../../lib/queue/senders/contract";
import { CloudApi } from "../support/cloud-api";
import { KillHouse } from "./house";
import { sentBy, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const DATE = "2026-11-20";

let house: KillHouse;
/** The house's two official numbers, each at a stand-in of its own. */
let numbers: CloudApi[] = [];
let clock = Date.parse(`${DATE}T10:00:00.000Z`);
let ticking: NodeJS.Timeout;
let workers: WorkerProcess[] = [];

function setClock(to: number): void {
  clock = to;
  house.setClock(new Date(to).toISOString());
}

// A hundred messages by real processes take a slow machine a minute.
vi.setConfig({ testTimeout: 180_000 });

beforeAll(async () => {
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN });
  ticking = setInterval(() => setClock(clock + 100), 100);
  const letter = { language: "en", parameters: 2 };
  const templates = [
    { ...letter, name: "letter" },
    { ...letter, name: "card", header: "document" as const },
  ];
  const ids = ["106540352242922", "106540352242923"];
  numbers = await Promise.all(ids.map((phoneNumberId) => CloudApi.start({ templates, phoneNumberId, clock: () => clock })));
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const named = { ...limits.templates, birthday_name: "letter", birthday_body: ["name", "message"] };
  const menu = { menu_name: "card", menu_body: ["name", "message"] };
  const body = { ...limits, templates: { ...named, ...menu }, cloud: { ...limits.cloud, per_second: 80, per_day: 1_000_000 } };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers = [];
});
afterAll(async () => {
  clearInterval(ticking);
  for (const api of numbers) await api.stop();
  await house.close();
});

const folderOf = (name: string) => path.join(house.folder, name);

/** @param api of the number that it sends by; none for the sandbox */
function start(name: string, api?: CloudApi): WorkerProcess {
  const folder = folderOf(name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (api) {
    const { token, phoneNumberId: phone_number_id } = api.options;
    writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
  }
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name, folder, transport: api ? "cloud" : "sandbox" });
  workers.push(worker);
  return worker;
}

/** Given up on once nothing has gone out for twenty seconds: how fast a machine is proves nothing here. */
async function until(isThere: () => boolean | Promise<boolean>, what: string): Promise<void> {
  let before = -1;
  for (let still = 0; still < 400; still++) {
    if (await isThere()) return;
    const now = left();
    if (now !== before) still = 0;
    before = now;
    await pause(50);
  }
  throw new Error(`Not in time: ${what}. ${before} wait.\n${workers.map((worker) => worker.said()).join("\n")}`);
}

const left = () => house.rows("hub.db", "SELECT 1 FROM queue_item WHERE status IN ('PENDING', 'IN_PROGRESS')").length;
/** To whom the numbers' messages went, each as often as the guest has seen one. */
const seen = () => numbers.flatMap(({ accepted }) => accepted.map(({ to }) => to)).sort();
const phonesFrom = (first: number, count: number) => Array.from({ length: count }, (_, index) => String(first + index));
const international = (phones: readonly string[]) => phones.map((phone) => `961${phone}`);

/** How people write one and the same number. */
const WAYS = [
  (phone: string) => phone,
  (phone: string) => `+961 ${phone.slice(0, 2)} ${phone.slice(2, 5)} ${phone.slice(5)}`,
  (phone: string) => `00961-${phone}`,
  (phone: string) => phone.replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
] as const;

/** Signs in as somebody else than the house's own admin. @returns the header that says so */
async function signedIn(username: string): Promise<string> {
  const password = "eight silver spoons";
  const made = await house.request("POST", "/auth/new-user", { body: { username, password, roles: ["admin"] } });
  expect(made?.status).toBeLessThan(300);
  const answer = await house.request("POST", "/auth/login", { body: { username, password } });
  const { access_token = "" } = (answer?.body ?? {}) as { access_token?: string };
  return `Bearer ${access_token}`;
}

// The first of them: a sandbox is given nothing once the house has numbers that reach guests.
test("a campaign for 100 guests is dealt in parts to the 3 workers online of 5, and each sends what is its own (P16)", async () => {
  const [away, there] = [
    ["deal-1", "deal-4"],
    ["deal-2", "deal-3", "deal-5"],
  ];
  const names = [...away, ...there];
  const shown = async () => {
    const answer = await house.ask<{ workers: WorkerShown[] }>("GET", "/workers", "jounieh");
    return answer.workers.filter(({ id }) => names.includes(id));
  };
  const online = async () => (await shown()).flatMap(({ id, online: isOnline }) => (isOnline ? [id] : [])).sort();
  for (const name of away) start(name);
  await until(async () => (await online()).join() === away.join(), "two are online");
  for (const worker of workers) await worker.kill();
  await pause(1_000); // until the server has seen that they are gone
  setClock(clock + 31_000);
  for (const name of there) start(name);
  await until(async () => (await online()).join() === there.join(), "the other three are online, and they are not");
  // What is dealt to a worker that has not said yet that it can send would be another's.
  const ready = () => house.rows<{ id: string }>("hub.db", "SELECT id FROM queue_worker WHERE state ->> 'connected'").map(({ id }) => id);
  await until(() => there.every((name) => ready().includes(name)), "they can send");
  expect(await shown()).toHaveLength(5);

  const guests = phonesFrom(71_800_101, 100);
  const parts = chunksOf(guests, await online());
  expect(parts.length).toBeGreaterThanOrEqual(4);
  expect(parts.length).toBeLessThanOrEqual(20);
  for (const { guests: phones, worker } of parts) {
    const items = phones.map((phone) => ({ name: "Guest", phone }));
    const body = { items, campaign: "birthday", date: DATE, prefer_worker: worker, message: "Happy birthday!" };
    expect((await house.request("POST", "/queue/enqueue/batch", { body }))?.body).toMatchObject({ enqueued: phones.length });
  }
  await until(() => left() === 0, "all are sent");
  const sentAs = (some: readonly string[]) => some.map((name) => sentBy(folderOf(name)).length);
  expect(sentAs(away)).toEqual([0, 0]);
  const share = Math.max(...parts.map(({ guests: part }) => part.length));
  const busy = sentAs(there);
  expect(Math.max(...busy) - Math.min(...busy), busy.join()).toBeLessThanOrEqual(share);
  const sent = names.flatMap((name) => sentBy(folderOf(name)).map(({ phone }) => phone));
  expect(sent.sort()).toEqual(international(guests));
});

test("a birthday list that two people queue in two branches, its numbers written in four ways, greets each guest once (P12)", async () => {
  const guests = phonesFrom(71_600_101, 12);
  const people = [house.authorization, await signedIn("rima")];
  /** @param way of the first guest's number; each next one is written in the next way */
  const queue = async (authorization: string, branch: string, way: number) => {
    const items = guests.map((phone, index) => ({ name: `Guest ${index}`, phone: WAYS[(index + way) % WAYS.length]?.(phone), branch }));
    const body = JSON.stringify({ items, campaign: "birthday", date: DATE, message: "Happy birthday, {name}, from {branch}!" });
    const headers = { authorization, "x-branch": branch, "content-type": "application/json" };
    const answer = await fetch(`${house.url}/api/queue/enqueue/batch`, { method: "POST", headers, body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Enqueued;
  };
  const [admin = "", rima = ""] = people;
  const lists = [
    [admin, "jounieh"],
    [rima, "jounieh"],
    [admin, "batroun"],
    [rima, "batroun"],
  ] as const;
  const answers = await Promise.all(lists.map(([who, branch], way) => queue(who, branch, way)));
  expect(answers.reduce((sum, { enqueued }) => sum + enqueued, 0)).toBe(guests.length);
  for (const { enqueued, skipped } of answers) expect(enqueued + skipped.length).toBe(guests.length);
  for (const [index, api] of numbers.entries()) start(`birthday-pc-${index}`, api);
  await until(() => left() === 0, "all are greeted");
  expect(seen()).toEqual(international(guests));
  // Who was greeted an hour ago is not greeted again, whoever asks.
  setClock(clock + 3_600_000);
  expect((await queue(rima, "batroun", 1)).enqueued).toBe(0);
  await pause(500);
  expect(seen()).toEqual(international(guests));
});

test("a menu for 100 guests is uploaded once by each number, and anew once WhatsApp has forgotten it (P18)", async () => {
  const pdf = "%PDF-1.4 the menu of this test";
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", "menu.pdf"), pdf);
  const before = numbers.map(({ accepted }) => accepted.length);
  const accepted = () => numbers.map((api, index) => api.accepted.slice(before[index]));
  const send = async (phones: readonly string[]) => {
    const items = phones.map((phone) => ({ name: "Guest", phone, table_name: `${DATE} table 12`, message: "Our menu." }));
    expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: phones.length });
    await until(() => left() === 0, "all have the menu");
  };
  for (const [index, api] of numbers.entries()) start(`menu-pc-${index}`, api);
  const guests = phonesFrom(71_700_101, 100);
  await send(guests);
  const theirs = accepted();
  expect(theirs.map((some) => some.length > 0)).toEqual([true, true]);
  expect(
    theirs
      .flat()
      .map(({ to }) => to)
      .sort(),
  ).toEqual(international(guests));
  const sha256 = createHash("sha256").update(pdf).digest("hex");
  expect(new Set(theirs.flat().map(({ mediaSha256 }) => mediaSha256))).toEqual(new Set([sha256]));
  expect(numbers.map((api) => api.uploads())).toEqual([1, 1]);

  for (const api of numbers) api.forgetMedia();
  const late = phonesFrom(71_700_301, 8);
  await send(late);
  const all = accepted().flat();
  expect(all.map(({ to }) => to).sort()).toEqual(international([...guests, ...late]));
  expect(all.every(({ mediaSha256 }) => mediaSha256 === sha256)).toBe(true);
  expect(numbers.map((api) => api.uploads())).toEqual([2, 2]);
});
