import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { changeRole } from "@/lib/auth/contract";
import { listMenus, menusSent, retryMenus } from "@/lib/menus/contract";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueue } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import type { SendResult, WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { WorkerPc } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";
let pc: WorkerPc;

function addMenu(name: string): void {
  const file = path.join(data, "menus", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "%PDF-1.4");
}

const TABLE = "2026-11-20 table 12";
const MAYA = { name: "Maya", phone: "03 111111" };
const RAMI = { name: "Rami", phone: "03 222222" };

const send = (guests: readonly { name: string; phone: string }[], table_name = TABLE, branch: "jounieh" | "batroun" = "jounieh") =>
  call("staff", enqueue, { body: { items: guests.map((guest) => ({ ...guest, table_name, pdf_path: "menus/menu.pdf" })) }, branch });

const sent = async (table_name = TABLE, branch: "jounieh" | "batroun" = "jounieh") =>
  (await call("staff", menusSent, { query: { table_name }, branch })).answer;

it("says to whoever presses second that somebody else had queued it, and who", async () => {
  addMenu("menu.pdf");
  await send([MAYA, RAMI]);
  const items = [MAYA, { name: "Sami", phone: "03 333333" }].map((guest) => ({ ...guest, table_name: TABLE, pdf_path: "menus/menu.pdf" }));
  const { answer } = await call("admin", enqueue, { body: { items } });
  expect(answer).toMatchObject({ enqueued: 1, duplicates: 1, skipped: [{ index: 0, name: "Maya", same: true }] });
  expect((await sent()).queued_by).toEqual(["admin", "staff"]);
});

const retry = async () => (await call("staff", retryMenus, { body: { table_name: TABLE } })).answer;

async function begun(): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

/** The next message ends in some way. */
async function ends(said: Pick<SendResult, "outcome"> & Partial<Pick<SendResult, "fault" | "code" | "detail">>): Promise<WorkItem> {
  const item = await begun();
  await pc.say(item, said);
  return item;
}

const NO_WHATSAPP = { outcome: "not_sent", fault: "recipient", detail: "WhatsApp does not know this number." } as const;

beforeEach(async () => {
  data = enterHouse();
  clockAt("2026-11-20T19:30:00Z");
  pc = new WorkerPc("pc-1");
  await pc.start();
});

describe("the menus to choose from", () => {
  const menus = async (branch: "jounieh" | "batroun" = "jounieh") => (await call("staff", listMenus, { branch })).answer;

  it("are none where there is no folder, and where there is nothing in it", async () => {
    expect(await menus()).toEqual({ menus: [], usual: null });
    mkdirSync(path.join(data, "menus"));
    expect(await menus()).toEqual({ menus: [], usual: null });
  });

  it("are the PDFs that a message could name, by name, and never another branch's own", async () => {
    for (const name of ["menu.pdf", "winter/Drinks.PDF", "batroun.pdf", "notes.txt", ".hidden.pdf", "a/b/c/too-deep.pdf"]) addMenu(name);
    symlinkSync(path.join(data, "hub.db"), path.join(data, "menus", "link.pdf"));
    writeFileSync(path.join(data, "menus", "empty.pdf"), ""); // no message could bring it
    expect(await menus()).toEqual({
      menus: [
        { pdf_path: "menus/menu.pdf", name: "menu" },
        { pdf_path: "menus/winter/Drinks.PDF", name: "winter/Drinks" },
      ],
      usual: "menus/menu.pdf",
    });
    expect((await menus("batroun")).usual).toBe("menus/batroun.pdf");
    for (const { pdf_path } of (await menus()).menus) {
      const items = [{ ...MAYA, table_name: pdf_path, pdf_path }];
      expect((await call("staff", enqueue, { body: { items } })).answer.enqueued).toBe(1);
    }
  });

  it("have no usual one where none bears its name", async () => {
    addMenu("summer.pdf");
    expect(await menus()).toEqual({ menus: [{ pdf_path: "menus/summer.pdf", name: "summer" }], usual: null });
  });
});

describe("what became of a table's menu", () => {
  beforeEach(() => addMenu("menu.pdf"));

  it("is told as long as it waits and twelve hours after it went, and until then no second one goes", async () => {
    await send([MAYA]);
    clockAt("2026-11-21T10:00:00Z");
    expect(await sent()).toMatchObject({ status: "PENDING", counts: { PENDING: 1 } });
    expect((await send([MAYA])).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = '2026-11-21T10:00:00.000Z'");
    clockAt("2026-11-21T21:59:00Z");
    expect(await sent()).toMatchObject({ status: "DONE", counts: { SENT: 1 } });
    expect((await send([MAYA])).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    clockAt("2026-11-21T22:01:00Z");
    expect(await sent()).toMatchObject({ status: null });
    expect((await send([MAYA])).answer).toMatchObject({ enqueued: 1, duplicates: 0 });
  });

  it("is told for each guest, until all of it is over", async () => {
    expect(await sent()).toMatchObject({ status: null, results: [] });
    await send([MAYA, RAMI]);
    expect(await sent()).toMatchObject({ status: "PENDING", counts: { PENDING: 2, SENT: 0 } });
    await ends({ outcome: "accepted" });
    const other = await begun();
    expect(await sent()).toMatchObject({ status: "PENDING", counts: { IN_PROGRESS: 1, SENT: 1 } });
    await pc.say(other, NO_WHATSAPP);
    expect(await sent()).toMatchObject({
      status: "DONE",
      counts: { PENDING: 0, IN_PROGRESS: 0, SENT: 1, FAILED: 1, CANCELLED: 0 },
      results: [
        { name: "Maya", phone: "+961 3 111 111", status: "SENT", error: null, can_retry: false },
        { name: "Rami", status: "FAILED", error: "WhatsApp does not know this number.", can_retry: true },
      ],
    });
  });

  it("is about that table of that branch, and of these hours", async () => {
    await send([MAYA]);
    expect((await sent("2026-11-20 table 13")).status).toBeNull();
    expect((await sent(TABLE, "batroun")).status).toBeNull();
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    clockAt("2026-11-21T07:30:01Z"); // twelve hours later, when the same would go out again
    expect((await sent()).status).toBeNull();
  });

  it.each([
    ["2026-11-20T19:40:00.000Z", { next_try: "2026-11-20T19:40:00.000Z", too_late: false, in_vain: null }],
    ["2026-11-21T17:27:00.000Z", { next_try: "2026-11-21T03:00:00.000Z", too_late: true, in_vain: expect.stringContaining("Too late") }],
  ])("says when it is tried next, and whether the evening is over then: %s", async (run_at, next) => {
    await send([MAYA]);
    alter(path.join(data, "hub.db"), `UPDATE queue_item SET run_at = '${run_at}'`);
    expect((await sent()).results).toMatchObject([{ status: "PENDING", ...next }]);
    await call("staff", cancelAll);
    expect((await sent()).results).toMatchObject([{ next_try: null, too_late: false }]);
  });

  it("is the newest of each guest where the menu was sent more than once", async () => {
    await send([MAYA]);
    await ends(NO_WHATSAPP);
    clockAt("2026-11-20T19:31:00Z");
    expect((await send([MAYA, RAMI])).answer.enqueued).toBe(2);
    expect(await sent()).toMatchObject({
      status: "PENDING",
      counts: { PENDING: 2, FAILED: 0 },
      results: [{ name: "Maya" }, { name: "Rami" }],
    });
  });

  it("says that it was cancelled, and by what", async () => {
    await send([MAYA]);
    await call("staff", cancelAll);
    expect(await sent()).toMatchObject({
      status: "DONE",
      counts: { CANCELLED: 1 },
      results: [{ status: "CANCELLED", error: "Somebody cancelled it before it went out.", can_retry: false }],
    });
    await call("staff", resetCancel);
    expect((await send([MAYA])).answer.enqueued).toBe(1);
  });

  it("shows whole numbers to those who send to others too", async () => {
    await send([MAYA]);
    await call("admin", changeRole, { params: { role: "keyless" }, body: { permissions: ["open_saved_tables"] } });
    const { answer } = await call("keyless", menusSent, { query: { table_name: TABLE } });
    expect(answer.results[0]?.phone).toBe("+9613 ••• •11");
  });
});

describe("retrying a table's menu", () => {
  beforeEach(() => addMenu("menu.pdf"));

  it("sends again what was proven not sent, as a new message, and nothing of another table", async () => {
    await send([MAYA, RAMI]);
    await send([MAYA], "2026-11-20 table 13");
    const before = await ends(NO_WHATSAPP);
    await ends({ outcome: "accepted" });
    await ends(NO_WHATSAPP);
    expect(await retry()).toEqual({ message: "Retrying 1 message(s).", retried: 1, held: 0 });
    expect(hubEvents(data, "messages.retried")).toMatchObject([{ actor_kind: "user", payload: { retried: 1 } }]);
    expect(await retry()).toEqual({ message: "No failed contacts to retry", retried: 0, held: 0 });
    const again = await ends({ outcome: "accepted" });
    expect([again.id, again.generation]).toEqual([before.id, 2]);
    expect(await sent()).toMatchObject({ status: "DONE", counts: { SENT: 2, FAILED: 0 } });
    expect((await sent("2026-11-20 table 13")).counts.FAILED).toBe(1);
  });

  it("leaves alone who said no, and sends what may have arrived only as the very same message", async () => {
    await send([MAYA, RAMI]);
    await ends({ outcome: "not_sent", fault: "opted_out" });
    const doubtful = await ends({ outcome: "unknown" });
    clockAt("2026-11-20T20:05:00Z");
    await sweepLeases();
    expect((await sent()).results.map(({ can_retry }) => can_retry)).toEqual([false, true]);
    expect(await retry()).toEqual({ message: "Retrying 1 message(s). 1 left as they are.", retried: 1, held: 0 });
    expect((await begun()).message_id).toBe(doubtful.message_id);
  });

  it("leaves alone who has said no since, and says so", async () => {
    await send([MAYA]);
    await ends({ outcome: "unknown" });
    clockAt("2026-11-20T20:05:00Z");
    await sweepLeases();
    await call("staff", setOptOut, { body: { phones: MAYA.phone, opted_out: true } });
    expect((await sent()).results).toMatchObject([{ name: "Maya", can_retry: false }]);
    const message = "No failed contacts to retry. 1 left out: the guest has said no to messages since.";
    expect(await retry()).toEqual({ message, retried: 0, held: 0 });
  });

  it("of a guest who failed twice is one message, the newer one", async () => {
    await send([MAYA]);
    await ends(NO_WHATSAPP);
    clockAt("2026-11-20T19:31:00Z");
    await send([MAYA]);
    const newer = await ends(NO_WHATSAPP);
    expect((await retry()).retried).toBe(1);
    expect((await begun()).id).toBe(newer.id);
    expect(await pc.claim()).toEqual([]);
    expect(rows(path.join(data, "hub.db"), "SELECT 1 FROM queue_item")).toHaveLength(2);
  });

  it("sends the newer one again although the older may have arrived: somebody at the table has asked for it twice", async () => {
    await send([MAYA]);
    await ends({ outcome: "unknown" });
    clockAt("2026-11-20T19:46:00Z");
    await sweepLeases();
    await send([MAYA]);
    await pc.beat();
    const newer = await ends(NO_WHATSAPP);
    expect((await retry()).retried).toBe(1);
    expect((await begun()).id).toBe(newer.id);
  });

  it("leaves alone who has it already, by a message of which nobody knew at first", async () => {
    await send([MAYA]);
    const doubtful = await ends({ outcome: "unknown" });
    clockAt("2026-11-20T19:46:00Z");
    await sweepLeases();
    expect((await send([MAYA])).answer.enqueued).toBe(1);
    expect(await pc.say(doubtful, { outcome: "accepted" })).toBe("evidence");
    const [item] = await pc.claim();
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: false, reason: "duplicate" });
    expect((await sent()).results).toMatchObject([{ name: "Maya", status: "FAILED", can_retry: false }]);
    expect((await retry()).retried).toBe(0);
    expect(await pc.claim()).toEqual([]);
  });

  it("fails again, with the reason, where the menu is gone by now", async () => {
    await send([MAYA]);
    await ends(NO_WHATSAPP);
    rmSync(path.join(data, "menus"), { recursive: true }); // what was kept of it too
    expect((await retry()).retried).toBe(1);
    expect(await pc.claim()).toEqual([]);
    expect(await sent()).toMatchObject({
      status: "FAILED",
      results: [{ error: "The menu or voucher that goes along is not there any more." }],
    });
  });
});
