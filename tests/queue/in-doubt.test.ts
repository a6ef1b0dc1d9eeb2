import { beforeEach, describe, expect, it } from "vitest";
import { unansweredOf } from "@/components/queue/unanswered";
import { health } from "@/lib/health/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { cancelCampaign, listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask, queuePending } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, cancelStatus } from "@/lib/queue/pause/contract";
import { retryAll, sayArrived } from "@/lib/queue/retry-by-hand/contract";
import { receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse, type Person } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { started, type WorkerPc } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** A message that was handed over, and of which nobody heard: it neither waits nor failed, and a person may settle it. */

let data = "";
let pc: WorkerPc;
const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());

/** Maya's greeting is in doubt, and Rami's waits. */
beforeEach(async () => {
  data = enterHouse();
  clockIn(0);
  await bringIn(["Maya,03 111111,20/11", "Rami,03 222222,20/11"]);
  await make();
  pc = await started("pc-1", "cloud:1");
});

async function greetBoth(code?: string): Promise<WorkItem> {
  const items = [
    { name: "Maya", phone: "03 111111" },
    { name: "Rami", phone: "03 222222" },
  ];
  await call("admin", enqueueBatch, { body: { items, campaign: "birthday", date: BIRTHDAY } });
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  await pc.say(item, { outcome: "unknown", ...(code !== undefined && { code }) });
  return item;
}

const campaign = async () => (await call("admin", openCampaign, { query: { date: BIRTHDAY } })).answer;
const maya = async () => (await campaign()).guests.find(({ name }) => name === "Maya");
const waitedOut = async () => {
  clockIn(31 * 60);
  await sweepLeases();
};
const arrived = async ({ id }: Pick<WorkItem, "id">, by: Person = "admin") => call(by, sayArrived, { params: { id } });

describe("is a state of its own", () => {
  it("of which it is said that WhatsApp's server failed, where that answered with a fault of its own", async () => {
    await greetBoth("500");
    expect((await maya())?.reason).toMatch(/^It was handed to WhatsApp, and WhatsApp's server failed: it may have arrived\./);
    await waitedOut();
    expect((await maya())?.reason).toMatch(/^It may have been delivered: WhatsApp's server failed, and what an official number sends/);
  });

  it("of which each list says since when, and what to do once no word is waited for any more", async () => {
    await greetBoth();
    const { id } = (await campaign()).tasks[0] ?? { id: "" };
    const said = async () => {
      const { answer } = await call("admin", queuePending, { query: {} });
      const ofQueue = [...(answer.doubts ?? []), ...answer.items].find(({ unanswered }) => unanswered)?.last_error;
      const ofTask = (await call("admin", openTask, { params: { id } })).answer.results.find(({ unanswered }) => unanswered)?.error;
      expect([ofTask, (await maya())?.reason], "the same in each place").toEqual([ofQueue, ofQueue]);
      return ofQueue;
    };
    clockIn(5 * 60);
    await pc.beat();
    expect(await said()).toMatch(/Word of it is waited for, up to 30 minutes; .* It was handed over at 12:00, 5 minutes ago\.$/);
    await waitedOut();
    clockIn(42 * 60);
    expect(await said()).toMatch(/^It may have been delivered: .* Ask the guest .* It was handed over at 12:00, 42 minutes ago\.$/);
    expect((await campaign()).failed?.[0]?.error).toBe(await said());
    clockIn(26 * 3_600);
    expect(await said()).toMatch(/It was handed over on 20 Nov at 12:00\.$/);
  });

  it("of a guest, of a task, of a campaign and of the queue, while word of it is waited for and afterwards", async () => {
    await greetBoth();
    const { id } = (await campaign()).tasks[0] ?? { id: "" };
    const told = async () => {
      const { results } = (await call("admin", openTask, { params: { id } })).answer;
      const queue = (await call("admin", queuePending, { query: {} })).answer;
      return {
        guest: (await maya())?.unanswered,
        task: results.map(({ name, unanswered }) => `${name} ${unanswered}`),
        campaign: (await call("admin", listCampaigns, { query: {} })).answer.campaigns[0]?.unanswered,
        queue: queue.unanswered,
        rows: [...(queue.doubts ?? []), ...queue.items].map(({ name, unanswered }) => `${name} ${unanswered}`),
      };
    };
    const task = ["Maya true", "Rami false"];
    const during = { PENDING: 0, IN_PROGRESS: 1, SENT: 0, FAILED: 0, CANCELLED: 0 };
    const after = { ...during, IN_PROGRESS: 0, FAILED: 1 };
    expect(await told()).toEqual({ guest: true, task, campaign: during, queue: during, rows: ["Maya true", "Rami false"] });
    await waitedOut();
    expect(await told()).toEqual({ guest: true, task, campaign: after, queue: after, rows: ["Maya true", "Rami false"] });
  });

  it("which stands in the list of the queue as long as it can be settled, as many as its tile and Home count", async () => {
    const item = await greetBoth();
    const told = async () => {
      const queue = (await call("admin", queuePending, { query: {} })).answer;
      const rows = [...(queue.doubts ?? []), ...queue.items].filter(({ unanswered }) => unanswered);
      const home = (await call("admin", health)).answer.sending?.unanswered;
      return { rows: rows.map(({ id, status }) => `${id} ${status}`), tile: unansweredOf(queue), home };
    };
    expect(await told()).toEqual({ rows: [`${item.id} IN_PROGRESS`], tile: 1, home: 1 });
    await waitedOut();
    expect(await told()).toEqual({ rows: [`${item.id} FAILED`], tile: 1, home: 1 });
    const [maya] = (await call("admin", queuePending, { query: {} })).answer.doubts ?? [];
    expect(maya).toMatchObject({ in_doubt: true, kind: "birthday", date: BIRTHDAY, next_try: null });
    clockIn(6 * 24 * 3600);
    expect(await told()).toEqual({ rows: [`${item.id} FAILED`], tile: 1, home: 1 });
    clockIn(8 * 24 * 3600);
    expect(await told()).toEqual({ rows: [], tile: 0, home: 0 });
  });

  it("which leaves the list once somebody settles it", async () => {
    const item = await greetBoth();
    await waitedOut();
    await arrived(item);
    expect((await call("admin", queuePending, { query: {} })).answer.doubts).toEqual([]);
  });

  it("which a cancel does not count among those that wait", async () => {
    await greetBoth();
    const asked = async () => (await call("admin", cancelStatus, { query: {} })).answer;
    expect(await asked()).toMatchObject({ waiting: 1, handed_over: 1 });
    expect((await call("admin", cancelAll)).answer).toMatchObject({ cancelled_items: 1, still_sending: 1 });
    expect(await asked()).toMatchObject({ waiting: 0, handed_over: 1 });
  });

  it("which is none of those that wait, on Home or behind what keeps them", async () => {
    const item = await greetBoth();
    const told = async () => [(await call("admin", health)).answer.sending?.waiting, (await campaign()).obstacle?.what];
    expect(await told()).toEqual([1, undefined]);
    clockIn(60); // the worker is gone
    expect(await told()).toEqual([1, "worker_off"]);
    await call("admin", cancelCampaign, { params: { id: (await campaign()).tasks[0]?.id ?? "" } });
    expect(await maya()).toMatchObject({ item: item.id, unanswered: true });
    expect(await told()).toEqual([0, undefined]);
  });

  it("which a retry of a page leaves to the buttons beside it", async () => {
    const item = await greetBoth();
    await waitedOut();
    expect((await campaign()).failed).toMatchObject([{ id: item.id, unanswered: true, in_doubt: true }]);
    const body = { date: BIRTHDAY, branch: "jounieh" };
    expect((await call("admin", retryAll, { body })).answer).toMatchObject({ retried: 0, message: "No failed contacts to retry" });
  });
});

describe("of which somebody knows that it arrived", () => {
  it("counts as sent, and the trail says who settled it", async () => {
    const item = await greetBoth();
    await waitedOut();
    expect((await arrived(item)).answer).toEqual({ settled: true, message: "It counts as sent." });
    expect(await maya()).toMatchObject({ state: "SENT", unanswered: false });
    expect(hubEvents(data, "message.said_arrived")).toMatchObject([
      { actor_kind: "user", payload: { kind: "birthday", branch: "jounieh" }, subjects: expect.anything() },
    ]);
    expect((await arrived(item)).answer).toMatchObject({ settled: false });
  });

  it("is settled also while word of it is waited for, and goes out no more", async () => {
    const item = await greetBoth();
    expect((await arrived(item)).answer.settled).toBe(true);
    await waitedOut();
    expect(await maya()).toMatchObject({ state: "SENT" });
  });

  it("is not settled by who may not send it, nor is one that failed or waits", async () => {
    const item = await greetBoth();
    expect((await arrived(item, "keyless")).status).toBe(403);
    expect((await arrived(item, "staff")).status).toBe(403);
    const { worker_id, boot_id } = pc;
    const word = { message_id: item.message_id, status: "failed" as const, at: "2026-11-20T10:00:00Z", code: "131026" };
    await call("worker", receipts, { body: { worker_id, boot_id, receipts: [word] } });
    expect((await arrived(item)).answer).toEqual({
      settled: false,
      message: "It is known by now that it did not arrive. Nothing was changed.",
    });
    expect(await maya()).toMatchObject({ state: "FAILED", unanswered: false });
    const rami = (await campaign()).guests.find(({ name }) => name === "Rami");
    expect((await arrived({ id: rami?.item ?? "" })).answer.settled).toBe(false);
  });
});
