import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { setOptOut } from "@/lib/opt-outs/contract";
import type { Limits } from "@/lib/queue/limits/contract";
import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { listWorkers } from "@/lib/queue/senders/contract";
import { inbound, type WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { WorkerPc, write } from "../support/queue";
import { alter, rows } from "../support/stores";

let data = "";
let pc: WorkerPc;

const NOON = Date.parse("2026-11-20T12:00:00Z");
const at = (seconds: number) => clockAt(new Date(NOON + seconds * 1000).toISOString());

type Part<Of> = { [Name in keyof Of]?: Partial<Of[Name]> };

/** The usual limits, but for these. */
function withLimits(changes: Part<Limits>): Limits {
  const merged = Object.entries(DEFAULT_LIMITS).map(([name, value]) => [name, { ...value, ...changes[name as keyof Limits] }]);
  return Object.fromEntries(merged) as Limits;
}

const change = (changes: Part<Limits>) => call("admin", changeLimits, { body: withLimits(changes) });

let minute = 0;

/** A guest writes to the house. @returns how many letters are queued for them then */
async function says(text: string): Promise<number> {
  const written = `2026-11-20T11:${String(minute++ % 60).padStart(2, "0")}:00Z`;
  const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [{ from: "9613111111", text, at: written }] };
  expect((await call("worker", inbound, { body })).status).toBe(200);
  return (await write([{ name: "Maya", phone: "03 111111", message: `Letter ${minute}` }])).answer.enqueued;
}

async function claimed(): Promise<WorkItem> {
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  return item;
}

const events = (kind: string) => rows<{ payload: string }>(path.join(data, "hub.db"), `SELECT payload FROM event WHERE kind = '${kind}'`);

beforeEach(async () => {
  data = enterHouse();
  at(0);
  minute = 0;
  pc = new WorkerPc("pc-1", "baileys:9613000001");
  await pc.start();
});

describe("the limits of sending", () => {
  it("are those of the house until somebody changes them, who is named then", async () => {
    expect((await call("admin", readLimits)).answer).toEqual({
      limits: DEFAULT_LIMITS,
      defaults: DEFAULT_LIMITS,
      stopped: [],
      changed: null,
    });
    const { answer } = await change({ phone: { per_hour: 10 } });
    expect(answer.changed).toEqual({ by: "admin", at: new Date(NOON).toISOString() });
    expect((await call("admin", readLimits)).answer).toEqual(answer);
    const [event] = events("sending.limits_changed").map(({ payload }) => JSON.parse(payload) as { before: Limits; after: Limits });
    expect([event?.before.phone.per_hour, event?.after.phone.per_hour]).toEqual([60, 10]);
  });

  it("count from the next message on", async () => {
    await change({ phone: { per_hour: 1, gap_s: 5, gap_more_s: 0 } });
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
    at(10);
    expect((await pc.begin(await claimed())).answer).toMatchObject({ go: false, reason: "limit", retry_at: null });
    await change({ phone: { per_hour: 2, gap_s: 5, gap_more_s: 0 } });
    at(3_601); // the second one was put off until its hour was over
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
  });

  it("are each number's own: what one has sent takes nothing from another", async () => {
    await change({ phone: { per_hour: 1, per_day: 1, first_days: [] } });
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
    pc = new WorkerPc("pc-2", "baileys:9613000002");
    await pc.start();
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
  });

  it("are told beside each number: what it has sent in 24 hours, what it may, and its day of the warm-up", async () => {
    await change({ phone: { per_hour: 10, per_day: 9, first_days: [2, 4] } });
    const day = async () => (await call("staff", listWorkers)).answer.workers.find(({ id }) => id === pc.worker_id)?.day;
    expect(await day()).toEqual({ begun: 0, cap: 2, warm_up_day: 1 });
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
    expect(await day()).toEqual({ begun: 1, cap: 2, warm_up_day: 1 });
    at(86_400 - 60);
    expect(await day()).toEqual({ begun: 1, cap: 2, warm_up_day: 1 });
    at(86_400 + 60);
    expect(await day()).toEqual({ begun: 0, cap: 4, warm_up_day: 2 });
    at(2 * 86_400 + 60);
    expect(await day()).toEqual({ begun: 0, cap: 9, warm_up_day: null });
    pc = new WorkerPc("pc-2", "sandbox");
    await pc.start();
    expect(await day()).toBeNull();
  });

  it("give no quiet hours where they begin and end at once, and some in the middle of the day", async () => {
    await change({ quiet: { from: "13:30", to: "14:30" } }); // it is 14:00 in Beirut
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect((await pc.begin(await claimed())).answer).toMatchObject({ go: false, reason: "quiet" });
    await change({ quiet: { from: "22:00", to: "22:00" } });
    at(9 * 3_600); // 23:00
    expect((await pc.begin(await claimed())).answer.go).toBe(true);
  });

  it("say when the same words may go to the same guest again", async () => {
    const words = { name: "Maya", phone: "03 111111" };
    await write([words]);
    alter(path.join(data, "hub.db"), "UPDATE queue_item SET status = 'SENT', ended_at = created_at");
    at(3 * 3_600);
    expect((await write([words])).answer.duplicates).toBe(1);
    await change({ again: { letter_hours: 2 } });
    expect((await write([words])).answer).toMatchObject({ enqueued: 1, duplicates: 0 });
  });

  it("hold the words by which a guest says no, and yes again", async () => {
    await change({ words: { stop: ["Basta", "كفى"], start: ["Ancora"] } });
    expect(await says("Thank you")).toBe(1);
    expect(await says("كَفَى!")).toBe(0);
    expect(await says("START")).toBe(0);
    expect(await says("ancora")).toBe(1);
  });

  it("count STOP and the house's other words as a no, whatever is saved", async () => {
    const { answer } = await change({ words: { stop: ["ZZZ", "stop!"], start: ["Ancora"] } });
    expect(answer.limits.words).toEqual({ stop: [...DEFAULT_LIMITS.words.stop, "ZZZ"], start: ["Ancora"] });
    expect([await says("STOP"), await says("ancora"), await says("إلغاء")]).toEqual([0, 1, 0]);
  });

  it.each(["STOP", "stop!", "Opt-Out", "إيقاف"])("let no guest say yes by %s, by which every guest says no", async (word) => {
    const { status, answer } = await change({ words: { stop: ["ZZZ"], start: ["Ancora", word] } });
    expect([status, answer.issues]).toEqual([
      400,
      [{ path: "words.start.1", message: expect.stringMatching(new RegExp(`${word} .*always`)) }],
    ]);
    expect((await call("admin", readLimits)).answer.changed).toBe(null);
  });

  it.each([
    [["ZZZ"], ["STOP", "Again"], ["Again"]],
    [["ZZZ"], ["STOP"], DEFAULT_LIMITS.words.start],
  ])("of an older version that took %s as the no and %s as the yes are read with the house's own", async (stop, start, left) => {
    const value = JSON.stringify({ ...DEFAULT_LIMITS, words: { stop, start } });
    const when = new Date(NOON).toISOString();
    alter(path.join(data, "hub.db"), `INSERT INTO queue_setting VALUES ('limits', '${value}', '${when}', 'tests')`);
    const { limits } = (await call("admin", readLimits)).answer;
    expect(limits.words).toEqual({ stop: [...DEFAULT_LIMITS.words.stop, "ZZZ"], start: left });
    expect([await says("STOP"), await says("STOP")], "said again it is no yes").toEqual([0, 0]);
    expect(rows(path.join(data, "hub.db"), "SELECT * FROM consent WHERE revoked_at IS NULL")).toEqual([]);
  });

  it("are changed but for their words by whoever makes users, and the words by those alone who may do everything", async () => {
    await makeRole("office", ["user_create"]);
    const { headers } = await makePerson("office", { roles: ["office"] });
    const save = (changes: Part<Limits>) => call("nobody", changeLimits, { headers, body: withLimits(changes) });
    const words = { stop: ["Basta"], start: ["Ancora"] };
    await change({ words });
    for (const others of [{ ...words, start: ["ok", "Thank you"] }, { ...words, stop: ["ZZZ"] }, DEFAULT_LIMITS.words]) {
      const { status, answer } = await save({ phone: { per_hour: 10 }, words: others });
      expect([status, answer.code, answer.error]).toEqual([
        403,
        "forbidden",
        expect.stringMatching(/may do everything.*Nothing was changed/),
      ]);
    }
    const now = (await call("nobody", readLimits, { headers })).answer.limits;
    expect(now.phone.per_hour, "nothing of it was kept").toBe(60);
    // As they were shown, and as a page of an older version has them.
    for (const [index, same] of [now.words, words, { ...now.words, stop: now.words.stop.toReversed() }].entries()) {
      const { status, answer } = await save({ phone: { per_hour: 11 + index }, words: same });
      expect([status, answer.limits.phone.per_hour, answer.limits.words]).toEqual([200, 11 + index, now.words]);
    }
  });

  it("are read, and changed by nobody who is limited to some branches", async () => {
    const { headers } = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    expect((await call("nobody", readLimits, { headers })).status).toBe(200);
    const { status, answer } = await call("nobody", changeLimits, { headers, body: DEFAULT_LIMITS });
    expect([status, answer]).toEqual([403, expect.objectContaining({ code: "branch_forbidden" })]);
  });

  it("that somebody else changed meanwhile are not overwritten: both are said", async () => {
    const seen = null;
    await change({ phone: { per_hour: 30 } });
    const body = { ...withLimits({ phone: { per_day: 200 } }), seen };
    const { status, answer } = await call("admin", changeLimits, { body });
    expect([status, answer]).toEqual([
      409,
      expect.objectContaining({
        code: "conflict",
        current: withLimits({ phone: { per_hour: 30 } }),
        changed: { by: "admin", at: new Date(NOON).toISOString() },
      }),
    ]);
    expect(answer.detail).toContain("The limits were changed meanwhile, by admin.");
    expect((await call("admin", readLimits)).answer.limits.phone).toMatchObject({ per_hour: 30, per_day: 300 });
    at(10);
    const now = { ...withLimits({ phone: { per_hour: 30, per_day: 200 } }), seen: new Date(NOON).toISOString() };
    expect((await call("admin", changeLimits, { body: now })).status).toBe(200);
  });

  it.each<[string, Part<Limits>]>([
    ["faster than Meta takes", { cloud: { per_second: 81 } }],
    ["a part of a message", { phone: { per_day: 1.5 } }],
    ["no gap between two messages of a phone", { phone: { gap_s: 0 } }],
    ["a time that is none", { quiet: { from: "25:00" } }],
    ["no way to say no", { words: { stop: [] } }],
    ["an empty word", { words: { stop: [" "] } }],
    ['a word of signs alone, which a guest\'s own "!" or 👍 would be', { words: { stop: ["STOP", "!!!"] } }],
    ["one word for yes and no", { words: { stop: ["STOP", "Enough"], start: ["start", "enough!"] } }],
  ])("are not changed to %s", async (_, changes) => {
    const { status, answer } = await change(changes);
    expect([status, answer]).toEqual([400, expect.objectContaining({ code: "invalid_request" })]);
    expect((await call("admin", readLimits)).answer.changed).toBe(null);
  });
});

describe("a guest who tells somebody of the house that they want no messages", () => {
  const tell = (opted_out: boolean, phones = "03 111111 / 71 222222") => call("staff", setOptOut, { body: { phones, opted_out } });

  it("gets none on any of their numbers, also not what waits, until they want them again", async () => {
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Maya", phone: "71 222222", message: "Other words" },
      { name: "Rami", phone: "03 333333" },
    ]);
    const item = await claimed();
    expect((await tell(true)).answer).toEqual({ opted_out: true, numbers: 2, stopped: 2 });
    expect((await pc.begin(item)).answer.go).toBe(false);
    const states = rows(path.join(data, "hub.db"), "SELECT status, last_code FROM queue_item ORDER BY position");
    expect(states).toEqual([
      { status: "FAILED", last_code: "OPT_OUT" },
      { status: "FAILED", last_code: "OPT_OUT" },
      { status: "PENDING", last_code: null },
    ]);
    expect((await write([{ name: "Maya", phone: "+961 71 222 222", message: "Third words" }])).answer.enqueued).toBe(0);
    expect((await tell(true)).answer.stopped).toBe(0);
    await tell(false);
    expect((await write([{ name: "Maya", phone: "03 111111", message: "Fourth words" }])).answer.enqueued).toBe(1);
    expect([events("guest.opted_out").length, events("guest.opted_in").length]).toEqual([2, 2]);
  });

  it("is asked for a number where there is none", async () => {
    expect(await tell(true, "none")).toMatchObject({ status: 400, answer: { code: "invalid_request" } });
  });
});
