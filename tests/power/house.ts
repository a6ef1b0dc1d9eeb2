import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { ADMIN } from "../kill/house";
import { type Answer, type Intent, Ledger } from "../kill/ledger";
import { type RealServer, startServer } from "../support/real-server";
import { Control } from "./control";
import type { Device } from "./device";

/** A call that the server refused although it was right: a fault of the driver or of the server, never of the cut. */
class Refused extends Error {}

/** A real server whose data folder lies on a disk that loses its power; ledger and clock lie outside. */
export class PowerHouse {
  readonly data: string;
  readonly ledger: Ledger;
  readonly control: Control;
  /** What each key was answered first. */
  readonly answers = new Map<string, Answer>();
  private readonly clock: string;
  private server: RealServer | null = null;
  private token = "";

  constructor(
    folder: string,
    private readonly device: Device,
  ) {
    this.data = path.join(device.mount, "data");
    this.clock = path.join(folder, "clock");
    this.ledger = new Ledger(path.join(folder, "ledger.jsonl"));
    this.control = new Control(device.mount);
  }

  /** Starts the server at an instant of its own clock, which then stands still, and signs in. */
  async start(instant: string): Promise<void> {
    writeFileSync(this.clock, instant);
    mkdirSync(this.data, { recursive: true });
    const settings = { ADMIN_PASSWORD: ADMIN.password, TEST_CLOCK_FILE: this.clock };
    this.server = await startServer({ dataDir: this.data, build: "test", settings });
    await this.setClock(instant);
  }

  /** Sets the server's clock, and signs in again: a token does not outlive many days. */
  async setClock(instant: string): Promise<void> {
    writeFileSync(this.clock, instant);
    const answer = await this.request("POST", "/auth/login", { body: ADMIN });
    if (answer?.status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(answer)}`);
    this.token = (answer.body as { access_token: string }).access_token;
  }

  /** The power goes, whatever is under way; server and control end, and the disk comes back with what it held. */
  async cutPower(): Promise<void> {
    const said = this.control.numberNow();
    this.device.cut();
    await Promise.all([this.endServer(), this.control.kill()]);
    this.device.swap();
    this.control.judge(said);
  }

  async close(): Promise<void> {
    await Promise.all([this.endServer(), this.control.kill()]);
    this.ledger.close();
  }

  /** What the server has said, for the message of a fault. */
  said(): string {
    return this.server?.said() ?? "";
  }

  /**
   * Sends an intent by way of the ledger.
   * @returns null when no answer came, or only that the server could not do it: its disk is gone
   * @throws Refused
   */
  async send(intent: Intent): Promise<Answer | null> {
    const answer = await this.ledger.send(intent, (one) => this.answerTo(one));
    if (answer) this.answers.set(intent.key, answer);
    return answer;
  }

  /** The same call once more, beside the ledger. */
  async answerTo({ path: where, branch, body, key }: Intent): Promise<Answer | null> {
    const answer = await this.request("POST", where, { branch, body, key });
    if (!answer || answer.status >= 500) return null;
    if (answer.status >= 300) throw new Refused(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** Rows of a store, read beside the running server. */
  rows<Row>(store: string, sql: string, ...values: unknown[]): Row[] {
    const database = new Database(path.join(this.data, store), { readonly: true });
    try {
      return database.prepare<unknown[], Row>(sql).all(...values);
    } finally {
      database.close();
    }
  }

  private async endServer(): Promise<void> {
    const { server } = this;
    this.server = null;
    await server?.kill();
  }

  private async request(method: string, where: string, options: { branch?: string; body?: unknown; key?: string }): Promise<Answer | null> {
    const { branch, body, key } = options;
    const isFile = typeof body === "string";
    try {
      const response = await fetch(`${this.server?.url}/api${where}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { "content-type": isFile ? "text/csv" : "application/json" }),
          ...(branch ? { "x-branch": branch } : {}),
          ...(key ? { "idempotency-key": key } : {}),
        },
        body: isFile || body === undefined ? body : JSON.stringify(body),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
  }
}
