// `npm test`: everything that must hold before a change lands; what needs waiting runs beside what needs the processor.
// `npm test -- tests/queue tests/e2e/home.spec.ts`: files, folders, or parts of their paths; or a step by its name.
// `npm run test:soak`: thousands of messages over workers that are killed all the time, by each way of sending, and a night of four hours; a quarter of an hour.
// `npm run test:thorough`: the same with 40 kills of each kind, 5,000 random evenings, and both colour schemes at every size.
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { createInterface } from "node:readline";
import { Summary } from "./test-summary.mjs";

const RESULTS = "test-results";
const bin = (name) => `node_modules/${name}`;
const vitest = (...args) => [bin("vitest/vitest.mjs"), "run", "--reporter=default", "--reporter=./tests/support/tell-vitest.mjs", ...args];
const KILLS = ["--config", "vitest.kill.config.ts"];

const TYPES = { name: "types", args: [bin("typescript-native/bin/tsc"), "--noEmit", "-p", "."] };
const LINT = { name: "lint", args: [bin("@biomejs/biome/bin/biome"), "check", "."] };
const MIGRATIONS = { name: "migrations", args: ["scripts/migration.mjs", "check"] };
const HANDLERS = { name: "handlers", args: vitest(), tells: true, folders: "memory" };
const KILLED = { name: "kills", args: vitest(...KILLS), tells: true };
const BROWSER = {
  name: "browser",
  args: [bin("playwright/cli.js"), "test", "--reporter=list,./tests/support/tell-playwright.mjs"],
  tells: true,
  folders: "memory",
};

/** Kills wait for leases, pauses and starts most of their time, and so run beside what keeps the processor busy. */
const LANES = [
  [HANDLERS, BROWSER],
  [TYPES, LINT, MIGRATIONS, KILLED],
];

/** One after the other: each needs the machine to itself. */
const SOAK = ["soak", "soak-cloud", "soak-baileys", "soak-night"].map((file) => ({
  name: file,
  args: vitest(...KILLS, `tests/kill/${file}.test.ts`),
  tells: true,
}));

/**
 * Where the stores of most tests lie: in memory, where Linux has room for it. Half of their time they would wait for a disk to
 * confirm what no test asks it about. Kills keep the disk, and power cuts have a command of their own.
 */
const MEMORY = "/dev/shm";
const TMPFS = 0x01021994;
const ENOUGH = 4 * 2 ** 30;

function inMemory() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { type, bavail, bsize } = statfsSync(MEMORY);
  return type === TMPFS && bavail * bsize >= ENOUGH ? MEMORY : tmpdir();
}

/** The step that runs a file, a folder or a part of a path. */
function stepOf(wanted) {
  if (/e2e|\.spec/.test(wanted)) return BROWSER;
  return /kill/.test(wanted) ? KILLED : HANDLERS;
}

/** The steps that somebody named, in one lane: each with the files that were meant. */
function partsOf(words) {
  const all = LANES.flat();
  const parts = new Map();
  for (const word of words) {
    const named = all.find(({ name }) => name === word);
    const step = named ?? stepOf(word);
    parts.set(step, [...(parts.get(step) ?? []), ...(named ? [] : [word])]);
  }
  return [[...parts].map(([step, files]) => ({ ...step, args: [...step.args, ...files] }))];
}

/** Runs a step; what it says goes into a log of its own, and what it tells of its tests into the summary. */
function run(step, summary, more) {
  const log = `${RESULTS}/${step.name}.log`;
  const env = { ...process.env, ...more, NEXT_TELEMETRY_DISABLED: "1", TMPDIR: step.folders === "memory" ? inMemory() : tmpdir() };
  const child = spawn(process.execPath, step.args, { stdio: ["ignore", "pipe", "pipe", "pipe"], env });
  const file = createWriteStream(log);
  for (const stream of [child.stdout, child.stderr]) stream.pipe(file, { end: false });
  createInterface({ input: child.stdio[3] }).on("line", (line) => summary.hear(step.name, JSON.parse(line)));
  summary.begin(step, log);
  return new Promise((resolve) =>
    child.once("close", (code, signal) => {
      file.end();
      summary.end(step.name, code === 0 ? null : `ended with ${signal ?? code}`);
      resolve();
    }),
  );
}

const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith("--"));
const isSoak = given.includes("--soak");
/** Random lives begin anew each day: `SEED=20261126 npm test` plays those of a day again. */
const SEED = process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll("-", "");
const isAsked = words.some((word) => !LANES.flat().some(({ name }) => name === word));
const more = {
  SEED,
  ...(given.includes("--thorough") ? { THOROUGH: "1" } : {}),
  ...(isSoak ? { SOAK: "1" } : {}),
  ...(isAsked ? { EVERY_TURN: "1" } : {}),
};
const named = words.length > 0 ? partsOf(words) : LANES;
const lanes = isSoak ? [SOAK] : named;

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const summary = new Summary(lanes.flat(), SEED);
await Promise.all(
  lanes.map(async (lane) => {
    for (const step of lane) await run(step, summary, more);
  }),
);
process.exitCode = summary.close(`${RESULTS}/times.json`) ? 0 : 1;
