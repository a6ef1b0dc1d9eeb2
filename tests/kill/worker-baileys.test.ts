// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TransportState } from "../../lib/queue/workers/contract";
import { WhatsAppWeb } from "../support/whatsapp-web";
import { KillHouse } from "./house";
import { logOf, WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const EVENING = Date.parse("2026-11-20T17:00:00.000Z");
/** The number of the phone that is linked. */
const NUMBER = "96131000000";
/** More than the longest pause between two messages of a linked phone, in milliseconds. */
const NEXT_TURN = 16_000;

let house: KillHouse;
let web: WhatsAppWeb;
let clock = EVENING;
let ticking: NodeJS.Timeout;
let workers: WorkerProcess[] = [];
let output = "";
let guests = 71_400_100;

beforeAll(async () => {
  for (const way of ["log", "info", "warn"] as const) console[way] = () => {}; // libsignal, for the guests' phones
  house = await KillHouse.open(new Date(EVENING).toISOString(), { WORKER_TOKEN: TOKEN, LOG_LEVEL: "debug" });
  web = await WhatsAppWeb.start();
  let seen = 0;
  // The pace of the number goes by the server's clock: after each message it is the next one's turn.
  ticking = setInterval(() => {
    clock += web.accepted.length > seen ? NEXT_TURN : 200;
    seen = web.accepted.length;
    house.setClock(new Date(clock).toISOString());
  }, 200);
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
  await web.stop();
  await house.close();
});

const folder = () => path.join(house.folder, "phone-pc");

function start(failpoint = "", settings: { resend_same_id?: boolean } = {}): WorkerProcess {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const kept = JSON.stringify({ accepted: "ACCEPT", url: web.url, ...settings });
  writeFileSync(path.join(folder(), "baileys.json"), kept, { mode: 0o600 });
  const worker = new WorkerProcess({
    server: house.url,
    token: TOKEN,
    name: "phone-pc",
    folder: folder(),
    failpoint,
    transport: "baileys",
  });
  workers.push(worker);
  return worker;
}

interface Result {
  status: string;
  error: string | null;
}

async function enqueue(phones: readonly string[]): Promise<() => Promise<Result[]>> {
  const items = phones.map((phone) => ({ name: "Guest", phone, message: `How was your evening, ${phone}?` }));
  const answer = await house.request("POST", "/queue/enqueue", { body: { items } });
  expect(answer?.body).toMatchObject({ enqueued: phones.length });
  const task = (answer?.body as { task_id: string } | undefined)?.task_id ?? "";
  return async () => (await house.ask<{ results: Result[] }>("GET", `/queue/${task}`, "jounieh")).results;
}

async function until<T>(look: () => T | Promise<T>, isThere: (found: T) => boolean): Promise<T> {
  for (let time = 0; time < 800; time++) {
    const found = await look();
    if (isThere(found)) return found;
    await pause(50);
  }
  throw new Error(`It stays ${JSON.stringify(await look())}\n${workers.map((worker) => worker.said()).join("\n")}${logOf(folder())}`);
}

const allSent = (results: Result[]) => results.every(({ status }) => status === "SENT");

function stateOfWorker(): Partial<TransportState> {
  const [row] = house.rows<{ state: string }>("hub.db", "SELECT state FROM queue_worker WHERE id = 'phone-pc'");
  return row ? JSON.parse(row.state) : {};
}

/** What each guest's phone shows, and how often it was handed over. */
const shownTo = (phones: readonly string[]) => phones.map((phone) => web.seenBy(`961${phone}`));

test("a phone is linked by the code that the server hears of, and messages go out", async () => {
  const worker = start();
  const { pairing } = await until(stateOfWorker, (state) => Boolean(state.pairing?.qr));
  web.scan(pairing?.qr ?? "", NUMBER);
  await until(stateOfWorker, ({ link }) => link === "connected");
  const phones = [String(++guests)];
  await until(await enqueue(phones), allSent);
  expect(shownTo(phones)).toEqual([1]);
  expect(worker.said()).toContain("The code is shown in Daftar");
  expect(worker.said()).not.toContain("wa.me");
}, 60_000);

test.each([
  "worker:after-begin",
  "worker:after-journal",
  "worker:after-bytes",
  "worker:after-ack",
  "worker:after-outcome",
  "worker:after-http-ack",
])(
  "a worker killed at %s needs no new linking, loses nothing, and no phone shows a message twice (P5, P17)",
  async (point) => {
    const phones = [++guests, ++guests].map(String);
    const results = await enqueue(phones);
    const killed = start(`${point}*2`);
    expect(await killed.ended, killed.said()).toEqual({ code: null, signal: "SIGKILL" });
    start();
    await until(results, allSent);
    expect(shownTo(phones)).toEqual([1, 1]);
    expect(stateOfWorker().link).not.toBe("pairing");
  },
  60_000,
);

test("a message whose ack was lost with the line goes out once more with the same id, and is known to be sent", async () => {
  const phone = String(++guests);
  web.script(`961${phone}`, { what: "cut after", times: 1 });
  start();
  await until(await enqueue([phone]), allSent);
  expect(web.accepted.filter(({ to }) => to === `961${phone}`)).toHaveLength(2);
  expect(shownTo([phone])).toEqual([1]);
}, 60_000);

test("what a killed worker had handed over goes out no second time where that is switched off, and waits for the receipt", async () => {
  const [phone, other] = [String(++guests), String(++guests)];
  const results = await enqueue([phone]);
  const killed = start("worker:after-bytes", { resend_same_id: false });
  expect(await killed.ended, killed.said()).toEqual({ code: null, signal: "SIGKILL" });
  const held = () =>
    house.rows<{ boot: string }>(
      "hub.db",
      "SELECT lease_boot AS boot FROM queue_item WHERE phase = 'sending' AND digits = ?",
      `961${phone}`,
    )[0]?.boot;
  const before = held();
  start("", { resend_same_id: false });
  await until(held, (boot) => boot !== undefined && boot !== before); // it has asked, and the server would let it go again
  await until(await enqueue([other]), allSent);
  const [first, ...more] = web.accepted.filter(({ to }) => to === `961${phone}`);
  expect([more.length, (await results())[0]?.status]).toEqual([0, "IN_PROGRESS"]);
  web.receipt(first?.id ?? "");
  await until(results, allSent);
}, 60_000);

test("a guest's STOP reaches the server, also one that was written while nobody was there (P11)", async () => {
  const [first, second] = [String(++guests), String(++guests)];
  await web.guestWrites(`961${first}`, NUMBER, "Stop");
  start();
  await until(stateOfWorker, ({ link }) => link === "connected");
  await web.guestWrites(`961${second}`, NUMBER, "إيقاف");
  const said = () =>
    house.rows<{ digits: string }>("hub.db", "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL ORDER BY digits");
  await until(said, (rows) => rows.length === 2);
  expect(said().map(({ digits }) => digits)).toEqual([`961${first}`, `961${second}`]);
  await until(
    () => readdirSync(path.join(folder(), "inbox")),
    (files) => files.length === 0,
  );
}, 60_000);

test("a guest's STOP that WhatsApp tells no second time outlives a kill before the server heard it (P11)", async () => {
  const phone = String(++guests);
  const worker = start();
  await until(
    () => worker.said(),
    (said) => said.includes("Connected."),
  );
  process.kill(house.pid, "SIGSTOP");
  try {
    await web.guestWrites(`961${phone}`, NUMBER, "Stop");
    await until(
      () => web.unconfirmed(NUMBER),
      (count) => count === 0,
    );
    await worker.kill();
  } finally {
    process.kill(house.pid, "SIGCONT");
  }
  start();
  const said = () => house.rows("hub.db", "SELECT 1 FROM recipient WHERE opted_out_at IS NOT NULL AND digits = ?", `961${phone}`);
  await until(said, (rows) => rows.length === 1);
}, 60_000);

test("a refusal to begin a conversation stops the number, and the message is not tried again", async () => {
  const phone = String(++guests);
  web.script(`961${phone}`, { what: "refused", code: 463 });
  start();
  const results = await enqueue([phone]);
  const account = () =>
    house.rows<{ paused_until: string | null; pause_reason: string | null }>(
      "hub.db",
      "SELECT paused_until, pause_reason FROM sender_account",
    );
  const [row] = await until(account, ([one]) => one?.paused_until !== null);
  expect(row?.pause_reason).toContain("463");
  expect((await results()).map(({ status }) => status)).toEqual(["FAILED"]);
  expect(shownTo([phone])).toEqual([0]);
}, 60_000);

test("after all this no log and no output of the worker or the server holds a number, a text, a code or a key (P20)", () => {
  const logs = path.join(house.data, "logs");
  const ofServer = readdirSync(logs).map((name) => readFileSync(path.join(logs, name), "utf8"));
  const words = logOf(folder()) + output + readFileSync(path.join(folder(), "journal.log"), "utf8") + house.said + ofServer.join("");
  expect(ofServer.join("")).toContain("/queue/enqueue");
  expect(words.length).toBeGreaterThan(1_000);
  // Ids and the checksums of the journal: one in some thousands of them holds what looks like a number, and no number has 16 digits.
  const said = words.replaceAll(NUMBER, "").replace(/\b(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9A-Fa-f]{16,})\b/g, "");
  expect(said).not.toMatch(/961\d{5}|7140\d{4}|your evening|wa\.me|privKey|rootKey|chainKey|ephemeralKeyPair|the-token/);
  expect(existsSync(path.join(folder(), "baileys", "session.log"))).toBe(true);
});
