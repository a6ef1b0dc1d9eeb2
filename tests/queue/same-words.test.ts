import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueue, enqueueBatch, enqueueItems, enqueueSingle } from "@/lib/queue/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { WorkerPc } from "../support/queue";
import { alter, rows } from "../support/stores";

const RIMA = { name: "Rima", phone: "03300001" };
const message = "HB {name}";
const CAMPAIGN = { items: [RIMA], message, prefer_worker: null };
const headers = { "content-type": "application/x-www-form-urlencoded" };
const form = (fields: object) => ({ raw: new URLSearchParams({ items: JSON.stringify([RIMA]), message, ...fields }), headers });

let data = "";
const queued = () => rows<{ kind: string }>(path.join(data, "hub.db"), "SELECT kind FROM queue_item").map(({ kind }) => kind);

beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
});

describe("the same words to the same number", () => {
  it("are one message on every step of the specification's way, where only some say that they are a campaign", async () => {
    expect((await call("admin", enqueueBatch, { body: CAMPAIGN })).answer).toMatchObject({ enqueued: 1 });
    for (const way of [form({}), form({ prefer_worker: "" }), { body: { ...RIMA, message } }, { body: { items: [RIMA], message } }]) {
      for (const address of [enqueueBatch, enqueueItems, enqueue, enqueueSingle]) {
        const { status, answer } = await call("admin", address, way);
        expect([status, answer.enqueued, answer.duplicates], `${address.path} ${JSON.stringify(answer)}`).toEqual([200, 0, 1]);
      }
    }
    expect(queued()).toEqual(["birthday"]);
  });

  it("are one message where a key was used for the campaign, and its form gets a new one as advised", async () => {
    await call("admin", enqueueBatch, { body: CAMPAIGN, key: "k" });
    expect((await call("admin", enqueue, { ...form({}), key: "k" })).answer.code).toBe("idempotency_mismatch");
    expect((await call("admin", enqueue, { ...form({}), key: "new" })).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
  });

  it("are no greeting after they were a letter, and are one a day later", async () => {
    await call("admin", enqueue, { body: { ...RIMA, message } });
    expect((await call("admin", enqueueBatch, { body: CAMPAIGN })).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    expect((await call("admin", enqueueBatch, { body: { ...CAMPAIGN, message: "Other words" } })).answer.enqueued).toBe(1);
    expect(queued()).toEqual(["service", "birthday"]);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    clockAt("2026-11-21T12:00:01Z");
    expect((await call("admin", enqueue, { body: { ...RIMA, message: "Other words" } })).answer.enqueued).toBe(1);
  });

  it("are told no day from which the greeting goes again, where a letter said them since", async () => {
    const sent = () => alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    await call("admin", enqueueBatch, { body: CAMPAIGN });
    sent();
    clockAt("2026-11-22T12:00:00Z");
    expect((await call("admin", enqueueBatch, { body: CAMPAIGN })).answer.skipped[0]).toMatchObject({ again_from: expect.any(String) });
    expect((await call("admin", enqueue, { body: { ...RIMA, message } })).answer.enqueued).toBe(1);
    sent();
    expect((await call("admin", enqueueBatch, { body: CAMPAIGN })).answer.skipped[0]).toMatchObject({ same: true, again_from: null });
  });

  it("go once more where the first ones failed, and a retry does not send these as well", async () => {
    const pc = new WorkerPc("pc-1");
    await pc.start();
    await call("admin", enqueueBatch, { body: CAMPAIGN });
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "not_sent", fault: "recipient" });
    expect((await call("admin", enqueue, { body: { ...RIMA, message } })).answer.enqueued).toBe(1);
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
  });
});
