import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnswerOf } from "@/lib/api/endpoint";
import { enqueueBatch, queuePending } from "@/lib/queue/contract";

import { changeLimits, readLimits } from "@/lib/queue/limits/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { type Caps, capNumbers, chances, WorkerPc, work, write } from "../support/queue";

/** What is said to help a message lets it go today, and of what is said to be in vain nothing does. */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
const FROM = Number(process.env.FROM ?? Math.floor(Date.now() / 86_400_000) * 100);
const COUNT = Number(process.env.COUNT ?? (process.env.THOROUGH ? 100 : 2));

beforeEach(() => {
  enterHouse();
  begin();
  vi.spyOn(Math, "random").mockReturnValue(0.5); // the pace between two messages, of which the forecast takes the mean
});
afterEach(() => vi.restoreAllMocks());

type Row = AnswerOf<typeof queuePending>["items"][number];
const waiting = async (): Promise<Row[]> => (await call("admin", queuePending)).answer.items;
const isLate = (row: Row | undefined) => Boolean(row?.ends || row?.too_late);

describe("over random numbers, caps and messages", () => {
  it.each(Array.from({ length: COUNT }, (_, index) => FROM + index))("(%i)", async (of) => {
    const chance = chances(of);
    const upTo = (most: number) => Math.floor(chance() * (most + 1));
    const caps: Caps = { phoneDay: 1 + upTo(3), phoneHour: 1 + upTo(3), cloudDay: 1 + upTo(3), template: chance() < 0.2 };
    await capNumbers(caps);
    const off = Array.from({ length: upTo(2) }, (_, index) => new WorkerPc(`off-${index}`, `baileys:961310000${index}`));
    const on = Array.from({ length: 1 + upTo(1) }, (_, index) => new WorkerPc(`on-${index}`, `baileys:961320000${index}`));
    if (chance() < 0.7) (chance() < 0.7 ? on : off).push(new WorkerPc("cloud-pc", "cloud:111"));
    for (const pc of off) await pc.start();
    let guests = 0;
    const some = (most: number) =>
      Array.from({ length: 1 + upTo(most) }, () => ({ name: `Guest ${++guests}`, phone: `03 ${200_000 + guests}` }));
    if (off.length > 0 && chance() < 0.5) {
      await write(some(3), "admin");
      await work(off, pass);
    }
    pass(600);
    for (const pc of on) await pc.start();
    if (chance() < 0.5) await work(on, pass);
    for (let campaign = 0; campaign < 2; campaign++) {
      const body = { items: some(7), message: "Happy birthday", campaign: "birthday" as const, date: "2026-11-20" };
      await call("admin", enqueueBatch, { body, branch: campaign ? "tripoli" : "jounieh" });
      if (chance() < 0.3) await work(on, pass);
      if (chance() < 0.3) await write(some(3), "admin");
    }
    const late = (await waiting()).filter((row) => row.kind === "birthday" && isLate(row));
    const row = late[upTo(late.length - 1)];
    if (!row) return;
    const rowNow = async () => (await waiting()).find(({ id }) => id === row.id);
    const name = async () => {
      const { limits, changed } = (await call("admin", readLimits, {})).answer;
      const templates = { ...limits.templates, birthday_name: "approved" };
      const body = { ...limits, templates, seen: changed?.at ?? null };
      expect((await call("admin", changeLimits, { body })).status).toBe(200);
    };
    if (row.in_vain) {
      for (const pc of off) await pc.start();
      await name();
      expect(isLate(await rowNow()), `in vain: ${row.in_vain}`).toBe(true);
      return;
    }
    const help = row.waits_for;
    if (help?.what !== "numbers") throw new Error("A late message says neither what helps nor that nothing does");
    const { off: starts, official, together } = help;
    const started = off.filter(({ worker_id }) => starts.includes(worker_id));
    const isNamed = official.length > 0 && (together || started.length === 0);
    for (const pc of together ? started : started.slice(upTo(started.length - 1)).slice(0, 1)) await pc.start();
    if (isNamed) await name();
    expect(isLate(await rowNow()), JSON.stringify(help)).toBe(false);
  });
});
