import { createHmac } from "node:crypto";

/** One status of a message, as the stand-in tells it later. */
export interface StatusPlan {
  status: "sent" | "delivered" | "read" | "failed";
  /** Why it failed. */
  code?: number;
  /** Real milliseconds after the answer. */
  after?: number;
  /** How often the same webhook is sent. */
  times?: number;
}

/** A webhook as it was, or would be, sent. */
export interface SentWebhook {
  raw: Buffer;
  signature: string;
  /** What the other side answered: 200 for a function; 0 when nobody answered. */
  answered: number;
}

export type WebhookTarget = string | ((raw: Buffer, headers: Record<string, string>) => void | Promise<void>);

/** Sends signed webhooks one after the other, and comes again up to three times when it hears no 200. */
export class Webhooks {
  readonly sent: SentWebhook[] = [];
  private readonly waiting = new Set<Promise<void>>();
  private queue: Promise<void> = Promise.resolve();
  private readonly timers = new Set<NodeJS.Timeout>();

  constructor(
    private readonly target: WebhookTarget | undefined,
    private readonly secret: string,
  ) {}

  /** Plans one `value` of the field `messages`. */
  send(value: Record<string, unknown>, { after = 0, times = 1 }: { after?: number; times?: number } = {}): Promise<void> {
    const payload = { object: "whatsapp_business_account", entry: [{ id: "102290129340398", changes: [{ field: "messages", value }] }] };
    const raw = Buffer.from(JSON.stringify(payload));
    const sending = new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        this.queue = this.queue.then(async () => {
          for (let time = 0; time < times; time++) await this.deliver(raw);
        });
        void this.queue.then(resolve);
      }, after);
      this.timers.add(timer);
    });
    this.waiting.add(sending);
    void sending.then(() => this.waiting.delete(sending));
    return sending;
  }

  /** Waits until all that was planned has been sent. */
  async settled(): Promise<void> {
    while (this.waiting.size > 0) await Promise.all(this.waiting);
  }

  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.waiting.clear();
  }

  private async deliver(raw: Buffer): Promise<void> {
    const signature = `sha256=${createHmac("sha256", this.secret).update(raw).digest("hex")}`;
    for (let attempt = 0; attempt < 3; attempt++) {
      const answered = await this.knock(raw, signature);
      this.sent.push({ raw, signature, answered });
      if (answered === 200 || !this.target) return;
    }
  }

  private async knock(raw: Buffer, signature: string): Promise<number> {
    const headers = { "Content-Type": "application/json", "X-Hub-Signature-256": signature };
    try {
      if (typeof this.target === "function") {
        await this.target(raw, headers);
        return 200;
      }
      if (!this.target) return 0;
      const answer = await fetch(this.target, { method: "POST", headers, body: new Uint8Array(raw) });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 0;
    }
  }
}
