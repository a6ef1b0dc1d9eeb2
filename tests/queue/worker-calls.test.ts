import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { enqueue, openTask, queuePending } from "@/lib/queue/contract";
import { reasonOf } from "@/lib/queue/error-codes";
import type { Item } from "@/lib/queue/item-states";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelAll, cancelSending, cancelStatus, resetCancel } from "@/lib/queue/pause/contract";
import { retried } from "@/lib/queue/retry-by-hand/may-retry";
import { listWorkers, resumeSender } from "@/lib/queue/senders/contract";
import { ack, begin, claim, heartbeat, receipts, type WorkItem, workerMedia } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";
let pc: WorkerPc;

interface Row {
  status: string;
  phase: string | null;
  account: string | null;
  delivery: string | null;
  last_code: string | null;
  run_at: string;
  attempts: number;
}

const TIMES = { hours: { timeZone: "Asia/Beirut", dayEndsAt: "05:00" }, quiet: DEFAULT_LIMITS.quiet };
const START = Date.parse("2026-11-20T12:00:00Z");

function at(seconds: number): void {
  clockAt(new Date(START + seconds * 1000).toISOString());
}

const state = () => rows<Row>(path.join(data, "hub.db"), "SELECT * FROM queue_item ORDER BY position")[0] as Row;

async function claimed(worker = pc): Promise<WorkItem> {
  const [item] = await worker.claim();
  if (!item) throw new Error("nothing to claim");
  return item;
}

async function begun(worker = pc): Promise<WorkItem> {
  const item = await claimed(worker);
  expect((await worker.begin(item)).answer.go).toBe(true);
  return item;
}

const tell = (item: WorkItem, status: "sent" | "delivered" | "read" | "failed", code = "", by = pc) =>
  call("worker", receipts, {
    body: {
      worker_id: by.worker_id,
      boot_id: by.boot_id,
      receipts: [{ message_id: item.message_id, status, at: "2026-11-20T12:00:00Z", code }],
    },
  });

beforeEach(async () => {
  data = enterHouse();
  at(0);
  pc = new WorkerPc("pc-1");
  await pc.start();
  await write([{ name: "Maya", phone: "03 111111" }]);
});

describe("a lease", () => {
  it("is one worker's: the next one gets nothing, and a begin by another is stale", async () => {
    const other = new WorkerPc("pc-2");
    await other.start();
    const item = await claimed();
    expect(await other.claim()).toEqual([]);
    const { status, answer } = await other.begin(item);
    expect([status, answer.reason]).toEqual([409, "stale"]);
  });

  it("lives on by heartbeats, and ends a minute after the last one", async () => {
    const item = await claimed();
    pc.journal.set(item.id, { item, state: "prepared" });
    for (const seconds of [50, 100, 150]) {
      at(seconds);
      expect((await pc.beat()).extended).toEqual([item.id]);
      await sweepLeases();
    }
    at(211);
    expect(await sweepLeases()).toBe(1);
    expect((await pc.beat()).revoked).toEqual([item.id]);
    expect((await pc.begin(item)).status).toBe(409);
    const again = await claimed();
    expect([again.id, again.token, again.message_id]).toEqual([item.id, item.token + 1, item.message_id]);
  });

  it("that a worker has lost and has again is the new one: what still knows the old number may not begin", async () => {
    const old = await claimed();
    at(61);
    await sweepLeases();
    const again = await claimed();
    expect([again.id, again.token]).toEqual([old.id, old.token + 1]);
    expect((await pc.begin(old)).status).toBe(409);
    expect((await pc.begin(again)).status).toBe(200);
  });

  it("that was begun is in doubt when it ends, belongs to its number alone, and is said to be uncertain in the end", async () => {
    const other = new WorkerPc("pc-2", "sandbox:2");
    await other.start();
    await begun();
    at(61);
    await sweepLeases();
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
    expect(await other.claim()).toEqual([]);
    at(61 + 15 * 60 + 1);
    await sweepLeases();
    expect(state()).toMatchObject({ status: "FAILED", last_code: "UNCERTAIN" });
    const { results } = (await call("staff", openTask, { params: { id: await taskId() } })).answer;
    expect(results[0]?.error).toMatch(/^It may have been delivered/);
  });

  it.each([
    ["dealt to it", { campaign: "birthday", prefer_worker: "pc-1" } as const],
    ["for anybody", { campaign: "service" } as const],
  ])("is given for what is due, of messages %s, and for nothing that waits", async (_, kind) => {
    await pc.say(await begun(), { outcome: "accepted" });
    const ask = (phone: string) => call("admin", enqueue, { body: { items: [{ name: "Rami", phone }], message: "Hello", ...kind } });
    await ask("03 222222");
    await pc.say(await begun(), { outcome: "not_sent", fault: "network" });
    await ask("03 333333");
    expect((await pc.claim(5)).map(({ phone }) => phone)).toEqual(["9613333333"]);
  });

  it("of a process that was replaced goes to the newer one at once", async () => {
    const old = Object.assign(new WorkerPc("pc-1"), { boot_id: pc.boot_id });
    const item = await claimed();
    await pc.start();
    expect((await call("worker", claim, { body: { worker_id: "pc-1", boot_id: old.boot_id, max: 1 } })).answer).toMatchObject({
      code: "conflict",
      replaced: true,
    });
    expect((await old.begin(item)).status).toBe(409);
    expect((await claimed()).id).toBe(item.id);
  });

  it("waits for a message that is not there yet, and has it as soon as it is", async () => {
    await claimed();
    const waiting = call("worker", claim, { body: { worker_id: "pc-1", boot_id: pc.boot_id, max: 1, wait_ms: 20_000 } });
    const began = performance.now();
    await write([{ name: "Rami", phone: "03 222222" }]);
    expect((await waiting).answer.items).toHaveLength(1);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

describe("a begin", () => {
  const beginBy = ({ id, token }: WorkItem, account: string) =>
    call("worker", begin, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, id, token, account } });

  it("whose answer was lost may be asked for again, by the number that it was given to and by no other", async () => {
    const item = await begun();
    expect((await pc.begin(item)).answer.go).toBe(true);
    expect((await beginBy(item, "baileys:9613000001")).status).toBe(409);
  });

  it("of a message in doubt is refused, also to the worker that holds it: it may have gone out", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "unknown" });
    expect((await pc.begin(item)).status).toBe(409);
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
  });
});

describe("a journal that is read out", () => {
  it("by another worker than the one that holds the message changes nothing of it", async () => {
    const item = await begun();
    const other = new WorkerPc("pc-2");
    await other.start();
    for (const state of ["prepared", "sending"] as const) {
      other.journal.set(item.id, { item, state });
      expect(await other.recover(), state).toMatchObject([{ do: "drop", item: null }]);
    }
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "sending" });
    expect(await pc.say(item, { outcome: "not_sent", fault: "network" })).toBe("applied");
  });

  it("says nothing about a message by the number of an older lease", async () => {
    const old = await claimed();
    pc.journal.set(old.id, { item: old, state: "prepared" });
    at(61);
    await sweepLeases();
    const again = await claimed();
    expect(await pc.recover()).toMatchObject([{ do: "drop" }]);
    expect((await pc.begin(again)).status).toBe(200);
  });

  it("a day later sends nothing again, even where it would be the same message", async () => {
    const item = await begun();
    pc.journal.set(item.id, { item, state: "sending" });
    at(23 * 3_600);
    expect(await pc.recover()).toMatchObject([{ do: "resend_same_id" }]);
    at(25 * 3_600);
    expect(await pc.recover()).toMatchObject([{ do: "hold" }]);
  });
});

describe("a worker that goes away", () => {
  it("while it waits is given nothing, so that the next one has it at once", async () => {
    const first = await claimed();
    await pc.begin(first);
    const gone = new AbortController();
    const body = { worker_id: "pc-1", boot_id: pc.boot_id, max: 1, wait_ms: 20_000 };
    const waiting = call("worker", claim, { body, signal: gone.signal });
    await new Promise((resolve) => setTimeout(resolve, 100));
    gone.abort();
    await write([{ name: "Rami", phone: "03 222222" }]);
    await waiting;
    expect((await pc.claim()).length).toBe(1);
  });

  it("and was replaced while it waited is given nothing either", async () => {
    await pc.begin(await claimed());
    const body = { worker_id: "pc-1", boot_id: pc.boot_id, max: 1, wait_ms: 3_000 };
    const waiting = call("worker", claim, { body });
    await new Promise((resolve) => setTimeout(resolve, 100));
    await pc.start();
    await write([{ name: "Rami", phone: "03 222222" }]);
    expect((await waiting).answer.items).toEqual([]);
    expect((await pc.claim()).length).toBe(1);
  });

  it("and asks again and again what to do with a message in doubt does not draw the doubt out", async () => {
    pc = new WorkerPc("pc-3", "cloud:1");
    at(60);
    await pc.start();
    const item = await begun();
    pc.journal.set(item.id, { item, state: "sending" });
    for (let minute = 2; minute < 34; minute++) {
      at(minute * 60);
      expect((await pc.recover())[0]?.do).toBe("hold");
    }
    await sweepLeases();
    expect(state()).toMatchObject({ status: "FAILED", last_code: "UNCERTAIN" });
  });
});

async function taskId(): Promise<string> {
  return rows<{ id: string }>(path.join(data, "hub.db"), "SELECT id FROM queue_task")[0]?.id ?? "";
}

describe("what a worker says", () => {
  it("that it went out is believed of any lease that was begun, and the rest from the lease in force", async () => {
    const first = await begun();
    expect(await pc.say(first, { outcome: "not_sent", fault: "network" })).toBe("applied");
    at(61);
    const other = new WorkerPc("pc-2");
    await other.start();
    const item = await begun(other);
    expect(item.token).toBe(first.token + 1);
    expect(await pc.say(first, { outcome: "not_sent", fault: "network" })).toBe("stale");
    await pc.start();
    expect(await pc.say(first, { outcome: "accepted" }), "of a process before").toBe("evidence");
    expect(await other.say(item, { outcome: "accepted" })).toBe("duplicate");
    expect(await other.say(item, { outcome: "not_sent", fault: "network" })).toBe("stale");
    expect(state()).toMatchObject({ status: "SENT", phase: null });
    const [event] = hubEvents(data, "message.went_out");
    expect([event?.subjects, event?.payload]).toEqual([[item.id], { worker: "pc-1" }]);
    const [attempt] = rows<object>(path.join(data, "hub.db"), "SELECT worker, outcome FROM queue_attempt ORDER BY seq");
    expect(attempt).toEqual({ worker: "pc-1", outcome: "accepted" });
  });

  it("of a message is believed from whoever holds it, and of one that nobody was let begin from nobody else", async () => {
    const waiting = rows<{ id: string; message_id: string }>(path.join(data, "hub.db"), "SELECT id, message_id FROM queue_item")[0];
    for (const token of [0, 1, 2]) {
      expect(await pc.say({ ...waiting, token } as WorkItem, { outcome: "accepted" }), `token ${token}`).toBe("stale");
    }
    const other = new WorkerPc("pc-2");
    await other.start();
    const item = await claimed();
    expect(await other.say(item, { outcome: "accepted" }), "leased by another, and not begun").toBe("stale");
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "claimed" });
    expect((await pc.begin(item)).answer.go).toBe(true);
    expect(await pc.say({ ...item, token: item.token - 1 }, { outcome: "accepted" }), "of a lease that was never dealt").toBe("stale");
    expect(await pc.say({ ...item, token: item.token + 1 }, { outcome: "accepted" })).toBe("stale");
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "sending" });
  });

  it("later, of another worker's message by another number, is not heard", async () => {
    const other = new WorkerPc("pc-2", "sandbox:2");
    await other.start();
    const item = await begun();
    const word = { message_id: item.message_id, at: "2026-11-20T12:00:00Z" };
    for (const status of ["delivered", "failed"] as const) {
      const body = { worker_id: other.worker_id, boot_id: other.boot_id, receipts: [{ ...word, status }] };
      expect((await call("worker", receipts, { body })).answer.applied).toBe(0);
    }
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "sending", delivery: null });
  });

  it("of another's message, or by an id that is not the message's, is neither a refusal of it nor a proof", async () => {
    const other = new WorkerPc("pc-2");
    await other.start();
    const item = await begun();
    expect(await other.say(item, { outcome: "not_sent", fault: "recipient" })).toBe("stale");
    const foreign = { ...item, message_id: `3EB0${"A".repeat(18)}` };
    expect(await pc.say(foreign, { outcome: "not_sent", fault: "recipient" })).toBe("stale");
    expect(await pc.say(foreign, { outcome: "accepted" }), "that some other message went out").toBe("stale");
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "sending" });
    expect(await other.say(item, { outcome: "accepted" })).toBe("stale");
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "sending" });
    expect(await pc.say(item, { outcome: "accepted" })).toBe("applied");
    expect(state()).toMatchObject({ status: "SENT" });
  });

  it("of a message that was given up is its worker's alone", async () => {
    const other = new WorkerPc("pc-2");
    await other.start();
    const item = await begun();
    for (const seconds of [61, 61 + 15 * 60 + 1]) {
      at(seconds);
      await sweepLeases();
    }
    expect(state()).toMatchObject({ status: "FAILED", last_code: "UNCERTAIN" });
    expect(await other.say(item, { outcome: "not_sent", fault: "network" })).toBe("stale");
    expect(state()).toMatchObject({ status: "FAILED", last_code: "UNCERTAIN" });
    expect(await pc.say(item, { outcome: "not_sent", fault: "network" })).toBe("applied");
  });

  it("of a message in doubt settles it, also that it was not sent", async () => {
    const item = await begun();
    at(61);
    await sweepLeases();
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
    expect(await pc.say(item, { outcome: "not_sent", fault: "network" })).toBe("applied");
    expect(state()).toMatchObject({ status: "PENDING", last_code: "RETRY" });
  });

  it("counts as sent by it, also where it first did not know, and where it comes after all was given up", async () => {
    const sent = async () => (await call("keyless", listWorkers)).answer.workers.map((worker) => worker.sent);
    const item = await begun();
    await pc.say(item, { outcome: "unknown" });
    expect(await sent()).toEqual([0]);
    expect(await pc.say(item, { outcome: "accepted" })).toBe("applied");
    expect(await sent()).toEqual([1]);
    await write([{ name: "Maya", phone: "03 111111", message: "Other words" }]);
    const other = await begun();
    at(61);
    await sweepLeases();
    at(61 + 15 * 60 + 1);
    await sweepLeases();
    await pc.beat();
    expect(await pc.say(other, { outcome: "accepted" })).toBe("evidence");
    expect(await sent()).toEqual([2]);
  });

  it("before it was allowed to begin counts for nothing", async () => {
    const item = await claimed();
    expect(await pc.say(item, { outcome: "not_sent", fault: "recipient" })).toBe("stale");
    expect(await pc.say(item, { outcome: "unknown" })).toBe("stale");
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "claimed" });
  });

  it.each([
    ["recipient", "131026", { status: "FAILED", last_code: "131026" }],
    ["content", "100", { status: "FAILED", last_code: "100" }],
    ["throttle", "130429", { status: "PENDING", last_code: "130429", account: null }],
    ["network", "", { status: "PENDING", last_code: "RETRY", account: null }],
    ["account", "401", { status: "PENDING", last_code: "401", account: null, attempts: 1 }],
    ["opted_out", "131050", { status: "FAILED", last_code: "OPT_OUT" }],
  ] as const)("a refusal because of %s", async (fault, code, wanted) => {
    const item = await begun();
    expect(await pc.say(item, { outcome: "not_sent", fault, code, detail: "No." })).toBe("applied");
    expect(state()).toMatchObject(wanted);
    expect(await pc.claim(), "not tried at once").toEqual([]);
  });

  it("is tried five times at most, each time later", async () => {
    let seconds = 0;
    for (let attempt = 1; attempt <= 5; attempt++) {
      const item = await begun();
      await pc.say(item, { outcome: "not_sent", fault: "network", detail: "The line was cut." });
      expect(state().attempts).toBe(attempt);
      seconds += 3_700;
      at(seconds);
    }
    expect(state()).toMatchObject({ status: "FAILED", last_code: "TRIED_ENOUGH" });
  });

  it("that the number is blocked stops the number until somebody acts, and another one sends", async () => {
    const other = new WorkerPc("pc-2", "sandbox:2");
    await other.start();
    await pc.say(await begun(), { outcome: "not_sent", fault: "account", code: "401", detail: "Signed out." });
    at(3_600);
    await pc.beat();
    expect(await pc.claim()).toEqual([]);
    expect((await other.claim()).length).toBe(1);
    const { workers } = (await call("keyless", listWorkers)).answer;
    const problem = workers.find(({ id }) => id === "pc-1")?.problem ?? "";
    expect(reasonOf(problem), "the code is for WhatsApp's support").toEqual({
      plain: "WhatsApp does not let this number send. Somebody must look at it, then resume it.",
      trace: "code 401",
    });
  });

  it("three times that guests cannot be reached rests a linked phone, before WhatsApp does; cut lines do not", async () => {
    at(60); // the other one is away by then
    for (const [fault, isPaused] of [
      ["network", false],
      ["recipient", true],
    ] as const) {
      pc = new WorkerPc(`phone-${fault}`, `baileys:961300000${fault.length}`);
      await pc.start();
      const phones = ["4", "5", "6", "7"].map((digit) => `03 ${digit}${fault.length}4444`);
      await write(phones.map((phone) => ({ name: "Guest", phone, message: fault })));
      for (let time = 0; time < 3; time++) {
        at(60 + (time + 1) * 20 + (isPaused ? 100 : 0));
        await pc.beat();
        await pc.say(await begun(), { outcome: "not_sent", fault, code: "x" });
      }
      const { workers } = (await call("keyless", listWorkers)).answer;
      const problem = workers.find(({ id }) => id === pc.worker_id)?.problem ?? "";
      expect(problem.startsWith("WhatsApp refused several messages."), problem).toBe(isPaused);
    }
  });

  it("that WhatsApp refuses because it begins a conversation is final: no worker and no retry tries it again", async () => {
    const phone = new WorkerPc("pc-9", "baileys:9613000009");
    await phone.start();
    const item = await begun(phone);
    expect(await phone.say(item, { outcome: "not_sent", fault: "account", code: "463", detail: "No." })).toBe("applied");
    expect(state()).toMatchObject({ status: "FAILED", last_code: "463", last_error: expect.stringContaining("not tried again") });
    expect(retried(rows<Item>(path.join(data, "hub.db"), "SELECT * FROM queue_item")[0] as Item, TIMES, START, null)).toBeNull();
    at(7_200);
    await phone.beat();
    expect(await phone.claim()).toEqual([]);
  });

  it("by a number that may begin no conversations goes only to a guest who wrote first, and the card says so", async () => {
    at(60); // the other one is away by then, and could send it
    const phone = new WorkerPc("pc-9", "baileys:9613000009");
    await phone.start();
    const until = "2026-11-20T15:00:00.000Z";
    const transport = { connected: true, lock: { until }, quota: { total: 50, used: 12, until: null } };
    await call("worker", heartbeat, { body: { worker_id: "pc-9", boot_id: phone.boot_id, transport } });
    const shown = (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === "pc-9");
    expect(shown).toMatchObject({ locked_until: until, quota: { total: 50, used: 12 } });
    const item = await claimed(phone);
    expect((await phone.begin(item)).answer).toMatchObject({ go: false, reason: "paused" });
    expect(state()).toMatchObject({ status: "PENDING", run_at: until });
    at(3 * 3_600 + 1);
    alter(path.join(data, "hub.db"), `INSERT INTO guest_wrote VALUES ('9613111111', '${phone.account}', '2026-11-01T00:00:00Z')`);
    await phone.beat();
    expect((await phone.begin(await claimed(phone))).answer.go).toBe(true);
  });

  it("that a template is paused stops no number", async () => {
    pc = new WorkerPc("pc-3", "cloud:1");
    at(60); // the other one is away by then
    await pc.start();
    await pc.say(await begun(), { outcome: "not_sent", fault: "account", code: "132015" });
    await write([{ name: "Rami", phone: "03 222222" }]);
    expect((await pc.claim()).length).toBe(1);
  });

  it("that a guest has said no is final for everything that waits", async () => {
    await write([{ name: "Maya", phone: "+961 3 111 111", message: "Other words" }]);
    await pc.say(await begun(), { outcome: "not_sent", fault: "opted_out" });
    expect(rows(path.join(data, "hub.db"), "SELECT DISTINCT status, last_code FROM queue_item")).toEqual([
      { status: "FAILED", last_code: "OPT_OUT" },
    ]);
    const later = await write([{ name: "Maya", phone: "03111111", message: "Third words" }]);
    expect(later.answer).toMatchObject({ enqueued: 0, skipped: [{ reason: "The guest has said no to messages." }] });
  });

  it("a no that comes between the claim and the begin is heard", async () => {
    const item = await claimed();
    alter(path.join(data, "hub.db"), `INSERT INTO recipient (digits, opted_out_at, opted_out_by) VALUES ('9613111111', 'now', 'keyword')`);
    const { status, answer } = await pc.begin(item);
    expect([status, answer.reason]).toEqual([423, "opted_out"]);
    expect(state()).toMatchObject({ status: "FAILED", last_code: "OPT_OUT" });
  });
});

describe("what WhatsApp tells later", () => {
  it("settles a doubt, and never lowers what is known", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "unknown" });
    expect(state()).toMatchObject({ status: "IN_PROGRESS", phase: "reconciling" });
    const told: (string | null)[] = [];
    for (const word of ["delivered", "sent", "read", "delivered", "failed"] as const) {
      await tell(item, word);
      told.push(state().delivery);
      expect(state().status).toBe("SENT");
    }
    expect(told).toEqual(["delivered", "delivered", "read", "read", "read"]);
  });

  it("is news once", async () => {
    const item = await begun();
    for (const [status, applied] of [
      ["delivered", 1],
      ["delivered", 0],
      ["sent", 0],
      ["read", 1],
      ["read", 0],
    ] as const) {
      expect((await tell(item, status)).answer.applied, status).toBe(applied);
    }
  });

  it("that it failed after all is believed while nothing more is known", async () => {
    const item = await begun();
    await pc.say(item, { outcome: "accepted" });
    await tell(item, "failed", "131026");
    expect(state()).toMatchObject({ status: "FAILED", last_code: "131026", delivery: "failed" });
    await tell(item, "delivered");
    expect(state()).toMatchObject({ status: "SENT", delivery: "delivered" });
  });

  it("that it failed holds against the worker's own older answer, and against a sent that comes late", async () => {
    const item = await begun();
    await tell(item, "failed", "131026");
    expect(await pc.say(item, { outcome: "accepted", provider_id: "w" })).toBe("duplicate");
    await tell(item, "sent");
    expect(state()).toMatchObject({ status: "FAILED", last_code: "131026", delivery: "failed" });
    await tell(item, "read");
    expect(state()).toMatchObject({ status: "SENT", delivery: "read" });
  });

  it("about a message that nobody knows changes nothing", async () => {
    const item = await begun();
    const { answer } = await tell({ ...item, message_id: `3EB0${"A".repeat(18)}` }, "read");
    expect(answer.applied).toBe(0);
  });
});

describe("the pause", () => {
  it("stops what waits, keeps it, and says who pulled it", async () => {
    expect((await call("keyless", cancelSending)).answer).toMatchObject({ cancelled: true });
    expect((await call("staff", cancelStatus)).answer).toMatchObject({ cancelled: true, at: "2026-11-20T12:00:00.000Z" });
    expect(await pc.claim()).toEqual([]);
    expect((await call("keyless", resetCancel)).answer).toMatchObject({ cancelled: false, by: null, at: null });
    expect((await pc.claim()).length).toBe(1);
  });

  it("holds a message that was claimed before, and cancels all but what was handed over", async () => {
    await write([
      { name: "Rami", phone: "03 222222" },
      { name: "Tia", phone: "03 333333" },
    ]);
    const handed = await begun();
    const held = await claimed();
    const { answer } = await call("staff", cancelAll);
    expect(answer).toMatchObject({ cancelled: true, cancelled_items: 2, still_sending: 1 });
    expect(answer.detail).toMatch(/^2 message\(s\) of Jounieh cancelled\..* 1 had been handed to WhatsApp already/);
    expect((await pc.begin(held)).answer).toMatchObject({ go: false, reason: "cancelled" });
    await call("staff", resetCancel);
    expect(await pc.claim(), "resuming revives nothing").toEqual([]);
    expect(await pc.say(handed, { outcome: "accepted" })).toBe("applied");
  });
});

describe("a file that goes along", () => {
  const send = async () => {
    const file = path.join(data, "menus", "menu.pdf");
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, "%PDF-1.4 the menu");
    const items = [{ name: "Rami", phone: "03 222222", table_name: "t" }];
    expect((await call("staff", enqueue, { body: { items } })).status).toBe(200);
    return file;
  };

  it("comes with its hash, before what can wait, and is what the server has", async () => {
    await send();
    const item = await claimed();
    const sha256 = createHash("sha256").update("%PDF-1.4 the menu").digest("hex");
    expect(item).toMatchObject({ kind: "document", media: { sha256, mime: "application/pdf", filename: "menu.pdf", size: 17 } });
    const { status, answer } = await call("worker", workerMedia, { params: { id: item.id } });
    expect([status, String(answer)]).toEqual([200, "%PDF-1.4 the menu"]);
    expect((await call("admin", workerMedia, { params: { id: item.id } })).status).toBe(403);
  });

  it("is the menu that was chosen, whatever stands in its place since", async () => {
    writeFileSync(await send(), "%PDF-1.4 another menu");
    const sha256 = createHash("sha256").update("%PDF-1.4 the menu").digest("hex");
    expect((await claimed()).media).toMatchObject({ sha256, size: 17 });
  });

  it("that is gone fails its message and says so", async () => {
    await send();
    rmSync(path.join(data, "menus", ".versions"), { recursive: true });
    expect(await pc.claim()).toEqual([]);
    expect(rows<Row>(path.join(data, "hub.db"), "SELECT * FROM queue_item WHERE kind = 'menu'")[0]).toMatchObject({
      status: "FAILED",
      last_code: "NO_FILE",
    });
  });
});

describe("who may call as a worker", () => {
  it("is whoever has the token, and has registered", async () => {
    const body = { worker_id: "pc-9", boot_id: crypto.randomUUID(), max: 1 };
    expect((await call("worker", claim, { body })).status).toBe(409);
    for (const authorization of ["Bearer forged-token-of-the-right-length-but-wrong", "Bearer "]) {
      expect((await call("nobody", claim, { body, headers: { authorization } })).status).toBe(401);
    }
    expect((await call("admin", ack, {})).status).toBe(403);
    expect((await call("worker", queuePending)).status).toBe(403);
  });
});

describe("a message that the queue does not know", () => {
  it("may not be begun, and what is said of it is stale", async () => {
    const unknown = { id: crypto.randomUUID(), token: 1, message_id: "3EB0000000000000000000" };
    const { status, answer } = await pc.begin(unknown);
    expect([status, answer.reason, answer.retry_at]).toEqual([409, "stale", null]);
    expect(await pc.say(unknown as WorkItem, { outcome: "accepted" })).toBe("stale");
  });
});

describe("a guest", () => {
  it("is not let alone for a message that its worker never handed over", async () => {
    const phone = new WorkerPc("pc-2", "baileys:9613000001");
    await phone.start();
    const item = await begun(phone);
    phone.journal.set(item.id, { item, state: "prepared" });
    await phone.start(); // it was killed after the go, and before it had written down that it sends
    expect(await phone.recover()).toMatchObject([{ do: "drop" }]);
    phone.journal.clear();
    at(20);
    expect((await phone.begin(await claimed(phone))).answer.go).toBe(true);
  });

  it("is let alone for a while after a message, also as long as nothing is heard of it", async () => {
    const phones = [new WorkerPc("pc-2", "baileys:9613000001"), new WorkerPc("pc-3", "baileys:9613000002")] as const;
    for (const phone of phones) await phone.start();
    await write([{ name: "Maya", phone: "+961 3 111 111", message: "Other words" }]);
    const [first, second] = [await claimed(phones[0]), await claimed(phones[1])];
    expect((await phones[0].begin(first)).answer.go).toBe(true);
    at(10);
    expect((await phones[1].begin(second)).answer).toMatchObject({ go: false, reason: "limit" });
    at(61);
    for (const phone of phones) await phone.beat();
    expect((await phones[1].begin(await claimed(phones[1]))).answer.go).toBe(true);
  });
});

describe("a number of the Cloud API", () => {
  /** Guests enough, all claimed by one number whose pace does not matter here. */
  async function manyGuests(count: number): Promise<WorkerPc> {
    const cloud = new WorkerPc("pc-cloud", "cloud:106540352242922");
    await cloud.start();
    await write(Array.from({ length: count }, (_, index) => ({ name: `Guest ${index}`, phone: `03 ${300_000 + index}` })));
    return cloud;
  }

  it("rests once more than a fifth of its last messages failed, says so, and goes on when somebody lets it", async () => {
    const cloud = await manyGuests(15);
    for (let index = 0; index < 11; index++) {
      at(index * 2);
      await cloud.beat();
      const item = await begun(cloud);
      const isLast = index === 10;
      // One of them is refused late: that counts as well.
      if (isLast) {
        await cloud.say(item, { outcome: "accepted", provider_id: "wamid.1" });
        expect((await cloud.claim()).length).toBe(1);
        await tell(item, "failed", "131026", cloud);
      } else await cloud.say(item, { outcome: "not_sent", fault: "recipient", code: "131026" });
    }
    at(60);
    await cloud.beat();
    expect(await cloud.claim()).toEqual([]);
    const shown = async () => (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === "pc-cloud");
    expect(await shown()).toMatchObject({ problem: expect.stringContaining("a fifth"), is_stopped: true });
    expect((await call("staff", resumeSender, { params: { id: "pc-cloud" } })).status).toBe(403);
    expect((await call("admin", resumeSender, { params: { id: "nobody" } })).status).toBe(404);
    expect((await call("admin", resumeSender, { params: { id: "pc-cloud" } })).answer).toEqual({ resumed: true });
    expect(
      hubEvents(data, "sender.")
        .map(({ kind, actor_kind }) => `${kind} ${actor_kind}`)
        .at(-1),
    ).toBe("sender.resumed user");
    expect(await shown()).toMatchObject({ problem: null, is_stopped: false });
    at(62);
    const next = await begun(cloud);
    await cloud.say(next, { outcome: "not_sent", fault: "recipient", code: "131026" });
    expect(await shown(), "what led to the last rest does not lead to the next one").toMatchObject({ is_stopped: false });
  });

  it("lets a guest alone for whom WhatsApp takes no more, longer each time, and writes to the others", async () => {
    const cloud = await manyGuests(1);
    const hub = path.join(data, "hub.db");
    alter(hub, "UPDATE queue_item SET status = 'CANCELLED' WHERE digits = '9613111111'");
    const waits: number[] = [];
    let second = 0;
    for (let tries = 0; tries < 3; tries++) {
      const item = await begun(cloud);
      await cloud.say(item, { outcome: "not_sent", fault: "throttle", code: "131056" });
      const [row] = rows<Row>(hub, `SELECT run_at FROM queue_item WHERE id = '${item.id}'`);
      waits.push((Date.parse(row?.run_at ?? "") - START) / 1000 - second);
      if (tries < 2) second += waits[tries] ?? 0;
      at(second);
      await cloud.beat();
    }
    expect(waits).toEqual([4, 16, 64]);
    // Other words to the same guest wait as long; somebody else's do not.
    alter(hub, "UPDATE queue_item SET run_at = '2026-11-20T19:00:00.000Z'");
    await write([
      { name: "Guest 0", phone: "03 300000", message: "Something else." },
      { name: "Rami", phone: "03 222222" },
    ]);
    at(second + 10);
    await cloud.beat();
    const answers = [await claimed(cloud), await claimed(cloud)].map(async (item) => [item.phone, (await cloud.begin(item)).answer.go]);
    expect(Object.fromEntries(await Promise.all(answers))).toEqual({ "9613300000": false, "9613222222": true });
  });
});
