import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { failedAll, retryAll } from "@/lib/queue/retry-by-hand/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { makePerson, makeRole } from "../support/people";
import { started, type WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

/** What failed of a birthday campaign belongs to its date and its branch: its page shows and retries that alone. */

let data = "";
let pc: WorkerPc;
const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());
const DAY = 24 * 3_600;

beforeEach(async () => {
  data = enterHouse();
  clockIn(0);
  pc = await started("pc-1");
});

const campaign = async (branch = "jounieh", date = BIRTHDAY) => (await call("admin", openCampaign, { query: { date }, branch })).answer;
const failedIn = async (branch = "jounieh", date = BIRTHDAY) => (await campaign(branch, date)).failed?.map(({ name }) => name);
const retry = async (more: object = {}, branch = "jounieh") =>
  (await call("admin", retryAll, { body: { date: BIRTHDAY, branch, ...more }, branch })).answer;

/** A guest of a branch whose greeting WhatsApp has refused. */
async function refused(name: string, phone: string, branch = "jounieh", date = BIRTHDAY): Promise<void> {
  const body = { items: [{ name, phone }], message: "Happy birthday!", campaign: "birthday" as const, date };
  expect((await call("admin", enqueueBatch, { body, branch })).answer.enqueued).toBe(1);
  const [item] = await pc.claim();
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer.go).toBe(true);
  await pc.say(item, { outcome: "not_sent", fault: "recipient", detail: "This number has no WhatsApp." });
}

const waiting = () =>
  rows<{ name: string }>(path.join(data, "hub.db"), "SELECT name FROM queue_item WHERE status = 'PENDING'").map(({ name }) => name);

describe("on another day than the birthday", () => {
  it("a retry sends nothing until somebody says that it may", async () => {
    await refused("Maya", "03 111111");
    clockIn(DAY);
    await pc.beat();
    const none = { retried: 0, another_day: 1 };
    expect(await retry()).toMatchObject(none);
    expect((await retry()).message).toBe("No failed contacts to retry. 1 left out: today is not the birthday.");
    expect((await call("admin", retryAll)).answer, "nor does a client that knows no dates").toMatchObject(none);
    expect(waiting()).toEqual([]);
    expect(await retry({ another_day: true })).toMatchObject({ retried: 1, message: "Retrying 1 message(s)." });
    expect(waiting()).toEqual(["Maya"]);
  });

  it("counts from midnight on, as the guest's phone does", async () => {
    await refused("Maya", "03 111111");
    clockIn(12 * 3_600 + 60); // 00:01 in Beirut, when the evening is not over
    expect(await retry()).toMatchObject({ retried: 0, another_day: 1 });
  });

  it("says of a greeting of no named date that its day was that on which it was queued", async () => {
    const body = { items: [{ name: "Maya", phone: "03 111111" }], campaign: "birthday" as const };
    await call("admin", enqueueBatch, { body });
    const [item] = await pc.claim();
    await pc.begin(item as WorkItem);
    await pc.say(item as WorkItem, { outcome: "not_sent", fault: "recipient" });
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ branch: "jounieh", date: "2026-11-20" }]);
    clockIn(DAY);
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
  });
});

describe("of several dates and branches", () => {
  beforeEach(async () => {
    await refused("Maya", "03 111111");
    clockIn(60);
    await pc.beat();
    await refused("Rami", "03 222222", "batroun");
    clockIn(120);
    await pc.beat();
    await refused("Tia", "03 333333", "jounieh", "2026-11-21");
  });

  it("a page has what failed of its own", async () => {
    expect([await failedIn(), await failedIn("batroun"), await failedIn("tripoli"), await failedIn("jounieh", "2026-11-21")]).toEqual([
      ["Maya"],
      ["Rami"],
      [],
      ["Tia"],
    ]);
    expect((await campaign()).failed).toMatchObject([{ branch: "jounieh", date: BIRTHDAY, can_retry: true }]);
  });

  it("a retry from a page sends its own again", async () => {
    expect((await retry()).retried).toBe(1);
    expect(waiting()).toEqual(["Maya"]);
    expect((await retry({}, "tripoli")).retried).toBe(0);
    expect((await retry({}, "batroun")).retried).toBe(1);
    expect(waiting().sort()).toEqual(["Maya", "Rami"]);
  });

  it("who is limited to other branches retries none of it", async () => {
    await makeRole("caller", ["nav_birthdays", "send_all"]);
    const { headers } = await makePerson("local", { roles: ["caller"], branches: ["batroun"] });
    const body = { date: BIRTHDAY, branch: "jounieh" as const };
    expect((await call("nobody", retryAll, { headers, body })).status).toBe(403);
    expect(waiting()).toEqual([]);
  });
});

describe("a guest whom a linked phone may not write to first", () => {
  /** WhatsApp refuses the phone a new conversation. */
  async function refusedByPhone(): Promise<WorkerPc> {
    const phone = await started("phone-pc", "baileys:9613000001");
    const items = [{ name: "Maya", phone: "03 111111" }];
    await call("admin", enqueueBatch, { body: { items, campaign: "birthday", date: BIRTHDAY, prefer_worker: "phone-pc" } });
    const [item] = await phone.claim();
    if (!item) throw new Error("nothing to claim");
    await phone.begin(item);
    await phone.say(item, { outcome: "not_sent", fault: "account", code: "463" });
    return phone;
  }

  it("is left by a retry while there is no other way", async () => {
    await refusedByPhone();
    expect((await campaign()).failed).toMatchObject([{ can_retry: false, left_because: "Retrying leaves it as it is." }]);
    expect((await retry()).retried).toBe(0);
  });

  it("is greeted by the official number with its template, and by it alone", async () => {
    const phone = await refusedByPhone();
    const official = await started("official-pc", "cloud:1");
    expect((await campaign()).failed).toMatchObject([
      { can_retry: true, error: expect.stringContaining("official-pc can send it by its official number: retry it.") },
    ]);
    expect((await retry()).retried).toBe(1);
    clockIn(3 * 3_600); // the phone's own rest is over
    await phone.beat();
    expect(await phone.claim()).toEqual([]);
    await official.beat();
    expect(await official.claim()).toHaveLength(1);
  });
});

describe("counts of one page", () => {
  it("are those of its guests: who was written to again does not stand among those that failed", async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    await refused("Maya", "03 111111");
    expect(await campaign()).toMatchObject({ guests: [{ state: "FAILED" }], failed: [{ name: "Maya" }] });
    clockIn(60);
    await pc.beat();
    await refused("Maya", "03 111111");
    expect((await campaign()).failed).toHaveLength(1);
    expect(await retry()).toMatchObject({ retried: 1 });
    expect(await campaign()).toMatchObject({ guests: [{ state: "PENDING" }], failed: [] });
  });

  it("have those too whose guest has left the list", async () => {
    await refused("Nobody of the book", "03 444444");
    expect(await campaign()).toMatchObject({ guests: [], failed: [{ name: "Nobody of the book" }] });
  });
});
