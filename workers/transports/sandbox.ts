import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import path from "node:path";
import { failpoint } from "../../lib/test-hooks";
import type { OutgoingMessage, SendOutcome, Transport, TransportEvents } from "./transport";

declare const __TEST_HOOKS__: boolean | undefined;

/** What a test wants of this transport: milliseconds for each message, and an outcome by the last digits of the number. */
interface Script {
  latency?: number;
  /** `after`: the outcome is told although the message went out. */
  endings?: Record<string, { outcome: SendOutcome; after?: boolean }>;
}

const CONNECTED = { connected: true, problem: null, pairing: null, quota: null, lock: null };

/**
 * Sends nothing to anybody: it writes what would be sent into a folder, one file for each message id, so that the same id
 * sent twice is one message, as it is for a guest. That folder holds numbers and texts, as a phone would.
 */
export class SandboxTransport implements Transport {
  readonly name = "sandbox";
  readonly idempotentId = true;
  readonly settlesWithin = 0;
  private readonly sent: string;

  constructor(
    private readonly folder: string,
    private readonly events: Pick<TransportEvents, "onState">,
  ) {
    this.sent = path.join(folder, "sent");
  }

  async start(): Promise<void> {
    mkdirSync(this.sent, { recursive: true, mode: 0o700 });
    this.events.onState(CONNECTED);
  }

  account(): string {
    return "sandbox";
  }

  state() {
    return CONNECTED;
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    const { latency = 0, endings = {} } = this.script();
    if (latency > 0) await new Promise((resolve) => setTimeout(resolve, latency));
    const scripted = Object.entries(endings).find(([digits]) => message.phone.endsWith(digits))?.[1];
    if (scripted && !scripted.after) return scripted.outcome;
    try {
      this.write(message);
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      // The file gets its name last: without it, nothing was sent.
      return { outcome: "not_sent", fault: "network", code, detail: "The sandbox's folder takes no more.", retry_after: null };
    }
    failpoint("worker:after-bytes");
    return scripted?.outcome ?? { outcome: "accepted", provider_id: null };
  }

  async stop(): Promise<void> {}

  private write({ message_id, id, generation, token, phone, kind, text, template, media }: OutgoingMessage): void {
    const file = path.join(this.sent, `${message_id}.json`);
    const said = {
      message_id,
      id,
      generation,
      token,
      phone,
      kind,
      text,
      template,
      media: media && { filename: media.filename, sha256: media.sha256 },
    };
    const fd = openSync(`${file}.part`, "w", 0o600);
    try {
      writeSync(fd, JSON.stringify(said, null, 2));
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(`${file}.part`, file);
  }

  /** Only with the tests' hooks: read at each message, so that a running worker can be told something else. */
  private script(): Script {
    if (typeof __TEST_HOOKS__ === "undefined" || !__TEST_HOOKS__) return {};
    const file = path.join(this.folder, "sandbox-script.json");
    return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Script) : {};
  }
}
