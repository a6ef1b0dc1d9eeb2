// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { KillHouse } from "./house";
import { script, sentBy, type WorkerOptions, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";

let house: KillHouse;
let workers: WorkerProcess[] = [];

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T17:00:00.000Z", { WORKER_TOKEN: TOKEN });
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers = [];
});
afterAll(() => house.close());

const folderOf = (name: string) => path.join(house.folder, name);

function start(name: string, options: Partial<WorkerOptions> = {}): WorkerProcess {
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name, folder: folderOf(name), ...options });
  workers.push(worker);
  return worker;
}

async function enqueue(items: object[]): Promise<string> {
  const answer = await house.request("POST", "/queue/enqueue", { body: { items } });
  expect(answer?.body).toMatchObject({ enqueued: items.length });
  return (answer?.body as { task_id: string } | undefined)?.task_id ?? "";
}

async function statesOf(task: string): Promise<string[]> {
  const { results } = await house.ask<{ results: { status: string }[] }>("GET", `/queue/${task}`, "jounieh");
  return results.map(({ status }) => status);
}

async function untilStates(task: string, isThere: (states: string[]) => boolean): Promise<string[]> {
  for (let time = 0; time < 400; time++) {
    const states = await statesOf(task);
    if (isThere(states)) return states;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The states stay ${JSON.stringify(await statesOf(task))}\n${workers.map((worker) => worker.said()).join("\n")}`);
}

test("is paired by itself for a service: it ends when the settings are right and kept", async () => {
  const worker = start("paired", { flags: ["--pair"] });
  expect(await worker.ended, worker.said()).toEqual({ code: 0, signal: null });
  expect(worker.said()).toContain("Paired: address and token are right");
  expect(JSON.parse(readFileSync(path.join(folderOf("paired"), "worker.json"), "utf8"))).toMatchObject({ server: house.url, token: TOKEN });
  const wrong = start("never-paired", { flags: ["--pair"], token: "another-token-of-more-than-32-characters" });
  expect(await wrong.ended, wrong.said()).toEqual({ code: 1, signal: null });
  expect(readdirSync(folderOf("never-paired"))).not.toContain("worker.json");
});

const WRONG: [what: string, options: Partial<WorkerOptions>, words: string][] = [
  ["another token than the server's", { token: "another-token-of-more-than-32-characters" }, "The server refuses this token"],
  ["no token that can be one", { token: "short" }, "32 characters or more"],
  ["an address that is none", { server: "http://user:word@host" }, "Write the server's address"],
];

test.each(WRONG)("a first start with %s says so and ends", async (what, options, words) => {
  const worker = start(`first-${what.length}`, options);
  expect(await worker.ended, worker.said()).toEqual({ code: 1, signal: null });
  expect(worker.said()).toContain(words);
  expect(worker.said()).not.toContain(options.token ?? "nothing");
});

test("a menu goes along as the file that the server holds, fetched once for all guests", async () => {
  const menu = Buffer.from("%PDF-1.4 the menu of this evening");
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", "menu.pdf"), menu);
  const guests = ["70222201", "70222202", "70222203"];
  const task = await enqueue(guests.map((phone) => ({ name: "Guest", phone, table_name: "12", pdf_path: "menus/menu.pdf" })));
  start("menus");
  await untilStates(task, (states) => states.every((state) => state === "SENT"));
  const sent = sentBy(folderOf("menus"));
  expect(sent.map(({ phone }) => phone).sort()).toEqual(guests.map((phone) => `961${phone}`));
  expect(sent.every(({ kind, media }) => kind === "document" && media?.filename === "menu.pdf")).toBe(true);
  const [{ media } = {}] = sent;
  expect(readdirSync(path.join(folderOf("menus"), "media"))).toEqual([media?.sha256]);
  expect(readFileSync(path.join(folderOf("menus"), "media", media?.sha256 ?? ""))).toEqual(menu);
});

test("after everything was cancelled nothing is begun any more (P8)", async () => {
  script(folderOf("cancelled"), { latency: 300 });
  start("cancelled");
  const task = await enqueue(
    Array.from({ length: 20 }, (_, index) => ({ name: "Guest", phone: `702333${10 + index}`, message: `Word ${index}` })),
  );
  await untilStates(task, (states) => states.filter((state) => state === "SENT").length >= 2);
  const answer = await house.request("POST", "/queue/cancel-all");
  const before = sentBy(folderOf("cancelled")).length;
  expect(answer?.status).toBe(200);
  const { still_sending = 99 } = (answer?.body ?? {}) as { still_sending?: number };
  expect(still_sending).toBeLessThanOrEqual(1);
  const states = await untilStates(task, (all) => all.every((state) => state === "SENT" || state === "CANCELLED"));
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const sent = sentBy(folderOf("cancelled")).length;
  expect(sent).toBeLessThanOrEqual(before + still_sending);
  expect(states.filter((state) => state === "SENT")).toHaveLength(sent);
  await house.request("POST", "/reset-cancel");
  const later = await enqueue([{ name: "Guest", phone: "70244499", message: "After it was resumed" }]);
  await untilStates(later, (all) => all[0] === "SENT");
  expect(sentBy(folderOf("cancelled"))).toHaveLength(sent + 1);
});
