import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { enqueue, queuePending } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { resumeSender } from "@/lib/queue/senders/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { WorkerPc, write } from "../support/queue";
import { alter } from "../support/stores";

const NOON = "2026-11-20T12:00:00.000Z";
let data = "";
let pc: WorkerPc;

beforeEach(async () => {
  data = enterHouse();
  clockAt(NOON);
  pc = new WorkerPc("pc-1", "baileys:9613000001");
  await pc.start();
});

const change = (limits: Partial<typeof DEFAULT_LIMITS>) => call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, ...limits } });

/** The next message is asked for, and held back. @returns why */
async function held(): Promise<string | null> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  const { go, reason } = (await pc.begin(item)).answer;
  expect(go).toBe(false);
  return reason;
}

const waiting = async () => (await call("admin", queuePending)).answer.items.map(({ next_try, last_error }) => ({ next_try, last_error }));

const DUE = { next_try: NOON, last_error: null };

it("messages that quiet hours held back are due when these are changed", async () => {
  await change({ quiet: { from: "13:30", to: "15:30" } }); // it is 14:00 in Beirut
  await write([{ name: "Maya", phone: "03 111111" }]);
  expect(await held()).toBe("quiet");
  expect(await waiting()).toEqual([{ next_try: "2026-11-20T13:30:00.000Z", last_error: expect.stringContaining("15:30") }]);
  await change({ quiet: { from: "21:00", to: "21:00" } });
  expect(await waiting()).toEqual([DUE]);
  await pc.beat();
  const [item] = await pc.claim();
  expect((await pc.begin(item as NonNullable<typeof item>)).answer.go).toBe(true);
});

it("greetings of tomorrow that were promised for the end of the quiet hours do not go tonight when these are changed", async () => {
  await change({ quiet: { from: "13:30", to: "09:30" } });
  const greet = (name: string, phone: string, date: string) =>
    call("admin", enqueue, { body: { items: [{ name, phone, message: `Happy birthday ${name}` }], campaign: "birthday", date } });
  await greet("Maya", "03 111111", "2026-11-21");
  expect(await held(), "one of them is tried, and held").toBe("quiet");
  await greet("Lina", "03 222222", "2026-11-21");
  await greet("Tony", "03 333333", "2026-11-20");
  await change({ quiet: { from: "21:00", to: "21:00" } });
  const tomorrow = { next_try: "2026-11-21T07:30:00.000Z", last_error: null };
  expect((await waiting()).toSorted((one, other) => (one.next_try ?? "").localeCompare(other.next_try ?? ""))).toEqual([
    DUE,
    tomorrow,
    tomorrow,
  ]);
});

it("messages that still may not go are held back again, with what counts now", async () => {
  await change({ quiet: { from: "13:30", to: "15:30" } });
  await write([{ name: "Maya", phone: "03 111111" }]);
  await held();
  await change({ quiet: { from: "13:30", to: "14:45" } });
  expect(await held()).toBe("quiet");
  expect(await waiting()).toEqual([{ next_try: "2026-11-20T12:45:00.000Z", last_error: expect.stringContaining("14:45") }]);
});

it("messages that a cap held back are due when it is changed", async () => {
  await change({ phone: { ...DEFAULT_LIMITS.phone, per_hour: 1, gap_s: 5, gap_more_s: 0 } });
  await write([
    { name: "Maya", phone: "03 111111" },
    { name: "Rami", phone: "03 222222" },
  ]);
  await pc.beat();
  const [first] = await pc.claim();
  const begun = first as NonNullable<typeof first>;
  expect((await pc.begin(begun)).answer.go).toBe(true);
  await pc.say(begun, { outcome: "accepted" });
  clockAt("2026-11-20T12:00:10.000Z");
  expect(await held()).toBe("limit");
  await change({ phone: { ...DEFAULT_LIMITS.phone, per_hour: 2, gap_s: 5, gap_more_s: 0 } });
  expect(await waiting()).toEqual([{ next_try: "2026-11-20T12:00:10.000Z", last_error: null }]);
});

it("messages that a stopped number held back are due when it is resumed, and others wait on", async () => {
  await write([
    { name: "Maya", phone: "03 111111" },
    { name: "Rami", phone: "03 222222" },
  ]);
  const hub = path.join(data, "hub.db");
  alter(
    hub,
    `INSERT INTO sender_account (id, first_used_at, next_at, paused_until, pause_reason)
     VALUES ('${pc.account}', '${NOON}', '${NOON}', '2026-11-21T12:00:00.000Z', 'WhatsApp has stopped it.')`,
  );
  alter(
    hub,
    `UPDATE queue_item SET run_at = '2026-11-21T12:00:00.000Z', last_code = CASE position WHEN 0 THEN 'PAUSED' ELSE 'QUIET' END,
     last_error = 'It waits.'`,
  );
  expect((await call("admin", resumeSender, { params: { id: "pc-1" } })).answer).toEqual({ resumed: true });
  expect(await waiting()).toEqual([DUE, { next_try: "2026-11-21T12:00:00.000Z", last_error: "It waits." }]);
});
