import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask, queuePending } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";

/** A greeting that waited until its birthday was over does not go on the next day by itself. */

const OVER = "The birthday was over before it could be sent. Nothing went out. Retrying sends it on another day.";
let data = "";
let pc: WorkerPc;

async function houseAt(time: string, account?: string): Promise<void> {
  data = enterHouse();
  clockAt(time);
  pc = await started("phone-pc", account);
}

const greet = (names: readonly string[], date = "2026-11-20") =>
  call("admin", enqueueBatch, {
    body: {
      items: names.map((name, index) => ({ name, phone: `03 11111${index}` })),
      message: "Happy birthday!",
      campaign: "birthday" as const,
      date,
    },
  });
const states = () =>
  rows<{ status: string; run_at: string; last_error: string | null }>(
    path.join(data, "hub.db"),
    "SELECT status, run_at, last_error FROM queue_item ORDER BY position",
  );

/** What the send policy says of the next message at a time. */
async function next(time: string) {
  clockAt(time);
  await pc.beat();
  const [item] = await pc.claim();
  if (!item) return null;
  const { answer } = await pc.begin(item);
  if (answer.go) await pc.say(item, { outcome: "accepted" });
  return answer;
}

describe("a greeting of its day", () => {
  beforeEach(() => houseAt("2026-11-20T16:00:00Z", "baileys:9613000001"));

  it("that the number's cap puts off says that it misses the birthday, fails at midnight, and is asked about before it is retried", async () => {
    const phone = { ...DEFAULT_LIMITS.phone, first_days: [1] };
    await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, phone } });
    await greet(["Maya", "Sami"]);
    expect(await next("2026-11-20T16:00:00Z")).toMatchObject({ go: true });
    expect(await next("2026-11-20T16:01:00Z")).toMatchObject({ go: false, reason: "limit" });
    expect(states()[1]).toEqual({
      status: "PENDING",
      run_at: "2026-11-20T22:00:00.000Z",
      last_error: "phone-pc has sent 1 message in 24 hours, as many as it may.",
    });
    expect(await next("2026-11-20T22:00:00Z")).toMatchObject({ go: false, reason: "too_late", detail: OVER });
    expect(states()[1]).toMatchObject({ status: "FAILED", last_error: OVER });
    clockAt("2026-11-21T16:30:00Z");
    const retry = async (another_day: boolean) =>
      (await call("admin", retryAll, { body: { date: "2026-11-20", branch: "jounieh", another_day }, branch: "jounieh" })).answer;
    expect(await retry(false)).toMatchObject({ retried: 0, another_day: 1 });
    expect(await retry(true)).toMatchObject({ retried: 1 });
    expect(await next("2026-11-21T16:31:00Z"), "somebody has said that it may").toMatchObject({ go: true });
  });

  it("goes out until midnight where nobody may sleep yet, and not by a PC that is started the next morning", async () => {
    await greet(["Maya"]);
    expect(await next("2026-11-21T08:00:00Z")).toMatchObject({ go: false, reason: "too_late", detail: OVER });
  });
});

describe("a greeting that somebody sends on another day", () => {
  beforeEach(() => houseAt("2026-11-20T16:00:00Z"));

  it("goes when it was queued after the birthday", async () => {
    await greet(["Maya"], "2026-11-18");
    expect(await next("2026-11-22T10:00:00Z")).toMatchObject({ go: true });
  });

  it("goes when it was queued before it, until the birthday is over", async () => {
    await greet(["Maya"], "2026-11-22");
    expect(await next("2026-11-20T16:00:00Z")).toMatchObject({ go: true });
    await greet(["Maya", "Sami"], "2026-11-21");
    expect(await next("2026-11-22T10:00:00Z")).toMatchObject({ go: false, reason: "too_late" });
  });

  it("goes in the morning after the quiet hours in which it was queued", async () => {
    clockAt("2026-11-20T20:00:00Z"); // 22:00 in Beirut
    await greet(["Maya"]);
    expect(await next("2026-11-20T20:01:00Z")).toMatchObject({ go: false, reason: "quiet" });
    expect(await next("2026-11-21T07:30:00Z")).toMatchObject({ go: true });
  });
});

describe("what waits until its number may send again", () => {
  beforeEach(() => houseAt("2026-11-20T16:00:00Z", "baileys:9613000001"));
  const open = async (date: string) => (await call("admin", openCampaign, { query: { date } })).answer;

  it("says when that is, wherever it is shown; a greeting of the day, that it is given up then", async () => {
    const phone = { ...DEFAULT_LIMITS.phone, first_days: [1] };
    await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, phone } });
    const { task_id } = (await greet(["Maya", "Sami"], "2026-11-18")).answer;
    expect(await open("2026-11-18")).toMatchObject({ next_try: null, ends: false });
    await next("2026-11-20T16:00:00Z");
    await next("2026-11-20T16:01:00Z");
    const again = { next_try: "2026-11-21T16:00:00.000Z", ends: false };
    expect(await open("2026-11-18")).toMatchObject(again);
    expect((await call("admin", openTask, { params: { id: task_id ?? "" } })).answer).toMatchObject(again);
    expect((await call("admin", queuePending, { query: {} })).answer.items).toMatchObject([again]);
    const today = (await greet(["Maya", "Sami", "Rita"])).answer;
    await next("2026-11-20T16:02:00Z");
    const over = { next_try: "2026-11-20T19:30:00.000Z", ends: true }; // the quiet hours begin
    expect(today.enqueued).toBe(1);
    expect(await open("2026-11-20")).toMatchObject(over);
    expect((await call("admin", listCampaigns, { query: {} })).answer.campaigns).toMatchObject([over, again]);
    expect((await call("admin", queuePending, { query: {} })).answer.items.map(({ ends }) => ends)).toEqual([true, false]);
  });
});
