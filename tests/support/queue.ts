import path from "node:path";
import { expect } from "vitest";
import type { AnswerOf, BodyInputOf } from "../../lib/api/endpoint";
import { BUILD } from "../../lib/build";
import { enqueue } from "../../lib/queue/contract";
import { DEFAULT_LIMITS } from "../../lib/queue/limits/pace";
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
