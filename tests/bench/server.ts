import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { type RealServer, startServer } from "../support/real-server";
import { type Call, clientOf } from "./http";
import { timed } from "./report";

/** A production server on a folder of its own, with somebody signed in. */
export interface Bench {
  authorization: string;
  server: RealServer;
  call: Call;
}

/** @param flags of Node itself */
export async function openBench(dataDir: string, settings: Record<string, string> = {}, flags: string[] = []): Promise<Bench> {
  mkdirSync(dataDir, { recursive: true });
  const server = await startServer({ dataDir, build: "production", flags, settings: { ADMIN_PASSWORD: "bench-password", ...settings } });
  let authorization = "";
  const { call } = clientOf(server.url, () => ({ authorization }));
  authorization = await signIn(call, "admin");
  return { server, call, authorization };
}

/** Everybody of a bench has the same password. @returns the header of a signed-in call */
export async function signIn(call: Call, username: string): Promise<string> {
  const { status, text } = await call("POST", "/api/auth/login", { username, password: "bench-password" });
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${text}`);
  return `Bearer ${(JSON.parse(text) as { access_token: string }).access_token}`;
}

/** The bare server as a process of its own, on the same data folder as ours. */
export interface Bare {
  url: string;
  pid: number;
  /** Milliseconds from the start of the process until it listened. */
  startedIn: number;
  call: Call;
  stop(): Promise<void>;
}

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export async function openBare(dataDir: string): Promise<Bare> {
  const started = performance.now();
  const { child, said } = await startBeside("tests/bench/bare.mjs", [dataDir], "listens on");
  const url = /http:\S+/.exec(said)?.[0] ?? "";
  const { call, close } = clientOf(url, () => ({}));
  const stop = async () => {
    close();
    await end(child);
  };
  return { url, pid: child.pid ?? 0, startedIn: performance.now() - started, call, stop };
}

/** Starts a script in a process of its own, and waits until it says this word. */
export async function startBeside(script: string, args: string[], word: string): Promise<{ child: ChildProcess; said: string }> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  running.add(child);
  let said = "";
  for await (const piece of child.stdout.iterator({ destroyOnReturn: false })) {
    said += String(piece);
    if (said.includes(word)) return { child, said };
  }
  throw new Error(`${script} ended before it said "${word}":\n${said}`);
}

/** Ends a process that was started beside. */
export async function end(child: ChildProcess): Promise<void> {
  running.delete(child);
  const closed = once(child, "exit");
  child.kill("SIGKILL");
  await closed;
}

/** Runs every job, so many at a time, and gives each one's milliseconds. */
export async function inParallel<T>(jobs: readonly T[], concurrency: number, work: (job: T) => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  const waiting = [...jobs];
  const lane = async () => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      const next = job;
      times.push((await timed(() => work(next))).ms);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return times;
}
