import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { openCampaign } from "@/lib/queue/birthday-campaign/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { changeLimits } from "@/lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "@/lib/queue/limits/default-limits";
import { cancelSending } from "@/lib/queue/pause/contract";
import { askTemplate } from "@/lib/queue/templates/contract";
import { standingClock } from "../support/clocks";
import { bringIn } from "../support/guests";
import { call, enterHouse } from "../support/house";
import { type Caps, capNumbers, chances, started, WorkerPc, work, write } from "../support/queue";
import { BIRTHDAY, make } from "../support/vouchers";

/** What is said before anybody presses: how many of some messages go out today, and by whom. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
beforeEach(() => {
  enterHouse();
  begin();
});

let guests = 0;
const some = (count: number) => Array.from({ length: count }, () => ({ name: `Guest ${++guests}`, phone: `03 ${200_000 + guests}` }));
const letters = (to: ReturnType<typeof some>) => write(to, "admin");

async function ask(to: readonly { phone: string }[], kind: "service" | "menu" = "service") {
  const { status, answer } = await call("admin", askTemplate, { body: { phones: to.map(({ phone }) => phone), kind } });
  expect(status, JSON.stringify(answer)).toBe(200);
  return answer.forecast;
}

/** Who may name a template. */
const WHO = expect.arrayContaining(["admin"]);
const CAPS: Caps = { phoneDay: 2, phoneHour: 60, cloudDay: 250, template: false };
const phonePc = () => started("phone-pc", "baileys:9613000001");
const cloudPc = () => started("cloud-pc", "cloud:100");

describe("how many of some messages go out today", () => {
  it("is what the phone's day has room for, with what would let the rest go", async () => {
    await capNumbers(CAPS);
    await phonePc();
    await cloudPc();
    expect(await ask(some(12))).toEqual({
      total: 12,
      today: 2,
      start: null,
      by: [{ id: "phone-pc", worker: "phone-pc", count: 2 }],
      behind: 0,
      had_enough: 0,
      pushed: null,
      first: null,
      ways: [{ what: "template", worker: "cloud-pc", more: 10, who: WHO }],
    });
  });

  it("counts what waits before them", async () => {
    await capNumbers({ ...CAPS, phoneDay: 5 });
    await phonePc();
    await letters(some(3));
    expect(await ask(some(4))).toMatchObject({ today: 2 });
    const greeted = { items: some(1), message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-20" };
    await call("admin", enqueueBatch, { body: greeted });
    expect(await ask(some(4)), "a letter goes before a greeting that waits, and says so").toMatchObject({ today: 2, behind: 1 });
    expect(await ask(some(4), "menu"), "a menu goes before letters").toMatchObject({ today: 4 });
  });

  it("counts a greeting that a worker has in hand: it goes before a letter that is more urgent", async () => {
    await capNumbers({ ...CAPS, phoneDay: 5 });
    const pc = await phonePc();
    const greeted = { items: some(1), message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-20" };
    await call("admin", enqueueBatch, { body: greeted });
    expect(await ask(some(5))).toMatchObject({ today: 5 });
    expect(await pc.claim()).toHaveLength(1);
    expect(await ask(some(5))).toMatchObject({ today: 4 });
  });

  it("is of both numbers where a template is named", async () => {
    await capNumbers({ ...CAPS, cloudDay: 3, template: true });
    await phonePc();
    await cloudPc();
    expect(await ask(some(12))).toMatchObject({ today: 5, ways: [] });
    const all = await ask(some(3));
    expect(all?.by.map(({ id }) => id).sort(), "either may take them").toEqual(["cloud-pc", "phone-pc"]);
  });

  it("counts as if the PC were started that would send most of them, while none sends, and names it", async () => {
    await capNumbers({ ...CAPS, phoneDay: 9 });
    await phonePc();
    await started("other-pc", "baileys:9613000002");
    pass(60);
    expect(await ask(some(11))).toMatchObject({
      total: 11,
      today: 9,
      start: { silent: true, worker: expect.stringMatching(/^(other|phone)-pc$/) },
      by: [{ count: 9 }],
      ways: [{ what: "start", more: 2 }],
    });
    expect(await ask(some(3))).toMatchObject({ today: 3, start: { silent: true }, ways: [] });
    pass(2 * 86_400);
    expect(await ask(some(3)), "who was last there days ago is nobody to start").toMatchObject({ today: 0, start: null, by: [] });
  });

  it("names the phone that is off before the template: to start it again is quicker", async () => {
    await capNumbers(CAPS);
    await phonePc();
    pass(60);
    await cloudPc();
    expect(await ask(some(12))).toEqual({
      total: 12,
      today: 2,
      start: { worker: "phone-pc", silent: false },
      by: [{ id: "phone-pc", worker: "phone-pc", count: 2 }],
      behind: 0,
      had_enough: 0,
      pushed: null,
      first: null,
      ways: [{ what: "template", worker: "cloud-pc", more: 10, who: WHO }],
    });
  });

  it("counts no number that rests, nor a worker that is not linked", async () => {
    await capNumbers({ ...CAPS, phoneDay: 1 });
    const phone = await phonePc();
    await letters(some(1));
    await work([phone], pass);
    expect(await ask(some(3))).toMatchObject({ today: 0, by: [] });
    await capNumbers({ ...CAPS, phoneDay: 9 });
    await phone.beat();
    expect(await ask(some(3))).toMatchObject({ today: 3 });
    await phone.beat(false);
    expect(await ask(some(3))).toMatchObject({ today: 0, by: [] });
  });

  it("leaves out who has had as much as a guest may in a day", async () => {
    await capNumbers({ ...CAPS, phoneDay: 9 });
    const phone = await phonePc();
    const [one, other] = some(2);
    if (!one || !other) throw new Error("two guests");
    await letters([{ ...one }]);
    await work([phone], pass);
    await write([{ ...one, message: "Once more" }], "admin");
    await work([phone], pass);
    await phone.beat();
    expect(await ask([one, other])).toMatchObject({ total: 2, today: 1, had_enough: 1 });
  });

  it("does not count what somebody has stopped, and ends with the quiet hours", async () => {
    await call("admin", changeLimits, { body: { ...DEFAULT_LIMITS, quiet: { from: "10:01", to: "09:00" } } });
    await phonePc();
    expect((await ask(some(100)))?.today, "a minute of 8 to 15 seconds each").toBeLessThan(9);
    await letters(some(8));
    expect(await ask(some(3))).toMatchObject({ today: 0 });
    await call("admin", cancelSending, {});
    expect(await ask(some(3)), "what is stopped takes nobody's place").toMatchObject({ today: 3 });
  });

  it("is told with a birthday campaign, of those to whom it would go", async () => {
    await capNumbers(CAPS);
    await bringIn(["Maya", "Sami", "Nour"].map((name, index) => `"${name}","03 11111${index}",20/11`));
    await make(BIRTHDAY);
    await phonePc();
    await cloudPc();
    const { answer } = await call("admin", openCampaign, { query: { date: BIRTHDAY } });
    expect(answer.forecast).toEqual({
      total: 3,
      today: 2,
      start: null,
      had_enough: 0,
      by: [{ id: "phone-pc", worker: "phone-pc", count: 2 }],
      behind: 0,
      first: null,
      ways: [{ what: "template", worker: "cloud-pc", more: 1, who: WHO }],
    });
  });
});

describe("over random workers, caps and templates", () => {
  const seed = Math.floor(Date.now() / 86_400_000);
  const MIDNIGHT = Date.parse("2026-11-20T22:00:00Z");

  it.each(Array.from({ length: process.env.THOROUGH ? 100 : 1 }, (_, index) => seed * 100 + index))(
    "so many go today as have gone out by midnight (%i)",
    async (of) => {
      const chance = chances(of);
      const upTo = (most: number) => Math.floor(chance() * (most + 1));
      const pcs = ["baileys:9613000001", "baileys:9613000002", "cloud:100", "cloud:200"]
        .filter(() => chance() < 0.6)
        .map((account, index) => new WorkerPc(`pc-${index}`, account));
      await capNumbers({ phoneDay: 1 + upTo(9), phoneHour: 1 + upTo(3), cloudDay: 1 + upTo(5), template: chance() < 0.5 });
      for (const pc of pcs) await pc.start();
      const sentTo = new Map<string, number>();
      await letters(some(1 + upTo(4)));
      await work(pcs, pass);
      for (let hours = upTo(11); hours > 0; hours--) pass(3_600);
      for (const pc of pcs) await pc.beat();
      if (chance() < 0.5) await letters(some(1 + upTo(4)));
      const to = some(1 + upTo(9));
      const said = await ask(to);
      const { answer } = await letters(to);
      let first: number | null = null;
      while (now().getTime() < MIDNIGHT) {
        for (const [pc, count] of await workUntil(pcs, MIDNIGHT)) sentTo.set(pc, (sentTo.get(pc) ?? 0) + count);
        if (first === null && (await statesOf(answer.task_id)).includes("SENT")) first = now().getTime();
        pass(600);
      }
      if (said?.first && first !== null) expect(Math.abs(first - Date.parse(said.first)) / 60_000).toBeLessThan(15);
      const sent = (await statesOf(answer.task_id)).filter((status) => status === "SENT").length;
      expect(sent, JSON.stringify({ said, pcs: pcs.map(({ account }) => account) })).toBe(said?.today);
      expect(said?.by.reduce((sum, { count }) => sum + count, 0)).toBe(said?.today);
    },
    240_000, // a whole day of a worker, in steps: long on a busy machine
  );
});

async function workUntil(pcs: readonly WorkerPc[], until: number) {
  return work(pcs, (seconds) => now().getTime() + seconds * 1000 < until && pass(seconds));
}

async function statesOf(id: string | null): Promise<string[]> {
  const { openTask } = await import("@/lib/queue/contract");
  return (await call("admin", openTask, { params: { id: id ?? "" } })).answer.results.map(({ status }) => status);
}
