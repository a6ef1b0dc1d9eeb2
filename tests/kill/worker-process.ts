import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { OutgoingMessage } from "../../workers/transports/transport";
import type { Ending } from "../support/real-server";

const ENTRY = "dist-test/worker.mjs";

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export interface WorkerOptions {
  server: string;
  token: string;
  name: string;
  /** Its own, unless another worker's is meant. */
  folder: string;
  /** As somebody types them. */
  flags?: string[];
  /** At which it kills itself; none for an empty text. */
  failpoint?: string;
  transport?: "sandbox" | "cloud" | "baileys";
  /** By how many milliseconds the PC's clock is ahead of the right time. */
  clockAhead?: number;
  /** A file that says by how many milliseconds its clocks jumped: it is read at each look at a clock. */
  sleptClock?: string;
}

/** A worker as a process of its own, with the tests' hooks; what its sandbox wrote stays when it ends. */
export class WorkerProcess {
  private output = "";
  private readonly child: ChildProcess;
  readonly ended: Promise<Ending>;

  constructor(readonly options: WorkerOptions) {
    if (!existsSync(ENTRY)) throw new Error(`${ENTRY} is missing. Build it: node scripts/build.mjs --test`);
    const { server, token, name, folder, flags = [], failpoint = "", transport = "sandbox", clockAhead = 0, sleptClock = "" } = options;
    const before = sleptClock
      ? ["--import", "./tests/kill/slept-clock.mjs"]
      : clockAhead === 0
        ? []
        : ["--import", "./tests/kill/wrong-clock.mjs"];
    this.child = spawn(process.execPath, [...before, ENTRY, ...flags], {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: "production",
        WORKER_SERVER: server,
        WORKER_TOKEN: token,
        WORKER_NAME: name,
        WORKER_FOLDER: folder,
        WORKER_TRANSPORT: transport,
        TEST_FAILPOINT: failpoint,
        WRONG_CLOCK_MS: String(clockAhead),
        SLEPT_CLOCK: sleptClock,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.add(this.child);
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on("data", (piece) => {
        this.output += String(piece);
      });
    }
    this.ended = once(this.child, "close").then(([code, signal]): Ending => {
      running.delete(this.child);
      return { code, signal };
    });
  }

  /** Of the process; 0 for one that did not start. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  said(): string {
    return this.output;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  async kill(): Promise<Ending> {
    this.child.kill("SIGKILL");
    return this.ended;
  }

  /** Asks it to stop, as a service manager does. */
  async stop(): Promise<Ending> {
    this.child.kill("SIGTERM");
    return this.ended;
  }
}

/** What a guest would have got of the worker with this folder: one for each message id. */
export function sentBy(folder: string): OutgoingMessage[] {
  const sent = path.join(folder, "sent");
  if (!existsSync(sent)) return [];
  return readdirSync(sent)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(path.join(sent, name), "utf8")));
}

/** What the sandbox of this folder shall do from now on: so many milliseconds for each message, outcomes by last digits. */
export function script(folder: string, wanted: { latency?: number; endings?: Record<string, unknown> }): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "sandbox-script.json"), JSON.stringify(wanted));
}

/** Everything that the worker of this folder has logged. */
export function logOf(folder: string): string {
  const log = path.join(folder, "log");
  if (!existsSync(log)) return "";
  return readdirSync(log)
    .map((name) => readFileSync(path.join(log, name), "utf8"))
    .join("");
}
