// P1 to P20 are the promises of docs/design/whatsapp.md 7.

import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { login } from "@/lib/auth/contract";
import { type CampaignGuest, openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { listCampaigns, readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, openTask } from "@/lib/queue/contract";
import { chunksOf } from "@/lib/queue/deal-to-workers";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { failedAll, retryAll } from "@/lib/queue/retry-by-hand/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { redeemVoucher } from "@/lib/vouchers/contract";
import { clockAt } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { WorkerPc } from "../support/queue";
import { rows } from "../support/stores";
import { BIRTHDAY, make } from "../support/vouchers";

let data = "";
/** Friday 20 November 2026, noon in Beirut, and so many seconds later. */
const clockIn = (seconds: number) => clockAt(new Date(Date.parse("2026-11-20T10:00:00Z") + seconds * 1000).toISOString());

beforeEach(() => {
  data = enterHouse();
  clockIn(0);
});

const campaign = async (branch?: string) => (await call("admin", openCampaign, { query: { date: BIRTHDAY }, branch })).answer;

/** Sends the campaign as the screen does: a task for each chunk, dealt to the workers that are online. */
async function send(online: readonly string[] = [], { branch }: { branch?: string } = {}) {
  const { guests } = await campaign(branch);
  return enqueueAll(
    guests.filter(({ sendable }) => sendable),
    online,
    branch,
  );
}

type Written = Pick<CampaignGuest, "name" | "phone" | "branch" | "voucher">;

async function enqueueAll(guests: readonly Written[], online: readonly string[], branch?: string) {
  const chunks = chunksOf(guests, online);
  const answers = [];
  for (const { guests: some, worker } of chunks) {
    const items = some.map(({ name, phone, branch: own, voucher }) => ({ name, phone, branch: own, ...(voucher && { voucher }) }));
    const body = { items, message: "Happy birthday, {name}!", prefer_worker: worker, campaign: "birthday" as const, date: BIRTHDAY };
    const { status, answer } = await call("admin", enqueueBatch, { body, branch });
    expect(status, JSON.stringify(answer)).toBe(200);
    answers.push(answer);
  }
  return answers;
}

/** How many guests stand where, as Whatsapp Live Queue tells it and as Birthday Search does. */
async function inBothPlaces() {
  const [listed] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
  const { results } = (await call("admin", readCampaign, { params: { id: listed?.id ?? "" } })).answer;
  const count = (list: readonly string[]) =>
    Object.fromEntries([...new Set(list)].sort().map((one) => [one, list.filter((it) => it === one).length]));
  const { guests } = await campaign();
  return {
    state: listed?.state,
    queue: Object.fromEntries(
      Object.entries(listed?.counts ?? {})
        .filter(([, n]) => n > 0)
        .sort(),
    ),
    results: count(results.map(({ status }) => status)),
    birthdays: count(guests.map(({ state }) => state)),
  };
}

const people = (count: number) => Array.from({ length: count }, (_, n) => `Guest ${n},03${311_111 + n},20/11`);
const queued = () =>
  rows<{ name: string; digits: string; task_id: string; prefer_worker: string | null; status: string }>(
    path.join(data, "hub.db"),
    "SELECT * FROM queue_item ORDER BY created_at, task_id, position",
  );
const states = (guests: readonly { name: string; state: string }[]) => Object.fromEntries(guests.map(({ name, state }) => [name, state]));

async function online(...names: string[]): Promise<WorkerPc[]> {
  const pcs = names.map((name) => new WorkerPc(name));
  for (const pc of pcs) await pc.start();
  return pcs;
}

/** Sends everything that a worker is given. @returns to whom */
async function sendAll(pc: WorkerPc): Promise<string[]> {
  const sent: string[] = [];
  for (let [item] = await pc.claim(); item; [item] = await pc.claim()) {
    expect((await pc.begin(item)).answer.go).toBe(true);
    await pc.say(item, { outcome: "accepted" });
    sent.push(item.phone);
  }
  return sent;
}

describe("the parts of a campaign", () => {
  it.each([
    [100, 3, 4],
    [100, 0, 4],
    [100, 7, 7],
    [100, 30, 20],
    [3, 5, 3],
    [1, 0, 1],
    [0, 5, 0],
  ])("of %i guests for %i workers are %i, in turn, as even as can be", (guests, workers, parts) => {
    const names = Array.from({ length: workers }, (_, index) => `pc-${index}`);
    const chunks = chunksOf(
      Array.from({ length: guests }, (_, index) => index),
      names,
    );
    expect(chunks).toHaveLength(parts);
    expect(chunks.flatMap((chunk) => chunk.guests)).toEqual(Array.from({ length: guests }, (_, index) => index));
    const sizes = chunks.map((chunk) => chunk.guests.length);
    if (parts > 0) expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    expect(chunks.map(({ worker }) => worker)).toEqual(chunks.map((_, index) => names[index % workers] ?? null));
  });

  it("are tasks of their own, dealt to the three of five workers that are online, and to nobody else (P16)", async () => {
    const guests = Array.from({ length: 100 }, (_, n) => ({
      name: `Guest ${n}`,
      phone: `03${311_111 + n}`,
      branch: "jounieh",
      voucher: "",
    }));
    await online("away-1", "away-2");
    clockIn(60);
    const pcs = await online("pc-1", "pc-2", "pc-3");
    const answers = await enqueueAll(guests, ["pc-1", "pc-2", "pc-3"]);
    expect(answers.map(({ enqueued }) => enqueued)).toEqual([25, 25, 25, 25]);
    const { tasks } = await campaign();
    expect(tasks.map(({ worker, total, status }) => [worker, total, status])).toEqual(
      ["pc-1", "pc-2", "pc-3", "pc-1"].map((worker) => [worker, 25, "PENDING"]),
    );
    const given: string[][] = [];
    for (const pc of pcs) given.push((await pc.claim(50)).map(({ phone }) => phone));
    expect(given.map((phones) => phones.length)).toEqual([50, 25, 25]);
    expect(new Set(given.flat()).size).toBe(100);
  });

  it("of a worker that has gone away are sent by the others, each message once (P15)", async () => {
    await bringIn(people(8));
    await make();
    const [gone, other] = await online("pc-1", "pc-2");
    await send(["pc-1", "pc-2"]);
    const [first] = (await gone?.claim()) ?? [];
    expect(first).toBeDefined();
    expect(await sendAll(other as WorkerPc)).toHaveLength(4);
    clockIn(21);
    expect(await other?.claim(), "it may still come back").toEqual([]);
    clockIn(61); // its lease and its last word are over
    await sweepLeases();
    await other?.beat();
    expect(await sendAll(other as WorkerPc)).toHaveLength(4);
    expect((await gone?.begin(first as never))?.status, "what it had claimed is another's").toBe(409);
    const over = await campaign();
    expect(over.tasks.map(({ status, sent }) => [status, sent])).toEqual(Array.from({ length: 4 }, () => ["DONE", 2]));
    expect(over.workers).toEqual([{ id: "pc-2", sent: 8, sandbox: 8 }]);
  });
});

it("what Meta tells before the worker has its own answer counts for that worker too", async () => {
  data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
  await bringIn(people(2));
  await make();
  const pc = new WorkerPc("pc-1", "cloud:106540352242922");
  await pc.start();
  await send(["pc-1"]);
  const items = await pc.claim(2);
  expect(items).toHaveLength(2);
  for (const item of items) {
    expect((await pc.begin(item)).answer.go).toBe(true);
    clockIn(120);
    expect((await tellByMeta({ statuses: [statusByMeta(item, "sent")] })).status).toBe(200);
  }
  expect((await campaign()).workers).toEqual([{ id: "pc-1", sent: 2, sandbox: 0 }]);
});

describe("one message for each guest and campaign", () => {
  it("whoever sends it, from whatever branch, and however the phone is written (P12)", async () => {
    for (const [branch, phone] of [
      ["jounieh", "03 111111"],
      ["batroun", "+961 3 111 111"],
      ["ehden", "009613111111"],
      ["tripoli", "٠٣/١١١١١١"],
    ] as const) {
      await bringIn([`Maya,${phone},20/11`], branch);
      await make(BIRTHDAY, { branch });
    }
    const items = [{ name: "Maya", phone: "03/111111" }];
    const body = { items, campaign: "birthday" as const, date: BIRTHDAY };
    const both = await Promise.all([call("admin", enqueueBatch, { body, key: "a" }), call("admin", enqueueBatch, { body, key: "b" })]);
    expect(both.map(({ answer }) => answer.enqueued).sort()).toEqual([0, 1]);
    for (const branch of ["jounieh", "batroun", "ehden", "tripoli"]) expect(await send([], { branch })).toEqual([]);
    for (const branch of ["batroun", "ehden", "tripoli"]) {
      expect((await campaign(branch)).guests).toMatchObject([
        { state: "left_out", sendable: false, reason: "The birthday message of Jounieh is on its way to this guest." },
      ]);
    }
    const [pc] = await online("pc-1");
    expect(await sendAll(pc as WorkerPc)).toEqual(["9613111111"]);
    expect((await campaign("ehden")).guests).toMatchObject([
      { state: "left_out", reason: "Jounieh sent it in the sandbox on 20 Nov 2026: the guest got nothing." },
    ]);
    expect(await sendAll(pc as WorkerPc)).toEqual([]);
    expect(queued()).toHaveLength(1);
  });

  it("also where two branches know the guest by different first numbers", async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await bringIn(['Maya,"71 222222, 03 111111",20/11'], "batroun");
    await make();
    await make(BIRTHDAY, { branch: "batroun" });
    expect(await send()).toMatchObject([{ enqueued: 1 }]);
    expect((await campaign("batroun")).guests).toMatchObject([{ state: "left_out", phone: "96171222222" }]);
    const body = { items: [{ name: "Maya", phone: "71222222" }], campaign: "birthday" as const, date: BIRTHDAY };
    expect((await call("admin", enqueueBatch, { body, branch: "batroun" })).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    expect(queued()).toMatchObject([{ digits: "9613111111" }]);
  });

  it("and nobody again within 300 days, then they are greeted again", async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    await send();
    await sendAll((await online("pc-1"))[0] as WorkerPc);
    expect(states((await campaign()).guests)).toEqual({ Maya: "SENT" });
    const again = async (seconds: number) => {
      clockIn(seconds);
      const who = { username: "admin", password: "seven brass lanterns" };
      const { access_token } = (await call("nobody", login, { body: who })).answer; // the one before has ended
      const body = { items: [{ name: "Maya", phone: "03 111111" }], campaign: "birthday" as const };
      return call("nobody", enqueueBatch, { body, headers: { authorization: `Bearer ${access_token}` } });
    };
    const day = 24 * 3_600;
    expect((await again(299 * day)).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    expect((await again(300 * day + 1)).answer.enqueued).toBe(1);
  });

  it("which may have arrived is not followed by another one", async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    await send();
    const pc = new WorkerPc("pc-1", "cloud:1");
    await pc.start();
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "unknown" });
    clockIn(31 * 60);
    await sweepLeases();
    expect((await campaign()).guests).toMatchObject([{ state: "FAILED", sendable: false, reason: expect.stringMatching(/may have been/) }]);
    const body = { items: [{ name: "Maya", phone: "03 111111" }], campaign: "birthday" as const, date: BIRTHDAY };
    expect((await call("admin", enqueueBatch, { body })).answer).toMatchObject({ enqueued: 0, duplicates: 1 });
    expect((await call("admin", failedAll)).answer.failed).toMatchObject([{ name: "Maya", can_retry: false }]);
    expect((await call("admin", retryAll)).answer.message).toBe("No failed contacts to retry");
  });

  it("retried from one branch is not sent where another branch has written to the guest at another number", async () => {
    await bringIn(['Maya,"03 111111, 71 222222",20/11']);
    await make();
    await send();
    const [pc] = await online("pc-1");
    const [item] = (await pc?.claim()) ?? [];
    if (!pc || !item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "not_sent", fault: "recipient", detail: "WhatsApp does not know this number." });
    const body = { items: [{ name: "Maya", phone: "71 222222" }], campaign: "birthday" as const, date: BIRTHDAY };
    expect((await call("admin", enqueueBatch, { body, branch: "batroun" })).answer.enqueued).toBe(1);
    expect((await call("admin", retryAll)).answer.retried).toBe(0);
  });
});

describe("who is left out", () => {
  it("is named with the reason, guest by guest", async () => {
    await bringIn(["Used,03 100001,20/11", "No word,03 100002,20/11", "First,03 100003,20/11", "Nobody,,20/11", "Number 123,123,20/11"]);
    await bringIn([",03 100004,20/11"]);
    const { files } = await make();
    await bringIn(["New,03 100005,20/11"]);
    const serial = files.find(({ guest }) => guest === "Used")?.serial ?? "";
    expect((await call("admin", redeemVoucher, { body: { code: serial } })).status).toBe(200);
    const [pc] = await online("pc-1");
    const messages = [{ from: "9613100002", text: "STOP", at: "2026-11-20T10:00:00Z" }];
    const { worker_id = "", boot_id = "" } = pc ?? {};
    expect((await call("worker", inbound, { body: { worker_id, boot_id, messages } })).answer).toEqual({ heard: 1 });
    const { guests } = await campaign();
    expect(Object.fromEntries(guests.map(({ name, state, reason }) => [name, `${state}: ${reason}`]))).toEqual({
      Used: "left_out: The voucher was used already.",
      "No word": "left_out: The guest has said no to messages.",
      First: "ready: null",
      Nobody: "left_out: No number that WhatsApp could reach.",
      "Number 123": "left_out: No number that WhatsApp could reach.",
      "": "left_out: Without a name no voucher can be made.",
      New: "no_voucher: No voucher has been made yet.",
    });
    expect(guests.filter(({ sendable }) => sendable)).toMatchObject([
      {
        name: "First",
        phone: "9613100003",
        shown_phone: "+961 3 100 003",
        branch: "jounieh",
        voucher: `vouchers/${BIRTHDAY}/birthday_First_9613100003.png`,
      },
    ]);
  });

  it("is whoever has a voucher that has expired", async () => {
    await bringIn(["Maya,03 111111,20/11"]);
    await make();
    clockAt("2026-12-21T10:00:00Z");
    expect((await campaign()).guests).toMatchObject([{ state: "left_out", reason: "The voucher has expired." }]);
  });

  it("are told when the quiet hours end, in which nobody is written to", async () => {
    expect((await campaign()).quiet_until).toBeNull();
    clockAt("2026-11-20T19:40:00Z");
    expect((await campaign()).quiet_until).toBe("2026-11-21T07:30:00.000Z");
  });
});

describe("a campaign that was stopped", () => {
  it("is sent again to those whom it did not reach, and to nobody else", async () => {
    await bringIn(people(4));
    await make();
    await send();
    const [pc] = await online("pc-1");
    const [item] = (await pc?.claim()) ?? [];
    if (!pc || !item) throw new Error("nothing to claim");
    await pc.begin(item);
    await pc.say(item, { outcome: "accepted" });
    await call("admin", cancelAll);
    const { guests } = await campaign();
    expect(guests.map(({ state, sendable }) => `${state} ${sendable}`).sort()).toEqual([
      "CANCELLED true",
      "CANCELLED true",
      "CANCELLED true",
      "SENT false",
    ]);
    await call("admin", resetCancel);
    expect((await send()).map(({ enqueued }) => enqueued)).toEqual([1, 1, 1]);
    expect(await sendAll(pc)).toHaveLength(3);
    expect(new Set(queued().filter(({ status }) => status === "SENT")).size).toBe(4);
  });
});

describe("who may", () => {
  it("send, and who may only look on", async () => {
    await bringIn(people(2));
    await make();
    const items = [{ name: "Guest 0", phone: "03 311111" }];
    const body = { items, campaign: "birthday" as const, date: BIRTHDAY };
    expect((await call("staff", enqueueBatch, { body })).status).toBe(403);
    expect((await call("staff", retryAll)).status).toBe(403);
    expect((await call("staff", openCampaign, { query: { date: BIRTHDAY } })).status).toBe(200);
    expect((await call("keyless", openCampaign, { query: { date: BIRTHDAY } })).status).toBe(403);
    const [{ task_id = "" } = {}] = await send();
    expect((await call("staff", openTask, { params: { id: task_id ?? "" } })).answer.results[0]?.name).toBe("Guest 1");
    expect(queued()).toHaveLength(2);
  });

  it("and words that are longer than WhatsApp takes under a picture are refused before anything is queued", async () => {
    await bringIn(people(1));
    await make();
    const { guests } = await campaign();
    const items = guests.map(({ name, phone, voucher }) => ({ name, phone, voucher }));
    const { status, answer } = await call("admin", enqueueBatch, { body: { items, message: "x".repeat(1_025), date: BIRTHDAY } });
    expect([status, answer.error]).toEqual([400, expect.stringContaining("1,024 characters. Nothing was queued.")]);
    expect(queued()).toEqual([]);
  });
});

describe("a campaign that was cancelled and sent anew", () => {
  it("counts each guest once, in Whatsapp Live Queue as in Birthday Search", async () => {
    await bringIn(people(3));
    await make();
    const [pc] = await online("pc-1");
    if (!pc) throw new Error("no worker");
    await send(["pc-1"]);
    const [first] = await pc.claim();
    if (!first) throw new Error("nothing to claim");
    await pc.begin(first);
    await pc.say(first, { outcome: "accepted" });
    await call("staff", cancelAll);
    const half = { SENT: 1, CANCELLED: 2 };
    expect(await inBothPlaces()).toEqual({ state: "STOPPED", queue: half, results: half, birthdays: half });
    await call("staff", resetCancel);
    clockIn(10);
    await send(["pc-1"]);
    await sendAll(pc);
    const all = { SENT: 3 };
    expect(await inBothPlaces()).toEqual({ state: "COMPLETED", queue: all, results: all, birthdays: all });
    const [told] = (await call("admin", listCampaigns, { query: {} })).answer.campaigns;
    expect(told?.last_at?.slice(0, 19), "the press that queued it anew").toBe("2026-11-20T10:00:10");
    expect(told).toMatchObject({ created_at: expect.stringContaining("2026-11-20T10:00:00"), last_by: told?.created_by });
  });
});

describe("who sends a greeting", () => {
  it("is whoever sent it, and not whom it was dealt to", async () => {
    await bringIn(people(4));
    await make();
    const [one, two] = await online("pc-1", "pc-2");
    if (!one || !two) throw new Error("no worker");
    await send(["pc-1", "pc-2"]);
    const named = async () => (await campaign()).guests.map(({ state, worker, sandbox }) => [state, worker, sandbox]);
    const of = (state: string, count: number, worker: string, sandbox: boolean) => Array(count).fill([state, worker, sandbox]);
    expect((await named()).sort()).toEqual([...of("PENDING", 2, "pc-1", false), ...of("PENDING", 2, "pc-2", false)]);
    // The other one is off for so long that its part goes to whoever is there.
    clockIn(75);
    await one.beat();
    expect(await sendAll(one)).toHaveLength(4);
    expect(await named()).toEqual(of("SENT", 4, "pc-1", true));
    const { results } = (await call("admin", openTask, { params: { id: queued()[0]?.task_id ?? "" } })).answer;
    expect(results.map(({ worker }) => worker)).toEqual(["pc-1"]);
  });
});
