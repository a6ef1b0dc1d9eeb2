import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { inject } from "vitest";
import { copyData } from "../support/copied-data";
import { QUICK_HASH } from "../support/passwords";
import { type Ending, type RealServer, spawnServer, startServer } from "../support/real-server";
import { type Answer, type Intent, Ledger } from "./ledger";

/** A port for a server that others must find again after it was killed. */
export function freePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === "object" ? address?.port : 0)));
    });
  });
}

export const ADMIN = { username: "admin", password: "seven brass lanterns" };

/** None for whoever makes it (`global-setup.ts`). */
const templateOfTests = () => (process.env.VITEST_WORKER_ID ? inject("killTemplate") : undefined);

/** A data folder, a clock and a real server that is killed and started again over it. */
export class KillHouse {
  readonly folder = mkdtempSync(path.join(tmpdir(), "daftar-kill-"));
  readonly data = path.join(this.folder, "data");
  readonly ledger = new Ledger(path.join(this.folder, "ledger.jsonl"));
  /** Every process that was killed, by a point or from outside. */
  kills = 0;
  private server: RealServer | null = null;
  private token = "";

  private constructor(private readonly settings: Record<string, string>) {}

  /**
   * @param settings of the server, besides those that every house has
   * @param template a data folder to begin with; without one it is the server's first start
   */
  static async open(clock: string, settings: Record<string, string> = {}, template = templateOfTests()): Promise<KillHouse> {
    const house = new KillHouse(settings);
    house.setClock(clock);
    house.arm("");
    if (template) copyData(template, house.data);
    await house.start();
    await house.signIn();
    return house;
  }

  async close(): Promise<void> {
    await this.server?.kill();
    this.ledger.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  setClock(instant: string): void {
    const file = path.join(this.folder, "clock");
    writeFileSync(`${file}.new`, instant);
    renameSync(`${file}.new`, file); // a server that reads it meanwhile must not find it empty
  }

  /** From now on the running server kills itself at this point; at none for an empty text. */
  arm(point: string): void {
    writeFileSync(path.join(this.folder, "failpoint"), point);
  }

  async start(): Promise<void> {
    this.server = await startServer(this.options());
  }

  /** Waits until the killed server is gone, then starts the next one, with nothing armed. */
  async restart(): Promise<void> {
    await this.killed();
    await this.start();
  }

  /** Ends the server from outside, if it still runs. */
  async kill(): Promise<void> {
    await this.server?.kill();
  }

  /** Asks the server to stop, as a service manager does. */
  async stop(): Promise<Ending | undefined> {
    const { server } = this;
    this.server = null;
    return server?.stop();
  }

  get url(): string {
    return this.server?.url ?? "";
  }

  /** Everything that the running server has said. */
  get said(): string {
    return this.server?.said() ?? "";
  }

  get pid(): number {
    return this.server?.pid ?? 0;
  }

  get authorization(): string {
    return `Bearer ${this.token}`;
  }

  /** Starts a server and kills it after so many milliseconds, in the middle of its recovery. */
  async startAndKill(after: number): Promise<void> {
    await this.killed();
    const starting = spawnServer(this.options());
    await new Promise((resolve) => setTimeout(resolve, after));
    await starting.kill();
    this.kills++;
  }

  /** Signs in again: a token does not outlive the days that the clock jumps. */
  async signIn(): Promise<void> {
    const answer = await this.request("POST", "/auth/login", { body: ADMIN });
    if (answer?.status !== 200) throw new Error(`Signing in failed: ${JSON.stringify(answer)}`);
    this.token = (answer.body as { access_token: string }).access_token;
  }

  /** Sends an intent by way of the ledger. A refusal is a fault of the driver or of the server, never of the kill. */
  async send(intent: Intent): Promise<Answer | null> {
    return this.ledger.send(intent, async ({ path: where, branch, body, key }) => {
      const answer = await this.request("POST", where, { branch, body, key });
      // A repeated customer is told who that is: the front end takes it for an answer, too.
      const known = answer?.status === 409 && (answer.body as { customer?: unknown }).customer;
      if (answer && answer.status >= 300 && !known) throw new Error(`${where} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer && known ? { ...answer, status: 200 } : answer;
    });
  }

  /** Sends everything unanswered again, with the same keys. */
  async resend(): Promise<void> {
    for (const intent of this.ledger.unanswered()) await this.must(intent);
  }

  /** A call that must be answered well: nothing is being killed. */
  async ask<T>(method: string, where: string, branch: string): Promise<T> {
    const answer = await this.request(method, where, { branch });
    if (answer?.status !== 200) throw new Error(`${where} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
    return answer.body as T; // the caller names what the contract says
  }

  /** Sends an intent that must be answered. */
  async must<T>(intent: Intent): Promise<T> {
    const answer = await this.send(intent);
    if (!answer) throw new Error(`${intent.path} was not answered although nothing was killed:\n${this.server?.said()}`);
    return answer.body as T; // the caller names what the contract says
  }

  /** @returns null when the connection broke before the answer was whole */
  async request(method: string, where: string, options: { branch?: string; body?: unknown; key?: string } = {}): Promise<Answer | null> {
    try {
      const response = await fetch(`${this.server?.url}/api${where}`, {
        method,
        headers: {
          authorization: `Bearer ${this.token}`,
          ...(options.body === undefined ? {} : { "content-type": "application/json" }),
          ...(options.branch ? { "x-branch": options.branch } : {}),
          ...(options.key ? { "idempotency-key": options.key } : {}),
        },
        body: options.body === undefined ? undefined : JSON.stringify(options.body),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      return null;
    }
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

  private options() {
    return {
      dataDir: this.data,
      settings: {
        TEST_LOOKS_EVERY: "1000",
        TEST_HASH_KIB: QUICK_HASH,
        TEST_THREADS_IDLE: "20000",
        TEST_PAGES_AFTER: "600000", // hundreds of servers are started, and none of these tests asks one for a page
        ...this.settings,
        ADMIN_PASSWORD: ADMIN.password,
        TEST_CLOCK_FILE: path.join(this.folder, "clock"),
        TEST_FAILPOINT: `@${path.join(this.folder, "failpoint")}`,
      },
    };
  }

  private async killed(): Promise<void> {
    const { server } = this;
    if (!server) return;
    const { signal, code } = await server.ended;
    this.server = null;
    this.arm("");
    if (signal !== "SIGKILL") throw new Error(`The server was to be killed and ended with ${signal ?? code}:\n${server.said()}`);
    this.kills++;
  }
}
