import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";

/** The two builds: the one that people start, and the same with the tests' hooks compiled in. */
export type Build = "production" | "test";

const ENTRIES = { production: "dist/server.mjs", test: "dist-test/server.mjs" };

/** The server as a process of its own, on a data folder of its own. */
export interface RealServer {
  /** `http://127.0.0.1:PORT`, without `/api`. */
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until it listened. */
  startedIn: number;
  /** Everything that it has said so far. */
  said(): string;
  ended: Promise<Ending>;
  /** Ends it as a power cut would, unless another signal is named. */
  kill(signal?: NodeJS.Signals): Promise<Ending>;
  /** Asks it to stop and waits until it has. */
  stop(): Promise<Ending>;
}

export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface RealServerOptions {
  dataDir: string;
  build?: Build;
  /** Any other setting, `TEST_CLOCK_FILE` and `TEST_FAILPOINT` included. */
  settings?: Record<string, string>;
  /** Of Node itself, such as `--import FILE`. */
  flags?: string[];
}

/** The server has ended before it listened; `said` is what it said. */
export class NotStarted extends Error {
  constructor(
    readonly ending: Ending,
    readonly said: string,
  ) {
    super(`The server ended with ${ending.signal ?? ending.code} before it listened:\n${said}`);
  }
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** A server process that may not listen yet. */
export interface StartingServer {
  pid: number;
  ready: Promise<RealServer>;
  kill(signal?: NodeJS.Signals): Promise<Ending>;
}

/** Starts a server and does not wait for it. `ready` fails with `NotStarted` when the process ends first. */
export function spawnServer({ dataDir, build = "test", settings = {}, flags = [] }: RealServerOptions): StartingServer {
  const entry = ENTRIES[build];
  if (!existsSync(entry)) throw new Error(`${entry} is missing. Build it: node scripts/build.mjs${build === "test" ? " --test" : ""}`);
  const started = performance.now();
  const child = spawn(process.execPath, [...flags, entry], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      SEARCHES_PER_MINUTE: "0", // tests and measures do in a second what people do in an evening
      LONG_WORK_PER_HOUR: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  let said = "";
  const ended = once(child, "close").then(([code, signal]): Ending => {
    running.delete(child);
    return { code, signal };
  });
  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal);
    return ended;
  };
  const ready = new Promise<RealServer>((resolve, reject) => {
    const listen = (piece: Buffer) => {
      said += piece.toString();
      const url = /listens on (http:\S+)/.exec(said)?.[1];
      if (!url) return;
      resolve({
        url,
        pid: child.pid ?? 0,
        startedIn: performance.now() - started,
        said: () => said,
        ended,
        kill,
        stop: () => kill("SIGTERM"),
      });
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void ended.then((ending) => reject(new NotStarted(ending, said)));
  });
  ready.catch(() => {}); // a caller that only wants to kill it never looks
  return { pid: child.pid ?? 0, ready, kill };
}

/** Starts a server and waits until it listens. @throws NotStarted */
export function startServer(options: RealServerOptions): Promise<RealServer> {
  return spawnServer(options).ready;
}
