import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { inject, onTestFinished } from "vitest";

/** Another process of the test: it says lines, and may be told lines. */
export interface OtherProcess {
  pid: number;
  /** The next line that it says. @throws Error with its own words when it ends instead */
  says(): Promise<string>;
  tell(line: string): void;
  kill(): void;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null; errors: string }>;
}

/**
 * Runs a TypeScript file of the tests in a process of its own, with this test's settings. It is gone when the test is.
 * @param file relative to `tests`
 * @param cwd where the process stands; migrations are looked for there
 * @param flags of Node itself
 */
export function runProcess(file: string, args: string[] = [], cwd = process.cwd(), flags: string[] = []): OtherProcess {
  const program = inject("processes")[file];
  if (!program) throw new Error(`${file} stands in no folder "processes" of the tests.`);
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [...flags, program, ...args], {
    cwd,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const lines: string[] = [];
  const waiting: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let errors = "";
  let rest = "";
  child.stderr.on("data", (piece) => {
    errors += String(piece);
  });
  child.stdout.on("data", (piece) => {
    const parts = (rest + String(piece)).split("\n");
    rest = parts.pop() ?? "";
    for (const line of parts) {
      const next = waiting.shift();
      if (next) next.resolve(line);
      else lines.push(line);
    }
  });
  const ended = new Promise<Awaited<OtherProcess["ended"]>>((resolve) => {
    child.once("close", (code, signal) => {
      for (const { reject } of waiting.splice(0)) reject(new Error(`${file} ended: ${errors}`));
      resolve({ code, signal, errors });
    });
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    says() {
      const line = lines.shift();
      if (line !== undefined) return Promise.resolve(line);
      if (child.exitCode !== null) return Promise.reject(new Error(`${file} ended: ${errors}`));
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
    },
    tell: (line) => void child.stdin.write(`${line}\n`),
    kill: () => void child.kill("SIGKILL"),
    ended,
  };
}
