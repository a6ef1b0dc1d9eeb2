import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueue } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { listWorkers } from "@/lib/queue/senders/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, tellByMeta } from "../support/meta";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** What counts against the caps of a day, and what does not. */

const EVENING = Date.parse("2026-11-20T17:00:00Z"); // 19:00 in Beirut
const at = (seconds: number) => clockAt(new Date(EVENING + seconds * 1000).toISOString());
const HOUR = 3_600;

let data = "";

beforeEach(() => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  at(0);
});

/** What the send policy says of the next message. Whatever goes is taken by WhatsApp. */
async function next(pc: WorkerPc) {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  const { answer } = await pc.begin(item);
  if (answer.go) await pc.say(item, { outcome: "accepted" });
  return answer;
}

describe("the official numbers of a business", () => {
  const limit = async (per_day: number) => {
    const templates = { ...DEFAULT_LIMITS.templates, service_name: "letter" };
    const cloud = { ...DEFAULT_LIMITS.cloud, per_day, guest_per_day: 20 };
    expect((await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates, cloud } })).status).toBe(200);
  };
  const letter = (guest: number, message = "How was it?") => write([{ name: `Guest ${guest}`, phone: `03 11111${guest}`, message }]);
  const wrote = (guest: number, phone_number_id: string, seconds: number) => {
    const timestamp = String(EVENING / 1000 + seconds);
    const messages = [{ from: `961311111${guest}`, id: `wamid.${guest}`, timestamp, type: "text", text: { body: "Hello" } }];
    return tellByMeta({ metadata: { phone_number_id }, messages });
  };
  const day = async (pc: WorkerPc) => (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === pc.worker_id)?.day;
  const retryAt = () =>
    rows<{ run_at: string }>(path.join(data, "hub.db"), "SELECT run_at FROM queue_item WHERE last_code = 'NUMBER'").map(
      ({ run_at }) => run_at,
    );
  const inSeconds = (seconds: number) => new Date(EVENING + seconds * 1000).toISOString();
  let pcs: WorkerPc[] = [];

  beforeEach(async () => {
    await limit(2);
    pcs = [await started("pc-1", "cloud:1"), await started("pc-2", "cloud:2")];
  });

  /** The letter of a guest by one of the numbers; the other PC's is off. */
  async function sends(guest: number, number: 1 | 2, message?: string) {
    expect((await letter(guest, message)).answer.enqueued).toBe(1);
    return next(pcs[number - 1] as WorkerPc);
  }

  it("write together to as many guests in 24 hours as Meta allows, and go on when the first of them is a day ago", async () => {
    expect(await sends(1, 1)).toMatchObject({ go: true });
    at(60);
    expect(await sends(2, 2)).toMatchObject({ go: true });
    at(120);
    expect(await sends(3, 1)).toMatchObject({ go: false, reason: "limit", detail: expect.stringContaining("guests") });
    expect(retryAt()).toEqual([inSeconds(24 * HOUR)]);
    at(24 * HOUR + 1);
    expect(await next(pcs[1] as WorkerPc)).toMatchObject({ go: true });
  });

  it("count a guest once, until a day after the last message", async () => {
    await sends(1, 1);
    at(60);
    await sends(2, 1);
    at(120);
    expect(await sends(1, 2, "Other words"), "by another number too").toMatchObject({ go: true });
    at(180);
    expect(await sends(3, 1)).toMatchObject({ go: false, reason: "limit" });
    expect(retryAt()).toEqual([inSeconds(24 * HOUR + 60)]);
  });

  it("do not count who wrote to the number within a day, also when that day is over", async () => {
    await wrote(1, "1", -HOUR);
    await wrote(2, "2", -HOUR);
    expect(await sends(1, 1)).toMatchObject({ go: true });
    at(60);
    expect(await day(pcs[0] as WorkerPc)).toMatchObject({ begun: 0, cap: 2 });
    expect(await sends(2, 1), "wrote to the other number").toMatchObject({ go: true });
    expect(await day(pcs[0] as WorkerPc)).toMatchObject({ begun: 1, cap: 2 });
    at(120);
    await sends(3, 1);
    at(180);
    expect(await sends(4, 1)).toMatchObject({ go: false, reason: "limit" });
    await wrote(4, "1", 200);
    at(240);
    expect(await next(pcs[0] as WorkerPc), "at once, now that the guest has written").toMatchObject({ go: true });
    at(23 * HOUR + 60); // the day of the first guest's own words is over, and that of our letter to them is not
    expect(await day(pcs[0] as WorkerPc)).toMatchObject({ begun: 2, cap: 2 });
  });

  it("do not count whom WhatsApp has not taken a message for", async () => {
    await letter(1);
    await pcs[0]?.beat();
    const [item] = (await pcs[0]?.claim()) ?? [];
    await pcs[0]?.begin(item as WorkItem);
    expect(await day(pcs[0] as WorkerPc), "under way").toMatchObject({ begun: 1 });
    await pcs[0]?.say(item as WorkItem, { outcome: "not_sent", fault: "recipient", code: "131026" });
    expect(await day(pcs[0] as WorkerPc)).toMatchObject({ begun: 0 });
  });

  it("say beside each of them how many guests all have written to; a linked phone says its own messages", async () => {
    const phone = await started("pc-3", "baileys:9613000001");
    await sends(1, 1);
    at(60);
    await sends(1, 1, "Other words");
    at(120);
    await sends(2, 2);
    for (const pc of pcs) expect(await day(pc)).toEqual({ begun: 2, cap: 2, warm_up_day: null });
    expect(await day(phone)).toEqual({ begun: 0, cap: 20, warm_up_day: 1 });
    at(24 * HOUR + 60);
    expect(await day(pcs[0] as WorkerPc)).toEqual({ begun: 1, cap: 2, warm_up_day: null });
    await letter(3);
    expect(await next(phone)).toMatchObject({ go: true });
    expect([await day(phone), await day(pcs[0] as WorkerPc)]).toMatchObject([{ begun: 1 }, { begun: 1 }]);
  });

  it("keep within it when several PCs ask at once", async () => {
    await limit(3);
    await write([1, 2, 3, 4].map((guest) => ({ name: `Guest ${guest}`, phone: `03 11111${guest}` })));
    const items = await Promise.all(pcs.map((pc) => pc.claim(2)));
    const ask = (round: number) => Promise.all(pcs.map((pc, index) => pc.begin(items[index]?.[round] as WorkItem)));
    const first = await ask(0);
    at(1);
    const second = await ask(1);
    expect(first.map(({ answer }) => answer.go)).toEqual([true, true]);
    expect(second.map(({ answer }) => answer.reason).sort()).toEqual(["limit", null]);
  });
});

describe("a guest who has had two letters in a day", () => {
  const sendMenu = () => {
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
    const items = [{ name: "Maya", phone: "03 111111", table_name: "2026-11-20 table 12", pdf_path: "menus/menu.pdf" }];
    return call("staff", enqueue, { body: { items } });
  };
  const twoLetters = async (pc: WorkerPc) => {
    for (const [index, message] of ["How was it?", "And the cake?"].entries()) {
      at(index * 60);
      await write([{ name: "Maya", phone: "03 111111", message }]);
      expect(await next(pc)).toMatchObject({ go: true });
    }
    at(120);
  };

  it("gets the menu of the table by the official API, which then takes nothing from a third letter's day", async () => {
    const pc = await started("pc-1", "cloud:1");
    await twoLetters(pc);
    await sendMenu();
    expect(await next(pc)).toMatchObject({ go: true });
    at(180);
    await write([{ name: "Maya", phone: "03 111111", message: "A third" }]);
    expect(await next(pc)).toMatchObject({ go: false, reason: "limit" });
    at(24 * HOUR + 1); // the first letter is a day ago, and the menu counts for nothing
    expect(await next(pc)).toMatchObject({ go: true });
  });

  it("gets no menu by a linked phone, whose number WhatsApp would block for it", async () => {
    const pc = await started("pc-1", "baileys:9613000001");
    await twoLetters(pc);
    await sendMenu();
    expect(await next(pc)).toMatchObject({ go: false, reason: "limit" });
  });
});
