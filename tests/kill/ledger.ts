import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";
import { v7 as uuid } from "uuid";

/** One call that changes something, as it was meant before anybody sent it. */
export interface Intent {
  key: string;
  path: string;
  branch: string;
  body: unknown;
}

/** What came back; null when the answer was lost with the server. */
export interface Answer {
  status: number;
  body: unknown;
}

/**
 * The driver's own memory of what it asked for and what it was told, on the disk before the next byte goes out
 * (docs/design/reliability.md 3.1): it knows what must be there after a kill.
 */
export class Ledger {
  private readonly handle: number;
  private readonly answers = new Map<string, Answer>();
  private readonly intents = new Map<string, Intent>();

  constructor(file: string) {
    this.handle = openSync(file, "a");
  }

  /** A new intent with a key of its own; it is not written down before it is sent. */
  static intent(path: string, branch: string, body: unknown): Intent {
    return { key: uuid(), path, branch, body };
  }

  /** Writes the intent down, sends it, and writes the answer down. @returns null when the answer was lost */
  async send(intent: Intent, call: (intent: Intent) => Promise<Answer | null>): Promise<Answer | null> {
    const hash = createHash("sha256")
      .update(JSON.stringify(intent.body ?? null))
      .digest("hex");
    this.write({ intent: intent.key, path: intent.path, branch: intent.branch, hash });
    this.intents.set(intent.key, intent);
    const answer = await call(intent);
    if (!answer) return null;
    this.write({ answer: intent.key, status: answer.status });
    this.answers.set(intent.key, answer);
    return answer;
  }

  wasSent(intent: Intent): boolean {
    return this.intents.has(intent.key);
  }

  /** Whether the server said that it is done. */
  isAnswered(intent: Intent): boolean {
    const status = this.answers.get(intent.key)?.status ?? 0;
    return status >= 200 && status < 300;
  }

  /** Everything that was sent and never answered, in the order of sending. */
  unanswered(): Intent[] {
    return [...this.intents.values()].filter((intent) => !this.answers.has(intent.key));
  }

  close(): void {
    closeSync(this.handle);
  }

  private write(line: object): void {
    writeSync(this.handle, `${JSON.stringify(line)}\n`);
    fsyncSync(this.handle);
  }
}
