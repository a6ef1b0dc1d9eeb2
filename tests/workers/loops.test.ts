import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { JournalFailed } from "@/workers/sender/journal";
import { claimLoop, heartbeatLoop } from "@/workers/sender/loops";
import { reportAll } from "@/workers/sender/reports";
import { sendClaimed } from "@/workers/sender/send-message";
import { inboundLoop, tellInbound } from "@/workers/sender/tell-inbound";
import { clockAt } from "../support/clocks";
import { enterHouse } from "../support/house";
import { write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { SendingPc } from "./sending-pc";

let data = "";
let pc: SendingPc;
const hub = () => path.join(data, "hub.db");

beforeEach(async () => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
  pc = await SendingPc.start();
});

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const writeTo = (guests: number) =>
  write(Array.from({ length: guests }, (_, index) => ({ name: `Guest ${index}`, phone: `03 ${300_000 + index}` })));
const statuses = () =>
  rows<{ status: string; count: number }>(hub(), "SELECT status, count(*) AS count FROM queue_item GROUP BY status ORDER BY status");

describe("a worker that takes messages", () => {
  /** Runs until the test has seen enough. */
  async function during(work: () => Promise<void>): Promise<void> {
    const loop = claimLoop(pc.context);
    await work();
    pc.context.endBecause("asked");
    await loop;
  }

  it("holds no more at once than it was told, and takes the next ones as it is done", async () => {
    await writeTo(8);
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    pc.phone.sending = () => held;
    await during(async () => {
      await expect.poll(() => pc.phone.sent.length).toBe(5);
      await pause(300);
      expect(statuses()).toEqual([
        { status: "IN_PROGRESS", count: 5 },
        { status: "PENDING", count: 3 },
      ]);
      go();
      await expect.poll(() => pc.phone.sent.length).toBe(8);
    });
    expect(new Set(pc.phone.sent.map(({ message_id }) => message_id)).size).toBe(8);
  });

  it.each([
    ["while all sending is stopped", () => Object.assign(pc.context, { cancelled: true })],
    ["while no number is connected", () => Object.assign(pc.phone, { connected: false })],
  ])("asks for none %s", async (_, happens) => {
    await writeTo(1);
    happens();
    await during(async () => void (await pause(300)));
    expect(pc.calls).not.toContain("/worker/claim");
    expect(statuses()).toEqual([{ status: "PENDING", count: 1 }]);
  });

  it("ends when a newer process of its name has started", async () => {
    await SendingPc.start();
    await claimLoop(pc.context);
    expect(pc.context.endedBy).toBe("replaced");
  });
});

describe("a heartbeat", () => {
  const held = () => pc.context.hold({ id: crypto.randomUUID(), token: 1, message_id: `3EB0${"A".repeat(18)}` }, false);

  it("that the server does not know the worker of registers it again, and lets go of what was not begun", async () => {
    const item = held();
    alter(hub(), "DELETE FROM queue_worker");
    const over = new AbortController();
    pc.onAnswer.set("/worker/register", () => over.abort());
    await heartbeatLoop(pc.context, over.signal);
    expect(rows(hub(), "SELECT id FROM queue_worker")).toEqual([{ id: "pc-1" }]);
    expect([item.drop.signal.aborted, pc.context.endedBy]).toEqual([true, null]);
  });

  it("after a sleep lets go of what was not begun: its lease is over", async () => {
    await writeTo(1);
    const item = pc.context.hold(await pc.claim(), false);
    const over = new AbortController();
    pc.onAnswer.set("/worker/heartbeat", () => {
      const now = Date.now.bind(Date);
      vi.spyOn(Date, "now").mockImplementation(() => now() + 61_000);
      pc.context.changed.wake();
      over.abort();
    });
    await heartbeatLoop(pc.context, over.signal);
    expect(item.drop.signal.aborted).toBe(true);
  });
});

describe("a PC whose disk takes no more", () => {
  it("sends nothing that it cannot write down", async () => {
    await writeTo(1);
    const item = await pc.claim();
    pc.context.tools.journal.close();
    await expect(sendClaimed(pc.context, item)).rejects.toThrow(JournalFailed);
    expect(pc.phone.sent).toEqual([]);
  });

  it("tells what it has just sent as long as it lives, and ends", async () => {
    await writeTo(1);
    const item = await pc.claim();
    pc.phone.sending = () => pc.context.tools.journal.close();
    await sendClaimed(pc.context, item);
    expect(pc.context.endedBy).toBe("journal");
    await expect(reportAll(pc.context)).rejects.toThrow(JournalFailed);
    expect(statuses()).toEqual([{ status: "SENT", count: 1 }]);
  });
});

describe("what guests wrote", () => {
  const saidNo = () => rows<{ digits: string }>(hub(), "SELECT digits FROM recipient WHERE opted_out_at IS NOT NULL ORDER BY digits");
  const keep = (from: string, provider_id: string, text = "STOP") =>
    pc.context.tools.inbox.keep({ from, text, at: "2026-11-20T11:59:00.000Z", provider_id });

  it("is told though one of it is nothing that the server takes, and then forgotten", async () => {
    keep("9613111111", "1");
    keep("no number", "2");
    keep("9613222222", "3", `STOP${" ".repeat(20_000)}`);
    await tellInbound(pc.context);
    expect(saidNo()).toEqual([{ digits: "9613111111" }, { digits: "9613222222" }]);
    expect(pc.context.tools.inbox.waiting()).toEqual([]);
  });

  it("is kept until the worker has heard that the server knows it", async () => {
    keep("9613111111", "1");
    pc.lost.add("/worker/inbound");
    const over = new AbortController();
    const loop = inboundLoop(pc.context, over.signal);
    await expect.poll(() => pc.context.serverProblem).toContain("does not answer");
    expect(pc.context.tools.inbox.waiting()).toHaveLength(1);
    pc.lost.clear();
    await expect.poll(() => pc.context.tools.inbox.waiting()).toEqual([]);
    over.abort();
    await loop;
    expect(saidNo()).toEqual([{ digits: "9613111111" }]);
  });
});
