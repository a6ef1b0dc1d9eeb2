import { BUILD } from "../../lib/build";
import { expect, type House } from "./fixtures";
import { JSON_BODY } from "./house";

const WORKER_TOKEN = "worker-token-of-the-screens-long-enough";

/** What a server needs so that a worker may call it. */
export const WITH_WORKERS = { WORKER_TOKEN };

/** Saturday 21 November 2026, 14:00 in Beirut: no quiet hours. */
export const AFTERNOON = "2026-11-21T12:00:00.000Z";

interface Work {
  id: string;
  token: number;
  message_id: string;
  phone: string;
  text: string;
}

/** Speaks to the server as a worker PC does, one step at a time, and sends nothing anywhere. */
export class FakeWorker {
  private readonly boot_id = crypto.randomUUID();
  constructor(
    private readonly house: House,
    private readonly worker_id = "cs-pc",
    private readonly account = "sandbox",
  ) {}

  private async post(path: string, body: object): Promise<Record<string, never>> {
    const answer = await this.answerOf(path, body);
    expect(answer.status, `/worker/${path}`).toBeLessThan(300);
    return answer.json();
  }

  private answerOf(path: string, body: object): Promise<Response> {
    return this.house.api(`/worker/${path}`, {
      method: "POST",
      headers: { ...JSON_BODY, authorization: `Bearer ${WORKER_TOKEN}` },
      body: JSON.stringify({ worker_id: this.worker_id, boot_id: this.boot_id, ...body }),
    });
  }

  /** @param version what it was built from */
  async register(name = "Customer service PC", version = BUILD): Promise<void> {
    const { account } = this;
    const [transport] = account.split(":");
    await this.post("register", { name, version, branch: "jounieh", transport, account, capacity: 1 });
    await this.heartbeat();
  }

  async heartbeat(problem: string | null = null): Promise<void> {
    await this.post("heartbeat", { transport: { connected: problem === null, problem } });
  }

  /** Shows, or no longer shows, a code that a phone is linked by. */
  async linking(transport: { link: string; problem: string | null; pairing: { qr?: string; code?: string } | null }): Promise<void> {
    await this.post("heartbeat", { transport: { connected: transport.link === "connected", ...transport } });
  }

  async claim(max = 1): Promise<Work[]> {
    return (await this.post("claim", { max })).items ?? [];
  }

  /** From here on it counts as handed over. */
  async begin({ id, token }: Work): Promise<void> {
    await this.post("begin", { id, token, account: this.account });
  }

  /** @returns why the server refuses what it has claimed */
  async mayNotBegin({ id, token }: Work): Promise<unknown> {
    const answer = await this.answerOf("begin", { id, token, account: this.account });
    expect(answer.status).toBe(423);
    return answer.json();
  }

  async accepted({ id, token, message_id }: Work): Promise<void> {
    await this.post("ack", { results: [{ id, token, message_id, outcome: "accepted", at: AFTERNOON }] });
  }

  async refused({ id, token, message_id }: Work, detail: string): Promise<void> {
    const result = { id, token, message_id, outcome: "not_sent", fault: "recipient", code: "131026", detail, at: AFTERNOON };
    await this.post("ack", { results: [result] });
  }

  /** WhatsApp knows no template of this name. */
  async refusedTemplate({ id, token, message_id }: Work): Promise<void> {
    const result = { id, token, message_id, outcome: "not_sent", fault: "account", code: "132001", detail: "No.", at: AFTERNOON };
    await this.post("ack", { results: [result] });
  }

  /** Nobody answered when it was handed over. */
  async unanswered({ id, token, message_id }: Work): Promise<void> {
    await this.post("ack", { results: [{ id, token, message_id, outcome: "unknown", at: AFTERNOON }] });
  }

  /** A guest wrote to the number that it sends from. */
  async heard(from: string, text: string, at = AFTERNOON): Promise<void> {
    await this.post("inbound", { messages: [{ from, text, at }] });
  }

  /** Sends the next message. */
  async sendNext(): Promise<Work> {
    const [work] = await this.claim();
    if (!work) throw new Error("Nothing waits to be sent.");
    await this.begin(work);
    await this.accepted(work);
    return work;
  }
}

/** Puts one message for each guest into the queue. */
export async function enqueue(house: House, guests: readonly { name: string; phone: string }[], branch = "jounieh"): Promise<void> {
  const items = guests.map((guest) => ({ ...guest, message: "How was your evening, {name}?", branch }));
  const answer = await house.api("/queue/enqueue", { method: "POST", branch, headers: JSON_BODY, body: JSON.stringify({ items }) });
  expect(answer.status).toBe(200);
}
