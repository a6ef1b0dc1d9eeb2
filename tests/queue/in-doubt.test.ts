import Database from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { uncertain } from "@/lib/queue/items/rules";
import { sweepLeases } from "@/lib/queue/leases/writes";
import { changeLimits, type Limits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/rules";
import { askInDoubt } from "@/lib/queue/messages/contract";
import { receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubBefore } from "../support/older";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/** Before a letter is queued again whoever writes it hears whom its words may have reached already. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const WORDS = "See you, {name}";
const GUESTS = [
  { name: "Maya", phone: "03 111111", message: WORDS },
  { name: "Rami", phone: "03 222222", message: WORDS },
];
let pc: WorkerPc;

beforeEach(async () => {
  enterHouse();
  begin();
  pc = await started("pc-1", "cloud:1");
});

const ask = async (items = GUESTS) => (await call("admin", askInDoubt, { body: { items } })).answer.may_have;

const nameTemplate = (templates: Partial<Limits["templates"]>) =>
  call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, templates: { ...DEFAULT_LIMITS.templates, ...templates } } });

async function lost(): Promise<WorkItem> {
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  await pc.begin(item);
  await pc.say(item, { outcome: "unknown" });
  pass(31 * 60);
  await sweepLeases();
  await pc.beat();
  return item;
}

it("names those whom the same words may have reached within a day, however the number is written, and nobody else", async () => {
  await write(GUESTS.slice(0, 1), "admin");
  expect(await ask()).toEqual([]);
  await lost();
  expect(await ask()).toEqual([0]);
  expect(await ask([{ name: "Maya", phone: "+961 3 111 111", message: "See you, Maya" }])).toEqual([0]);
  expect(await ask([{ name: "Maya", phone: "03 111111", message: "Other words" }])).toEqual([]);
  expect((await write(GUESTS, "admin")).answer, "whoever accepts it queues it").toMatchObject({ enqueued: 2 });
  pass(24 * 3_600);
  expect(await ask()).toEqual([]);
});

it("names nobody to whom it is known not to have gone, or to have gone after all", async () => {
  await write(GUESTS.slice(0, 1), "admin");
  const [refused] = await pc.claim();
  if (!refused) throw new Error("nothing to claim");
  await pc.begin(refused);
  await pc.say(refused, { outcome: "not_sent", fault: "recipient", detail: "WhatsApp does not know this number." });
  expect(await ask()).toEqual([]);
  pass(60);
  await pc.beat();
  await write(GUESTS.slice(1), "admin");
  const { message_id } = await lost();
  expect(await ask()).toEqual([1]);
  const { worker_id, boot_id } = pc;
  const told = { message_id, status: "delivered" as const, at: "2026-11-20T12:00:00Z" };
  await call("worker", receipts, { body: { worker_id, boot_id, receipts: [told] } });
  expect(await ask()).toEqual([]);
});

it("asks of the words that went out as they were then, whatever the template says by now", async () => {
  const say = (service_text: string) => nameTemplate({ service_name: "letter", service_body: ["name"], service_text });
  const written = (message: string) => [{ name: "Maya", phone: "03 111111", message }];
  await say("Dear {{1}}, see you.");
  await write(written("Dear {name}, see you."), "admin");
  await lost();
  await say("Dear {{1}}, come back.");
  expect(await ask(written("Dear {name}, see you."))).toEqual([0]);
  expect(await ask(written("Dear {name}, come back."))).toEqual([]);
});

it("is for who may write letters, of the branches they may write for", async () => {
  expect((await call("keyless", askInDoubt, { body: { items: GUESTS } })).status).toBe(403);
  await makeRole("clerk", ["nav_customer_service"]);
  const { headers } = await makePerson("local", { roles: ["clerk"], branches: ["batroun"] });
  const items = [{ name: "Maya", phone: "03 111111", message: WORDS, branch: "jounieh" }];
  expect((await call("nobody", askInDoubt, { body: { items }, headers, branch: "batroun" })).status).toBe(403);
});

it("that was in doubt before an update says what is true of its way from the update on, and what a restore has said stays", () => {
  const { file, update } = hubBefore("20261127081800_words_of_doubt");
  const older = new Database(file);
  older.pragma("foreign_keys = OFF");
  older.exec("INSERT INTO queue_task (id, kind, branch, created_at, created_by) VALUES ('t', 'service', 'jounieh', '2026-11-20', 'u')");
  const add = older.prepare(`
    INSERT INTO queue_item (id, task_id, position, kind, branch, name, digits, message_kind, text, same_as, status, message_id, run_at, priority, created_at,
      account, last_code, last_error)
    VALUES (?, 't', 0, 'service', 'jounieh', 'Maya', '9613111111', 'text', 'Hello', ?, 'FAILED', ?, '2026-11-20', 1, '2026-11-20', ?, ?, ?)`);
  const OLD = "It may have been delivered: nobody answered. Ask the guest, or look at the phone, before sending again.";
  for (const account of ["cloud:1", "baileys:9613000001", "sandbox", null]) {
    const id = account ?? "none";
    add.run(id, id, id, account, "UNCERTAIN", OLD);
  }
  add.run("restored", "restored", "restored", "cloud:1", "UNCERTAIN", "The restore cannot tell.");
  older.close();
  update();
  const said = Object.fromEntries(
    rows<{ id: string; last_error: string }>(file, "SELECT id, last_error FROM queue_item").map((row) => [row.id, row.last_error]),
  );
  for (const account of ["cloud:1", "baileys:9613000001", "sandbox", null]) {
    expect(said[account ?? "none"], String(account)).toBe(uncertain({ account }, 0).last_error);
  }
  expect(said.restored).toBe("The restore cannot tell.");
});
