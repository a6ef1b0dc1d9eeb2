import Database from "better-sqlite3";
import { beforeEach, expect, it } from "vitest";
import { health } from "@/lib/health/contract";
import type { BranchKey } from "@/lib/known-branches";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueue, openTask, queuePending, queueStats } from "@/lib/queue/contract";
import { cancelAll } from "@/lib/queue/pause/contract";
import { listReplies } from "@/lib/queue/replies/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { hubBefore } from "../support/older";
import { makePerson, makeRole } from "../support/people";
import { nameTemplates, WorkerPc } from "../support/queue";
import { rows } from "../support/stores";

/** A message is its sender's branch's, also where it speaks to the guest of another one: whoever counts, stops and reads it is the same. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const GUEST = { name: "Maya", phone: "03 111111", branch: "tripoli", message: "Thank you for your evening at {branch}, {name}." };
type By = { headers: { authorization: string } };
let here: By;
let there: By;

beforeEach(async () => {
  enterHouse();
  begin();
  await makeRole("writer", ["nav_customer_service"]);
  here = await makePerson("here", { roles: ["writer"], branches: ["jounieh"] });
  there = await makePerson("there", { roles: ["writer"], branches: ["tripoli"] });
});

const queue = async () => (await call("admin", enqueue, { body: { items: [GUEST] } })).answer.task_id ?? "";

/** What somebody is told of it, by every call that lists or counts. */
async function toldTo(by: By, task: string) {
  const [stats, pending, campaigns, opened, inShort] = [
    (await call("nobody", queueStats, by)).answer,
    (await call("nobody", queuePending, { ...by, query: {} })).answer,
    (await call("nobody", listCampaigns, { ...by, query: {} })).answer,
    await call("nobody", openTask, { ...by, params: { id: task } }),
    (await call("nobody", health, by)).answer,
  ];
  return [stats.PENDING, pending.items.length, campaigns.campaigns.length, opened.status, inShort.sending?.waiting];
}

const cancelOf = async (branch: BranchKey) => (await call("admin", cancelAll, { branch })).answer.cancelled_items;

it("is listed, counted and stopped by the branch that queued it alone", async () => {
  const task = await queue();
  expect(await toldTo(here, task)).toEqual([1, 1, 1, 200, 1]);
  expect(await toldTo(there, task)).toEqual([0, 0, 0, 404, 0]);
  expect([await cancelOf("tripoli"), await cancelOf("jounieh")]).toEqual([0, 1]);
});

it.each([
  ["by its own words", "sandbox"],
  ["by the approved template", "cloud:106540352242922"],
])("names the guest's branch to them %s, and what they answer is read where it was written", async (_, account) => {
  if (account !== "sandbox") nameTemplates();
  await queue();
  pass(3_600);
  const pc = new WorkerPc("pc-1", account);
  await pc.start();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect(JSON.stringify([item.text, item.template?.body])).toContain("Tripoli");
  expect((await pc.begin(item)).answer.go).toBe(true);
  await pc.say(item, { outcome: "accepted" });
  pass(60);
  const message = { from: "9613111111", text: "It was lovely", at: "2026-11-20T13:00:30Z" };
  await call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [message] } });
  const read = async (by: By) => (await call("nobody", listReplies, by)).answer.replies.map(({ text, branch }) => [text, branch]);
  expect([await read(here), await read(there)]).toEqual([[["It was lovely", "jounieh"]], []]);
});

it("was queued by an older version for the guest of another branch, and is its sender's from the update on", () => {
  const { file, update } = hubBefore("20261127042553_whose_message");
  const older = new Database(file);
  older.pragma("foreign_keys = OFF");
  older.exec(`
    INSERT INTO queue_task (id, kind, branch, created_at, created_by) VALUES ('t', 'service', 'jounieh', '2026-11-20', 'u');
    INSERT INTO queue_item (id, task_id, position, kind, branch, name, digits, message_kind, text, same_as, status, message_id, run_at, priority, created_at)
      SELECT value, 't', 0, 'service', value, 'Maya', '9613111111', 'text', 'Hello', value, 'SENT', value, '2026-11-20', 1, '2026-11-20'
      FROM json_each('["tripoli", "jounieh"]');
    INSERT INTO guest_reply (id, item_id, branch, digits, account, text, at) VALUES ('r', 'tripoli', 'tripoli', '9613111111', 'sandbox', 'Hi', '2026-11-21');
  `);
  older.close();
  update();
  expect(rows(file, "SELECT id, branch, guest_branch FROM queue_item ORDER BY id")).toEqual([
    { id: "jounieh", branch: "jounieh", guest_branch: "" },
    { id: "tripoli", branch: "jounieh", guest_branch: "tripoli" },
  ]);
  expect(rows(file, "SELECT branch FROM guest_reply")).toEqual([{ branch: "jounieh" }]);
});
