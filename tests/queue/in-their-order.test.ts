import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { health } from "@/lib/health/contract";
import type { BranchKey } from "@/lib/known-branches";
import { readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch, queuePending } from "@/lib/queue/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { capNumbers, chances, started, WorkerPc, work, write } from "../support/queue";

/** What was queued first goes first, whoever it was dealt to, and what is said to go today is what goes. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
const MIDNIGHT = Date.parse("2026-11-20T22:00:00Z");
let guests = 0;
beforeEach(() => {
  enterHouse();
  begin();
});

const some = (count: number) => Array.from({ length: count }, () => ({ name: `Guest ${++guests}`, phone: `03 ${300_000 + guests}` }));
const CAPS = { phoneDay: 20, phoneHour: 60, cloudDay: 250, template: false };

async function greet(count: number, prefer_worker: string | null, branch: BranchKey = "jounieh"): Promise<string> {
  const body = { items: some(count), message: "Happy birthday!", campaign: "birthday" as const, date: "2026-11-20", prefer_worker };
  pass(1);
  return (await call("admin", enqueueBatch, { body, branch })).answer.task_id ?? "";
}

const pending = async () => (await call("admin", queuePending)).answer.items;
const campaign = async (id: string) => (await call("admin", readCampaign, { params: { id } })).answer;

describe("what was dealt to a worker that died", () => {
  it("goes before what was dealt to another one later", async () => {
    await capNumbers(CAPS);
    const phone = await started("a-phone", "baileys:9613000001");
    await started("b-phone", "baileys:9613000002");
    await greet(2, "b-phone");
    pass(120);
    await phone.beat();
    await greet(6, "a-phone");
    const dealtTo = new Map((await pending()).map(({ id, worker }) => [id, worker]));
    const taken = await phone.claim(3);
    expect(taken.map(({ id }) => dealtTo.get(id))).toEqual(["b-phone", "b-phone", "a-phone"]);
  });

  it("goes before it also where it was put off because of that one's cap", async () => {
    await capNumbers({ ...CAPS, phoneDay: 1 });
    const phone = await started("a-phone", "baileys:9613000001");
    const id = await greet(3, "a-phone");
    await work([phone], pass);
    await started("b-phone", "baileys:9613000002");
    await phone.beat();
    const { goes, late } = await campaign(id);
    expect({ goes, late }).toMatchObject({ goes: 1, late: { count: 1, ends: true } });
    const rows = await pending();
    expect(rows.map(({ last_error }) => last_error)).toEqual([null, null]);
    expect(rows.filter(({ next_try }) => Date.parse(next_try ?? "") <= now().getTime())).toHaveLength(1);
  });
});

describe("what a full number put off", () => {
  it("goes before what was dealt later to a number with room", async () => {
    await capNumbers({ ...CAPS, phoneDay: 1 });
    const full = await started("a-phone", "baileys:9613000001");
    const first = await greet(3, "a-phone");
    await work([full], pass, 1);
    const other = await started("b-phone", "baileys:9613000002");
    const later = await greet(2, "b-phone", "batroun");
    expect([(await campaign(first)).goes, (await campaign(later)).goes]).toEqual([1, 0]);
    const [taken] = await other.claim(1);
    expect((await campaign(first)).results.map(({ id }) => id)).toContain(taken?.id);
  });
});

/** A phone that has sent as much as it may in this hour, and an official number that has in this day, which has put off what was first. */
async function putOffByBoth(queue: (names: readonly string[]) => Promise<unknown>) {
  await capNumbers({ ...CAPS, phoneHour: 1, cloudDay: 1, template: true });
  const phone = await started("a-phone", "baileys:9613000001");
  const official = await started("b-cloud", "cloud:100");
  await queue(["one", "other", "first", "second"]);
  for (const pc of [phone, official]) await sendOne(pc);
  for (const pc of [official, phone]) for (const item of await pc.claim(1)) expect((await pc.begin(item)).answer.reason).toBe("limit");
  pass(3_700);
  for (const pc of [phone, official]) await pc.beat();
  const taken = await phone.claim(2);
  const names = new Map((await pending()).map(({ id, name }) => [id, name]));
  return taken.map(({ id }) => names.get(id));
}

async function sendOne(pc: WorkerPc): Promise<void> {
  const [item] = await pc.claim(1);
  if (!item) throw new Error("nothing to claim");
  expect((await pc.begin(item)).answer).toMatchObject({ go: true });
  await pc.say(item, { outcome: "accepted" });
  pass(16);
  await pc.beat();
}

describe("what an official number at its cap has put off until tomorrow", () => {
  const named = (names: readonly string[]) => some(names.length).map((one, index) => ({ ...one, name: names[index] ?? "" }));

  it("goes before the letters that were queued with it behind it, once a phone has room", async () => {
    expect(await putOffByBoth((names) => write(named(names), "admin"))).toEqual(["first", "second"]);
  });

  it("goes before the letters that were queued after it, once a phone has room", async () => {
    const apart = async (names: readonly string[]) => {
      for (const one of named(names)) await write([one], "admin");
    };
    expect(await putOffByBoth(apart)).toEqual(["first", "second"]);
  });

  it.each(["a-phone", null])("goes before the greetings that were queued with it behind it (dealt to %s)", async (prefer_worker) => {
    const greetings = (names: readonly string[]) =>
      call("admin", enqueueBatch, {
        body: { items: named(names), message: "Happy birthday!", campaign: "birthday", date: "2026-11-20", prefer_worker },
      });
    expect(await putOffByBoth(greetings)).toEqual(["first", "second"]);
  });
});

describe("a campaign of which some cannot go today", () => {
  it("says how many, also where every number is full for now and only a few places are free later", async () => {
    await capNumbers({ ...CAPS, phoneDay: 2 });
    const phone = await started("a-phone", "baileys:9613000001");
    pass(9 * 3_600); // 19:00 in Beirut: these places are free again on the evening of the next day
    await phone.beat();
    await greet(2, null);
    await work([phone], pass, 1);
    pass(16 * 3_600 - 60);
    await phone.beat();
    const body = { items: some(4), message: "Happy birthday!", campaign: "birthday" as const, date: "2026-11-21" };
    const id = (await call("admin", enqueueBatch, { body })).answer.task_id ?? "";
    const told = async () => {
      const { goes, late, next_try } = await campaign(id);
      return { goes, late: late?.count, next_try: next_try?.slice(0, 13) };
    };
    const truth = { goes: 0, late: 2, next_try: "2026-11-21T17" };
    expect(await told()).toEqual(truth);
    await work([phone], pass, 1); // the number says no, which puts them off until then
    expect(await told()).toEqual(truth);
    const home = (await call("admin", health)).answer.sending;
    expect(home).toMatchObject({ waiting: 4, would_miss: 0, misses: 2 });
  });

  it("says how many go, and what the others wait for", async () => {
    await capNumbers({ ...CAPS, phoneDay: 3 });
    await started("a-phone", "baileys:9613000001");
    await started("cloud-pc", "cloud:100");
    await capNumbers({ ...CAPS, phoneDay: 3 });
    const id = await greet(8, null);
    const late = { count: 5, ends: true, in_vain: null, waits_for: { busy: true, phones: ["a-phone"], official: ["cloud-pc"] } };
    expect(await campaign(id)).toMatchObject({ next_try: null, goes: 3, late });
  });
});

describe("over random workers that die, caps and campaigns", () => {
  const seed = Math.floor(Date.now() / 86_400_000);

  it.each(Array.from({ length: process.env.THOROUGH ? 40 : 4 }, (_, index) => seed * 100 + index))(
    "as many go today as are said to (%i)",
    async (of) => {
      const chance = chances(of);
      const upTo = (most: number) => Math.floor(chance() * (most + 1));
      const pcs = ["baileys:9613000001", "baileys:9613000002", "cloud:100"].map((account, index) => new WorkerPc(`pc-${index}`, account));
      await capNumbers({ phoneDay: 1 + upTo(5), phoneHour: 60, cloudDay: 1 + upTo(5), template: chance() < 0.5 });
      for (const pc of pcs) await pc.start();
      const tasks: string[] = [];
      const alive = new Set(pcs);
      for (let steps = 3; steps > 0; steps--) {
        for (let parts = 1 + upTo(2); parts > 0; parts--) tasks.push(await greet(1 + upTo(3), chance() < 0.8 ? `pc-${upTo(2)}` : null));
        if (chance() < 0.3) tasks.push((await write(some(1 + upTo(2)), "admin")).answer.task_id ?? "");
        if (alive.size > 1 && chance() < 0.5) alive.delete([...alive][upTo(alive.size - 1)] as WorkerPc);
        pass(120);
        for (const pc of alive) await pc.beat();
        if (chance() < 0.3) await work([...alive].slice(0, 1), pass, 1);
        for (const pc of alive) await pc.beat();
      }
      const said = (await pending()).map(({ id, next_try, in_vain, waits_for, blocked }) => ({
        id,
        goes: !blocked && !in_vain && !(waits_for?.what === "numbers" && waits_for.busy) && Date.parse(next_try ?? "") < MIDNIGHT,
      }));
      await work([...alive], (seconds) => now().getTime() + seconds * 1000 < MIDNIGHT && pass(seconds), 1);
      const results = (await Promise.all(tasks.map(campaign))).flatMap((one) => one.results);
      const sent = new Set(results.filter(({ status }) => status === "SENT").map(({ id }) => id));
      // By their number: which of two goes just before a cap is full hangs on who asks first.
      expect(said.filter(({ goes }) => goes).length).toBe(said.filter(({ id }) => sent.has(id)).length);
    },
    60_000,
  );
});
