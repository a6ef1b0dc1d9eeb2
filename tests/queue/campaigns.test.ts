import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import type { BranchKey } from "@/lib/known-branches";
import { type Campaign, cancelCampaign, listCampaigns, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueue, enqueueBatch, openTask, queueStats } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { inbound, receipts } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse, type Person } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
let data = "";
beforeEach(() => {
  data = enterHouse();
  begin();
});

let guests = 300_000;
const somebody = () => ({ name: "Nour", phone: `76 ${++guests}` });

const list = async (query: { limit?: number; before?: string } = {}, who: Person = "admin") =>
  (await call(who, listCampaigns, { query })).answer;
const all = async () => (await list({ limit: 50 })).campaigns;
const one = async (id: string, who: Person = "admin") => (await call(who, readCampaign, { params: { id } })).answer;

async function greet(date: string, count: number, branch: BranchKey = "jounieh"): Promise<string> {
  const items = Array.from({ length: count }, somebody);
  const body = { items, message: "Happy birthday!", campaign: "birthday" as const, date };
  const { answer } = await call("admin", enqueueBatch, { body, branch });
  return answer.task_id ?? "";
}

async function letter(count = 1): Promise<string> {
  return (await write(Array.from({ length: count }, somebody))).answer.task_id ?? "";
}

async function send(pc: WorkerPc, said: "accepted" | "refused" = "accepted"): Promise<string> {
  pass(3_600);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  const words = said === "accepted" ? ({ outcome: "accepted", provider_id: null } as const) : REFUSED;
  expect(await pc.say(item, words)).toBe("applied");
  return item.message_id;
}

const REFUSED = { outcome: "not_sent", fault: "recipient", code: "131026", detail: "not on WhatsApp" } as const;

describe("what was queued", () => {
  it("is not hidden behind newer ones while some of it waits, or may have arrived", async () => {
    const waits = await letter();
    const pc = await started("pc-1", "cloud:1");
    const over: string[] = [];
    for (let count = 0; count < 3; count++) {
      const id = await letter();
      await call("admin", cancelCampaign, { params: { id } });
      over.unshift(id);
    }
    const older = async (limit: number) => (await list({ limit })).unfinished?.map(({ id }) => id);
    expect(await older(2), "what waits").toEqual([waits]);
    expect(await older(4), "who is listed is not named twice").toEqual([]);
    expect((await list({ limit: 2, before: over[1] })).unfinished, "with the newest alone").toEqual([]);
    pass(3_600);
    await pc.beat();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "unknown" });
    pass(31 * 60);
    await sweepLeases();
    expect((await list({ limit: 2 })).unfinished, "what may have arrived").toMatchObject([
      { id: waits, reasons: [{ reason: expect.stringMatching(/may have been delivered/) }] },
    ]);
    pass(8 * 24 * 3_600);
    expect(await older(2), "after a week nobody does anything about it").toEqual([]);
  });

  it("stands with its kind, its branch, whoever queued it, and how many messages stand where", async () => {
    const id = await letter(3);
    const [shown] = await all();
    expect(shown).toMatchObject({
      id,
      kind: "service",
      branch: "jounieh",
      date: null,
      state: "SENDING",
      delivered: 0,
      read: 0,
      reasons: [],
    });
    expect(shown?.counts).toEqual({ PENDING: 3, IN_PROGRESS: 0, SENT: 0, FAILED: 0, CANCELLED: 0 });
    expect(shown?.created_by).toMatch(/\w/);
    expect(shown?.created_by).not.toMatch(/^[0-9a-f-]{36}$/);
    const whole = await one(id);
    expect(whole).toMatchObject({ ...shown });
    expect(whole.results).toEqual((await call("admin", openTask, { params: { id } })).answer.results);
  });

  it("of one branch and birthday is one campaign, whenever its parts were queued, and of another one another", async () => {
    const first = await greet("2026-11-20", 2);
    await greet("2026-11-21", 1);
    await greet("2026-11-20", 1, "batroun");
    await greet("2026-11-20", 3);
    const found = (await all()).map(({ id, date, branch, counts }) => [id, date, branch, counts.PENDING]);
    expect(found).toEqual([
      [first, "2026-11-20", "jounieh", 5],
      [expect.any(String), "2026-11-20", "batroun", 1],
      [expect.any(String), "2026-11-21", "jounieh", 1],
    ]);
    expect((await one(first)).results).toHaveLength(5);
  });

  it("is told as it goes: sent, arrived, read, refused with the reason, and over", async () => {
    const pc = await started("pc-1");
    const id = await letter(3);
    const message = await send(pc);
    await send(pc, "refused");
    const state = async () => (await all())[0];
    expect(await state()).toMatchObject({ state: "SENDING", counts: { PENDING: 1, SENT: 1, FAILED: 1 }, delivered: 0 });
    const told = { message_id: message, status: "delivered" as const, at: "2026-11-20T20:00:00Z" };
    const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, receipts: [told] };
    await call("worker", receipts, { body });
    expect(await state()).toMatchObject({ delivered: 1, read: 0 });
    await call("worker", receipts, { body: { ...body, receipts: [{ ...told, status: "read" }] } });
    expect(await state()).toMatchObject({ delivered: 1, read: 1 });
    await send(pc);
    const last = await one(id);
    expect(last).toMatchObject({ state: "COMPLETED", counts: { PENDING: 0, SENT: 2, FAILED: 1 } });
    expect(last.reasons).toEqual([{ status: "FAILED", count: 1, reason: last.results.find(({ status }) => status === "FAILED")?.error }]);
  });

  it("says who has sent how many, whoever has most first, and nobody of what waits or failed", async () => {
    const [laptop, phone] = [await started("laptop"), await started("phone")];
    const id = await letter(6);
    const senders = async () => (await all())[0]?.senders;
    expect(await senders()).toEqual([]);
    await send(laptop, "refused");
    await send(phone);
    await send(laptop);
    await send(phone);
    pass(3_600);
    await laptop.beat();
    expect(await laptop.claim(), "one that waits has a worker, who has sent nothing yet").toHaveLength(1);
    expect(await senders()).toEqual([
      { worker: "phone", count: 2 },
      { worker: "laptop", count: 1 },
    ]);
    const { results } = await one(id);
    const named = results.filter(({ status }) => status === "SENT").map(({ worker }) => worker);
    expect(named.sort(), "as the dialog says of each").toEqual(["laptop", "phone", "phone"]);
  });

  it("says who replied: to the newest message that the number has sent them, once, and a no is no reply", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    const other = await started("pc-2", "baileys:9613000002");
    const first = (await write([{ name: "Nour", phone: "03 777001" }])).answer.task_id ?? "";
    const message = await send(pc);
    const words = (from: string, seconds: number, text = "Thank you!", by = pc) => {
      const at = new Date(now().getTime() + seconds * 1_000).toISOString();
      return call("worker", inbound, { body: { worker_id: by.worker_id, boot_id: by.boot_id, messages: [{ from, text, at }] } });
    };
    const replied = async () => (await all()).map((campaign) => [campaign.delivered, campaign.read, campaign.replied]);
    await words("9613777001", -60); // before the message
    await words("9613777001", 0, "Thank you!", other); // to another number of ours
    await words("9613777001", 0, "STOP");
    expect(await replied()).toEqual([[0, 0, 0]]);
    pass(60);
    await words("9613777001", 0, "START");
    expect(await replied()).toEqual([[1, 1, 1]]);
    await call("worker", receipts, {
      body: {
        worker_id: pc.worker_id,
        boot_id: pc.boot_id,
        receipts: [{ message_id: message, status: "read", at: now().toISOString() }],
      },
    });
    pass(2 * 24 * 3_600);
    await write([
      { name: "Nour", phone: "03 777001", message: "Our winter menu is here." },
      { name: "Zeina", phone: "03 777002" },
    ]);
    await send(pc);
    await send(pc);
    await words("9613777002", 0);
    await words("9613777001", 0);
    await words("9613777001", 0); // told twice
    expect(await replied()).toEqual([
      [2, 2, 2],
      [1, 1, 1],
    ]);
    expect((await one(first)).results).toMatchObject([{ delivery: "replied" }]);
    pass(8 * 24 * 3_600); // so late, it is a word of its own
    await write([{ name: "Rami", phone: "03 777003" }]);
    await send(pc);
    pass(8 * 24 * 3_600);
    await words("9613777003", 0);
    expect((await replied())[0]).toEqual([0, 0, 0]);
  });

  it("says why messages failed once for all of them, without what WhatsApp's support alone can use", async () => {
    const pc = await started("pc-1");
    await letter(2);
    for (const trace of ["AAa1", "BBb2"]) {
      pass(3_600);
      await pc.beat();
      const [item] = await pc.claim();
      if (!item) throw new Error("nothing to claim");
      await pc.begin(item);
      await pc.say(item, { ...REFUSED, detail: `The number is on no WhatsApp. (Meta's trace: ${trace})` });
    }
    expect((await all())[0]?.reasons).toEqual([{ status: "FAILED", count: 2, reason: "The number is on no WhatsApp." }]);
  });

  it("that nobody could be sent has failed", async () => {
    const pc = await started("pc-1");
    await letter();
    await send(pc, "refused");
    expect((await all())[0]?.state).toBe("FAILED");
  });

  it("waits while sending is stopped, goes on when it is resumed, and is stopped once it is cancelled", async () => {
    const pc = await started("pc-1");
    await letter(2);
    await send(pc);
    await call("staff", cancelSending);
    expect((await all())[0]?.state).toBe("PAUSED");
    await call("staff", resetCancel);
    expect((await all())[0]?.state).toBe("SENDING");
    await call("staff", cancelAll);
    expect((await all())[0]).toMatchObject({ state: "STOPPED", counts: { SENT: 1, CANCELLED: 1 } });
  });

  it("says until when it waits, and for what, where none may go now", async () => {
    const pc = await started("pc-1");
    await letter();
    pass(11 * 3_600); // past midnight in Beirut
    await pc.beat();
    const [item] = await pc.claim();
    if (item) await pc.begin(item);
    const [shown] = await all();
    expect(shown?.state).toBe("SENDING");
    expect(Date.parse(shown?.next_try ?? "")).toBeGreaterThan(Date.parse("2026-11-20T23:00:00Z"));
    expect(shown?.reasons).toEqual([
      { status: "PENDING", count: 1, reason: expect.stringMatching(/^Birthdays and letters are not sent between/) },
    ]);
  });
});

describe("the list", () => {
  /** All of it, page by page. */
  async function pages(limit: number): Promise<Campaign[]> {
    const found: Campaign[] = [];
    for (let before: string | undefined; ; ) {
      const { campaigns, next } = await list(before ? { limit, before } : { limit });
      found.push(...campaigns);
      if (next === null) return found;
      expect(campaigns).toHaveLength(limit);
      before = next;
    }
  }

  // Everything that was queued stands in it once, however it is dealt and paged.
  it.each([1, 2, 3, 7, 50])("in pages of %i holds each message once", async (limit) => {
    const dates = ["2026-11-20", "2026-11-21"];
    for (let time = 0; time < 12; time++) {
      pass(1);
      await (time % 3 === 0
        ? letter(1 + (time % 2))
        : greet(dates[time % 2] ?? "", 1 + (time % 4), time % 5 === 0 ? "batroun" : "jounieh"));
    }
    const found = await pages(limit);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    const total = found.reduce((sum, { counts }) => sum + counts.PENDING, 0);
    expect(total).toBe((await call("admin", queueStats)).answer.PENDING);
    expect(found.map(({ id }) => id)).toEqual((await pages(50)).map(({ id }) => id));
  });

  it("names a menu's table, and masks numbers for those who may not send", async () => {
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.7 menu");
    const items = [{ name: "Nour", phone: "03 111111", table_name: "12", pdf_path: "menus/menu.pdf" }];
    const id = (await call("staff", enqueue, { body: { items } })).answer.task_id ?? "";
    expect(await one(id)).toMatchObject({ kind: "menu", table_name: "12", results: [{ phone: expect.stringMatching(/3 111 111$/) }] });
    expect((await one(id, "keyless")).results[0]?.phone).toBe("+9613 ••• •11");
  });

  it("knows nothing of what is not there, and is for people who are signed in", async () => {
    expect((await call("admin", readCampaign, { params: { id: crypto.randomUUID() } })).status).toBe(404);
    expect((await call("nobody", listCampaigns, { query: {} })).status).toBe(401);
    expect((await list()).campaigns).toEqual([]);
  });
});
