import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { now } from "@/lib/clock";
import type { BranchKey } from "@/lib/known-branches";
import { readCampaign } from "@/lib/queue/campaigns/contract";
import { enqueueBatch } from "@/lib/queue/contract";
import { inbound } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { capNumbers, chances, WorkerPc, work, write } from "../support/queue";

/** How many of each branch's campaign miss the day is what is left of it at midnight, whoever died and came back before. */

const { begin, pass } = standingClock("2026-11-19T15:00:00Z");
const MORNING = Date.parse("2026-11-20T08:00:00Z");
const MIDNIGHT = Date.parse("2026-11-20T22:00:00Z");
const FROM = Number(process.env.FROM ?? Math.floor(Date.now() / 86_400_000) * 100);
const COUNT = Number(process.env.COUNT ?? (process.env.THOROUGH ? 100 : 1));

beforeEach(() => {
  enterHouse();
  begin();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // the pace between two messages, of which the forecast takes the mean
});
afterEach(() => vi.restoreAllMocks());

describe("over random branches, workers and caps", () => {
  it.each(Array.from({ length: COUNT }, (_, index) => FROM + index))(
    "so many miss the day as each campaign says (%i)",
    async (of) => {
      const chance = chances(of);
      const upTo = (most: number) => Math.floor(chance() * (most + 1));
      const pcs = ["baileys:9613000001", "baileys:9613000002", "baileys:9613000003"]
        .slice(0, 2 + upTo(1))
        .map((account, index) => new WorkerPc(`pc-${index}`, account));
      await capNumbers({ phoneDay: 2 + upTo(5), phoneHour: 1 + upTo(3), cloudDay: 5, template: false });
      for (const pc of pcs) await pc.start();
      let guests = 0;
      const campaigns: string[] = [];
      if (chance() < 0.6) {
        // What they sent the evening before frees its places on the evening of the day.
        const phones = Array.from({ length: 1 + upTo(9) }, (_, index) => ({ name: "Letter", phone: `03 ${400_000 + index}` }));
        await write(phones, "admin");
        await work(pcs, pass);
      }
      pass((MORNING - now().getTime()) / 1000);
      for (const pc of pcs) await pc.beat();
      const greetIn = async (branch: BranchKey) => {
        const items = Array.from({ length: 1 + upTo(5) }, () => ({ name: `Guest ${++guests}`, phone: `03 ${200_000 + guests}` }));
        const body = { items, message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-20" };
        campaigns.push((await call("admin", enqueueBatch, { body, branch })).answer.task_id ?? "");
        pass(upTo(20));
      };
      await greetIn("jounieh");
      await greetIn("batroun");
      // One of them works, and dies or not; then the others.
      const [first, ...others] = pcs as [WorkerPc, ...WorkerPc[]];
      let left = upTo(4);
      for (let step = 0; step < 40 && left > 0; step++) {
        for (const pc of pcs) await pc.beat();
        const pc = pcs[upTo(pcs.length - 1)] as WorkerPc;
        const [item] = await pc.claim();
        if (item && (await pc.begin(item)).answer.go) {
          await pc.say(item, { outcome: "accepted" });
          left--;
        }
        pass(20);
      }
      if (chance() < 0.6) {
        const until = now().getTime() + upTo(5) * 3_600_000;
        while (now().getTime() < until) {
          await work(others, pass);
          pass(600);
        }
      }
      for (const pc of chance() < 0.5 ? pcs : others) await pc.beat();
      await greetIn("tripoli");
      if (chance() < 0.5) await work(others, pass);
      await greetIn("zgharta");
      const states = async () => {
        const all = await Promise.all(campaigns.map(async (id) => (await call("admin", readCampaign, { params: { id } })).answer));
        return all.map(({ results, late, next_try }) => ({ results, late: late?.count ?? 0, next_try }));
      };
      if (chance() < 0.5 && first) {
        const waiting = (await states()).flatMap(({ results }) => results.filter(({ status }) => status === "PENDING"));
        for (const one of waiting.slice(0, upTo(2))) {
          const from = `9613${200_000 + Number(one.name.replace("Guest ", ""))}`;
          const said = { from, text: "please stop sending me these messages", at: now().toISOString() };
          await call("worker", inbound, { body: { worker_id: first.worker_id, boot_id: first.boot_id, messages: [said] } });
        }
      }
      const alive = chance() < 0.5 ? pcs : others; // it comes back, or stays away
      pass(120); // until whoever stays away is known to
      for (const pc of alive) await pc.beat();
      const told = await states();
      while (now().getTime() < MIDNIGHT) {
        await work(alive, (seconds) => now().getTime() + seconds * 1000 < MIDNIGHT && pass(seconds));
        pass(600);
      }
      const over = await states();
      const open = over.map(({ results }) => results.filter(({ status, undecided }) => status !== "SENT" && !undecided).length);
      expect(
        told.map(({ late }) => late),
        JSON.stringify(
          told.map(({ late, next_try, results }) => [
            late,
            next_try,
            results.map(({ status, undecided }) => `${status}${undecided ? "?" : ""}`).join(),
          ]),
        ),
      ).toEqual(open);
    },
    240_000,
  );
});
