// The three kinds of tests, as the mutants run them: all of one kind, or some, in the copy.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const CONFIGS = "scripts/mutants";
const vitest = (config) => ["node_modules/vitest/vitest.mjs", "run", "--config", `${CONFIGS}/${config}`, "--reporter=json"];

/**
 * A kind of tests. What is run of it is named as it is reached: a file, or a test by its project, file and line.
 * @typedef {object} Suite
 * @property {"unit" | "browser" | "kill"} name
 * @property {(copy: Copy) => Map<string, string>} tests each with its text
 * @property {(test: string) => string} fileOf the repository
 * @property {(test: string, text: string) => string} lastingName which stays the same when lines are added above it
 * @property {(file: string) => boolean} begins whether what runs begins with that file, besides the test itself
 * @property {(copy: Copy, tests: string[], options: { first?: boolean, limit: number }) => Promise<Run>} run until the first is red, or all
 */

/**
 * What came of it.
 * @typedef {object} Run
 * @property {{ test: string, title: string, why: string, ms?: number }[]} reds
 * @property {Map<string, number>} times of each that was run, in milliseconds
 */

export const isTest = (file) => /^tests\/.*\.(test|spec)\.ts$/.test(file);
/** What reads the sources, and not what they do; what needs more than this machine; minutes of sending, and the one that needs a build without switches. */
const NOT_ASKED = /^tests\/(structure|relay)\/|production-build\.test|kill\/soak/;

/** Half of the stores' time is the disk's, which no mutant is asked about; kills keep it. */
const MEMORY = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** @type {Suite} */
export const UNIT = {
  name: "unit",
  tests: (copy) => textsOf(copy, (file) => file.endsWith(".test.ts") && !file.startsWith("tests/kill/")),
  fileOf: (test) => test,
  lastingName: (test) => test,
  begins: () => false,
  // A few files are over before a second process of them would have begun.
  run: (copy, tests, { first = true, limit }) =>
    runVitest(copy, [...vitest("unit.config.ts"), `--maxWorkers=${first ? 1 : 2}`], tests, { first, limit, TMPDIR: MEMORY }),
};

/** @type {Suite} */
export const KILL = {
  name: "kill",
  tests: (copy) => textsOf(copy, (file) => file.startsWith("tests/kill/")),
  fileOf: (test) => test,
  lastingName: (test) => test,
  begins: () => false,
  run: (copy, tests, options) => runVitest(copy, vitest("kill.config.ts"), tests, { ...options, TMPDIR: tmpdir() }),
};

/** @type {Suite} */
export const BROWSER = {
  name: "browser",
  tests: testsInBrowser,
  fileOf: (test) => `tests/e2e/${test.replace(/^\w+ |:\d+$/g, "")}`,
  lastingName: (test, text) => `${test.replace(/:\d+$/, "")} › ${text.split("\n")[0]}`,
  begins: (file) => file.startsWith("app/") || ["server.ts", "workers/service-worker.ts"].includes(file),
  run: runBrowser,
};

function textsOf({ folder, files }, isOurs) {
  const ours = files.filter((file) => isTest(file) && isOurs(file) && !NOT_ASKED.test(file));
  return new Map(ours.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
}

/** Each test with its lines of the file, up to the next one. */
function testsInBrowser(copy) {
  copy.browserTests ??= listed(copy);
  return copy.browserTests;
}

function listed({ folder }) {
  const args = ["node_modules/playwright/cli.js", "test", "--list", "--reporter=json"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", maxBuffer: 64 * 2 ** 20 });
  const specs = JSON.parse(stdout).suites.flatMap(specsOf);
  const lines = (file) => readFileSync(path.join(folder, "tests/e2e", file), "utf8").split("\n");
  const ends = (file, line) => specs.filter((one) => one.file === file && one.line > line).map((one) => one.line - 1);
  return new Map(
    specs.flatMap(({ file, line, title, tests }) => {
      const text = lines(file)
        .slice(line - 1, Math.min(...ends(file, line), Number.MAX_SAFE_INTEGER))
        .join("\n");
      return tests.map(({ projectName }) => [`${projectName} ${file}:${line}`, `${title}\n${text}`]);
    }),
  );
}

const specsOf = (suite) => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)];

async function runVitest(copy, command, tests, { first = true, limit, TMPDIR }) {
  const report = path.join(copy.place, "report.json");
  const args = [...command, `--outputFile=${report}`, ...(first ? ["--bail=1"] : []), ...tests];
  const { status, said } = await run(copy, args, { limit, report, env: { TMPDIR } });
  if (status === "too long") return { reds: [endless(tests)], times: new Map() };
  if (!existsSync(report)) return { reds: [{ test: tests[0] ?? "", title: "(no test began)", why: said }], times: new Map() };
  const { testResults } = JSON.parse(readFileSync(report, "utf8"));
  const nameOf = ({ name }) => path.relative(copy.folder, name);
  const times = new Map(testResults.map((file) => [nameOf(file), file.endTime - file.startTime]));
  const reds = testResults.flatMap((file) => {
    const failed = file.assertionResults.filter((one) => one.status === "failed");
    if (failed.length === 0 && file.status === "failed" && file.message)
      return [{ test: nameOf(file), title: "(the file)", why: file.message }];
    return failed.map((one) => ({ test: nameOf(file), title: one.fullName, why: one.failureMessages.join("\n"), ms: one.duration }));
  });
  if (status !== 0 && reds.length === 0) reds.push({ test: tests[0] ?? "", title: "(beside the tests)", why: said });
  return { reds, times };
}

/** Playwright takes the tests of one project, or all that have a name in every one. */
async function runBrowser(copy, tests, { first = true, limit }) {
  const run = { reds: [], times: new Map() };
  for (const project of new Set(tests.map((test) => test.split(" ")[0]))) {
    if (first && run.reds.length > 0) break;
    const theirs = tests.filter((test) => test.startsWith(`${project} `));
    const { reds, times } = await runProject(copy, project, theirs, { first, limit });
    run.reds.push(...reds);
    for (const [test, time] of times) run.times.set(test, time);
  }
  return run;
}

async function runProject(copy, project, tests, { first, limit }) {
  const report = path.join(copy.place, "report.json");
  // The project comes last: it takes every word behind it for one more.
  const names = tests.map((test) => test.slice(project.length + 1));
  const args = ["node_modules/playwright/cli.js", "test", "--config", `${CONFIGS}/browser.config.ts`, ...names];
  args.push(...(first ? ["-x"] : []), "--project", project);
  const env = { TMPDIR: MEMORY, MUTANTS_REPORT: report };
  const { status, said } = await run(copy, args, { limit, report, env });
  if (status === "too long") return { reds: [endless(tests)], times: new Map() };
  if (!existsSync(report)) return { reds: [{ test: tests[0] ?? "", title: "(no test began)", why: said }], times: new Map() };
  const results = JSON.parse(readFileSync(report, "utf8"))
    .suites.flatMap(specsOf)
    .flatMap(({ file, line, title, tests }) =>
      tests.map(({ projectName, results, status }) => ({ test: `${projectName} ${file}:${line}`, title, result: results.at(-1), status })),
    )
    .filter(({ result }) => result && result.status !== "skipped");
  const times = new Map();
  for (const { test, result } of results) times.set(test, (times.get(test) ?? 0) + result.duration);
  const reds = results
    .filter(({ status }) => status === "unexpected")
    .map(({ test, title, result }) => ({ test, title, why: result.error?.message ?? "", ms: result.duration }));
  if (status !== 0 && reds.length === 0) reds.push({ test: tests[0] ?? "", title: "(beside the tests)", why: said });
  return { reds, times };
}

const endless = (tests) => ({ test: tests[0] ?? "", title: "(it does not end)", why: "It was stopped: timed out." });

/** @param limit milliseconds, after which it is ended with whatever it has started */
function run(copy, args, { limit, report, env }) {
  rmSync(report, { force: true });
  const child = spawn(process.execPath, args, {
    cwd: copy.folder,
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", MUTANTS_LABELS: path.join(copy.place, "labels"), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true, // the head of a group of its own
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece) => (said = (said + piece).slice(-4_000)));
  return new Promise((resolve, reject) => {
    const endAll = () => {
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // all of them are gone
      }
    };
    const timer = setTimeout(() => {
      endAll();
      resolve({ status: "too long", said });
    }, limit);
    const interrupted = () => endAll();
    process.once("exit", interrupted);
    child.once("close", (code, signal) => {
      clearTimeout(timer);
      process.off("exit", interrupted);
      endAll();
      // Nothing that a mutant does reaches the runner itself: such an end would pass for a red.
      if (signal)
        reject(new Error(`The tests were ended from outside (${signal}). Run the same command again: what was red is asked first.`));
      resolve({ status: code ?? 1, said });
    });
  });
}
