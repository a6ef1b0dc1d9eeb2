import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelAll, cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** A worker asks again for a message that it had a go for: its answer was lost, or it was cut off. What came in between counts. */

let data = "";
let pc: WorkerPc;
let item: WorkItem;
const START = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());

const saysNo = () => call("staff", setOptOut, { body: { phones: "03 111111", opted_out: true } });
const writesStop = () => {
  const { worker_id, boot_id } = pc;
  const messages = [{ from: "9613111111", text: "STOP", at: new Date(START + 10_000).toISOString() }];
  return call("worker", inbound, { body: { worker_id, boot_id, messages } });
};
const state = () =>
  rows<{ status: string; last_code: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, last_code FROM queue_item ORDER BY created_at",
  );
const outcomes = () =>
  rows<{ outcome: string }>(path.join(data, "hub.db"), "SELECT outcome FROM queue_attempt").map(({ outcome }) => outcome);

beforeEach(async () => {
  data = enterHouse();
  at(0);
  pc = await started("pc-1", "baileys:9613000001");
  await write([{ name: "Maya", phone: "03 111111" }]);
  [item] = (await pc.claim()) as [WorkItem];
});

async function begun(): Promise<void> {
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  pc.journal.set(item.id, { item, state: "sending" });
  at(10);
}

describe("a worker that asks again because the answer to its go was lost", () => {
  beforeEach(begun);

  it("may go on where nothing came in between", async () => {
    expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  });

  it.each([
    ["said no to somebody of the house", saysNo],
    ["wrote STOP", writesStop],
  ])("may not send to a guest who %s", async (_, no) => {
    await no();
    expect(await pc.begin(item)).toMatchObject({ status: 423, answer: { go: false, reason: "opted_out", retry_at: null } });
    expect([state(), outcomes()]).toEqual([[{ status: "FAILED", last_code: "OPT_OUT" }], ["not_sent"]]);
  });

  it("may not send what was cancelled, also when sending was resumed", async () => {
    await call("staff", cancelAll);
    await call("staff", resetCancel);
    expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "cancelled", retry_at: null });
    expect([state(), outcomes()]).toEqual([[{ status: "CANCELLED", last_code: "CANCELLED" }], ["not_sent"]]);
  });

  it("waits while sending is stopped, and goes on when it is resumed", async () => {
    await call("staff", cancelSending);
    const { answer } = await pc.begin(item);
    expect(answer).toMatchObject({ go: false, reason: "cancelled", retry_at: expect.stringMatching(/Z$/) });
    await call("staff", resetCancel);
    expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  });
});

it("a guest who says no between claim and begin gets nothing, and the worker hears why", async () => {
  await saysNo();
  expect(await pc.begin(item)).toMatchObject({ status: 423, answer: { go: false, reason: "opted_out" } });
});

describe("a worker that comes back to a message in doubt does not send it once more", () => {
  beforeEach(begun);

  const comesBack = async () => {
    await pc.start();
    return pc.recover();
  };

  it("unless nothing stands against it", async () => {
    expect(await comesBack()).toMatchObject([{ do: "resend_same_id" }]);
  });

  it.each([
    ["to a guest who said no to somebody of the house", saysNo],
    ["to a guest who wrote STOP", writesStop],
    ["while sending is stopped", () => call("staff", cancelSending)],
    ["in the quiet hours", async () => clockAt("2026-11-20T21:00:00Z")],
  ])("%s", async (_, happens) => {
    await happens();
    expect(await comesBack()).toMatchObject([{ do: "hold" }]);
  });

  it("to a guest who said no after it had said that it does not know", async () => {
    await pc.say(item, { outcome: "unknown" });
    await saysNo();
    expect(await comesBack()).toMatchObject([{ do: "hold" }]);
  });
});

describe("a message that may have arrived", () => {
  const greet = () =>
    call("admin", enqueueBatch, {
      body: {
        items: [{ name: "Rami", phone: "03 222222" }],
        campaign: "birthday" as const,
        date: "2026-11-20",
        message: "Happy birthday!",
      },
    });

  it("stays in doubt where it was asked for once more and then cancelled: nobody is greeted anew", async () => {
    expect(
      (await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, quiet: { from: "00:00", to: "00:00" } } as never })).status,
    ).toBe(200);
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted" });
    await greet();
    at(120);
    await pc.beat();
    const [greeting] = (await pc.claim()) as [WorkItem];
    expect((await pc.begin(greeting)).answer).toMatchObject({ go: true });
    await pc.say(greeting, { outcome: "unknown" });
    at(3_600);
    await sweepLeases();
    expect((await call("admin", retryAll)).answer.retried).toBe(1);
    expect((await call("admin", cancelAll)).answer).toMatchObject({ cancelled_items: 0 });
    await call("admin", resetCancel);
    expect(state()[1]).toEqual({ status: "FAILED", last_code: "UNCERTAIN" });
    expect((await greet()).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
  });
});

describe("that a message went out is not believed", () => {
  it.each([
    ["by an id that was never its own", "3EB0FFFFFFFFFFFFFFFFFF"],
    ["by the id of another message", null],
  ])("%s", async (_, message_id) => {
    await write([{ name: "Rami", phone: "03 222222" }]);
    at(30);
    await pc.beat();
    const [other] = (await pc.claim()) as [WorkItem];
    const wrong = { ...item, message_id: message_id ?? other.message_id };
    expect(await pc.say(wrong, { outcome: "accepted" })).toBe("stale");
    expect(await (await started("pc-2")).say({ ...wrong, token: 0 }, { outcome: "accepted" })).toBe("stale");
    expect(state().map(({ status }) => status)).toEqual(["IN_PROGRESS", "IN_PROGRESS"]);
  });
});
