import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { listWorkers } from "@/lib/queue/senders/contract";
import { receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** What is told of one attempt is no word about another one: of another guest, or of the same message before. */

let data = "";
const START = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(START + seconds * 1000).toISOString());

beforeEach(() => {
  data = enterHouse();
  at(0);
});

async function begun(pc: WorkerPc): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  return item;
}

const guests = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Guest ${index}`, phone: `03 ${300_000 + index}` }));
const shown = async (id: string) => (await call("staff", listWorkers)).answer.workers.find((worker) => worker.id === id);
const states = () =>
  rows<{ status: string; delivery: string | null }>(path.join(data, "hub.db"), "SELECT status, delivery FROM queue_item ORDER BY position");
const errors = () =>
  rows<{ last_error: string | null }>(path.join(data, "hub.db"), "SELECT last_error FROM queue_item").map(({ last_error }) => last_error);
const tries = () =>
  rows<{ outcome: string; fault: string | null; code: string }>(
    path.join(data, "hub.db"),
    "SELECT outcome, fault, code FROM queue_attempt ORDER BY seq",
  );
const tell = ({ worker_id, boot_id }: WorkerPc, { message_id }: WorkItem, status: "sent" | "failed", code = "") =>
  call("worker", receipts, { body: { worker_id, boot_id, receipts: [{ message_id, status, at: "2026-11-20T12:00:00Z", code }] } });

describe("what a worker says of an attempt", () => {
  it("counts for that message alone", async () => {
    const pc = await started("pc-1");
    await write(guests(2));
    const [first] = [await begun(pc), await begun(pc)];
    await pc.say(first, { outcome: "accepted" });
    expect(await shown("pc-1")).toMatchObject({ sent: 1, failed: 0 });
  });

  it("counts by where its message stands in the end", async () => {
    const pc = await started("pc-1");
    await write(guests(1));
    await pc.say(await begun(pc), { outcome: "not_sent", fault: "network" });
    at(60);
    await pc.say(await begun(pc), { outcome: "accepted" });
    expect(await shown("pc-1")).toMatchObject({ sent: 1, failed: 0 });
  });
});

describe("what WhatsApp tells late", () => {
  it("that it went out after all takes away what was said against it", async () => {
    const pc = await started("pc-1");
    await write(guests(1));
    const item = await begun(pc);
    await pc.say(item, { outcome: "unknown" });
    expect(errors()).toEqual([expect.stringContaining("no answer came")]);
    await tell(pc, item, "sent");
    expect(errors()).toEqual([null]);
  });

  it("that it was sent settles a doubt", async () => {
    const pc = await started("pc-1");
    await write(guests(1));
    const item = await begun(pc);
    await pc.say(item, { outcome: "unknown" });
    expect((await tell(pc, item, "sent")).answer.applied).toBe(1);
    expect(states()).toEqual([{ status: "SENT", delivery: "sent" }]);
  });

  it("that a try failed takes nothing from the next one that waits", async () => {
    const pc = await started("pc-1");
    await write(guests(1));
    const item = await begun(pc);
    await pc.say(item, { outcome: "not_sent", fault: "network" });
    expect((await tell(pc, item, "failed", "131026")).answer.applied).toBe(0);
    expect(states()).toEqual([{ status: "PENDING", delivery: null }]);
  });

  it("that a message failed is no word about an earlier try of it", async () => {
    const pc = await started("pc-1", "cloud:106540352242922");
    await write(guests(1));
    await pc.say(await begun(pc), { outcome: "not_sent", fault: "network", code: "ECONNRESET" });
    at(60);
    const item = await begun(pc);
    await pc.say(item, { outcome: "accepted" });
    await tell(pc, item, "failed", "131026");
    expect(tries()).toEqual([
      { outcome: "not_sent", fault: "network", code: "ECONNRESET" },
      { outcome: "accepted", fault: "late", code: "131026" },
    ]);
  });

  it("that one message failed stops no number that sent many", async () => {
    const pc = await started("pc-1", "cloud:106540352242922");
    await write(guests(12));
    let last: WorkItem | undefined;
    for (let index = 0; index < 12; index++) {
      at(index * 2);
      last = await begun(pc);
      await pc.say(last, { outcome: "accepted", provider_id: `wamid.${index}` });
    }
    await tell(pc, last as WorkItem, "failed", "131026");
    expect(await shown("pc-1")).toMatchObject({ is_stopped: false, problem: null });
  });
});

describe("refusals of one number", () => {
  it("stop no other one", async () => {
    const [one, other] = [await started("pc-1", "baileys:9613000001"), await started("pc-2", "baileys:9613000002")];
    await write(guests(4));
    for (const [index, pc] of [one, one, other].entries()) {
      at(index * 20);
      await pc.say(await begun(pc), { outcome: "not_sent", fault: "recipient", code: "x" });
    }
    for (const id of ["pc-1", "pc-2"]) expect(await shown(id), id).toMatchObject({ is_stopped: false });
    at(80);
    await one.say(await begun(one), { outcome: "not_sent", fault: "recipient", code: "x" });
    expect([(await shown("pc-1"))?.is_stopped, (await shown("pc-2"))?.is_stopped]).toEqual([true, false]);
  });
});
