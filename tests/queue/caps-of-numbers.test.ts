import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { now } from "@/lib/clock";
import { listWorkers } from "@/lib/queue/senders/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type Caps, capNumbers, chances, started, WorkerPc, work, write } from "../support/queue";
import { rows } from "../support/stores";

/** What one number has sent enough of keeps nobody else from sending: the wait is the number's, and not the message's. */

const HOUR = 3_600;
const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
let data = "";

beforeEach(() => {
  data = enterHouse();
  begin();
});

let guests = 0;
const letters = (count: number) =>
  write(
    Array.from({ length: count }, () => ({ name: `Guest ${++guests}`, phone: `03 ${100_000 + guests}` })),
    "admin",
  );
const waiting = () =>
  rows<{ id: string; run_at: string; last_code: string | null; last_error: string | null }>(
    path.join(data, "hub.db"),
    "SELECT id, run_at, last_code, last_error FROM queue_item WHERE status = 'PENDING'",
  );

const CAPS: Caps = { phoneDay: 2, phoneHour: 60, cloudDay: 250, template: true };

describe("a phone that has sent as much as it may", () => {
  it("leaves what waits to the official number, which sends it at once", async () => {
    await capNumbers(CAPS);
    const pcs = [await started("a-phone", "baileys:9613000001"), await started("b-cloud", "cloud:100")];
    await letters(12);
    expect([...(await work(pcs, pass)).values()].reduce((a, b) => a + b)).toBe(12);
    expect(waiting()).toEqual([]);
  });

  it("has put off what the official number sends once it comes online", async () => {
    await capNumbers(CAPS);
    const phone = await started("a-phone", "baileys:9613000001");
    await letters(5);
    expect((await work([phone], pass)).get("a-phone")).toBe(2);
    expect(waiting()).toHaveLength(3);
    const cloud = await started("b-cloud", "cloud:100");
    expect((await work([phone, cloud], pass)).get("b-cloud")).toBe(3);
  });

  it("has put off what the official number sends once its template is named", async () => {
    await capNumbers({ ...CAPS, template: false });
    const pcs = [await started("a-phone", "baileys:9613000001"), await started("b-cloud", "cloud:100")];
    await letters(5);
    expect((await work(pcs, pass)).get("a-phone")).toBe(2);
    await capNumbers(CAPS);
    expect((await work(pcs, pass)).get("b-cloud")).toBe(3);
  });

  it("counts by its hour too, and says when it goes on", async () => {
    await capNumbers({ ...CAPS, phoneDay: 300, phoneHour: 2 });
    const phone = await started("a-phone", "baileys:9613000001");
    await letters(3);
    await work([phone], pass);
    expect(waiting()).toMatchObject([{ last_error: "a-phone has sent 2 messages within an hour, as many as it may." }]);
    const other = await started("b-phone", "baileys:9613000002");
    expect((await work([phone, other], pass)).get("b-phone")).toBe(1);
  });
});

describe("the day of a phone", () => {
  it("counts what was handed over or may have been, and not what was proven not sent", async () => {
    await capNumbers(CAPS);
    const phone = await started("a-phone", "baileys:9613000001");
    const day = async () => (await call("admin", listWorkers)).answer.workers[0]?.day?.begun;
    await letters(4);
    const items = await phone.claim(4);
    for (const [index, said] of (["not_sent", "not_sent", "unknown", "accepted"] as const).entries()) {
      pass(16);
      await phone.beat();
      const item = items[index];
      if (!item) throw new Error("nothing to send");
      expect((await phone.begin(item)).answer, said).toMatchObject({ go: true });
      await phone.say(item, { outcome: said, ...(said === "not_sent" ? { fault: index === 0 ? "recipient" : "network" } : {}) });
    }
    expect(await day()).toBe(2);
  });
});

describe("over random workers, caps, templates and times", () => {
  const seed = Math.floor(Date.now() / 86_400_000);

  it.each(Array.from({ length: process.env.THOROUGH ? 100 : 3 }, (_, index) => seed * 100 + index))(
    "no message waits while somebody online could send it (%i)",
    async (of) => {
      const chance = chances(of);
      const upTo = (most: number) => Math.floor(chance() * (most + 1));
      const pcs = ["baileys:9613000001", "baileys:9613000002", "cloud:100", "cloud:200"]
        .filter(() => chance() < 0.7)
        .map((account, index) => new WorkerPc(`pc-${index}`, account));
      const sentAt = new Map<string, number[]>();
      for (let step = 0; step < 8; step++) {
        const caps = { phoneDay: 1 + upTo(4), phoneHour: 1 + upTo(3), cloudDay: 1 + upTo(4), template: chance() < 0.5 };
        if (step === 0 || chance() < 0.5) await capNumbers(caps);
        else Object.assign(caps, last);
        last = caps;
        pass([60, 30 * 60, HOUR + 60, 9 * HOUR][upTo(3)] ?? 0); // whoever is not started is away by then
        const online = pcs.filter(() => chance() < 0.7);
        for (const pc of online) await pc.start();
        await letters(upTo(4));
        await work(online, pass, 1 + upTo(3));
        sentAt.clear();
        for (const { account, begun_at } of begunOf(data)) sentAt.set(account, [...(sentAt.get(account) ?? []), Date.parse(begun_at)]);
        const able = online.filter(({ account }) => couldSend(account, caps, sentAt));
        if (able.length > 0) expect(waiting(), `step ${step}: ${able.map(({ account }) => account)} could send`).toEqual([]);
      }
    },
  );

  let last: Caps = CAPS;
});

const begunOf = (folder: string) =>
  rows<{ account: string; begun_at: string }>(path.join(folder, "hub.db"), "SELECT account, begun_at FROM queue_attempt ORDER BY seq");

/** Whether a number could send a first letter to somebody now, by what is known to the test. */
function couldSend(account: string, { phoneDay, phoneHour, cloudDay, template }: Caps, sentAt: ReadonlyMap<string, number[]>): boolean {
  const at = now().getTime();
  const within = (seconds: number, of: (one: string) => boolean) =>
    [...sentAt].flatMap(([one, times]) => (of(one) ? times : [])).filter((time) => time > at - seconds * 1000).length;
  if (account.startsWith("cloud")) return template && within(24 * HOUR, (one) => one.startsWith("cloud")) < cloudDay;
  return within(HOUR, (one) => one === account) < phoneHour && within(24 * HOUR, (one) => one === account) < phoneDay;
}
