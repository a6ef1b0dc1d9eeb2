import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import { enqueue, openTask } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { retryAll, sendDespiteDoubt } from "@/lib/queue/retry-by-hand/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";

/** What is retried for a guest who may have said no is held until somebody decides: the answer and the message say so at once. */

const { begin, pass } = standingClock("2026-11-20T12:00:00Z");
const HELD = expect.stringContaining("wrote what sounds like a no");
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  begin();
  pc = await started("pc-1");
});

const greet = async (...phones: string[]) =>
  (
    await call("admin", enqueue, {
      body: { items: phones.map((phone) => ({ name: `Guest ${phone}`, phone })), campaign: "birthday", date: "2026-11-20" },
    })
  ).answer.task_id ?? "";

const wroteStop = (from: string) =>
  call("worker", inbound, {
    body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from, text: "Stop please", at: new Date().toISOString() }] },
  });

async function begun(): Promise<WorkItem> {
  pass(20);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  return item;
}

const refuse = async () => pc.say(await begun(), { outcome: "not_sent", fault: "content", code: "1", detail: "Not taken." });
const shown = async (id: string) => (await call("admin", openTask, { params: { id } })).answer.results;
const runAt = (id: string) =>
  rows<{ run_at: string }>(path.join(data, "hub.db"), `SELECT run_at FROM queue_item WHERE id = '${id}'`)[0]?.run_at;

it("says of a retry how many are held and why, and shows it at the message before any worker asks", async () => {
  const task = await greet("03 111111", "03 222222");
  await refuse();
  await refuse();
  await wroteStop("9613111111");
  const { answer } = await call("admin", retryAll);
  expect(answer).toMatchObject({ retried: 2, held: 1 });
  expect(answer.message).toBe(
    "Retrying 2 message(s). 1 of them is held: the guest wrote what sounds like a no, and nothing goes to them until somebody decides.",
  );
  expect(await shown(task)).toMatchObject([
    { status: "PENDING", error: HELD, undecided: true },
    { status: "PENDING", error: null, undecided: false },
  ]);
  const stored = rows(path.join(data, "hub.db"), "SELECT last_code, last_error FROM queue_item ORDER BY position LIMIT 1");
  expect(stored, "a code, and no words that change").toEqual([{ last_code: "UNDECIDED", last_error: null }]);
});

it("says the same of what is sent despite a doubt; the decision lets it go at once", async () => {
  const task = await greet("03 111111");
  const item = await begun();
  await pc.say(item, { outcome: "unknown" });
  pass(31 * 60);
  await sweepLeases();
  await wroteStop("9613111111");
  const { answer } = await call("admin", sendDespiteDoubt, { params: { id: item.id } });
  expect(answer).toMatchObject({ sent: true, held: true, message: HELD });
  expect(await shown(task)).toMatchObject([{ status: "PENDING", error: HELD }]);
  const before = runAt(item.id) ?? "";
  await call("admin", setOptOut, { body: { phones: "03 111111", opted_out: false, was_no_no: true } });
  expect((runAt(item.id) ?? "") < before).toBe(true);
  expect(await shown(task)).toMatchObject([{ status: "PENDING", error: null }]);
});

it("says nothing of it where nobody is held", async () => {
  await greet("03 111111");
  await refuse();
  const { answer } = await call("admin", retryAll);
  expect(answer).toMatchObject({ message: "Retrying 1 message(s).", retried: 1, held: 0 });
});
