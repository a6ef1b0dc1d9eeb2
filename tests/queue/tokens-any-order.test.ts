import path from "node:path";
import { expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { BUILD } from "@/lib/build";
import { sweepLeases } from "@/lib/queue/leases/leases";
import { issueWorkerToken, revokeWorkerToken } from "@/lib/queue/worker-tokens/contract";
import { ack, begin, claim, heartbeat, inbound, recover, register, type WorkItem } from "@/lib/queue/workers/contract";
import { dice } from "../sequences/people";
import { clockAt } from "../support/clocks";
import { type Answered, type CallOptions, call, enterHouse } from "../support/house";
import { write } from "../support/queue";
import { rows } from "../support/stores";

const SEED = Number(process.env.SEED ?? 1);
const SEQUENCES = Number(process.env.SEQUENCES ?? (process.env.THOROUGH ? 100 : 2));

/** A worker PC with the token that somebody typed into it; what it journals, it keeps over its restarts and tokens. */
class Pc {
  boot_id = crypto.randomUUID();
  token: { id: string; token: string; isGood: boolean } | null = null;
  /** Whether its process has registered under the token that it has. */
  isRunning = false;
  readonly journal = new Map<string, { item: WorkItem; state: "prepared" | "sending" }>();

  constructor(readonly worker_id: string) {}

  /** A call with its token. After the token was taken back every one of them is refused. */
  async ask<E extends CallContract>(contract: E, body: Record<string, unknown>): Promise<Answered<E> | null> {
    if (!this.token) return null;
    const options = {
      body: { worker_id: this.worker_id, boot_id: this.boot_id, ...body },
      headers: { authorization: `Bearer ${this.token.token}` },
    } as unknown as CallOptions<E>; // each contract's body is made by the caller
    const answered = await call("nobody", contract, options);
    if (this.token.isGood) return answered;
    expect(answered.status, `${contract.path} with a token that was taken back`).toBe(401);
    this.isRunning = false;
    return null;
  }

  async start(): Promise<void> {
    this.boot_id = crypto.randomUUID();
    const names = { name: this.worker_id, version: BUILD, transport: "sandbox", account: "sandbox" };
    const started = await this.ask(register, names);
    this.isRunning = started?.status === 200;
    if (this.isRunning) await this.ask(heartbeat, { transport: { connected: true } });
  }
}

/** Tokens are made, taken back and typed in again while their workers are in the middle of messages. */
class Afternoon {
  readonly log: string[] = [];
  /** What guests have got: each message with its id and who handed it over. The same twice a phone shows once; another PC has another number. */
  private readonly phones = new Map<string, Set<string>>();
  private readonly pcs = [new Pc("pc-1"), new Pc("pc-2"), new Pc("pc-3")];
  private readonly dead: { token: string; worker_id: string }[] = [];
  private seconds = 0;
  private guests = 0;

  constructor(
    private readonly random: ReturnType<typeof dice>,
    private readonly data: string,
  ) {}

  async step(): Promise<void> {
    const pc = this.random.pick(this.pcs);
    // Somebody sees that it stands still, and does what there is to do.
    if (this.random.chance(0.5) && !pc.token?.isGood) return this.say("make", pc);
    if (this.random.chance(0.5) && !pc.isRunning) return this.say("start", pc);
    await this.say(
      this.random.pick(["queue", "make", "revoke", "revoke", "start", "send", "send", "send", "send", "old", "wait"] as const),
      pc,
    );
  }

  private async say(step: "queue" | "make" | "revoke" | "start" | "send" | "old" | "wait", pc: Pc): Promise<void> {
    this.pass(5 + this.random.below(20));
    this.log.push(`${this.seconds} s: ${step} ${pc.worker_id}`);
    await this[step](pc);
  }

  private pass(seconds: number): void {
    this.seconds += seconds;
    clockAt(new Date(Date.UTC(2026, 10, 20, 9) + this.seconds * 1000).toISOString());
  }

  async begin(): Promise<void> {
    this.pass(0);
    await this.queue();
    for (const pc of this.pcs) {
      await this.make(pc);
      await this.start(pc);
    }
  }

  private async queue(): Promise<void> {
    const guests = Array.from({ length: 3 }, () => ({ name: `Guest ${++this.guests}`, phone: `+9613${100_000 + this.guests}` }));
    expect((await write(guests)).answer.enqueued).toBe(3);
  }

  private async make(pc: Pc): Promise<void> {
    const { status, answer } = await call("admin", issueWorkerToken, { body: { worker: pc.worker_id, take_over: true } });
    expect(status).toBe(200);
    if (pc.token) this.dead.push({ token: pc.token.token, worker_id: pc.worker_id });
    const before = pc.token;
    // The PC goes on with the old one, which counts no more, until somebody types the new one in.
    if (before && this.random.chance(0.3)) {
      before.isGood = false;
      await pc.ask(claim, { max: 1 });
    }
    pc.token = { ...answer, isGood: true };
    pc.isRunning = false;
  }

  private async revoke(pc: Pc): Promise<void> {
    if (!pc.token?.isGood) return;
    const holding = this.random.chance(0.5) && pc.isRunning ? await this.claimed(pc) : null;
    // It went out, and the token goes before anybody could say so.
    if (holding && this.random.chance(0.7) && (await this.mayBegin(pc, holding))) this.arrive(pc, holding);
    // A claim is on its way while the token goes: it is answered before that, or refused, or gets nothing.
    const [, { status }] = await Promise.all([
      pc.isRunning && this.random.chance(0.5) ? this.claimed(pc) : null,
      call("admin", revokeWorkerToken, { params: { id: pc.token.id } }),
    ]);
    expect(status).toBe(200);
    pc.token.isGood = false;
    this.dead.push({ token: pc.token.token, worker_id: pc.worker_id });
    for (const { item } of pc.journal.values()) await this.tryAll(pc, item);
  }

  /** What a worker may try whose token is gone. */
  private async tryAll(pc: Pc, item: WorkItem): Promise<void> {
    await pc.ask(claim, { max: 5 });
    await pc.ask(begin, { id: item.id, token: item.token, account: "sandbox" });
    await pc.ask(ack, { results: [result(item, "accepted")] });
    await pc.ask(inbound, { messages: [{ from: "9613100001", text: "STOP", at: new Date(0).toISOString() }] });
  }

  private async start(pc: Pc): Promise<void> {
    await pc.start();
    if (!pc.isRunning) return;
    const journal = [...pc.journal.values()].map(({ item: { id, token, message_id }, state }) => ({ id, token, message_id, state }));
    const answered = await pc.ask(recover, { journal });
    for (const { id, do: what, item } of answered?.answer.items ?? []) {
      if (what === "hold") continue;
      pc.journal.delete(id);
      if (what === "resend_same_id" && item) await this.handOver(pc, item);
    }
  }

  private async send(pc: Pc): Promise<void> {
    const item = await this.claimed(pc);
    if (!item || this.random.chance(0.15)) return; // and dies
    if (!(await this.mayBegin(pc, item)) || this.random.chance(0.15)) return;
    await this.handOver(pc, item);
  }

  private async claimed(pc: Pc): Promise<WorkItem | null> {
    if (!pc.isRunning) return null;
    const [item] = (await pc.ask(claim, { max: 1 }))?.answer?.items ?? [];
    if (item) pc.journal.set(item.id, { item, state: "prepared" });
    return item ?? null;
  }

  private async mayBegin(pc: Pc, item: WorkItem): Promise<boolean> {
    const { answer } = (await pc.ask(begin, { id: item.id, token: item.token, account: "sandbox" })) ?? {};
    if (answer?.go) pc.journal.set(item.id, { item, state: "sending" });
    else pc.journal.delete(item.id);
    return answer?.go === true;
  }

  private arrive(pc: Pc, { id, message_id }: WorkItem): void {
    this.phones.set(id, (this.phones.get(id) ?? new Set()).add(`${message_id} by ${pc.worker_id}`));
  }

  private async handOver(pc: Pc, item: WorkItem): Promise<void> {
    this.arrive(pc, item);
    if (this.random.chance(0.15)) return; // and dies before it could say so
    if (await pc.ask(ack, { results: [result(item, "accepted")] })) pc.journal.delete(item.id);
  }

  /** A token that was taken back long ago, in the hands of somebody who registers anew with it. */
  private async old(): Promise<void> {
    if (this.dead.length === 0) return;
    const { token, worker_id } = this.random.pick(this.dead);
    const thief = new Pc(worker_id);
    thief.token = { id: "", token, isGood: false };
    await thief.start();
    await thief.ask(claim, { max: 5 });
  }

  private async wait(): Promise<void> {
    this.pass(this.random.pick([30, 90, 600]));
    await sweepLeases();
  }

  /** Everybody gets a token and starts, until nothing waits any more. */
  async end(): Promise<void> {
    for (const pc of this.pcs) if (!pc.token?.isGood) await this.make(pc);
    for (let round = 0; round < 20 && this.items().some(({ status }) => ["PENDING", "IN_PROGRESS"].includes(status)); round++) {
      for (const pc of this.pcs) {
        await this.start(pc);
        for (let item = await this.claimed(pc); item; item = await this.claimed(pc)) {
          if (!(await this.mayBegin(pc, item))) break;
          await this.handOver(pc, item);
        }
      }
      this.pass(1_000);
      await sweepLeases();
    }
  }

  private items(): { id: string; status: string; last_code: string | null }[] {
    return rows(path.join(this.data, "hub.db"), "SELECT id, status, last_code FROM queue_item");
  }

  check(): void {
    const items = this.items();
    expect(items.length, "nothing is lost, and nothing came twice").toBe(this.guests);
    for (const { id, status, last_code } of items) {
      const seen = this.phones.get(id)?.size ?? 0;
      expect(seen, `messages that the guest of ${id} has seen`).toBeLessThanOrEqual(1);
      if (status === "SENT") expect(seen, `${id} says SENT`).toBe(1);
      else expect([status, last_code], `${id}, seen ${seen} times`).toEqual(["FAILED", "UNCERTAIN"]);
    }
  }
}

const result = ({ id, token, message_id }: WorkItem, outcome: "accepted") => ({
  id,
  token,
  message_id,
  outcome,
  at: "2026-11-20T12:00:00Z",
});

it.each(Array.from({ length: SEQUENCES }, (_, index) => index))(
  "a token that was taken back opens nothing, and nobody gets a message twice or never, whoever takes which back when (%i)",
  { timeout: 60_000 },
  async (index) => {
    const data = enterHouse();
    const afternoon = new Afternoon(dice(SEED * 7_919 + index), data);
    try {
      await afternoon.begin();
      for (let step = 0; step < 40; step++) await afternoon.step();
      await afternoon.end();
      afternoon.check();
    } catch (error) {
      const said = error instanceof Error ? error.message : error;
      throw new Error(`SEED=${SEED}, sequence ${index}:\n${afternoon.log.join("\n")}\n${said}`, { cause: error });
    }
  },
);
