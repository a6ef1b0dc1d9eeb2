import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, cancelSending, resetCancel } from "@/lib/queue/pause/contract";
import { heartbeatLoop } from "@/workers/sender/loops";
import { Recovery } from "@/workers/sender/recovery";
import { reportAll } from "@/workers/sender/reports";
import { sendAgain, sendClaimed } from "@/workers/sender/send-message";
import { stopwatch } from "@/workers/sleep";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { write } from "../support/queue";
import { alter, rows } from "../support/stores";
import { CUT_BEFORE, IN_DOUBT, LINE_FELL, type Phone, SendingPc } from "./sending-pc";

let data = "";
let pc: SendingPc;

beforeEach(async () => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
  pc = await SendingPc.start();
  await write([{ name: "Maya", phone: "03 111111" }]);
});

const state = () =>
  rows<{ status: string; phase: string | null; last_code: string | null; lease_worker: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, phase, last_code, lease_worker FROM queue_item",
  )[0];

/** This PC has slept for so long: its own clock, and the one on the wall. */
function sleeps(milliseconds: number): void {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
}

/** The server was set back to a time before it knew what became of the message. */
function setBack(): void {
  alter(
    path.join(data, "hub.db"),
    "UPDATE queue_item SET status = 'PENDING', phase = NULL, account = NULL, lease_worker = NULL, lease_boot = NULL, lease_until = NULL",
  );
}

describe("between the server's go and the phone", () => {
  it("a message waits no longer than its lease: a PC that slept sends nothing, and says so", async () => {
    const item = await pc.claim();
    pc.onAnswer.set("/worker/begin", () => sleeps(61_000));
    await sendClaimed(pc.context, item);
    expect(pc.phone.sent).toEqual([]);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "PENDING", last_code: "TOO_LATE" });
  });

  it("the connection may be lost: then nothing is sent, and that is said", async () => {
    const item = await pc.claim();
    pc.onAnswer.set("/worker/begin", () => {
      pc.phone.connected = false;
    });
    await sendClaimed(pc.context, item);
    expect(pc.phone.sent).toEqual([]);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "PENDING", last_code: "NOT_CONNECTED" });
  });

  it("a message is sent once the server has said go, and not before", async () => {
    const item = await pc.claim();
    await call("staff", cancelAll);
    await sendClaimed(pc.context, item);
    await new Recovery(pc.context).round();
    expect(pc.phone.sent).toEqual([]);
    expect(pc.context.tools.journal.openMessages()).toEqual([]);
  });
});

it("a refusal in more words than the server takes is cut, and heard", async () => {
  const code = "ERR_SSL_TLSV1_ALERT_INSUFFICIENT_SECURITY"; // OpenSSL's own name for it has 41 letters
  pc.phone.outcomes.push({ outcome: "not_sent", fault: "network", code, detail: "No line. ".repeat(100), retry_after: null });
  await sendClaimed(pc.context, await pc.claim());
  await reportAll(pc.context);
  expect(state()).toMatchObject({ status: "PENDING", last_code: code.slice(0, 40) });
});

describe("a message that comes back, because the server was set back", () => {
  it("is told and not sent where it went out", async () => {
    await sendClaimed(pc.context, await pc.claim());
    await reportAll(pc.context);
    setBack();
    await sendClaimed(pc.context, await pc.claim());
    expect(pc.phone.sent).toHaveLength(1);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "SENT" });
  });

  it("stays in doubt where it may have gone out, and the same id is no protection", async () => {
    pc.phone.idempotentId = false;
    pc.phone.outcomes.push(IN_DOUBT);
    await sendClaimed(pc.context, await pc.claim());
    await reportAll(pc.context);
    setBack();
    await sendClaimed(pc.context, await pc.claim());
    expect(pc.phone.sent).toHaveLength(1);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling", last_code: "SENT_BEFORE" });
  });

  it("goes out with the same id where that is the same message, and is not called unsent because this try was refused", async () => {
    pc.phone.outcomes.push(IN_DOUBT, CUT_BEFORE);
    await sendClaimed(pc.context, await pc.claim());
    await reportAll(pc.context);
    setBack();
    await sendClaimed(pc.context, await pc.claim());
    expect(new Set(pc.phone.sent.map(({ message_id }) => message_id)).size).toBe(1);
    expect(pc.phone.sent).toHaveLength(2);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
  });
});

describe("what was not begun", () => {
  it("is the server's again at once when it is let go of while its file is fetched", async () => {
    const item = await pc.claim();
    pc.phone.preparing = () => pc.context.dropUnbegun();
    await sendClaimed(pc.context, item);
    expect([pc.phone.sent, pc.calls.includes("/worker/begin")]).toEqual([[], false]);
    await new Recovery(pc.context).round();
    expect(state()).toMatchObject({ status: "PENDING", lease_worker: null });
    expect(pc.context.toGiveBack.size).toBe(0);
  });

  it("is over where the file that goes along is gone from the server by now, and that is said", async () => {
    await pc.claim(); // what waited before
    const menus = path.join(data, "menus");
    mkdirSync(menus);
    writeFileSync(path.join(menus, "menu.pdf"), "%PDF-1.4");
    await write([{ name: "Rima", phone: "03 222222", table_name: "2026-11-20 table 12" }]);
    const menu = await pc.claim();
    rmSync(menus, { recursive: true });
    await sendClaimed(pc.context, menu);
    await reportAll(pc.context);
    const what = rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item WHERE name = 'Rima'");
    expect([pc.phone.sent, what]).toEqual([[], [{ status: "FAILED", last_code: "MEDIA_MISSING" }]]);
  });

  it("is given back while no number can send", async () => {
    const item = await pc.claim();
    pc.phone.preparing = () => {
      pc.phone.connected = false;
    };
    await sendClaimed(pc.context, item);
    expect([pc.phone.sent, pc.calls.includes("/worker/begin")]).toEqual([[], false]);
    await new Recovery(pc.context).round();
    expect(state()).toMatchObject({ status: "PENDING", lease_worker: null });
  });

  it("is dropped when it is another one's by now", async () => {
    const item = await pc.claim();
    clockAt("2026-11-20T12:01:01Z");
    await sweepLeases();
    await sendClaimed(pc.context, item);
    await new Recovery(pc.context).round();
    expect(pc.phone.sent).toEqual([]);
    expect(pc.context.tools.journal.openMessages()).toEqual([]);
    expect(state()).toMatchObject({ status: "PENDING", lease_worker: null });
  });

  it("is not in doubt for the server either, whose go was not heard before the lease was over", async () => {
    const item = await pc.claim();
    pc.lost.add("/worker/begin");
    pc.onAnswer.set("/worker/begin", () => {
      if (pc.calls.filter((where) => where === "/worker/begin").length > 1) return;
      clockAt("2026-11-20T12:01:01Z");
      void sweepLeases().then(() => pc.lost.clear());
    });
    await sendClaimed(pc.context, item);
    expect([pc.phone.sent, state()?.phase]).toEqual([[], "reconciling"]);
    await new Recovery(pc.context).round();
    expect(state()).toMatchObject({ status: "PENDING", lease_worker: null });
    expect(pc.context.tools.journal.openMessages()).toEqual([]);
  });

  it.each([
    ["is another one's by now", () => setBack()],
    ["was cancelled, and sending goes on since", () => call("staff", cancelAll).then(() => call("staff", resetCancel))],
    ["was cancelled", () => call("staff", cancelAll)],
    ["may not go out now, because all sending is stopped", () => call("staff", cancelSending)],
  ])("is let go of as soon as a heartbeat tells that it %s; what was begun is not", async (_, happens) => {
    const { context } = pc;
    const item = await pc.claim();
    const [held, begun] = [context.hold(item, false), context.hold({ ...item, message_id: `3EB0${"A".repeat(18)}` }, true)];
    await happens();
    await oneBeat();
    expect([held.drop.signal.aborted, begun.drop.signal.aborted]).toEqual([true, false]);
  });

  it("stays in hand over a heartbeat that tells nothing of the kind", async () => {
    const held = pc.context.hold(await pc.claim(), false);
    await oneBeat();
    expect(held.drop.signal.aborted).toBe(false);
  });
});

async function oneBeat(): Promise<void> {
  const over = new AbortController();
  pc.onAnswer.set("/worker/heartbeat", () => over.abort());
  await heartbeatLoop(pc.context, over.signal);
}

describe("what may have gone out, after a cut", () => {
  /** It was handed over, and this process never heard of it again. */
  async function cutOff(): Promise<void> {
    const item = await pc.claim();
    pc.phone.outcomes.push(IN_DOUBT);
    await sendClaimed(pc.context, item);
    expect(pc.phone.sent).toHaveLength(1);
    await reportAll(pc.context);
  }

  it("goes out once more with the same id, once, though nobody hears of that one either", async () => {
    await cutOff();
    pc.phone.outcomes.push(IN_DOUBT);
    const recovery = new Recovery(pc.context);
    for (let time = 0; time < 3; time++) await recovery.round();
    expect(pc.phone.sent.map(({ message_id }) => message_id)).toEqual(Array(2).fill(pc.phone.sent[0]?.message_id));
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
  });

  it.each([
    ["from another number", (phone: Phone) => Object.assign(phone, { number: "sandbox:2" })],
    ["under another id", () => alter(path.join(data, "hub.db"), `UPDATE queue_item SET message_id = '3EB0${"A".repeat(18)}'`)],
    ["where the same id is no protection", (phone: Phone) => Object.assign(phone, { idempotentId: false })],
    ["while no number is connected", (phone: Phone) => pc.context.hearState(Object.assign(phone, { connected: false }).state())],
    ["while the phone may still tell of it", (phone: Phone) => Object.assign(phone, { settlesWithin: 60_000 })],
    ["while all sending is stopped", () => Object.assign(pc.context, { cancelled: true })],
    ["by a worker that ends", () => pc.context.endBecause("asked")],
  ])("does not go out again %s", async (_, happens) => {
    await cutOff();
    happens(pc.phone);
    await new Recovery(pc.context).round();
    expect(pc.phone.sent).toHaveLength(1);
  });

  it("does not go out again when the PC slept after it had asked", async () => {
    const item = await pc.claim();
    const since = stopwatch();
    sleeps(61_000);
    await sendAgain(pc.context, item, since);
    expect(pc.phone.sent).toEqual([]);
  });

  it("goes out again once the number is back whose line fell while the server was asked", async () => {
    await cutOff();
    pc.onAnswer.set("/worker/recover", () => Object.assign(pc.phone, { connected: false }));
    const recovery = new Recovery(pc.context);
    await recovery.round();
    expect(pc.phone.sent).toHaveLength(1);
    pc.onAnswer.delete("/worker/recover");
    pc.phone.connected = true;
    await recovery.round();
    expect(pc.phone.sent).toHaveLength(2);
  });

  it.each([
    ["falls", LINE_FELL],
    ["is away", CUT_BEFORE],
  ])("goes out again while it is the line that %s, and no more than three times", async (_, outcome) => {
    pc.phone.outcomes.push(LINE_FELL, ...Array(8).fill(outcome));
    await sendClaimed(pc.context, await pc.claim());
    const recovery = new Recovery(pc.context);
    for (let time = 0; time < 9; time++) await recovery.round();
    expect(pc.phone.sent.map(({ message_id }) => message_id)).toEqual(Array(4).fill(pc.phone.sent[0]?.message_id));
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
  });

  it("is known to be sent when WhatsApp takes it the second time", async () => {
    await cutOff();
    await new Recovery(pc.context).round();
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "SENT" });
  });

  it("is not taken for cut off while it is still being sent", async () => {
    const item = await pc.claim();
    let isOver = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    pc.phone.sending = () => over;
    const sending = sendClaimed(pc.context, item);
    await expect.poll(() => pc.phone.sent.length).toBe(1);
    pc.phone.sending = () => {};
    await new Recovery(pc.context).round();
    isOver();
    await sending;
    expect(pc.phone.sent).toHaveLength(1);
    await reportAll(pc.context);
    expect(state()).toMatchObject({ status: "SENT" });
  });

  it("is never given back as if it had not been handed over", async () => {
    pc.phone.idempotentId = false;
    await cutOff();
    const [row] = rows<{ id: string; lease_token: number; message_id: string }>(path.join(data, "hub.db"), "SELECT * FROM queue_item");
    pc.context.giveBack({ id: row?.id ?? "", token: row?.lease_token ?? 0, message_id: row?.message_id ?? "" });
    await new Recovery(pc.context).round();
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
  });
});
