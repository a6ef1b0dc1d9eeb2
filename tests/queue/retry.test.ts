import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { NOW } from "@/lib/queue/next-try/next-try";
import { failedAll, retryAll } from "@/lib/queue/retry-by-hand/contract";
import { begin, type Fault, receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson, makeRole } from "../support/people";
import { capNumbers, started, WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

let data = "";
let pc: WorkerPc;
let seconds = 0;

function pass(more: number): void {
  seconds += more;
  clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());
}

const campaign = (guests: readonly string[]) =>
  call("admin", enqueueBatch, {
    body: { items: guests.map((name, index) => ({ name, phone: `+9613${200_000 + index}` })), date: "2026-11-20" },
  });

async function begun(): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

const statuses = () =>
  rows<{ name: string; status: string; generation: number; message_id: string; last_code: string | null }>(
    path.join(data, "hub.db"),
    "SELECT * FROM queue_item ORDER BY position",
  );

beforeEach(async () => {
  data = enterHouse();
  seconds = 0;
  pass(0);
  pc = new WorkerPc("pc-1");
  await pc.start();
});

it("sends again what was proven not sent, as a new message, and leaves alone who said no", async () => {
  const { answer } = await campaign(["Maya", "Rami", "Tia"]);
  const before: WorkItem[] = [];
  for (const fault of ["recipient", "opted_out", "content"] as Fault[]) {
    const item = await begun();
    before.push(item);
    await pc.say(item, { outcome: "not_sent", fault, code: "x", detail: "It could not be sent." });
  }
  const { failed } = (await call("admin", failedAll)).answer;
  expect(failed.map(({ name, error }) => `${name}: ${error}`).sort()).toEqual([
    "Maya: It could not be sent.",
    "Rami: The guest has said no to messages.",
    "Tia: It could not be sent.",
  ]);
  const again = (await call("admin", retryAll)).answer;
  expect(again).toEqual({
    message: "Retrying 2 message(s). 1 left as they are.",
    retried: 2,
    task_id: answer.task_id,
    another_day: 0,
    held: 0,
    next: NOW,
  });
  expect(hubEvents(data, "messages.retried")).toMatchObject([{ actor_kind: "user", payload: { retried: 2, left: 1 } }]);
  expect(statuses()).toMatchObject([
    { name: "Maya", status: "PENDING", generation: 2, message_id: expect.not.stringContaining(before[0]?.message_id ?? "-") },
    { name: "Rami", status: "FAILED", generation: 1 },
    { name: "Tia", status: "PENDING", generation: 2 },
  ]);
  expect((await call("admin", retryAll)).answer).toMatchObject({ message: "No failed contacts to retry", retried: 0, task_id: null });
  for (const _ of [1, 2]) await pc.say(await begun(), { outcome: "accepted" });
  expect((await call("admin", openTask, { params: { id: answer.task_id ?? "" } })).answer).toMatchObject({
    status: "DONE",
    sent: 2,
    failed: 1,
  });
});

it("is not failed by what WhatsApp tells of the message before", async () => {
  await campaign(["Maya"]);
  const first = await begun();
  await pc.say(first, { outcome: "not_sent", fault: "recipient" });
  await call("admin", retryAll);
  await begun();
  const { worker_id, boot_id } = pc;
  const word = { message_id: first.message_id, status: "failed" as const, at: "2026-11-20T10:00:00Z" };
  expect((await call("worker", receipts, { body: { worker_id, boot_id, receipts: [word] } })).answer.applied).toBe(0);
  expect(statuses()).toMatchObject([{ status: "IN_PROGRESS", generation: 2 }]);
});

/** Begun, and never heard of again. */
async function inDoubt(): Promise<WorkItem> {
  await campaign(["Maya"]);
  const item = await begun();
  await pc.say(item, { outcome: "unknown" });
  pass(31 * 60);
  await sweepLeases();
  expect(statuses()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  return item;
}

it("sends what may have arrived only as the very same message", async () => {
  const item = await inDoubt();
  expect((await call("admin", retryAll)).answer.retried).toBe(1);
  const other = new WorkerPc("pc-2", "sandbox:2");
  await other.start();
  expect(await other.claim(), "another number would be a second message").toEqual([]);
  const [again] = await pc.claim();
  expect(again?.message_id).toBe(item.message_id);
  const { id, token } = again as WorkItem;
  // Its phone was linked anew since, with another number.
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, id, token, account: "sandbox:2" };
  expect((await call("worker", begin, { body })).status).toBe(409);
  expect((await pc.begin(again as WorkItem)).status).toBe(200);
});

it("leaves what may have arrived alone where the guest would see it twice", async () => {
  pass(60); // the other one is away by then
  pc = new WorkerPc("pc-3", "cloud:1");
  await pc.start();
  await inDoubt();
  expect((await call("admin", retryAll)).answer.retried).toBe(0);
});

it("says that it does not go today where what waits takes all that the numbers may still send", async () => {
  await capNumbers({ phoneDay: 2, phoneHour: 60, cloudDay: 250, template: false });
  pc = await started("pc-1", "baileys:9613000001");
  await campaign(["Maya"]);
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient", code: "x", detail: "No such number." });
  pass(60);
  await pc.beat();
  await write([1, 2, 3].map((one) => ({ name: `Guest ${one}`, phone: `+9613${300_000 + one}` })));
  const { message, next } = (await call("admin", retryAll, { key: "retry" })).answer;
  const kept = rows<{ answer: string }>(path.join(data, "hub.db"), "SELECT answer FROM receipt").map(({ answer }) => answer);
  expect(kept.join()).toContain("Retrying 1 message(s).");
  expect(kept.join(), "no guest's number is kept with the answer").not.toContain("3200000");
  expect([message, next?.in_vain]).toEqual(["Retrying 1 message(s).", expect.stringMatching(/^Misses the birthday/)]);
});

it("leaves alone who has said no since, by whichever number, says so, and offers no retry for them", async () => {
  await inDoubt();
  const body = { phones: "+9613200000", opted_out: true };
  expect((await call("admin", setOptOut, { body })).answer.opted_out).toBe(true);
  const [failed] = (await call("admin", failedAll)).answer.failed;
  expect(failed).toMatchObject({ can_retry: false, error: expect.stringMatching(/^It may have been delivered.* The guest has said no/) });
  const none = "No failed contacts to retry. 1 left out: the guest has said no to messages since.";
  expect((await call("admin", retryAll)).answer).toEqual({ message: none, retried: 0, task_id: null, another_day: 0, held: 0, next: NOW });
  expect(statuses()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  await call("admin", setOptOut, { body: { ...body, opted_out: false } });
  expect((await call("admin", retryAll)).answer.message).toBe("Retrying 1 message(s).");
});

it("leaves what may have arrived alone after a day", async () => {
  await inDoubt();
  pass(24 * 3_600);
  expect((await call("admin", retryAll, { body: { another_day: true } })).answer.retried).toBe(0);
});

it("sends again what was tried often enough, as often as the first time", async () => {
  await campaign(["Maya"]);
  for (let attempt = 1; attempt <= 5; attempt++) {
    await pc.say(await begun(), { outcome: "not_sent", fault: "network", detail: "The line was cut." });
    pass(3_700);
    await pc.beat();
  }
  expect(statuses()).toMatchObject([{ status: "FAILED", last_code: "TRIED_ENOUGH" }]);
  expect((await call("admin", retryAll)).answer.retried).toBe(1);
  await pc.say(await begun(), { outcome: "not_sent", fault: "network", detail: "The line was cut." });
  expect(statuses()).toMatchObject([{ status: "PENDING", last_code: "RETRY" }]);
});

it("gives what it sends again to whoever is free, and not to the worker that it was dealt to at first", async () => {
  const other = new WorkerPc("pc-2");
  const body = { items: [{ name: "Maya", phone: "03 111111" }], date: "2026-11-20", prefer_worker: "pc-1" };
  await call("admin", enqueueBatch, { body });
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
  await other.start();
  expect((await call("admin", retryAll)).answer.retried).toBe(1);
  expect(await other.claim()).toHaveLength(1);
});

it("believes that the new message went out, although the one before had failed after all", async () => {
  await campaign(["Maya"]);
  const first = await begun();
  await pc.say(first, { outcome: "accepted" });
  const { worker_id, boot_id } = pc;
  const word = { message_id: first.message_id, status: "failed" as const, at: "2026-11-20T10:00:00Z", code: "131026" };
  await call("worker", receipts, { body: { worker_id, boot_id, receipts: [word] } });
  expect((await call("admin", retryAll)).answer.retried).toBe(1);
  const second = await begun();
  await pc.say(second, { outcome: "unknown" });
  pass(16 * 60);
  await sweepLeases();
  expect(statuses()).toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
  expect(await pc.say(second, { outcome: "accepted" })).toBe("evidence");
  expect(statuses()).toMatchObject([{ status: "SENT" }]);
});

it("to a number without WhatsApp is said to fail again", async () => {
  await campaign(["Maya"]);
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient", code: "NOT_ON_WHATSAPP", detail: "This number has no WhatsApp." });
  const { failed } = (await call("admin", failedAll)).answer;
  expect(failed).toMatchObject([{ can_retry: true, left_because: expect.stringContaining("fails again as long as that has no WhatsApp") }]);
});

describe("an offer that WhatsApp holds back from a guest who gets many", () => {
  const LEFT = "Retrying leaves it as it is.";
  const heldBack = async () => pc.say(await begun(), { outcome: "not_sent", fault: "recipient", code: "131049", detail: "Held back." });
  const failed = async () => (await call("admin", failedAll)).answer.failed;

  it("is retried from a day after it failed on, and until then it is said from when on", async () => {
    await campaign(["Maya", "Rami"]);
    await heldBack();
    await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
    const why = `${LEFT} It can be retried from 12:00 on 21 Nov on: WhatsApp wants a day between.`;
    const maya = { name: "Maya", can_retry: false, in_doubt: false, left_because: why };
    expect(await failed()).toContainEqual(expect.objectContaining(maya));
    expect(await failed()).toContainEqual(expect.objectContaining({ name: "Rami", can_retry: true, left_because: null }));
    expect((await call("admin", retryAll)).answer.message).toBe("Retrying 1 message(s). 1 left as they are.");
    pass(24 * 3_600 - 1);
    expect((await call("admin", retryAll, { body: { another_day: true } })).answer.retried).toBe(0);
    pass(1);
    expect(await failed()).toMatchObject([{ name: "Maya", can_retry: true, left_because: null }]);
    expect((await call("admin", retryAll, { body: { another_day: true } })).answer.retried).toBe(1);
    expect(statuses()[0]).toMatchObject({ name: "Maya", status: "PENDING", generation: 2 });
  });

  it("is not promised where it would be too late by then", async () => {
    await campaign(["Maya"]);
    const item = await begun();
    await pc.say(item, { outcome: "accepted" });
    pass(6 * 24 * 3_600 + 60);
    const { worker_id, boot_id } = pc;
    const word = { message_id: item.message_id, status: "failed" as const, at: "2026-11-20T10:00:00Z", code: "131049" };
    await call("worker", receipts, { body: { worker_id, boot_id, receipts: [word] } });
    const left_because = `${LEFT} WhatsApp wants a day between, and then it is too late.`;
    expect(await failed()).toMatchObject([{ name: "Maya", can_retry: false, left_because }]);
  });
});

it("greets nobody a week late", async () => {
  await campaign(["Maya"]);
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
  pass(7 * 24 * 3_600);
  expect((await call("admin", failedAll)).answer.failed).toEqual([]);
  expect((await call("admin", retryAll)).answer.retried).toBe(0);
});

it("greets a guest once who stands in two campaigns, one of which failed", async () => {
  await campaign(["Maya"]);
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
  expect((await campaign(["Maya K."])).answer.enqueued).toBe(1);
  expect((await call("admin", retryAll)).answer.retried).toBe(0);
  const other = await begun();
  expect((await call("admin", retryAll)).answer.retried, "the other one is under way").toBe(0);
  await pc.say(other, { outcome: "accepted" });
  expect((await call("admin", retryAll)).answer.retried, "the other one has arrived").toBe(0);
  expect(await pc.claim()).toEqual([]);
});

it("sends again no words of Customer Service: nobody asked for those", async () => {
  await write([{ name: "Maya", phone: "03 111111" }], "admin");
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
  expect((await call("admin", retryAll)).answer.retried).toBe(0);
  expect(statuses()).toMatchObject([{ status: "FAILED", generation: 1 }]);
});

it("sends again nothing of another branch for somebody who is limited to some", async () => {
  await campaign(["Maya"]);
  await pc.say(await begun(), { outcome: "not_sent", fault: "recipient" });
  await makeRole("caller", ["nav_birthdays", "send_all"]);
  const { headers } = await makePerson("local", { roles: ["caller"], branches: ["batroun"] });
  expect((await call("nobody", retryAll, { headers, branch: "batroun" })).answer).toMatchObject({ retried: 0 });
  expect(statuses()).toMatchObject([{ status: "FAILED", generation: 1 }]);
  const { headers: theirs } = await makePerson("other", { roles: ["caller"], branches: ["jounieh"] });
  expect((await call("nobody", retryAll, { headers: theirs, branch: "jounieh" })).answer).toMatchObject({ retried: 1 });
});
