import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { menusSent, retryMenus } from "@/lib/menus/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueue, openTask } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { failedAll, retryAll, sendDespiteDoubt } from "@/lib/queue/retry-by-hand/contract";
import { receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { type CallOptions, call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** Nobody knows whether a message arrived, and somebody accepts that it may arrive twice (docs/design/whatsapp.md 4.4 and P9). */

const MAYA = { name: "Maya", phone: "03 111111" };
const TABLE = "2026-11-20 table 12";
let data = "";
let pc: WorkerPc;

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");

beforeEach(async () => {
  data = enterHouse();
  begin();
  pc = await started("pc-1", "cloud:1");
});

async function begun(): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

/** The next message is begun, and never heard of again. */
async function lost(): Promise<WorkItem> {
  const item = await begun();
  await pc.say(item, { outcome: "unknown" });
  pass(31 * 60);
  await sweepLeases();
  expect(messages()).toContainEqual(expect.objectContaining({ id: item.id, status: "FAILED", last_code: "UNCERTAIN" }));
  return item;
}

const greet = (phone = MAYA.phone) =>
  call("admin", enqueue, { body: { items: [{ ...MAYA, phone }], campaign: "birthday", date: "2026-11-20" } });

async function greetingInDoubt(): Promise<WorkItem> {
  expect((await greet()).answer.enqueued).toBe(1);
  return lost();
}

async function menuInDoubt(): Promise<WorkItem> {
  mkdirSync(path.join(data, "menus"), { recursive: true });
  writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
  await call("staff", enqueue, { body: { items: [{ ...MAYA, table_name: TABLE, pdf_path: "menus/menu.pdf" }] } });
  return lost();
}

const send = async (
  { id }: Pick<WorkItem, "id">,
  by: "admin" | "staff" | "keyless" = "admin",
  more: Partial<CallOptions<typeof sendDespiteDoubt>> = {},
) => call(by, sendDespiteDoubt, { params: { id }, ...more });

const messages = () =>
  rows<{ id: string; status: string; generation: number; message_id: string; last_code: string | null }>(
    path.join(data, "hub.db"),
    "SELECT * FROM queue_item ORDER BY created_at, position",
  );

async function tell({ message_id }: WorkItem, status: "delivered" | "failed"): Promise<void> {
  const { worker_id, boot_id } = pc;
  await call("worker", receipts, { body: { worker_id, boot_id, receipts: [{ message_id, status, at: "2026-11-20T12:00:00Z" }] } });
}

const SENT = { sent: true, message: "It is in the queue again." };

describe("a message of the Cloud API in doubt", () => {
  it("is left by Retry Failed, and goes as a new message when somebody accepts that it may arrive twice", async () => {
    const first = await greetingInDoubt();
    const left_because = "Retrying leaves it as it is.";
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ can_retry: false, in_doubt: true, left_because }]);
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
    expect((await greet()).answer, "another greeting is no way around it").toMatchObject({ enqueued: 0, duplicates: 1 });
    expect((await send(first)).answer).toEqual(SENT);
    expect(hubEvents(data, "message.sent_despite_doubt")).toMatchObject([
      { actor_kind: "user", payload: { kind: "birthday", branch: "jounieh" } },
    ]);
    const again = await begun();
    expect(again).toMatchObject({ id: first.id, generation: 2 });
    expect(again.message_id).not.toBe(first.message_id);
    await pc.say(again, { outcome: "accepted" });
    expect(messages()).toMatchObject([{ status: "SENT" }]);
    expect((await call("admin", failedAll)).answer.failed).toEqual([]);
  });

  it("goes as a menu too, for who may send menus", async () => {
    const first = await menuInDoubt();
    const sent = async () => (await call("staff", menusSent, { query: { table_name: TABLE } })).answer.results;
    expect(await sent()).toMatchObject([{ status: "FAILED", can_retry: false, in_doubt: true }]);
    expect((await call("staff", retryMenus, { body: { table_name: TABLE } })).answer.retried).toBe(0);
    expect((await send(first, "keyless")).status).toBe(403);
    expect((await send(first, "staff")).answer).toEqual(SENT);
    expect(await sent()).toMatchObject([{ status: "PENDING", can_retry: false, in_doubt: false, left_because: null }]);
    expect((await begun()).generation).toBe(2);
  });

  it("goes as a letter too, for who may write letters, and says what is true of a number without a phone", async () => {
    const task = (await write([MAYA], "admin")).answer.task_id ?? "";
    const results = async () => (await call("admin", openTask, { params: { id: task } })).answer.results;
    const item = await begun();
    await pc.say(item, { outcome: "unknown" });
    const [waiting] = await results();
    expect(waiting).toMatchObject({ status: "IN_PROGRESS", in_doubt: false, error: expect.stringContaining("up to 30 minutes") });
    pass(31 * 60);
    await sweepLeases();
    const [first] = await results();
    expect(first).toMatchObject({ status: "FAILED", in_doubt: true, error: expect.stringContaining("cannot be looked up") });
    expect((await send(item, "keyless")).status).toBe(403);
    expect((await send(item)).answer).toEqual(SENT);
    expect(await results()).toMatchObject([{ status: "PENDING", in_doubt: false }]);
    expect(await begun()).toMatchObject({ id: item.id, generation: 2 });
  });

  it("goes once, however often that is asked: with one key, or by two people at once", async () => {
    const first = await greetingInDoubt();
    const [one, other] = await Promise.all([
      send(first, "admin", { key: crypto.randomUUID() }),
      send(first, "admin", { key: crypto.randomUUID() }),
    ]);
    expect([one.answer.sent, other.answer.sent].sort()).toEqual([false, true]);
    expect([one, other].find(({ answer }) => !answer.sent)?.answer.message).toBe("It is on its way already. Nothing was sent again.");
    const second = await begun();
    await pc.say(second, { outcome: "unknown" });
    pass(31 * 60);
    await sweepLeases();
    const key = crypto.randomUUID();
    for (const _ of [1, 2]) expect((await send(first, "admin", { key })).answer).toEqual(SENT);
    expect(messages()).toMatchObject([{ status: "PENDING", generation: 3 }]);
    await pc.beat();
    expect(await pc.claim()).toHaveLength(1);
    expect((await send(first, "admin", { key })).answer).toEqual(SENT);
    expect(messages()).toMatchObject([{ status: "IN_PROGRESS", generation: 3 }]);
    expect(hubEvents(data, "message.sent_despite_doubt")).toHaveLength(2);
  });

  it("is not sent where a late receipt says that it arrived, before or after somebody accepted the doubt", async () => {
    const first = await greetingInDoubt();
    await tell(first, "delivered");
    expect((await send(first)).answer).toEqual({ sent: false, message: "It has arrived after all. Nothing was sent again." });
    const menu = await menuInDoubt();
    expect((await send(menu)).answer).toEqual(SENT);
    await tell(menu, "delivered");
    await pc.beat();
    expect(await pc.claim()).toEqual([]);
    expect(messages()).toMatchObject([{ status: "SENT" }, { status: "SENT" }]);
  });

  it("is not sent to a guest who has said no since, nor when it is too late", async () => {
    const first = await greetingInDoubt();
    const said = { phones: MAYA.phone, opted_out: true };
    await call("admin", setOptOut, { body: said });
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ can_retry: false, in_doubt: false }]);
    expect((await send(first)).answer).toEqual({ sent: false, message: "The guest has said no to messages. Nothing was sent again." });
    await call("admin", setOptOut, { body: { ...said, opted_out: false } });
    const menu = await menuInDoubt();
    pass(24 * 3_600);
    expect((await send(menu)).answer).toEqual({ sent: false, message: "It is too late for it. Nothing was sent again." });
    pass(6 * 24 * 3_600);
    expect((await send(first)).answer.sent).toBe(false);
    expect(messages()).toMatchObject([{ generation: 1 }, { generation: 1 }]);
  });

  it("is not sent once it was cancelled, and stays in doubt when it is cancelled before it goes again", async () => {
    const first = await greetingInDoubt();
    expect((await send(first)).answer).toEqual(SENT);
    await call("admin", cancelAll);
    expect(messages(), "the first one may have arrived all the same").toMatchObject([{ status: "FAILED", last_code: "UNCERTAIN" }]);
    await call("admin", resetCancel);
    expect((await greet()).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
    await greet("03 222222");
    await call("admin", cancelAll);
    const cancelled = messages().find(({ status }) => status === "CANCELLED");
    if (!cancelled) throw new Error("nothing was cancelled");
    expect((await send(cancelled)).answer).toEqual({ sent: false, message: "Somebody has cancelled it. Nothing was sent again." });
  });

  it("is sent by this way only while it is in doubt", async () => {
    await greet();
    const item = await begun();
    await pc.say(item, { outcome: "not_sent", fault: "recipient" });
    expect((await send(item)).answer).toMatchObject({ sent: false, message: expect.stringMatching(/^It is known by now that it did not/) });
    expect(messages()).toMatchObject([{ status: "FAILED", generation: 1 }]);
  });

  it("is not sent where the guest has the same by another message", async () => {
    const menu = await menuInDoubt();
    await call("staff", enqueue, { body: { items: [{ ...MAYA, table_name: TABLE, pdf_path: "menus/menu.pdf" }] } });
    expect((await send(menu)).answer).toMatchObject({ sent: false, message: expect.stringMatching(/^The same message is on its way/) });
  });
});

describe("a linked phone's message in doubt", () => {
  it("is looked for on that phone", async () => {
    await greetingInDoubt();
    const [failed] = (await call("admin", failedAll)).answer.failed;
    expect(failed?.error).toContain("look at the phone");
  });

  beforeEach(async () => {
    pass(60); // the other one is away by then
    pc = await started("pc-2", "baileys:9613000001");
  });

  it("goes as the very same message, whichever way it is asked for", async () => {
    const first = await greetingInDoubt();
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ can_retry: true, in_doubt: false }]);
    expect((await send(first)).answer).toEqual(SENT);
    expect(await begun()).toMatchObject({ id: first.id, message_id: first.message_id, generation: 1 });
  });

  it("goes as a new one after a day, when nobody knows what the guest's phone makes of the old one", async () => {
    const first = await greetingInDoubt();
    pass(24 * 3_600);
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ can_retry: false, in_doubt: true }]);
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
    expect((await send(first)).answer).toEqual(SENT);
    expect((await begun()).generation).toBe(2);
  });
});

describe("who may", () => {
  it("is who may retry: a greeting needs more than a menu, and nobody reaches into another branch", async () => {
    const first = await greetingInDoubt();
    expect((await send(first, "staff")).status).toBe(403);
    await makeRole("caller", ["nav_birthdays", "send_all"]);
    const { headers } = await makePerson("local", { roles: ["caller"], branches: ["batroun"] });
    const refused = await call("nobody", sendDespiteDoubt, { params: { id: first.id }, headers, branch: "batroun" });
    expect([refused.status, messages()[0]?.generation]).toEqual([403, 1]);
    const { headers: theirs } = await makePerson("other", { roles: ["caller"], branches: ["jounieh"] });
    expect((await call("nobody", sendDespiteDoubt, { params: { id: first.id }, headers: theirs, branch: "jounieh" })).answer).toEqual(SENT);
  });

  it("is nobody for what is not there", async () => {
    expect((await send({ id: crypto.randomUUID() })).status).toBe(404);
  });
});

it("one that is sent again, and not in time, stays in doubt: that it was too late says nothing of the first time", async () => {
  const { id } = await greetingInDoubt();
  await call("admin", sendDespiteDoubt, { params: { id } });
  pass(12 * 3_600); // the birthday is over
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: false, reason: "too_late" });
  expect(messages()).toMatchObject([{ id, status: "FAILED", last_code: "UNCERTAIN" }]);
});
