import path from "node:path";
import { expect } from "vitest";
import type { AnswerOf, BodyInputOf } from "../../lib/api/endpoint";
import { BUILD } from "../../lib/build";
import { now } from "../../lib/clock";
import { enqueue } from "../../lib/queue/contract";
import { changeLimits } from "../../lib/queue/limits/contract";
import { DEFAULT_LIMITS } from "../../lib/queue/limits/default-limits";
import { ack, begin, claim, heartbeat, recover, register, type WorkItem } from "../../lib/queue/workers/contract";
import { call, type Person } from "./house";
import { alter } from "./stores";

/** A worker PC as the API sees it; what it remembers over its restarts, it remembers in `journal`. */
export class WorkerPc {
  boot_id = crypto.randomUUID();
  readonly journal = new Map<string, { item: WorkItem; state: "prepared" | "sending" }>();

  constructor(
    readonly worker_id: string,
    readonly account: string = "sandbox",
  ) {}

  private get who() {
    return { worker_id: this.worker_id, boot_id: this.boot_id };
  }

  /** A new process of it starts. */
  async start(): Promise<void> {
    this.boot_id = crypto.randomUUID();
    if (this.account.startsWith("cloud")) nameTemplates();
    const transport = this.account.split(":")[0] as "sandbox" | "cloud" | "baileys";
    const body = { ...this.who, name: this.worker_id, version: BUILD, transport, account: this.account };
    expect((await call("worker", register, { body })).status).toBe(200);
    await this.beat();
  }

  /** @param connected whether its phone is linked */
  async beat(connected = true): Promise<AnswerOf<typeof heartbeat>> {
    const in_flight = [...this.journal.values()].map(({ item: { id, token } }) => ({ id, token }));
    const { answer } = await call("worker", heartbeat, { body: { ...this.who, transport: { connected }, in_flight } });
    return answer;
  }

  async claim(max = 1): Promise<WorkItem[]> {
    return (await call("worker", claim, { body: { ...this.who, max } })).answer.items ?? [];
  }

  begin({ id, token }: Pick<WorkItem, "id" | "token">) {
    return call("worker", begin, { body: { ...this.who, id, token, account: this.account } });
  }

  async say(
    { id, token, message_id }: WorkItem,
    said: Omit<BodyInputOf<typeof ack>["results"][number], "id" | "token" | "message_id" | "at">,
  ): Promise<string> {
    const result = { id, token, message_id, at: "2026-11-20T20:00:00Z", ...said };
    const { answer } = await call("worker", ack, { body: { ...this.who, results: [result] } });
    return answer.results[0]?.said ?? "";
  }

  async recover(): Promise<AnswerOf<typeof recover>["items"]> {
    const journal = [...this.journal.values()].map(({ item: { id, token, message_id }, state }) => ({ id, token, message_id, state }));
    return (await call("worker", recover, { body: { ...this.who, journal } })).answer.items;
  }
}

/** Templates of the Cloud API for every kind of message, unless the test has set limits of its own: hardly any guest of a test wrote first. */
export function nameTemplates(): void {
  const templates = { ...DEFAULT_LIMITS.templates, birthday_name: "birthday_20", menu_name: "menu", service_name: "letter" };
  const value = JSON.stringify({ ...DEFAULT_LIMITS, templates });
  const hub = path.join(process.env.DATA_DIR ?? "", "hub.db");
  alter(
    hub,
    `INSERT OR IGNORE INTO queue_setting (name, value, changed_at, changed_by) VALUES ('limits', '${value}', '2026-01-01T00:00:00.000Z', 'tests')`,
  );
}

/** Words of Customer Service to some guests, all of them different. */
export function write(
  guests: readonly { name: string; phone: string; message?: string; table_name?: string }[],
  by: Person = "staff",
  key?: string,
) {
  const items = guests.map((guest) => ({ message: "How was your evening?", ...guest }));
  return call(by, enqueue, { body: { items }, ...(key ? { key } : {}) });
}

/** A worker's PC that has registered. */
export async function started(name: string, account?: string): Promise<WorkerPc> {
  const pc = new WorkerPc(name, account);
  await pc.start();
  return pc;
}

/** How many messages the numbers of each way may send, and whether a template is named for every kind. */
export interface Caps {
  phoneDay: number;
  phoneHour: number;
  cloudDay: number;
  template: boolean;
}

/** Nobody sleeps, and no phone is new. */
export async function capNumbers({ phoneDay, phoneHour, cloudDay, template }: Caps): Promise<void> {
  const name = template ? "approved" : "";
  const body = {
    ...DEFAULT_LIMITS,
    phone: { ...DEFAULT_LIMITS.phone, per_day: phoneDay, per_hour: phoneHour, first_days: [] },
    cloud: { ...DEFAULT_LIMITS.cloud, per_day: cloudDay },
    quiet: { from: "00:00", to: "00:00" },
    templates: { ...DEFAULT_LIMITS.templates, service_name: name, menu_name: name, birthday_name: name },
  };
  expect((await call("admin", changeLimits, { body })).status).toBe(200);
}

/**
 * All of them work until nobody gets anything any more.
 * @param pass lets so many seconds pass @returns how many each has sent
 */
export async function work(pcs: readonly WorkerPc[], pass: (seconds: number) => void, each = 5): Promise<Map<string, number>> {
  const sent = new Map<string, number>(pcs.map(({ worker_id }) => [worker_id, 0]));
  let beaten: number | null = null;
  for (let idle = 0; idle < 2; ) {
    let went = false;
    for (const pc of pcs) {
      // While one sends, the others are not away.
      if (beaten !== now().getTime()) for (const one of pcs) await one.beat();
      beaten = now().getTime();
      for (const item of await pc.claim(each)) {
        let { answer } = await pc.begin(item);
        while (answer.reason === "pace" && answer.retry_at) {
          pass(15);
          ({ answer } = await pc.begin(item));
        }
        if (!answer.go) continue;
        went = true;
        await pc.say(item, { outcome: "accepted" });
        sent.set(pc.worker_id, (sent.get(pc.worker_id) ?? 0) + 1);
      }
    }
    idle = went ? 0 : idle + 1;
    pass(16);
  }
  return sent;
}

/** A number between 0 and 1, the same for the same seed. */
export function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
