import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { backUp } from "@/lib/db/backup";
import { hubFile } from "@/lib/db/files";
import { closeStores } from "@/lib/db/find-store";
import { cancelStatus, resetCancel } from "@/lib/queue/pause/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { start } from "@/lib/start";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, WorkerPc, write } from "../support/queue";
import { runRestore } from "../support/restore";
import { alter, rows } from "../support/stores";

/** A backup of the hub knows nothing of what left the building since, and of who has said no since. */

const GUESTS = ["Rima", "Samir", "Tala"].map((name, index) => ({ name, phone: `03 11111${index}` }));
let data = "";
let backup = "";
let pc: WorkerPc;

const states = () => rows<{ name: string; status: string }>(hubFile(), "SELECT name, status FROM queue_item ORDER BY created_at, position");

async function send(count: number): Promise<void> {
  await pc.beat();
  for (let index = 0; index < count; index++) {
    const [item] = await pc.claim();
    expect((await pc.begin(item as WorkItem)).answer).toMatchObject({ go: true });
    expect(await pc.say(item as WorkItem, { outcome: "accepted" })).toBe("applied");
  }
}

/** Overwrites the root of an index that reading the messages does not need. */
function spoilIndex(): void {
  const [index] = rows<{ rootpage: number }>(
    hubFile(),
    "SELECT rootpage FROM sqlite_schema WHERE tbl_name = 'job' AND rootpage > 0 AND type = 'index'",
  );
  const bytes = readFileSync(hubFile());
  const size = bytes.readUInt16BE(16);
  const end = (index?.rootpage ?? 0) * size;
  writeFileSync(hubFile(), bytes.fill(7, end - size, end));
}

/** The backup has three messages that wait; since then two went out, one guest said no, and a fourth got another one. */
beforeEach(async () => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
  pc = await started("pc-1");
  await write(GUESTS);
  backup = await backUp(hubFile(), "before-test");
  clockAt("2026-11-20T13:00:00Z");
  await send(2);
  const { worker_id, boot_id } = pc;
  const messages = [{ from: "9613111112", text: "STOP", at: "2026-11-20T13:00:00Z" }];
  expect((await call("worker", inbound, { body: { worker_id, boot_id, messages } })).status).toBe(200);
  await write([{ name: "Wael", phone: "03 222222" }]);
  await send(1);
  await closeStores();
});

async function comeBack(): Promise<void> {
  clockAt("2026-11-20T14:00:00Z");
  await pc.start();
}

describe("a restored hub", () => {
  it("sends nothing twice, and nothing to who has said no since", async () => {
    alter(hubFile(), "DELETE FROM user_role");
    const { status, said } = runRestore(data, "hub", backup);
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining("nothing is sent twice") });
    expect(rows(hubFile(), "SELECT 1 FROM user_role"), "all else is as it was").not.toEqual([]);
    await comeBack();
    expect(await pc.claim()).toEqual([]);
    const after = ["SENT", "SENT", "FAILED", "SENT"].map((status, index) => ({ name: [...GUESTS, { name: "Wael" }][index]?.name, status }));
    expect(states()).toEqual(after);
    const again = await write([...GUESTS, { name: "Wael", phone: "03 222222" }]);
    expect(again.answer).toMatchObject({ enqueued: 0, duplicates: 3 });
    expect(again.answer.skipped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("said no"));
    expect((await call("staff", cancelStatus)).answer.cancelled).toBe(false);
    const wrote = rows(hubFile(), "SELECT digits, account, at FROM guest_wrote");
    expect(wrote).toEqual([{ digits: "9613111112", account: "sandbox", at: "2026-11-20T13:00:00.000Z" }]);
  });

  it.each([
    ["is damaged", () => writeFileSync(hubFile(), Buffer.alloc(40_960, 7))],
    ["is cut short", () => truncateSync(hubFile(), 20_480)],
    ["is missing", () => ["", "-wal", "-shm"].forEach((suffix) => void rmSync(hubFile() + suffix, { force: true }))],
    ["has one damaged page, and can be read beside it", spoilIndex],
    ["is another one", () => alter(hubFile(), "UPDATE store_info SET value = 'another' WHERE name = 'id'")],
  ])("in the place of one that %s sends nothing that waited, and nothing at all until somebody resumes it", async (_, strike) => {
    strike();
    const { status, said } = runRestore(data, "hub", backup);
    expect({ status, said }).toMatchObject({ status: 0, said: expect.stringContaining("sending is stopped") });
    await comeBack();
    expect(states()).toEqual(GUESTS.map(({ name }) => ({ name, status: "FAILED" })));
    expect((await call("staff", cancelStatus)).answer).toMatchObject({ cancelled: true, by: "the restore of a backup" });
    await write([{ name: "Ziad", phone: "03 333333" }]);
    await pc.beat();
    expect(await pc.claim()).toEqual([]);
    await call("admin", resetCancel, { body: { whole_group: true } });
    await pc.beat();
    expect((await pc.claim(5)).map(({ phone }) => phone)).toEqual(["9613333333"]);
    // What it never knew stands in the file beside it: who was written to since the backup, and who has said no.
    const again = await write([...GUESTS, { name: "Wael", phone: "03 222222" }]);
    expect(again.answer).toMatchObject({ enqueued: 0, duplicates: 3 });
    expect(again.answer.skipped.map(({ reason }) => reason)).toContainEqual(expect.stringContaining("said no"));
    expect(readFileSync(path.join(data, "said-and-sent.jsonl"), "utf8")).not.toMatch(/9613|Rima|STOP/);
  });

  it("that is not restored, but has lost what stood in its -wal alone, sends nothing twice either", async () => {
    const kept = ["", "-wal"].map((suffix) => hubFile() + suffix);
    const before = kept.map((name) => (existsSync(name) ? readFileSync(name) : null));
    await pc.start();
    await write([{ name: "Ziad", phone: "03 333333" }]);
    await send(1);
    await closeStores();
    for (const [index, name] of kept.entries()) {
      const bytes = before[index];
      if (bytes) writeFileSync(name, bytes);
      else rmSync(name, { force: true });
    }
    await start();
    await comeBack();
    expect(await pc.claim()).toEqual([]);
    const again = await write([{ name: "Ziad", phone: "03 333333" }]);
    expect(again.answer).toMatchObject({ enqueued: 0, duplicates: 1 });
  });

  it.each([
    ["that was let begin it", true],
    ["that knows it, where a line of an older version does not say which it was", false],
  ])("takes what became of a message from the worker %s", async (_, isSaid) => {
    rmSync(hubFile());
    const beside = path.join(data, "said-and-sent.jsonl");
    const lines = readFileSync(beside, "utf8");
    expect(lines).toContain('"worker":');
    if (!isSaid) writeFileSync(beside, lines.replace(/"worker":"[^"]*",/g, ""));
    runRestore(data, "hub", backup);
    await comeBack();
    const [first] = rows<{ id: string; message_id: string }>(hubFile(), "SELECT id, message_id FROM queue_item ORDER BY position");
    const item = { id: first?.id, message_id: first?.message_id, token: 1 } as WorkItem;
    const other = new WorkerPc("pc-other");
    await other.start();
    if (isSaid) expect(await other.say(item, { outcome: "accepted" })).toBe("stale");
    expect(await pc.say(item, { outcome: "accepted" })).toBe("evidence");
    expect(states()[0]).toEqual({ name: "Rima", status: "SENT" });
  });
});
