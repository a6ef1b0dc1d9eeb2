import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { AnswerOf } from "@/lib/api/endpoint";
import { now } from "@/lib/clock";
import { enqueue, enqueueBatch, openTask, queuePending } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { endOutOfTime } from "@/lib/queue/leases/out-of-time";
import { changeLimits, type Limits, readLimits } from "@/lib/queue/limits/contract";
import { askTemplate } from "@/lib/queue/templates/contract";
import { type Delivery, inbound, receipts, type WorkItem } from "@/lib/queue/workers/contract";
import { standingClock } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { chances, nameTemplates, WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

/**
 * What the list of what waits promised last is what guests get: as long as nobody does anything, each message goes at the hour that it was
 * said to go, and in the end each guest has it once, or stands in a list with the reason. Over letters, greetings, menus, several numbers,
 * caps, other quiet hours, templates that are refused, guests' words that are told late and twice, and receipts that come late, in any order
 * and twice.
 */

const { begin, pass } = standingClock("2026-11-20T08:00:00Z");
const MINUTE = 60_000;
/** The list says nothing of what is nearer than five minutes, and the workers here look once in so long. */
const ABOUT = 11 * MINUTE;
const FROM = Number(process.env.FROM ?? Math.floor(Date.now() / 86_400_000) * 100);
const COUNT = Number(process.env.COUNT ?? (process.env.THOROUGH ? 60 : 2));

type Row = AnswerOf<typeof queuePending>["items"][number];

beforeEach(() => {
  begin();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
});
afterEach(() => vi.restoreAllMocks());

/** The hour that is promised, in milliseconds: none for what is next in line, and for what does not go in time as it stands. */
function hourOf({ next_try, ends, too_late, in_vain }: Row, from: number): number {
  if (ends || too_late || in_vain) return Number.POSITIVE_INFINITY;
  return next_try && Date.parse(next_try) > from ? Date.parse(next_try) : Number.NEGATIVE_INFINITY;
}

class Day {
  readonly log: string[] = [];
  /** When each message came to its guest, by its id: the stand-in for WhatsApp. */
  readonly received = new Map<string, number[]>();
  private readonly pcs = ["baileys:9613000001", "baileys:9613000002", "cloud:1", "cloud:2"].map(
    (account, index) => new WorkerPc(`pc-${index}`, account),
  );
  private readonly on = new Set<WorkerPc>();
  /** By which PC each message went, and the id that it bore, by its own. */
  private readonly handed = new Map<string, { pc: WorkerPc; message_id: string }>();
  /** What WhatsApp told of each message afterwards, by its id. */
  private readonly receipts = new Map<string, Delivery[]>();
  /** Numbers from which WhatsApp takes no template. */
  private readonly refuses = new Set<string>();
  private readonly tasks: string[] = [];
  /** When somebody's STOP was told, by the number. */
  private readonly stopped = new Map<string, number>();
  private guests = 0;

  constructor(
    private readonly chance: () => number,
    private readonly data: string,
  ) {}

  chanceOf = (part: number) => this.chance() < part;
  upTo = (most: number) => Math.floor(this.chance() * (most + 1));
  pick = <One>(list: readonly One[]) => list[this.upTo(list.length - 1)] as One;

  private say(sentence: string): void {
    this.log.push(`${now().toISOString().slice(8, 16)} ${sentence}`);
  }

  async begin(): Promise<void> {
    nameTemplates();
    await this.limits();
    for (const pc of this.pcs) if (this.on.size === 0 || this.chance() < 0.6) await this.start(pc);
  }

  private async start(pc: WorkerPc): Promise<void> {
    await pc.start();
    this.on.add(pc);
    this.say(`${pc.worker_id} (${pc.account}) starts`);
  }

  async step(): Promise<void> {
    const step = this.pick([
      "greet",
      "greet",
      "write",
      "write",
      "menu",
      "menu",
      "limits",
      "quiet",
      "power",
      "refuse",
      "hear",
      "tell",
    ] as const);
    await this[step]();
  }

  private some(count: number) {
    return Array.from({ length: count }, () => ({ name: `Guest ${++this.guests}`, phone: `+9613${200_000 + this.guests}` }));
  }

  async greet(): Promise<void> {
    const items = this.some(3 + this.upTo(9));
    const body = {
      items,
      message: "Happy birthday",
      campaign: "birthday" as const,
      date: "2026-11-20",
      prefer_worker: this.chance() < 0.3 ? this.pick(this.pcs).worker_id : null,
    };
    this.tasks.push((await call("admin", enqueueBatch, { body })).answer.task_id ?? "");
    this.say(`${items.length} greetings`);
  }

  async write(): Promise<void> {
    const { answer } = await write(this.some(1 + this.upTo(4)), "admin");
    this.tasks.push(answer.task_id ?? "");
    this.say(`${answer.enqueued} letters`);
  }

  /** A table's menu. */
  async menu(): Promise<void> {
    const table_name = `2026-11-20 table ${this.guests}`;
    const items = this.some(1 + this.upTo(4)).map((guest) => ({ ...guest, table_name, pdf_path: "menus/menu.pdf" }));
    const { answer } = await call("admin", enqueue, { body: { items } });
    this.tasks.push(answer.task_id ?? "");
    this.say(`${answer.enqueued} menus`);
  }

  /** Receipts of what went a while ago: some of them, in any order, each twice. What was told before is told again. */
  async tell(): Promise<void> {
    for (const [id, { pc, message_id }] of this.handed) {
      if (!this.on.has(pc) || this.chance() < 0.5) continue;
      for (let words = 1 + this.upTo(2); words > 0; words--) {
        const status = this.pick(["sent", "delivered", "read", "read", "failed"] as const);
        const word = { message_id, status, at: now().toISOString(), code: status === "failed" ? "131026" : "" };
        const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, receipts: [word] };
        expect((await call("worker", receipts, { body })).status).toBe(200);
        expect((await call("worker", receipts, { body })).answer.applied, "what is told twice says nothing new").toBe(0);
        this.receipts.set(id, [...(this.receipts.get(id) ?? []), status]);
        this.say(`${id.slice(-4)} by ${pc.worker_id}: ${status}`);
      }
    }
  }

  /** How a message stands after all that WhatsApp told of it: that it was delivered proves more than that it failed, whatever came first. */
  private standsAs(id: string): { status: "SENT" | "FAILED"; delivery: string | null } {
    const told = this.receipts.get(id) ?? [];
    const [furthest = null] = (["read", "delivered"] as const).filter((one) => told.includes(one));
    if (furthest) return { status: "SENT", delivery: furthest };
    return told.includes("failed")
      ? { status: "FAILED", delivery: "failed" }
      : { status: "SENT", delivery: told.includes("sent") ? "sent" : null };
  }

  private async save(change: (limits: Limits) => Limits): Promise<void> {
    const { limits, changed } = (await call("admin", readLimits)).answer;
    const { status } = await call("admin", changeLimits, { body: { ...change(limits), seen: changed?.at ?? null } });
    expect(status).toBe(200);
    this.refuses.clear();
  }

  async limits(): Promise<void> {
    const phone = { gap_s: 60, gap_more_s: 0, per_hour: 1 + this.upTo(4), per_day: 3 + this.upTo(9), first_days: [] };
    const per_day = 2 + this.upTo(6);
    await this.save((limits) => ({ ...limits, phone: { ...limits.phone, ...phone }, cloud: { ...limits.cloud, per_day } }));
    this.say(`a phone ${phone.per_hour} an hour, ${phone.per_day} a day; the official ones ${per_day} guests`);
  }

  async quiet(): Promise<void> {
    const quiet = this.pick([
      { from: "21:30", to: "09:30" },
      { from: "12:00", to: "13:30" },
      { from: "20:00", to: "11:00" },
      { from: "00:00", to: "00:00" },
    ]);
    await this.save((limits) => ({ ...limits, quiet }));
    this.say(`quiet ${quiet.from} to ${quiet.to}`);
  }

  async power(): Promise<void> {
    const pc = this.pick(this.pcs);
    if (!this.on.has(pc)) return this.start(pc);
    if (this.on.size === 1) return;
    this.on.delete(pc);
    pass(60); // its heartbeats are missed
    for (const one of this.on) await one.beat();
    this.say(`${pc.worker_id} is off`);
  }

  async refuse(): Promise<void> {
    const account = this.pick(["cloud:1", "cloud:2"]);
    this.refuses.add(account);
    this.say(`WhatsApp refuses ${account}'s template`);
    await this.work(20 * MINUTE); // whatever it meets; what is promised is asked for afterwards
  }

  /** A guest's words, told an hour late and twice. */
  async hear(): Promise<void> {
    const pc = [...this.on][0];
    if (!pc || this.guests === 0) return;
    const digits = `9613${200_001 + this.upTo(this.guests - 1)}`;
    const text = this.pick(["STOP", "Thank you!", "please stop sending me these"]);
    const message = { from: digits, text, at: new Date(now().getTime() - this.pick([0, 60, 600]) * MINUTE).toISOString() };
    const tell = () => call("worker", inbound, { body: { worker_id: pc.worker_id, boot_id: pc.boot_id, messages: [message] } });
    expect((await tell()).status).toBe(200);
    if (text === "STOP") this.stopped.set(digits, this.stopped.get(digits) ?? now().getTime());
    const before = this.replies();
    expect((await tell()).status).toBe(200);
    expect(this.replies(), "words that are told twice are kept once").toBe(before);
    this.say(`${digits} wrote ${text}`);
  }

  private replies = () => rows<{ count: number }>(path.join(this.data, "hub.db"), "SELECT count(*) AS count FROM guest_reply")[0]?.count;

  /** Nobody does anything for so long, in milliseconds. */
  async work(long: number): Promise<void> {
    for (const end = now().getTime() + long; now().getTime() < end; ) {
      let went = false;
      for (const pc of this.on) await pc.beat();
      for (const pc of this.on) went = (await this.all(pc)) || went;
      pass(went ? 60 : 300);
      await sweepLeases();
      await endOutOfTime();
    }
    for (const pc of this.on) await pc.beat();
  }

  /** What a worker is given until it is given nothing any more, or may not begin it. */
  private async all(pc: WorkerPc): Promise<boolean> {
    let went = false;
    for (let most = 10; most > 0; most--) {
      const [item] = await pc.claim(1);
      if (!item || !(await this.hand(pc, item))) return went;
      went = true;
    }
    return went;
  }

  private async hand(pc: WorkerPc, item: WorkItem): Promise<boolean> {
    let { answer } = await pc.begin(item);
    for (let tries = 5; answer.reason === "pace" && answer.retry_at && tries > 0; tries--) {
      pass(1);
      ({ answer } = await pc.begin(item));
    }
    if (!answer.go) return false;
    if (item.template && this.refuses.has(pc.account)) {
      await pc.say(item, { outcome: "not_sent", fault: "account", code: "132001", detail: "No." });
      return true;
    }
    const told = this.stopped.get(item.phone);
    expect(told === undefined || told > now().getTime(), `${item.phone} gets nothing after their no was told`).toBe(true);
    this.received.set(item.id, [...(this.received.get(item.id) ?? []), now().getTime()]);
    this.handed.set(item.id, { pc, message_id: item.message_id });
    // The receipt may come before the worker has said what became of it.
    if (this.chance() < 0.2) await this.tellEarly(pc, item);
    await pc.say(item, { outcome: "accepted" });
    return true;
  }

  private async tellEarly(pc: WorkerPc, { id, message_id }: WorkItem): Promise<void> {
    const status = this.pick(["sent", "delivered", "read", "failed"] as const);
    const word = { message_id, status, at: now().toISOString(), code: status === "failed" ? "131026" : "" };
    const body = { worker_id: pc.worker_id, boot_id: pc.boot_id, receipts: [word] };
    expect((await call("worker", receipts, { body })).status).toBe(200);
    this.receipts.set(id, [status]);
    this.say(`${id.slice(-4)} by ${pc.worker_id}, early: ${status}`);
  }

  async promised(): Promise<Row[]> {
    return (await call("admin", queuePending)).answer.items.filter(({ status }) => status === "PENDING");
  }

  /** Nobody does anything: what the list says now is what comes. */
  async keeps(long: number): Promise<void> {
    await this.work(this.upTo(3) * 5 * MINUTE); // some have gone by then, and the numbers rest
    const promised = await this.promised();
    const from = now().getTime();
    this.say(`${promised.length} wait, ${promised.filter(({ next_try }) => next_try).length} with an hour`);
    await this.work(long);
    for (const task of new Set(promised.map(({ task_id }) => task_id)))
      this.check(
        promised.filter((row) => row.task_id === task),
        from,
      );
  }

  /**
   * Of those that were queued at once, which of two goes first hangs on which number asks first: the hours are what was promised.
   * @param from when that was, in milliseconds
   */
  private check(of: readonly Row[], from: number): void {
    const gotOf = ({ id }: Row) => this.received.get(id)?.find((at) => at >= from);
    const shown = (at: number | undefined) => (at === undefined || !Number.isFinite(at) ? "-" : new Date(at).toISOString().slice(8, 16));
    const told = of.map((row) => `${row.name} (${row.kind}) ${row.next_try} ${JSON.stringify(row.waits_for)} got ${shown(gotOf(row))}`);
    const said = `told ${shown(from)}:\n${told.join("\n")}`;
    const held = of.filter(({ blocked, undecided }) => blocked || undecided);
    for (const row of held) expect(gotOf(row), said).toBeUndefined();
    const free = of.filter((row) => !held.includes(row));
    const hours = free.map((row) => hourOf(row, from)).sort((one, other) => one - other);
    const got = free.flatMap((row) => gotOf(row) ?? []).sort((one, other) => one - other);
    for (const [index, hour] of hours.entries()) {
      const at = got[index];
      if (!Number.isFinite(hour) || (at === undefined && hour + ABOUT >= now().getTime())) continue;
      expect(Math.abs((at ?? Number.POSITIVE_INFINITY) - hour), `${said}\n${shown(hour)} came ${shown(at)}`).toBeLessThanOrEqual(ABOUT);
    }
  }

  /** The day is over, and the next one too: each guest has it once, or stands in a list with the reason. */
  async end(): Promise<void> {
    await this.work(6 * 60 * MINUTE);
    for (const [id, times] of this.received) expect(times.length, id).toBe(1);
    for (const task of new Set(this.tasks)) {
      if (task === "") continue;
      const { results } = (await call("admin", openTask, { params: { id: task } })).answer;
      for (const { id, name, status, delivery, error } of results) {
        if (status === "SENT" || this.received.has(id)) {
          expect([{ status, delivery }, this.received.get(id)?.length], `${name}: ${this.receipts.get(id)}`).toEqual([
            this.standsAs(id),
            1,
          ]);
          if (status === "FAILED") expect(error, name).toMatch(/\S/);
        } else if (status === "FAILED") expect(error, name).toBeTruthy();
        else if (status === "PENDING") await this.isTold(id, name);
        else expect.fail(`${name} is ${status}`);
      }
    }
  }

  /** What still waits says until when, or for what. */
  private async isTold(id: string, name: string): Promise<void> {
    const row = (await this.promised()).find((one) => one.id === id);
    expect(row, name).toBeDefined();
    if (row?.kind !== "service")
      expect(row?.blocked || row?.undecided || row?.next_try || row?.last_error, `${name} waits, and nothing says why`).toBeTruthy();
  }
}

it("each is told its own turn, and a letter that goes before says whom it pushes back, whose hours move at once", async () => {
  enterHouse();
  const { limits } = (await call("admin", readLimits)).answer;
  const phone = { ...limits.phone, gap_s: 60, gap_more_s: 0, per_hour: 2, first_days: [] };
  await call("admin", changeLimits, { body: { ...limits, phone } });
  const pc = new WorkerPc("phone-pc", "baileys:9613000001");
  await pc.start();
  const items = ["Maya", "Rami", "Nour", "Sami", "Tony"].map((name, index) => ({ name, phone: `03 40000${index}` }));
  await call("admin", enqueueBatch, { body: { items, message: "Happy birthday", campaign: "birthday", date: "2026-11-20" } });
  for (let sent = 0; sent < 2; sent++) {
    const [item] = await pc.claim();
    if (!item) throw new Error("nothing to claim");
    expect((await pc.begin(item)).answer.go).toBe(true);
    await pc.say(item, { outcome: "accepted" });
    pass(61);
    await pc.beat();
  }
  const hours = async () =>
    (await call("admin", queuePending)).answer.items.map(({ name, next_try }) => `${name} ${next_try?.slice(11, 16)}`);
  expect(await hours()).toEqual(["Nour 09:00", "Sami 09:00", "Tony 10:00"]);
  const { forecast } = (await call("admin", askTemplate, { body: { phones: ["03 500000"] } })).answer;
  expect(forecast?.pushed).toMatchObject({
    count: 1,
    misses: 0,
    some: [{ name: "Sami", from: expect.stringContaining("T09:0"), to: expect.stringContaining("T10:0") }],
  });
  await write([{ name: "Lina", phone: "03 500000" }], "admin");
  expect((await hours()).sort()).toEqual(["Lina 09:00", "Nour 09:00", "Sami 10:00", "Tony 10:01"]);
});

it.each(Array.from({ length: COUNT }, (_, index) => FROM + index))(
  "as long as nobody does anything, what the list promised is what guests get (%i)",
  { timeout: 120_000 },
  async (of) => {
    const data = enterHouse();
    mkdirSync(path.join(data, "menus"), { recursive: true });
    writeFileSync(path.join(data, "menus", "menu.pdf"), "%PDF-1.4");
    const day = new Day(chances(of), data);
    try {
      await day.begin();
      await day.greet();
      for (let steps = 0; steps < 5; steps++) {
        await day.step();
        if (day.chanceOf(0.6)) await day.keeps((60 + day.upTo(60)) * MINUTE);
      }
      await day.keeps(120 * MINUTE);
      await day.end();
    } catch (error) {
      throw new Error(`FROM=${of}:\n${day.log.join("\n")}\n${error instanceof Error ? error.message : error}`, { cause: error });
    }
  },
);
