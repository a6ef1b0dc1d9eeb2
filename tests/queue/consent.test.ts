import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { storeFile } from "@/lib/db/files";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueue } from "@/lib/queue/contract";
import type { Limits } from "@/lib/queue/limits/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { endDay } from "../guests/guests";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { WorkerPc } from "../support/queue";
import { alter, rows } from "../support/stores";
import { seat } from "../support/tables";

let data = "";
let pc: WorkerPc;
beforeEach(async () => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
  pc = new WorkerPc("pc-1");
  await pc.start();
});

const leave = (never_asked: Limits["consent"]["never_asked"]) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, consent: { never_asked } } });
const greet = async (name: string, phone: string, message = "Happy birthday!") =>
  (await call("admin", enqueue, { body: { items: [{ name, phone, message }], campaign: "birthday", date: "2026-11-21" } })).answer;
const consents = () =>
  rows<{ digits: string; purpose: string; source: string; by: string; revoked_at: string | null }>(
    path.join(data, "hub.db"),
    "SELECT * FROM consent ORDER BY digits, purpose",
  );

describe("a guest whom nobody has asked", () => {
  it("gets the birthday voucher where the house has not decided otherwise", async () => {
    expect(await greet("Maya", "03 111111")).toMatchObject({ enqueued: 1, skipped: [] });
  });

  it("is left out of offers, with the reason, once the house has, and not of news of their own visit", async () => {
    await leave("leave_out");
    const { answer } = await call("staff", enqueue, { body: { items: [{ name: "Maya", phone: "03 111111", message: "How was it?" }] } });
    expect(answer.enqueued).toBe(1);
    expect(await greet("Maya", "03 111111")).toMatchObject({
      enqueued: 0,
      skipped: [{ index: 0, name: "Maya", reason: expect.stringContaining("never asked") }],
    });
  });

  it("is asked for again when a worker begins: what was queued before the house decided does not go", async () => {
    await greet("Maya", "03 111111");
    await leave("leave_out");
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "no_consent", retry_at: null });
    expect(rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item")).toEqual([
      { status: "FAILED", last_code: "NO_CONSENT" },
    ]);
    expect((await call("admin", retryAll)).answer.retried, "asking WhatsApp again does not make them agree").toBe(0);
  });
});

describe("that a guest has agreed", () => {
  const says = (text: string, at = "2026-11-20T12:00:00Z") =>
    call("worker", inbound, {
      body: { worker_id: "pc-1", boot_id: pc.boot_id, messages: [{ from: "9613111111", text, at }] },
    });

  it("is known from the number that they gave at the table, and noted once", async () => {
    await leave("leave_out");
    await seat([{ name: "Maya", phones: "03 111111" }]);
    clockAt("2026-11-20T21:15:00Z");
    await endDay();
    expect(consents().map(({ digits, purpose, source }) => [digits, purpose, source])).toEqual([
      ["9613111111", "marketing", "table"],
      ["9613111111", "service", "table"],
    ]);
    clockAt("2026-11-21T10:00:00Z");
    expect((await greet("Maya", "+961 3 111 111")).enqueued).toBe(1);
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    expect(consents().every(({ revoked_at }) => revoked_at !== null)).toBe(true);
    await seat([{ name: "Maya", phones: "03 111111" }]);
    clockAt("2026-11-21T21:15:00Z");
    await endDay();
    expect(
      consents().every(({ revoked_at }) => revoked_at !== null),
      "sitting down again is no yes",
    ).toBe(true);
  });

  it("is noted of an evening of more tables than the store reads at once", async () => {
    await seat([{ name: "Maya", phones: "03 111111" }]);
    // One statement: as many calls of the screen would take the test's time, and are not what it is about.
    alter(
      storeFile("jounieh", "table"),
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1100)
       INSERT INTO saved_table (id, name, table_number, hostess, waiter, business_day, saved_at)
       SELECT 't' || i, '2026-11-20 table t' || i, 't' || i, 'Rima', 'Jad', '2026-11-20', '2026-11-20T19:30:00.000Z' FROM n`,
    );
    await seat([{ name: "Karim", phones: "03 222222" }], { number: "2" });
    clockAt("2026-11-20T21:15:00Z");
    await endDay();
    expect([...new Set(consents().map(({ digits }) => digits))]).toEqual(["9613111111", "9613222222"]);
    const customers = "SELECT points FROM loyalty_customer";
    expect(rows(path.join(data, "hub.db"), customers)).toHaveLength(2);
  });

  it("is what they write: any word for their own visit, START for offers too, and STOP takes it back", async () => {
    await says("What time do you open?");
    expect(consents().map(({ purpose, source }) => [purpose, source])).toEqual([["service", "inbound"]]);
    await says("START");
    expect(consents().map(({ purpose }) => purpose)).toEqual(["marketing", "service"]);
    await says("STOP");
    expect(consents().every(({ revoked_at }) => revoked_at !== null)).toBe(true);
    clockAt("2026-11-20T13:00:00Z");
    await says("A table for four at nine, please", "2026-11-20T12:30:00Z");
    expect(consents().map(({ revoked_at }) => revoked_at === null)).toEqual([false, true]);
    await says("STOP", "2026-11-20T13:00:00Z");
    expect(consents().every(({ revoked_at }) => revoked_at !== null)).toBe(true);
  });

  it("is not taken back by somebody else's no", async () => {
    await call("staff", setOptOut, { body: { phones: "03 222222", opted_out: false } });
    await says("STOP");
    expect(consents().filter(({ digits }) => digits === "9613222222")).toMatchObject([{ revoked_at: null }, { revoked_at: null }]);
  });

  it("is what they tell somebody of the house, who is named", async () => {
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
    await call("staff", setOptOut, { body: { phones: "03 111111", opted_out: false } });
    const [staff] = rows<{ id: string }>(path.join(data, "hub.db"), "SELECT id FROM user WHERE username = 'staff'");
    expect(consents()).toMatchObject([
      { purpose: "marketing", source: "staff", by: staff?.id, revoked_at: null },
      { purpose: "service", source: "staff", by: staff?.id, revoked_at: null },
    ]);
  });
});
