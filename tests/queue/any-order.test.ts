import path from "node:path";
import { expect, it } from "vitest";
import { enqueueBatch, queueStats } from "@/lib/queue/contract";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { cancelAll, resetCancel } from "@/lib/queue/pause/contract";
import { retryAll } from "@/lib/queue/retry-by-hand/contract";
import type { WorkItem } from "@/lib/queue/workers/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { call, enterHouse } from "../support/house";
import { META_SECRET, statusByMeta, tellByMeta } from "../support/meta";
import { WorkerPc, write } from "../support/queue";
import { rows } from "../support/stores";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 300 : 6));

interface Row {
  id: string;
  status: string;
  phase: string | null;
  last_code: string | null;
  account: string | null;
}

/**
 * An afternoon of sending on which everything goes wrong in random order: workers die at every step and come back, answers
 * are lost, leases run out, old words arrive late, everything is cancelled. WhatsApp is what `phones` says: each message that
 * was handed over, by the item, with its message ids and the number that it came from.
 */
class Afternoon {
  readonly log: string[] = [];
  readonly phones = new Map<string, { message_id: string; account: string; times: number }[]>();
  readonly workers: WorkerPc[];
  /** Words that are still on their way to the server. */
  private late: (() => Promise<unknown>)[] = [];
  private seconds = 0;
  private queued = 0;
  private guests = 0;
  /** The number of the worker that does not send at the end. */
  private unlinked = "";
  /** Messages that had not ended when everything was cancelled: what was handed over may arrive, and nothing begins anew. */
  private readonly cancelled = new Set<string>();
  /** Leases that were let go, by the item: true where the journal of whoever held one proves that it was not handed over. */
  private readonly leases = new Map<string, Map<number, boolean>>();

  constructor(
    private readonly random: ReturnType<typeof dice>,
    private readonly data: string,
  ) {
    this.workers = [new WorkerPc("a"), new WorkerPc("b", "baileys:9613000001"), new WorkerPc("c", "cloud:1"), new WorkerPc("d", "cloud:1")];
  }

  async begin(): Promise<void> {
    this.pass(0);
    for (const worker of this.workers) await worker.start();
    await this.enqueue();
  }

  private pass(seconds: number): void {
    this.seconds += seconds;
    clockAt(new Date(Date.UTC(2026, 10, 20, 9) + this.seconds * 1000).toISOString());
  }

  private say(sentence: string): void {
    this.log.push(`${this.seconds} s: ${sentence}`);
  }

  private worker = () => this.random.pick(this.workers);

  async step(): Promise<void> {
    const step = this.random.pick([
      "enqueue",
      "send",
      "send",
      "send",
      "send",
      "send",
      "crash",
      "wait",
      "hear",
      "sweep",
      "cancel",
      "unlink",
      "retry",
    ] as const);
    this.pass(1 + this.random.below(20));
    await this[step]();
  }

  private async enqueue(): Promise<void> {
    const count = 1 + this.random.below(4);
    const guests = Array.from({ length: count }, () => ({
      name: `Guest ${++this.guests}`,
      phone: `+9613${String(100_000 + this.guests)}`,
    }));
    if (this.random.chance(0.4)) return this.deal(guests);
    const key = crypto.randomUUID();
    const first = await write(guests, "staff", key);
    expect(first.status).toBe(200);
    this.queued += count;
    // The answer was lost: sent again with its key, and, as other clients do, without one.
    if (this.random.chance(0.3)) expect((await write(guests, "staff", key)).answer).toEqual(first.answer);
    if (this.random.chance(0.3)) expect((await write(guests)).answer.enqueued).toBe(0);
    this.say(`${count} queued`);
  }

  /** A part of a campaign, for one worker: it may be away by then, or not able to send. */
  private async deal(items: { name: string; phone: string }[]): Promise<void> {
    const { worker_id } = this.worker();
    const body = { items, date: "2026-11-20", prefer_worker: worker_id };
    expect((await call("admin", enqueueBatch, { body })).answer.enqueued).toBe(items.length);
    this.queued += items.length;
    this.say(`${items.length} dealt to ${worker_id}`);
  }

  private async unlink(): Promise<void> {
    const worker = this.worker();
    await worker.beat(false);
    this.say(`${worker.worker_id} has lost its phone`);
  }

  /** One message through all its steps; the worker may die after each of them, and any answer may be lost. */
  private async send(): Promise<void> {
    const worker = this.worker();
    const [item] = await worker.claim();
    if (!item) return;
    if (this.random.chance(0.1)) return this.say(`${worker.worker_id} claims ${item.id.slice(-4)} and forgets it`);
    worker.journal.set(item.id, { item, state: "prepared" });
    if (this.random.chance(0.1)) return this.die(worker, "prepared");
    await this.sendClaimed(worker, item);
  }

  private async sendClaimed(worker: WorkerPc, item: WorkItem): Promise<void> {
    const { answer } = await worker.begin(item);
    if (!answer.go) {
      this.say(`${worker.worker_id} may not send ${item.id.slice(-4)}: ${answer.reason}`);
      worker.journal.delete(item.id);
      return;
    }
    expect(this.cancelled, "what was cancelled is not begun").not.toContain(item.id);
    this.noteLease(item, false);
    if (this.random.chance(0.15)) {
      this.noteLease(item, true);
      return this.die(worker, "begun");
    }
    worker.journal.set(item.id, { item, state: "sending" });
    if (this.random.chance(0.1)) return this.die(worker, "journaled");
    await this.handOver(worker, item);
  }

  private noteLease({ id, token }: WorkItem, isProven: boolean): void {
    this.leases.set(id, (this.leases.get(id) ?? new Map()).set(token, isProven));
  }

  private async handOver(worker: WorkerPc, item: WorkItem): Promise<void> {
    const refused = this.random.chance(0.15);
    const keptBack = !refused && worker.account.startsWith("cloud") && this.random.chance(0.2);
    if (keptBack) this.keepBack(item);
    else if (!refused) this.accept(item, worker.account);
    if (this.random.chance(0.1)) return this.die(worker, "handed over");
    const said = refused
      ? () => worker.say(item, { outcome: "not_sent", fault: this.random.pick(["throttle", "network", "recipient"]), code: "x" })
      : this.random.chance(0.2)
        ? () => worker.say(item, { outcome: "unknown" })
        : () => worker.say(item, { outcome: "accepted", provider_id: "w" });
    if (this.random.chance(0.2)) this.late.push(said); // from the journal, some time later, perhaps twice
    if (this.random.chance(0.7)) await said();
    else this.late.push(said);
    worker.journal.delete(item.id);
    this.say(`${worker.worker_id} handed ${item.id.slice(-4)} over${refused ? ", refused" : keptBack ? ", kept back" : ""}`);
  }

  /** Meta takes it, and a limit of its own keeps it from the guest: it tells so later, twice now and then, with a word that it was taken. */
  private keepBack(item: WorkItem): void {
    const tell = (word: string, code?: number) => async () =>
      expect((await tellByMeta({ statuses: [statusByMeta(item, word, code)] })).status).toBe(200);
    this.late.push(tell("failed", 130429));
    if (this.random.chance(0.3)) this.late.push(tell("failed", 130429), tell("sent"));
  }

  private accept({ id, message_id }: WorkItem, account: string): void {
    const known = this.phones.get(id) ?? [];
    const same = known.find((one) => one.message_id === message_id && one.account === account);
    if (same) same.times++;
    else this.phones.set(id, [...known, { message_id, account, times: 1 }]);
  }

  private die(worker: WorkerPc, when: string): void {
    this.say(`${worker.worker_id} dies: ${when}`);
  }

  /** A worker starts again, and reads out its journal, as every start does. */
  private async crash(): Promise<void> {
    const worker = this.worker();
    this.say(`${worker.worker_id} starts again`);
    await worker.start();
    for (const { id, do: what, item } of await worker.recover()) {
      const known = worker.journal.get(id);
      if (what === "hold") continue;
      worker.journal.delete(id);
      if (what === "resend_same_id" && item) {
        expect(item.message_id).toBe(known?.item.message_id);
        expect(this.cancelled, "what was cancelled is not sent once more").not.toContain(item.id);
        this.accept(item, worker.account);
        await worker.say(item, { outcome: "accepted" });
      }
    }
  }

  private async wait(): Promise<void> {
    this.pass(this.random.pick([30, 90, 600, 1_200]));
    for (const worker of this.workers) if (this.random.chance(0.5)) await worker.beat();
  }

  private async hear(): Promise<void> {
    const [said] = this.late.splice(this.random.below(Math.max(1, this.late.length)), 1);
    if (said) await said();
  }

  private async sweep(): Promise<void> {
    this.say(`${await sweepLeases()} leases swept`);
  }

  /** Somebody retries what failed, also what is in doubt: a decision anew, whatever was cancelled before. */
  private async retry(): Promise<void> {
    const before = this.items();
    const { answer } = await call("admin", retryAll);
    const failed = new Set(before.filter(({ status }) => status === "FAILED").map(({ id }) => id));
    for (const { id, status } of this.items()) if (status === "PENDING" && failed.has(id)) this.cancelled.delete(id);
    this.say(`${answer.retried} retried by hand`);
  }

  /** After its answer nothing begins until somebody resumes. */
  private async cancel(): Promise<void> {
    if (this.random.chance(0.5)) return;
    const holding = this.worker();
    const [item] = await holding.claim();
    expect((await call("keyless", cancelAll)).status).toBe(200);
    this.say("everything cancelled");
    for (const { id } of rows<{ id: string }>(path.join(this.data, "hub.db"), "SELECT id FROM queue_item")) this.cancelled.add(id);
    if (item) expect((await holding.begin(item)).answer).toMatchObject({ go: false, reason: "cancelled" });
    for (const worker of this.workers) expect(await worker.claim()).toEqual([]);
    expect((await call("keyless", resetCancel)).answer.cancelled).toBe(false);
  }

  /** Everybody comes back but one, which goes on without its phone; everything is heard, every lease runs out. */
  async end(): Promise<void> {
    for (const said of this.late.splice(0)) await said();
    const unlinked = this.worker();
    this.unlinked = unlinked.account;
    this.say(`${unlinked.worker_id} does not send any more`);
    for (let round = 0; round < 150; round++) {
      await unlinked.beat(false);
      await unlinked.recover(); // what it proves is heard without its phone too
      for (const worker of this.workers) {
        if (worker === unlinked) continue;
        await worker.start();
        for (const { id, do: what, item } of await worker.recover()) {
          worker.journal.delete(id);
          if (what === "resend_same_id" && item) {
            expect(this.cancelled, "what was cancelled is not sent once more").not.toContain(item.id);
            this.accept(item, worker.account);
            await worker.say(item, { outcome: "accepted" });
          }
        }
        for (const item of await worker.claim(5)) {
          worker.journal.set(item.id, { item, state: "prepared" });
          if (!(await worker.begin(item)).answer.go) continue;
          this.noteLease(item, false);
          expect(this.cancelled, "what was cancelled is not begun").not.toContain(item.id);
          this.accept(item, worker.account);
          await worker.say(item, { outcome: "accepted" });
        }
        worker.journal.clear();
      }
      this.pass(1_000);
      await sweepLeases();
      if (this.items().every((item) => this.isOver(item))) break;
    }
  }

  /** What a number has begun goes by that number alone, and waits for it. */
  private isOver({ status, account }: Row): boolean {
    return ["SENT", "FAILED", "CANCELLED"].includes(status) || (status === "PENDING" && account === this.unlinked);
  }

  private items(): Row[] {
    return rows<Row>(path.join(this.data, "hub.db"), "SELECT id, status, phase, last_code, account FROM queue_item");
  }

  async check(): Promise<void> {
    const items = this.items();
    const { answer } = await call("staff", queueStats);
    const sum = Object.values(answer).reduce((total, count) => total + Number(count), 0);
    expect([items.length, sum], "nothing is lost, and nothing came twice").toEqual([this.queued, this.queued]);
    for (const item of items) {
      const { id, status, last_code } = item;
      const seen = this.phones.get(id) ?? [];
      expect(this.isOver(item), `${id} is ${status}`).toBe(true);
      expect(seen.length, `messages that the guest of ${id} has seen`).toBeLessThanOrEqual(1);
      // What the official number hands over twice arrives twice.
      for (const { account, times } of seen) if (account.startsWith("cloud")) expect(times, id).toBe(1);
      if (status === "SENT") expect(seen.length, `${id} says SENT`).toBe(1);
      if (seen.length > 0 && status !== "SENT") expect(last_code, `${id} went out, and is ${status}`).toBe("UNCERTAIN");
      const leases = [...(this.leases.get(id)?.values() ?? [])];
      const isProven = leases.length > 0 && leases.every(Boolean);
      if (isProven) expect(last_code, `the journals prove that ${id} was not handed over`).not.toBe("UNCERTAIN");
    }
  }
}

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "nothing is lost and nobody gets a message twice, whatever dies and in whatever order (%i)",
  { timeout: 120_000 },
  async (index) => {
    const data = enterHouse({ WHATSAPP_APP_SECRET: META_SECRET });
    const afternoon = new Afternoon(dice(SEED * 7_919 + index), data);
    try {
      await afternoon.begin();
      for (let step = 0; step < 25; step++) await afternoon.step();
      await afternoon.end();
      await afternoon.check();
    } catch (error) {
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${afternoon.log.join("\n")}\n${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  },
);
