// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { createHmac } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { CloudApi } from "../support/cloud-api";
import { ADMIN, KillHouse } from "./house";
import { logOf, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const SECRET = "the secret of the app of this test";
const EVENING = Date.parse("2026-11-20T17:00:00.000Z");

let house: KillHouse;
let api: CloudApi;
let clock = EVENING;
let ticking: NodeJS.Timeout;
let workers: WorkerProcess[] = [];
let output = "";

beforeAll(async () => {
  house = await KillHouse.open(new Date(EVENING).toISOString(), {
    WORKER_TOKEN: TOKEN,
    WHATSAPP_APP_SECRET: SECRET,
    LOG_LEVEL: "debug",
  });
  // The pace of the number goes by the server's clock.
  ticking = setInterval(() => {
    clock += 200;
    house.setClock(new Date(clock).toISOString());
  }, 200);
  api = await CloudApi.start({ appSecret: SECRET, webhook: `${house.url}/api/whatsapp/webhook`, windowsOpen: true });
});
afterEach(async () => {
  for (const worker of workers) {
    await worker.kill();
    output += worker.said();
  }
  workers = [];
});
afterAll(async () => {
  clearInterval(ticking);
  await api.stop();
  await house.close();
});

const FOLDER = "cloud-pc";

function start(failpoint = ""): WorkerProcess {
  const folder = path.join(house.folder, FOLDER);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { token, phoneNumberId: phone_number_id } = api.options;
  writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name: "cloud-pc", folder, failpoint, transport: "cloud" });
  workers.push(worker);
  return worker;
}

interface Result {
  status: string;
  delivery: string | null;
  error: string | null;
}

/** A guest writes, so that for a day free words may go to them. */
async function opened(phone: string): Promise<void> {
  const before = api.webhooks.sent.length;
  api.guestWrites(`961${phone}`, "Good evening");
  await expect
    .poll(() => api.webhooks.sent.slice(before).some(({ raw, answered }) => raw.includes(`961${phone}`) && answered === 200))
    .toBe(true);
}

async function enqueue(phones: readonly string[]): Promise<() => Promise<Result[]>> {
  for (const phone of phones) await opened(phone);
  const items = phones.map((phone) => ({ name: "Guest", phone, message: "How was your evening?" }));
  const answer = await house.request("POST", "/queue/enqueue", { body: { items } });
  expect(answer?.body).toMatchObject({ enqueued: phones.length });
  const task = (answer?.body as { task_id: string } | undefined)?.task_id ?? "";
  return async () => (await house.ask<{ results: Result[] }>("GET", `/queue/${task}`, "jounieh")).results;
}

async function until(results: () => Promise<Result[]>, isThere: (results: Result[]) => boolean): Promise<Result[]> {
  for (let time = 0; time < 600; time++) {
    const now = await results();
    if (isThere(now)) return now;
    await pause(50);
  }
  throw new Error(`It stays ${JSON.stringify(await results())}\n${workers.map((worker) => worker.said()).join("\n")}`);
}

/** What a guest has seen of each number. */
const seen = (phone: string) => api.accepted.filter(({ to }) => to.replace("+", "") === `961${phone}`).length;

/** 500 after it was taken, and cut after it was taken: the stand-in's scripts for numbers that end so. */
const ANSWER_LOST = ["71100501", "71100502"];

test("messages go out by the Cloud API once each, also where its answers are lost, and its webhooks settle what is in doubt", async () => {
  start();
  const phones = ["71100101", "71100102", "71100103", ...ANSWER_LOST];
  const results = await until(await enqueue(phones), (all) => all.every(({ status }) => status === "SENT"));
  expect(phones.map(seen)).toEqual(phones.map(() => 1));
  expect(results.every(({ error }) => error === null)).toBe(true);
});

test("a guest whom WhatsApp cannot reach is said in plain words, and written to once", async () => {
  start();
  const [result] = await until(await enqueue(["71100026"]), ([one]) => one?.status === "FAILED");
  expect(result?.error).toMatch(/^[A-Z].*\.$/);
  expect(result?.error).not.toContain("71100026");
});

/** Numbers whose ends are no scripts of the stand-in. */
let guests = 71_200_100;

/** Where the worker is killed at its second message, whether the guest has seen that then, and whether anybody knows. */
const POINTS = [
  ["worker:after-begin", true, true],
  ["worker:after-journal", false, false],
  ["worker:after-bytes", true, false],
  ["worker:after-ack", true, false],
  ["worker:after-outcome", true, true],
  ["worker:after-http-ack", true, true],
] as const;

test.each(POINTS)("a worker killed at %s sends nobody a message twice, and knows what it handed over", async (point, isSeen, isKnown) => {
  const phones = [++guests, ++guests, ++guests].map(String);
  const [, killedAt = ""] = phones;
  api.script(killedAt, { statuses: [] }); // no webhook comes to settle it
  const results = await enqueue(phones);
  const killed = start(`${point}*2`);
  expect(await killed.ended, killed.said()).toEqual({ code: null, signal: "SIGKILL" });
  start();
  // What it had written down as on its way, and nobody took, stays in doubt: it is never sent again by itself.
  await until(results, (all) => all.filter(({ status }) => status === "SENT").length >= (isKnown ? 3 : 2));
  await pause(1_500);
  expect(phones.map(seen)).toEqual([1, isSeen ? 1 : 0, 1]);
  const states = await results();
  expect(states.map(({ status }) => status)).toEqual(["SENT", isKnown ? "SENT" : "IN_PROGRESS", "SENT"]);
});

test("a guest's STOP, told by the webhook, keeps the next message back", async () => {
  api.guestWrites("96171300001", "Stop");
  const told = () => api.webhooks.sent.find(({ raw }) => raw.includes('"Stop"'));
  await expect.poll(() => told()?.answered).toBe(200);
  const raw = told();
  expect(raw?.signature).toBe(
    `sha256=${createHmac("sha256", SECRET)
      .update(raw?.raw ?? "")
      .digest("hex")}`,
  );
  const body = { items: [{ name: "Guest", phone: "71300001", message: "How was your evening?" }] };
  const answer = await house.request("POST", "/queue/enqueue", { body });
  expect(answer?.body).toMatchObject({ enqueued: 0, skipped: [{ reason: "The guest has said no to messages." }] });
});

test("a guest who never wrote gets the template that is named in the limits, with their name and the words", async () => {
  const templates = [{ name: "letter", language: "en_US", parameters: 2 }];
  api.options.templates = templates;
  api.options.windowsOpen = false;
  const { limits } = await house.ask<{ limits: { templates: Record<string, unknown> } }>("GET", "/queue/limits", "jounieh");
  const named = { ...limits.templates, service_name: "letter", service_language: "en_US", service_body: ["name", "message"] };
  const changed = await house.request("PUT", "/queue/limits", { body: { ...limits, templates: named } });
  expect(changed?.status).toBe(200);
  start();
  const items = [{ name: "Maya", phone: "71400101", message: "How was\nyour evening?" }];
  const answer = await house.request("POST", "/queue/enqueue", { body: { items } });
  const task = (answer?.body as { task_id: string } | undefined)?.task_id ?? "";
  const results = async () => (await house.ask<{ results: Result[] }>("GET", `/queue/${task}`, "jounieh")).results;
  await until(results, ([one]) => one?.status === "SENT");
  expect(seen("71400101")).toBe(1);
  expect(JSON.stringify(api.accepted.at(-1))).toContain("letter");
});

test("a menu is uploaded before the message may go: killed right then, nothing was sent, and it is not uploaded again", async () => {
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", "menu.pdf"), "%PDF-1.4 the menu of this test");
  api.options.windowsOpen = true;
  const phone = "71500101";
  await opened(phone);
  const uploads = api.uploads();
  const items = [{ name: "Maya", phone, table_name: "2026-11-20 table 12", message: "Our menu." }];
  expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.status).toBe(200);
  await start("worker:after-prepare").ended;
  expect([api.uploads() - uploads, seen(phone)]).toEqual([1, 0]);
  start();
  await expect.poll(() => seen(phone), { timeout: 20_000 }).toBe(1);
  expect(api.uploads() - uploads).toBe(1);
});

test("after all this nothing that the worker or the server has logged or said holds a number, a text or a secret (P20)", async () => {
  const folder = path.join(house.folder, FOLDER);
  const ofWorker = logOf(folder) + output + readFileSync(path.join(folder, "journal.log"), "utf8");
  const logs = path.join(house.data, "logs");
  const ofServer = readdirSync(logs).map((name) => readFileSync(path.join(logs, name), "utf8"));
  expect(ofServer.join()).toContain("/queue/enqueue");
  const words = [ofWorker, house.said, ...ofServer];
  expect(ofWorker.length).toBeGreaterThan(1_000);
  for (const word of words) {
    expect(word).not.toMatch(/71[1-5]00\d{3}|your evening|Our menu|Maya/);
    for (const secret of [TOKEN, SECRET, api.options.token, house.authorization.slice(7), ADMIN.password])
      expect(word).not.toContain(secret);
  }
});
