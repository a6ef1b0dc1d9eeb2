import path from "node:path";
import { describe, expect, it } from "vitest";
import { health } from "@/lib/health/contract";
import { cancelAll, cancelSending, cancelStatus, enqueue, resetCancel } from "@/lib/queue/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

const withKey = () => ({ headers: { "idempotency-key": crypto.randomUUID() } });

describe("the brake", () => {
  it.each([
    ["cancel-sending", cancelSending, true],
    ["queue/cancel-all", cancelAll, true],
    ["reset-cancel", resetCancel, false],
  ])("%s answers with an Idempotency-Key, and gives the same answer when it comes again", async (_, contract, cancelled) => {
    enterHouse();
    await call("staff", enqueue, { body: { items: [{ name: "Nour", phone: "76 400 118", message: "Hello" }] } });
    const key = withKey();
    const first = await call("staff", contract, key);
    expect({ status: first.status, cancelled: first.answer.cancelled }).toEqual({ status: 200, cancelled });
    const again = await call("staff", contract, key);
    expect(again).toMatchObject({ status: 200, answer: first.answer });
    expect((await call("staff", cancelStatus)).answer).toMatchObject({ cancelled, by: first.answer.by, at: first.answer.at });
  });

  it("tells by its name who pulled it, and nobody once it is loose", async () => {
    enterHouse();
    const { answer } = await call("staff", cancelAll);
    expect(answer).toMatchObject({ cancelled: true, by: expect.stringMatching(/\w/), at: expect.stringMatching(/Z$/) });
    expect(answer.by).not.toMatch(/^[0-9a-f-]{36}$/);
    expect((await call("admin", resetCancel)).answer).toEqual({ cancelled: false, by: null, at: null });
  });

  it("is told in short by the check of the server's health, with what waits and who can send, to people who are signed in", async () => {
    enterHouse();
    const told = async (who: Person = "staff") => (await call(who, health)).answer.sending;
    expect(await told()).toEqual({ waiting: 0, stopped: false, workers: 0 });
    await write([{ name: "Nour", phone: "76 400 118" }]);
    const pc = await started("pc-1");
    expect(await told()).toEqual({ waiting: 1, stopped: false, workers: 1 });
    await pc.beat(false);
    await call("staff", cancelSending);
    expect(await told()).toEqual({ waiting: 1, stopped: true, workers: 0 });
    expect(await told("nobody")).toBeNull();
  });
});

describe("what a worker had begun when everything was cancelled", () => {
  const START = Date.parse("2026-11-20T12:00:00Z");
  const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());
  let data = "";
  const item = () => rows<{ status: string; last_code: string }>(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item")[0];

  async function begunAndCancelled(account?: string): Promise<{ pc: WorkerPc; handed: WorkItem }> {
    data = enterHouse();
    at(0);
    const pc = await started("pc-1", account);
    await write([{ name: "Nour", phone: "76 400 118" }]);
    const [handed] = await pc.claim();
    if (!handed) throw new Error("nothing to claim");
    expect((await pc.begin(handed)).answer.go).toBe(true);
    pc.journal.set(handed.id, { item: handed, state: "sending" });
    at(1);
    expect((await call("staff", cancelAll)).answer).toMatchObject({ still_sending: 1 });
    return { pc, handed };
  }

  it.each([["throttle"], ["network"], ["account"]] as const)(
    "is cancelled too once WhatsApp has not taken it (%s), and resuming does not revive it",
    async (fault) => {
      const { pc, handed } = await begunAndCancelled();
      expect(await pc.say(handed, { outcome: "not_sent", fault, code: "x" })).toBe("applied");
      await call("staff", resetCancel);
      at(3_600);
      await pc.beat();
      expect(await pc.claim()).toEqual([]);
      expect(item()).toEqual({ status: "CANCELLED", last_code: "CANCELLED" });
    },
  );

  it("is cancelled too where its worker died before it handed it over", async () => {
    const { pc, handed } = await begunAndCancelled();
    pc.journal.set(handed.id, { item: handed, state: "prepared" });
    await pc.start();
    expect(await pc.recover()).toMatchObject([{ do: "drop" }]);
    await call("staff", resetCancel);
    await pc.beat();
    expect(await pc.claim()).toEqual([]);
    expect(item()).toEqual({ status: "CANCELLED", last_code: "CANCELLED" });
  });

  it("is not sent once more by a worker that comes back later, and counts as sent where WhatsApp says so", async () => {
    const { pc, handed } = await begunAndCancelled("baileys:9613000001");
    await call("staff", resetCancel);
    at(7_200);
    await pc.start();
    expect(await pc.recover()).toMatchObject([{ do: "hold" }]);
    expect(await pc.say(handed, { outcome: "accepted" })).not.toBe("stale");
    expect(item()).toMatchObject({ status: "SENT" });
  });

  it("is tried again as ever where somebody has asked for it since", async () => {
    const { pc, handed } = await begunAndCancelled();
    await pc.say(handed, { outcome: "not_sent", fault: "network", code: "x" });
    await call("staff", resetCancel);
    at(60);
    await write([{ name: "Nour", phone: "76 400 118" }]);
    await pc.beat();
    const [again] = await pc.claim();
    expect((await pc.begin(again as WorkItem)).answer.go).toBe(true);
    await pc.say(again as WorkItem, { outcome: "not_sent", fault: "network", code: "x" });
    at(7_200);
    await pc.beat();
    expect(await pc.claim()).toMatchObject([{ id: again?.id }]);
  });
});
