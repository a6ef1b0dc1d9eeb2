import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { health } from "@/lib/health/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueue, queuePending, queueStats } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";

/** What the tiles of the Live Queue count: what is open whenever it was queued, what is over since the evening's day began, each message once. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const DAY = 24 * 3_600;
const TONY = { name: "Tony", phone: "03 111111" };
const LINA = { name: "Lina", phone: "03 222222" };
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  begin();
  pc = await started("pc-1");
});

const stats = async () => (await call("admin", queueStats)).answer;
const beside = async () => (await call("admin", queuePending, { query: { limit: 1 } })).answer;
const inShort = async (by: Person = "admin") => (await call(by, health)).answer.sending;

async function next(): Promise<WorkItem> {
  pass(20);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

async function sent(): Promise<void> {
  expect(await pc.say(await next(), { outcome: "accepted", provider_id: null })).toBe("applied");
}

/** Handed over, and never heard of. */
async function lost(): Promise<void> {
  await pc.say(await next(), { outcome: "unknown" });
}

describe("what is over", () => {
  it("counts since the day began, and the answer says since when", async () => {
    await write([TONY]);
    await sent();
    expect(await stats()).toMatchObject({ SENT: 1 });
    expect((await beside()).since, "at 05:00 of Beirut").toBe("2026-11-20T03:00:00.000Z");
    pass(DAY);
    expect(await stats()).toEqual({ PENDING: 0, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 });
    expect(await beside()).toMatchObject({ since: "2026-11-21T03:00:00.000Z", sandbox: 0 });
  });

  it("tells who has said no apart from what failed, in the tiles and at the campaign", async () => {
    await write([TONY, LINA]);
    await sent();
    const body = {
      worker_id: pc.worker_id,
      boot_id: pc.boot_id,
      messages: [{ from: "9613222222", text: "STOP", at: now().toISOString() }],
    };
    expect((await call("worker", inbound, { body })).status).toBe(200);
    expect(await stats()).toMatchObject({ SENT: 1, FAILED: 1 });
    expect(await beside()).toMatchObject({ said_no: 1 });
    expect((await call("admin", listCampaigns, { query: {} })).answer.campaigns).toMatchObject([{ counts: { FAILED: 1 }, said_no: 1 }]);
    pass(DAY);
    expect(await beside()).toMatchObject({ said_no: 0 });
  });

  it("counts what waits whenever it was queued", async () => {
    await write([TONY]);
    pass(DAY);
    expect(await stats()).toMatchObject({ PENDING: 1 });
  });

  it("counts what was cancelled and queued anew once, as it stands now", async () => {
    await write([TONY, LINA]);
    await call("admin", cancelAll);
    await call("admin", resetCancel);
    expect(await stats()).toMatchObject({ CANCELLED: 2 });
    pass(60);
    await write([TONY]);
    expect(await stats(), "Tony's waits again").toMatchObject({ PENDING: 1, CANCELLED: 1 });
    await sent();
    expect(await stats()).toMatchObject({ SENT: 1, CANCELLED: 1 });
  });

  it("counts what failed and was queued anew once", async () => {
    await write([TONY]);
    await pc.say(await next(), { outcome: "not_sent", fault: "content", code: "1", detail: "No." });
    expect(await stats()).toMatchObject({ FAILED: 1 });
    pass(60);
    await write([TONY]);
    expect(await stats()).toMatchObject({ FAILED: 0, PENDING: 1 });
  });
});

describe("what may have arrived", () => {
  it("is counted for a week, on the tiles as on Home", async () => {
    await write([TONY]);
    await lost();
    expect(await inShort(), "while word of it is waited for").toMatchObject({ waiting: 0, unanswered: 1 });
    pass(31 * 60);
    await sweepLeases();
    expect(await inShort()).toMatchObject({ waiting: 0, unanswered: 1 });
    pass(2 * DAY);
    expect(await stats()).toMatchObject({ FAILED: 1 });
    expect((await beside()).unanswered).toMatchObject({ FAILED: 1 });
    expect(await inShort()).toMatchObject({ unanswered: 1 });
    pass(6 * DAY);
    expect(await stats(), "nobody can do anything about it any more").toMatchObject({ FAILED: 0 });
    expect((await beside()).unanswered).toMatchObject({ FAILED: 0 });
    expect(await inShort()).toMatchObject({ unanswered: 0 });
  });

  it("is told on Home to those alone who may write such messages", async () => {
    await call("admin", enqueue, { body: { items: [TONY], campaign: "birthday", date: "2026-11-20" } });
    await lost();
    expect(await inShort("staff"), "staff send no greetings").toMatchObject({ unanswered: 0 });
    await write([LINA]);
    await lost();
    expect(await inShort("staff"), "and write letters").toMatchObject({ unanswered: 1 });
    expect(await inShort()).toMatchObject({ unanswered: 2 });
    expect(await inShort("keyless")).toMatchObject({ unanswered: 0 });
  });
});
