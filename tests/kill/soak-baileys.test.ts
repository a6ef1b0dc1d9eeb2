// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import type { TransportState } from "../../lib/queue/workers/contract";
import { rng } from "../../scripts/guests.mjs";
import { WhatsAppWeb } from "../support/whatsapp-web";
import { CuttingLine } from "./cutting-line";
import { KillHouse } from "./house";
import { SEED } from "./kills";
import { logOf, WorkerProcess } from "./worker-process";

/** Messages by a linked phone whose worker is killed at any moment, on lines that are cut. */
const SIZE = { items: 75, kills: 40 };
const SHARE_CUT = 0.1;
const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
/** The number of the phone that is linked. */
const NUMBER = "96131000000";
/** More than the longest pause between two messages of a linked phone, in milliseconds. */
const NEXT_TURN = 16_000;
/** A lease of which nobody heard, because the answer was cut, and the time until the server has looked at it; in milliseconds. */
const LEASE = 61_000;
/** Looks at what went out, ten a second: after so many it is the next one's turn, and the kills come while messages still wait. */
const TURN = 4;
/** After so many without a message, nothing goes on by itself. */
const STANDS = 40;

const random = rng(SEED);

let house: KillHouse;
let web: WhatsAppWeb;
let line: CuttingLine;
let clock = Date.parse("2026-11-20T10:00:00.000Z");
let ticking: NodeJS.Timeout;
let worker: WorkerProcess | null = null;

beforeAll(async () => {
  for (const way of ["info", "warn"] as const) console[way] = () => {}; // libsignal, for the guests' phones
  house = await KillHouse.open(new Date(clock).toISOString(), { WORKER_TOKEN: TOKEN });
  web = await WhatsAppWeb.start();
  line = await CuttingLine.start(
    () => house.url,
    () => random() < SHARE_CUT,
  );
  let seen = 0;
  let stood = 0;
  // The pace of the number goes by the server's clock: soon after each message it is the next one's turn.
  ticking = setInterval(() => {
    stood = web.accepted.length > seen ? 0 : stood + 1;
    clock += stood === TURN ? NEXT_TURN : stood > 0 && stood % STANDS === 0 ? LEASE : 100;
    seen = web.accepted.length;
    house.setClock(new Date(clock).toISOString());
  }, 100);
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const phone = { ...limits.phone, per_hour: 200, per_day: 1_000, first_days: [] };
  expect((await house.request("PUT", "/queue/limits", { body: { ...limits, phone } }))?.status).toBe(200);
});
afterEach(() => worker?.kill());
afterAll(async () => {
  clearInterval(ticking);
  await line.stop();
  await web.stop();
  await house.close();
});

const folder = () => path.join(house.folder, "phone-pc");

function start(): WorkerProcess {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  writeFileSync(path.join(folder(), "baileys.json"), JSON.stringify({ accepted: "ACCEPT", url: web.url }), { mode: 0o600 });
  worker = new WorkerProcess({ server: line.url, token: TOKEN, name: "phone-pc", folder: folder(), transport: "baileys" });
  return worker;
}

async function until(isThere: () => boolean, what: string, patience = 60_000): Promise<void> {
  const end = performance.now() + patience;
  while (!isThere()) {
    if (performance.now() > end)
      throw new Error(`Not in time: ${what}, seed ${SEED}\n${JSON.stringify(left())}\n${worker?.said()}${logOf(folder())}`);
    await pause(50);
  }
}

function stateOfWorker(): Partial<TransportState> {
  const [row] = house.rows<{ state: string }>("hub.db", "SELECT state FROM queue_worker WHERE id = 'phone-pc'");
  return row ? JSON.parse(row.state) : {};
}

interface Row {
  digits: string;
  status: string;
  message_id: string;
  phase: string | null;
  last_code: string | null;
  lease_until: string | null;
}

const rowsOf = () => house.rows<Row>("hub.db", "SELECT digits, status, message_id, phase, last_code, lease_until FROM queue_item");
const left = () => rowsOf().filter(({ status }) => status !== "SENT");

test("by a linked phone every guest gets the message with one id, whenever its worker is killed and whichever line is cut (P5)", async () => {
  console.log(`seed ${SEED}`);
  start();
  await until(() => Boolean(stateOfWorker().pairing?.qr), "the code");
  web.scan(stateOfWorker().pairing?.qr ?? "", NUMBER);
  await until(() => stateOfWorker().link === "connected", "the phone is linked");
  const items = Array.from({ length: SIZE.items }, (_, index) => {
    const phone = `71${500_100 + index}`;
    const what = (["cut before", "cut after"] as const)[Math.floor(random() * 12)];
    if (what) web.script(`961${phone}`, { what, times: 1 });
    return { name: "Guest", phone, message: "How was your evening?" };
  });
  expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: SIZE.items });
  let kills = 0;
  for (; kills < SIZE.kills && left().length > 2; kills++) {
    await pause(700 + random() * 1_500);
    await worker?.kill();
    start();
  }
  await until(() => left().length === 0, "all are sent", 300_000);

  const ids = new Map<string, Set<string>>();
  for (const { to, id } of web.accepted) ids.set(to, (ids.get(to) ?? new Set()).add(id));
  console.log(`${SIZE.items} messages, ${kills} kills, ${line.cuts} answers cut: ${web.accepted.length} handed over`);
  for (const { digits, message_id } of rowsOf()) expect([...(ids.get(digits) ?? [])], `${digits}, seed ${SEED}`).toEqual([message_id]);
  expect(kills).toBeGreaterThan(3);
  expect(stateOfWorker().link, "it was linked once").not.toBe("pairing");
}, 600_000);
