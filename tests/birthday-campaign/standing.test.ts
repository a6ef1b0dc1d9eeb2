import { rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { updateContact } from "@/lib/guests/contract";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { failedAll, retryAll } from "@/lib/queue/retry-by-hand/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse, type Person } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** Where a guest stands whom two branches know, or two guests with one number, by what became of the messages. */

const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockIn(0);
});

const campaign = async (branch?: string) => (await call("admin", openCampaign, { query: { date: BIRTHDAY }, branch })).answer;

/** Maya, whom two branches know, with her voucher. */
async function mayaOfTwo(): Promise<void> {
  for (const branch of ["jounieh", "batroun"]) {
    await bringIn(["Maya,03 111111,20/11"], branch);
    await make(BIRTHDAY, { branch });
  }
}

/** Queues a branch's message to a guest. */
async function greet(branch: string, name = "Maya", phone = "03 111111"): Promise<void> {
  const body = { items: [{ name, phone }], message: "Happy birthday!", campaign: "birthday" as const, date: BIRTHDAY };
  expect((await call("admin", enqueueBatch, { body, branch })).answer.enqueued).toBe(1);
}

async function begun(pc: WorkerPc): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  return item;
}

const refuse = async (pc: WorkerPc) =>
  pc.say(await begun(pc), { outcome: "not_sent", fault: "recipient", detail: "This number has no WhatsApp." });

it("who may not send is told who may, in this branch", async () => {
  await makeRole("sender", ["nav_birthdays", "send_all"]);
  await makePerson("here", { roles: ["sender"], branches: ["jounieh"] });
  await makePerson("elsewhere", { roles: ["sender"], branches: ["batroun"] });
  const asked = async (person: Person) => (await call(person, openCampaign, { query: { date: BIRTHDAY } })).answer.who_may_send;
  expect(await asked("admin")).toBeUndefined();
  const names = await asked("staff");
  expect(names).toContain("here");
  expect(names).not.toContain("elsewhere");
});

describe("a guest of two branches", () => {
  it("is greeted by the second one where the message of the first failed, and then the first one says so", async () => {
    await mayaOfTwo();
    const pc = await started("pc-1");
    await greet("jounieh");
    await refuse(pc);
    expect((await campaign("jounieh")).guests).toMatchObject([{ state: "FAILED", reason: "This number has no WhatsApp." }]);
    expect((await campaign("batroun")).guests).toMatchObject([{ state: "ready", sendable: true }]);
    await greet("batroun");
    const item = await begun(pc);
    const onItsWay = { state: "left_out", reason: "The birthday message of Batroun is on its way to this guest.", why: "On its way" };
    expect((await campaign("jounieh")).guests).toMatchObject([onItsWay]);
    await pc.say(item, { outcome: "accepted" });
    const sent = { state: "left_out", reason: "Batroun sent it in the sandbox on 20 Nov 2026: the guest got nothing.", item: null };
    expect((await campaign("jounieh")).guests).toMatchObject([sent]);
    expect((await campaign("batroun")).guests).toMatchObject([{ state: "SENT" }]);
  });

  it("is left out where nobody knows whether the other branch's message arrived", async () => {
    await mayaOfTwo();
    const pc = await started("pc-1", "cloud:1");
    await greet("batroun");
    await pc.say(await begun(pc), { outcome: "unknown" });
    clockIn(31 * 60);
    await sweepLeases();
    expect((await campaign("jounieh")).guests).toMatchObject([
      {
        state: "left_out",
        sendable: false,
        reason: expect.stringMatching(/Batroun may have reached this guest on 20 Nov 2026/),
        why: "In doubt",
      },
    ]);
  });

  it("has the messages of each branch and date counted there alone", async () => {
    await mayaOfTwo();
    const pc = await started("pc-1");
    await greet("batroun");
    await pc.say(await begun(pc), { outcome: "accepted" });
    await write([{ name: "Maya", phone: "03 111111" }], "admin");
    expect(await campaign("jounieh")).toMatchObject({ tasks: [], workers: [] });
    expect(await campaign("batroun")).toMatchObject({ tasks: [{ sent: 1, total: 1 }], workers: [{ id: "pc-1", sent: 1 }] });
    const other = { query: { date: "2026-11-21" }, branch: "batroun" };
    expect((await call("admin", openCampaign, other)).answer).toMatchObject({ tasks: [], workers: [] });
  });
});

describe("a message that is sent again", () => {
  it("after a stop stands as the last one stands, and counts once for its worker", async () => {
    await mayaOfTwo();
    await greet("jounieh");
    await call("admin", cancelAll);
    await call("admin", resetCancel);
    clockIn(60);
    await greet("jounieh");
    expect((await campaign()).guests).toMatchObject([{ state: "PENDING", sendable: false }]);
    const pc = await started("pc-1");
    await pc.say(await begun(pc), { outcome: "not_sent", fault: "network" });
    clockIn(120);
    await pc.beat();
    await pc.say(await begun(pc), { outcome: "accepted" });
    const { guests, tasks, workers } = await campaign();
    expect(guests).toMatchObject([{ state: "SENT" }]);
    expect(tasks).toMatchObject([
      { status: "DONE", sent: 0, cancelled: 1, total: 1 },
      { status: "DONE", sent: 1, cancelled: 0 },
    ]);
    expect(workers).toEqual([{ id: "pc-1", sent: 1, sandbox: 1 }]);
  });

  it("after a stop goes to nobody who has said no meanwhile", async () => {
    await mayaOfTwo();
    await greet("jounieh");
    await call("admin", cancelAll);
    expect((await campaign()).guests).toMatchObject([{ state: "CANCELLED", sendable: true }]);
    const { worker_id, boot_id } = await started("pc-1");
    const hear = (text: string, at: string) =>
      call("worker", inbound, { body: { worker_id, boot_id, messages: [{ from: "9613111111", text, at }] } });
    await hear("What a lovely evening", "2026-11-20T09:00:00Z");
    expect((await campaign()).guests, "who wrote something else has not said no").toMatchObject([{ state: "CANCELLED", sendable: true }]);
    await hear("STOP", "2026-11-20T10:00:00Z");
    expect((await campaign()).guests, "whoever sends anew sees why").toMatchObject([
      { state: "left_out", why: "Said no", sendable: false },
    ]);
  });
});

describe("a guest who has said no by another of their numbers", () => {
  const OPTED_OUT = "The guest has said no to messages.";
  let pc: WorkerPc;
  beforeEach(async () => {
    await bringIn(['Maya,"03 111111, 71 222222",20/11']);
    await make();
    pc = await started("pc-1");
  });

  const stop = () => {
    const { worker_id, boot_id } = pc;
    const messages = [{ from: "96171222222", text: "STOP", at: "2026-11-20T10:00:00Z" }];
    return call("worker", inbound, { body: { worker_id, boot_id, messages } });
  };

  it("is left out, and the queue takes no message to them", async () => {
    await stop();
    expect((await campaign()).guests).toMatchObject([{ state: "left_out", reason: OPTED_OUT }]);
    const body = { items: [{ name: "Maya", phone: "03 111111" }], message: "Hi", campaign: "birthday" as const, date: BIRTHDAY };
    expect((await call("admin", enqueueBatch, { body })).answer).toMatchObject({ enqueued: 0, skipped: [{ reason: OPTED_OUT }] });
  });

  it("gets nothing that was queued before", async () => {
    await greet("jounieh");
    const [item] = await pc.claim();
    await stop();
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "opted_out" });
    expect((await campaign()).guests).toMatchObject([{ state: "left_out", why: "Said no", reason: OPTED_OUT }]);
  });

  it("gets nothing that is retried", async () => {
    await greet("jounieh");
    await refuse(pc);
    await stop();
    expect((await call("admin", retryAll)).answer).toMatchObject({
      message: "No failed contacts to retry. 1 left out: the guest has said no to messages since.",
      retried: 0,
    });
  });

  it("gets nothing that was retried before", async () => {
    await greet("jounieh");
    await refuse(pc);
    expect((await call("admin", retryAll)).answer.retried).toBe(1);
    await stop();
    clockIn(60);
    await pc.beat();
    const [item] = await pc.claim();
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "opted_out" });
  });
});

describe("two guests who are known by one number", () => {
  /** It was Maya's, and the voucher says so still. */
  beforeEach(async () => {
    await bringIn(['Maya,"03 111111, 71 222222",20/11']);
    await make();
    const body = { identifier: { name: "Maya", phones: "03 111111, 71 222222" }, phones: "03 111111" };
    expect((await call("admin", updateContact, { body })).status).toBe(200);
    await bringIn(["Rami,71 222222,20/11"]);
  });

  const standing = async () => Object.fromEntries((await campaign()).guests.map((guest) => [guest.name, guest]));

  it("get one message: whom the voucher names, and the other is told why", async () => {
    expect(await standing()).toMatchObject({
      Maya: { state: "ready", sendable: true, voucher: expect.stringContaining("birthday_Maya_") },
      Rami: { state: "left_out", sendable: false, reason: "Has the same number as Maya, who gets the message.", why: "Same number" },
    });
  });

  it("and whoever was written to stays the one", async () => {
    await greet("jounieh", "Rami", "71 222222");
    expect(await standing()).toMatchObject({
      Rami: { state: "PENDING" },
      Maya: { state: "left_out", reason: "Has the same number as Rami, who gets the message." },
    });
  });
});

it("a guest whom nobody has asked is left out once the house wants that", async () => {
  await mayaOfTwo();
  await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, consent: { never_asked: "leave_out" } } });
  expect((await campaign()).guests).toMatchObject([{ state: "left_out", sendable: false, why: "Not asked" }]);
});

it("a voucher whose picture is gone has to be made again first", async () => {
  await mayaOfTwo();
  rmSync(path.join(data, "vouchers", BIRTHDAY), { recursive: true });
  expect((await campaign()).guests).toMatchObject([{ state: "no_voucher", sendable: false }]);
});

it("the greeting of a year ago is not the one of this year", async () => {
  await mayaOfTwo();
  await greet("jounieh");
  const pc = await started("pc-1");
  await pc.say(await begun(pc), { outcome: "accepted" });
  clockAt("2027-11-20T10:00:00Z");
  await make("2027-11-20");
  const next = await call("admin", openCampaign, { query: { date: "2027-11-20" } });
  expect(next.answer.guests).toMatchObject([{ state: "ready", sendable: true }]);
});

it("whole numbers of a campaign are seen by those who send; others see that there is one", async () => {
  await mayaOfTwo();
  await greet("jounieh");
  const { id } = (await campaign()).tasks[0] ?? { id: "" };
  await refuse(await started("pc-1"));
  await makeRole("onlooker", ["nav_birthdays"]);
  const { headers } = await makePerson("looks", { roles: ["onlooker"] });
  const shown = async (who: Person, options = {}) => [
    (await call(who, openTask, { params: { id }, ...options })).answer.results[0]?.phone,
    (await call(who, failedAll, options)).answer.failed[0]?.phone,
  ];
  expect(await shown("admin")).toEqual(["+961 3 111 111", "+961 3 111 111"]);
  expect(await shown("nobody", { headers })).toEqual(["+9613 ••• •11", "+9613 ••• •11"]);
});
