import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Action } from "./actions";

const HERE = path.resolve(".");

/** A commit of this repository's history, or today's code. */
export interface Code {
  name: string;
  folder: string;
}

export const TODAY: Code = { name: "today", folder: HERE };

/** Whether a commit is in this clone: a shallow one has no history. */
export const isKnown = (commit: string) => spawnSync("git", ["cat-file", "-e", `${commit}^{commit}`]).status === 0;

function run(folder: string, program: string, args: readonly string[], input?: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${stderr}`);
  return stdout;
}

/**
 * Lays the code of a commit into a folder, with this repository's libraries: their versions are the same. What it needed beside them is
 * installed as its own list of versions says.
 */
export function codeOf(commit: string, folder: string): Code {
  mkdirSync(path.join(folder, "node_modules"), { recursive: true });
  run(folder, "tar", ["x"], run(HERE, "git", ["archive", commit]));
  const libraries = path.join(HERE, "node_modules");
  for (const name of readdirSync(libraries)) symlinkSync(path.join(libraries, name), path.join(folder, "node_modules", name));
  const { dependencies } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { dependencies: Record<string, string> };
  const missing = Object.entries(dependencies).filter(([name]) => !existsSync(path.join(libraries, name)));
  if (missing.length > 0) {
    const beside = path.join(folder, "beside");
    mkdirSync(beside);
    run(beside, "npm", [
      "install",
      "--no-audit",
      "--no-fund",
      "--prefix",
      beside,
      ...missing.map(([name, version]) => `${name}@${version}`),
    ]);
    for (const [name] of missing) symlinkSync(path.join(beside, "node_modules", name), path.join(folder, "node_modules", name));
  }
  run(folder, process.execPath, ["scripts/build.mjs", "--threads"]);
  return { name: commit, folder };
}

const SETTINGS = {
  ADMIN_PASSWORD: "seven-brass-lanterns-99",
  WORKER_TOKEN: "worker-token-of-the-tests-that-is-long-enough",
  LOG_LEVEL: "error",
  LONG_WORK_PER_HOUR: "0",
  SEARCHES_PER_MINUTE: "0",
  NODE_ENV: "test",
} as const;

/**
 * Opens a data folder with some code, and does some actions there.
 * @param killAfter milliseconds after it began to open the stores; then it is killed
 * @returns what each action answered, as `KIND STATUS`
 */
export async function drive(code: Code, data: string, actions: readonly Action[], killAfter?: number): Promise<string[]> {
  const file = `${data}.${code.name}.json`;
  writeFileSync(file, JSON.stringify(actions));
  const tsx = path.join(HERE, "node_modules", "tsx", "dist", "esm", "index.mjs");
  const { VITEST: _, ...environment } = process.env;
  const driven = spawn(process.execPath, ["--import", tsx, path.join(HERE, "tests", "upgrade", "drive.ts"), file], {
    cwd: code.folder,
    env: { ...environment, ...SETTINGS, DATA_DIR: data, TZ: "Asia/Kathmandu" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [said, failed] = ["", ""];
  driven.stderr.on("data", (text) => {
    failed += text;
  });
  driven.stdout.on("data", (text) => {
    if (killAfter !== undefined && said === "") void pause(killAfter).then(() => driven.kill("SIGKILL"));
    said += text;
  });
  const ended = await new Promise<number | null>((resolve) => driven.once("close", resolve));
  if (ended !== 0 && killAfter === undefined) throw new Error(`${code.name} ended with ${ended}: ${failed}`);
  const lines = said.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => Object.values(JSON.parse(line) as object).join(" "));
}
