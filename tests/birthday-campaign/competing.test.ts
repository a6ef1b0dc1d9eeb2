import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

/** Two greetings that are meant for one guest: of two campaigns, of two branches, to two numbers. One of them goes out. */

let data = "";
const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());
beforeEach(() => {
  data = enterHouse();
  clockIn(0);
});

interface Wanted {
  phone: string;
  name?: string;
  voucher?: string;
}

/** Queues greetings as a branch, in one batch. */
async function greet(branch: string, wanted: readonly Wanted[], date: string | null = BIRTHDAY) {
  const items = wanted.map((one) => ({ name: "Maya", ...one }));
  const body = { items, message: "Happy birthday!", campaign: "birthday" as const, ...(date && { date }) };
  const { status, answer } = await call("admin", enqueueBatch, { body, branch });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer;
}

async function begun(pc: WorkerPc): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

const refuse = async (pc: WorkerPc) => {
  const item = await begun(pc);
  await pc.say(item, { outcome: "not_sent", fault: "recipient", detail: "This number has no WhatsApp." });
  return item;
};

const inQueue = () =>
  rows<{ digits: string; status: string; last_code: string | null }>(
    path.join(data, "hub.db"),
    "SELECT digits, status, last_code FROM queue_item ORDER BY created_at, id",
  );

/** Maya, whom two branches know by two numbers; each writes to another one of them. */
async function mayaOfTwoNumbers(): Promise<void> {
  await bringIn(['Maya,"03 111111, 71 222222",20/11']);
  await bringIn(['Maya,"71 222222, 03 111111",20/11'], "batroun");
  for (const branch of ["jounieh", "batroun"]) await make(BIRTHDAY, { branch });
}

describe("two branches that write to a guest at different numbers", () => {
  beforeEach(mayaOfTwoNumbers);

  it("in the same moment greet the guest once", async () => {
    const both = await Promise.all([greet("jounieh", [{ phone: "03 111111" }]), greet("batroun", [{ phone: "71 222222" }])]);
    expect(both.map(({ enqueued, duplicates }) => [enqueued, duplicates]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(inQueue()).toHaveLength(1);
  });

  it("greet the guest once by one batch, also where only one of the two says whose voucher it is", async () => {
    const [file] = (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer.guests;
    const answer = await greet("jounieh", [{ phone: "03 111111", voucher: file?.voucher }, { phone: "71 222222" }], null);
    expect(answer).toMatchObject({ enqueued: 1, duplicates: 1 });
    expect(inQueue()).toMatchObject([{ digits: "9613111111" }]);
  });

  it.each([
    ["both", BIRTHDAY],
    ["the first one", null],
  ])("do not retry both when both have failed, and %s had a voucher", async (_, date) => {
    const pc = await started("pc-1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    await refuse(pc);
    clockIn(60);
    await pc.beat();
    await greet("batroun", [{ phone: "71 222222" }], date);
    await refuse(pc);
    expect((await call("admin", retryAll)).answer).toMatchObject({ retried: 1, message: "Retrying 1 message(s). 1 left as they are." });
    expect(inQueue()).toMatchObject([
      { digits: "9613111111", status: "PENDING" },
      { digits: "96171222222", status: "FAILED" },
    ]);
  });

  it("do not both greet the guest where the first one arrived after all", async () => {
    const pc = await started("pc-1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    const { message_id } = await refuse(pc);
    await greet("batroun", [{ phone: "71 222222" }]);
    const [item] = await pc.claim();
    await arrived(pc, message_id);
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "duplicate" });
    expect(inQueue()).toMatchObject([{ status: "SENT" }, { status: "FAILED", last_code: "DUPLICATE" }]);
  });

  it("each show the guest by their own message where both of them went out in the end", async () => {
    const pc = await started("pc-1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    const { message_id } = await refuse(pc);
    await greet("batroun", [{ phone: "71 222222" }]);
    await pc.say(await begun(pc), { outcome: "accepted" });
    await arrived(pc, message_id);
    for (const branch of ["jounieh", "batroun"]) {
      const { answer } = await call("admin", openCampaign, { query: { date: BIRTHDAY }, branch });
      expect(answer.guests, branch).toMatchObject([{ state: "SENT", why: null }]);
    }
  });
});

/** The guest's phone tells that it has a message. */
async function arrived({ worker_id, boot_id }: WorkerPc, message_id: string): Promise<void> {
  const word = { message_id, status: "delivered" as const, at: "2026-11-20T10:00:00Z" };
  expect((await call("worker", receipts, { body: { worker_id, boot_id, receipts: [word] } })).answer.applied).toBe(1);
}

describe("two campaigns for one guest", () => {
  it("do not both greet the guest where the first one arrived after all", async () => {
    const pc = await started("pc-1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    const { message_id } = await refuse(pc);
    await greet("batroun", [{ phone: "03 111111", name: "Maya K." }]);
    const [item] = await pc.claim();
    await arrived(pc, message_id);
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "duplicate" });
  });

  it.each([
    ["to one number", "03 111111"],
    ["to two numbers", "71 222222"],
  ])("%s: what failed is not retried while nobody knows whether the other one arrived", async (_, second) => {
    await mayaOfTwoNumbers();
    const pc = await started("pc-1", "cloud:1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    await refuse(pc);
    clockIn(60);
    await pc.beat();
    await greet("batroun", [{ phone: second }]);
    await refuse(pc);
    expect((await call("admin", retryAll)).answer.retried).toBe(1);
    clockIn(120);
    await pc.beat();
    await pc.say(await begun(pc), { outcome: "unknown" });
    clockIn(120 + 31 * 60);
    await sweepLeases();
    expect(inQueue().map(({ last_code }) => last_code)).toContain("UNCERTAIN");
    expect((await call("admin", retryAll)).answer).toMatchObject({ retried: 0, message: "No failed contacts to retry" });
  });

  it.each(["arrived", "may have arrived"])("of two years do not stand against each other: that of last year %s", async (how) => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    const pc = await started("pc-1", "cloud:1");
    await greet("jounieh", [{ phone: "03 111111" }]);
    await pc.say(await begun(pc), { outcome: how === "arrived" ? "accepted" : "unknown" });
    clockIn(31 * 60);
    await sweepLeases();
    expect(inQueue()).toMatchObject([how === "arrived" ? { status: "SENT" } : { last_code: "UNCERTAIN" }]);
    clockAt("2027-11-20T10:00:00Z");
    await make("2027-11-20");
    await pc.beat();
    await greet("jounieh", [{ phone: "03 111111" }], "2027-11-20");
    await refuse(pc);
    expect((await call("admin", retryAll)).answer.retried).toBe(1);
  });
});
