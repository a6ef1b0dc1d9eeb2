// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Limits } from "../../lib/queue/limits/contract";
import { CloudApi } from "../support/cloud-api";
import { KillHouse } from "./house";
import { WorkerProcess } from "./worker-process";

const TOKEN = "the-token-of-the-worker-pcs-of-this-test";
const TEN_MINUTES = 600_000;
/** A worker whose own clock counted would wait for each message's turn as long as its lease: a minute. */
const PATIENCE = 45_000;

let house: KillHouse;
let api: CloudApi;
let ticking: NodeJS.Timeout;
let workers: WorkerProcess[] = [];
let guests = 71_260_600;

beforeAll(async () => {
  // What an answer says of the time is the machine's own, so the house goes by it.
  house = await KillHouse.open(new Date().toISOString(), { WORKER_TOKEN: TOKEN });
  ticking = setInterval(() => house.setClock(new Date().toISOString()), 100);
  api = await CloudApi.start({ templates: [{ name: "letter", language: "en", parameters: 2 }] });
  const { limits } = await house.ask<{ limits: Limits }>("GET", "/queue/limits", "jounieh");
  const body = {
    ...limits,
    templates: { ...limits.templates, service_name: "letter" },
    cloud: { ...limits.cloud, per_second: 1 },
    quiet: { from: "00:00", to: "00:00" },
  };
  expect((await house.request("PUT", "/queue/limits", { body }))?.status).toBe(200);
});
afterEach(async () => {
  for (const worker of workers) await worker.kill();
  workers = [];
  // A dead worker's call for messages is over as soon as the server has looked at its line again; the next test's first message
  // would else be its, until the lease is over.
  for (let look = 0; look < 3; look++) await house.request("GET", "/workers");
});
afterAll(async () => {
  clearInterval(ticking);
  await api.stop();
  await house.close();
});

function start(name: string, clockAhead: number, failpoint = ""): WorkerProcess {
  const folder = path.join(house.folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { token, phoneNumberId: phone_number_id } = api.options;
  writeFileSync(path.join(folder, "cloud.json"), JSON.stringify({ base: api.url, phone_number_id, token }), { mode: 0o600 });
  const worker = new WorkerProcess({ server: house.url, token: TOKEN, name, folder, clockAhead, failpoint, transport: "cloud" });
  workers.push(worker);
  return worker;
}

test.each([-TEN_MINUTES, TEN_MINUTES])(
  "a PC whose clock is %i ms wrong sends each message once and at its turn, also when its worker is killed in between (P6)",
  async (clockAhead) => {
    const phones = Array.from({ length: 4 }, () => String(++guests));
    const items = phones.map((phone) => ({ name: "Guest", phone, message: "How was your evening?" }));
    expect((await house.request("POST", "/queue/enqueue", { body: { items } }))?.body).toMatchObject({ enqueued: 4 });
    const name = `wrong-${clockAhead}`;
    const killed = start(name, clockAhead, "worker:after-outcome*2");
    expect(await killed.ended, killed.said()).toEqual({ code: null, signal: "SIGKILL" });
    start(name, clockAhead);
    const statuses = () => {
      const rows = house.rows<{ digits: string; status: string }>("hub.db", "SELECT digits, status FROM queue_item");
      return phones.map((phone) => rows.find(({ digits }) => digits === `961${phone}`)?.status);
    };
    const sent = phones.map(() => "SENT");
    for (const end = performance.now() + PATIENCE; performance.now() < end && statuses().join() !== sent.join(); ) await pause(50);
    expect(statuses()).toEqual(sent);
    expect(phones.map((phone) => api.accepted.filter(({ to }) => to === `961${phone}`).length)).toEqual([1, 1, 1, 1]);
    const begun = house
      .rows<{ begun_at: string }>("hub.db", "SELECT begun_at FROM queue_attempt WHERE worker = ? ORDER BY begun_at", name)
      .map(({ begun_at }) => Date.parse(begun_at));
    for (const [index, at] of begun.slice(1).entries()) expect(at - (begun[index] ?? 0)).toBeGreaterThanOrEqual(1_000);
    for (const at of begun) expect(Math.abs(at - Date.now()), "by the server's clock").toBeLessThan(TEN_MINUTES / 2);
  },
  120_000,
);
