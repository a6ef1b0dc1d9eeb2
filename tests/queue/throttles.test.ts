import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { listWorkers } from "@/lib/queue/senders/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { started, WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** WhatsApp takes no more from a number for the moment: that is about the number, and about none of its messages. */

let data = "";
let pc: WorkerPc;

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

beforeEach(async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  begin();
  pc = await started("pc-1", "cloud:106540352242922");
});

const guests = (count: number, from = 300_000) =>
  Array.from({ length: count }, (_, index) => ({ name: `Guest ${index}`, phone: `03 ${from + index}` }));

async function claimed(max = 1): Promise<WorkItem[]> {
  await pc.beat();
  return pc.claim(max);
}

async function begun(): Promise<WorkItem> {
  const [item] = await claimed();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

const refuse = (item: WorkItem, code = "130429", retry_after: number | null = null) =>
  pc.say(item, { outcome: "not_sent", fault: "throttle", code, retry_after });
/** In how many seconds the number's next message may begin. */
const nextIn = () => {
  const [row] = rows<{ next_at: string }>(path.join(data, "hub.db"), "SELECT next_at FROM sender_account");
  return (Date.parse(row?.next_at ?? "") - now().getTime()) / 1000;
};
const items = () =>
  rows<{ status: string; attempts: number; last_code: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, attempts, last_code FROM queue_item ORDER BY position",
  );

describe("a number that sent too much", () => {
  it.each(["130429", "80007", "4", "429"])("moves its next message off when that is refused: %s", async (code) => {
    await write(guests(2));
    await refuse(await begun(), code);
    expect(nextIn()).toBe(5);
    const [other] = await claimed();
    expect((await pc.begin(other as WorkItem)).answer).toMatchObject({ go: false, reason: "pace", retry_at: "2026-11-20T12:00:05.000Z" });
    expect((await call("staff", listWorkers)).answer.workers).toMatchObject([
      { problem: expect.stringContaining("goes on by itself"), is_stopped: false },
    ]);
    pass(5);
    expect((await pc.begin(other as WorkItem)).answer).toMatchObject({ go: true });
    expect((await call("staff", listWorkers)).answer.workers).toMatchObject([{ problem: null }]);
  });

  it("waits longer with each refusal in a row, up to some minutes, and is as fast as ever with the first one taken", async () => {
    await write(guests(12));
    const waits: number[] = [];
    for (let times = 0; times < 8; times++) {
      await refuse(await begun());
      waits.push(nextIn());
      pass(nextIn());
    }
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300]);
    await pc.say(await begun(), { outcome: "accepted" });
    expect(nextIn()).toBeCloseTo(1 / DEFAULT_LIMITS.cloud.per_second);
    pass(1);
    await refuse(await begun());
    expect(nextIn()).toBe(5);
  });

  it("counts many that were refused at once as one, and waits as long as WhatsApp says", async () => {
    await write(guests(4));
    const together: WorkItem[] = [];
    for (let index = 0; index < 4; index++) {
      together.push(await begun());
      pass(0.1);
    }
    for (const item of together.slice(0, 3)) await refuse(item);
    expect(nextIn()).toBe(5);
    await refuse(together[3] as WorkItem, "130429", 60_000);
    expect(nextIn()).toBe(60);
    pass(60);
    await refuse(await begun());
    expect(nextIn()).toBe(10);
  });

  it("lets go of what it holds where its turn is far off, so that another number sends it", async () => {
    await write(guests(2));
    const first = await begun();
    const [held] = await claimed();
    await refuse(first, "130429", 60_000);
    expect((await pc.begin(held as WorkItem)).answer).toMatchObject({ go: false, reason: "pace", retry_at: null });
    expect(await claimed()).toEqual([]);
    const other = await started("pc-2", "cloud:2");
    const [item] = await other.claim();
    expect((await other.begin(item as WorkItem)).answer).toMatchObject({ go: true });
  });

  it("that is told later, message after message, is let alone all the same", async () => {
    await write(guests(6));
    const waits: number[] = [];
    for (let times = 0; times < 3; times++) {
      const item = await begun();
      await pc.say(item, { outcome: "accepted", provider_id: `wamid.${times}` });
      pass(1);
      const told = { statuses: [statusByMeta(item, "failed", 130429, `wamid.${times}`)] };
      expect((await tellByMeta(told)).status).toBe(200);
      expect((await tellByMeta(told)).status).toBe(200);
      waits.push(nextIn());
      pass(nextIn());
    }
    expect(waits).toEqual([5, 10, 20]);
  });

  it("slows no other number, and a guest who had too many slows no number", async () => {
    await write(guests(3));
    await refuse(await begun(), "131056");
    expect(nextIn()).toBeLessThan(1);
    pass(1);
    await refuse(await begun());
    const other = new WorkerPc("pc-2", "cloud:2");
    await other.start();
    const [item] = await other.claim();
    expect((await other.begin(item as WorkItem)).answer).toMatchObject({ go: true });
  });
});

describe("a message that was refused because its number sent too much", () => {
  it("goes out however long that lasts: it is none of its tries", async () => {
    await write(guests(1));
    for (let times = 0; times < 9; times++) {
      await refuse(await begun());
      expect(items()).toMatchObject([{ status: "PENDING", attempts: 0, last_code: "130429" }]);
      pass(320);
    }
    const item = await begun();
    await pc.say(item, { outcome: "accepted" });
    expect(items()).toMatchObject([{ status: "SENT" }]);
  });

  it("fails in the end when nobody wants it any more", async () => {
    await write(guests(1));
    await refuse(await begun());
    pass(7 * 24 * 3_600);
    const [item] = await claimed();
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "too_late" });
    expect(items()).toMatchObject([{ status: "FAILED", last_code: "TOO_LATE" }]);
  });
});
