// `npm test`: everything that must hold before a change lands, one step after the other, and the sum in the last line.
// `npm run test:soak`: thousands of messages over workers that are killed all the time, by each way of sending; minutes.
// `npm run test:thorough`: the same with 40 kills of each kind, 5,000 random evenings, and both colour schemes at every size.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { relative } from "node:path";

const RESULTS = "test-results";
const node = process.execPath;
const bin = (name) => `node_modules/${name}`;

/** Each step; those with a report add their tests to the sum, the others count as one. */
const STEPS = [
  { name: "types", args: [bin("typescript/bin/tsc"), "--noEmit", "-p", "."] },
  { name: "lint", args: [bin("@biomejs/biome/bin/biome"), "check", "."] },
  { name: "migrations", args: ["scripts/migration.mjs", "check"] },
  { name: "handlers, stores and rules", args: [bin("vitest/vitest.mjs"), "run"], vitest: "unit.json", folders: "memory" },
  { name: "kills", args: [bin("vitest/vitest.mjs"), "run", "--config", "vitest.kill.config.ts"], vitest: "kill.json" },
  { name: "the evening in a browser", args: [bin("playwright/cli.js"), "test"], playwright: "e2e.json", folders: "memory" },
];

/** Their tests are among the kills, where they are short. One after the other: each needs the machine to itself. */
const SOAK = ["soak", "soak-cloud", "soak-baileys"].map((file) => ({
  name: file,
  args: [bin("vitest/vitest.mjs"), "run", "--config", "vitest.kill.config.ts", `tests/kill/${file}.test.ts`],
  vitest: `${file}.json`,
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

const isSoak = process.argv.includes("--soak");
const more = { ...(process.argv.includes("--thorough") ? { THOROUGH: "1" } : {}), ...(isSoak ? { SOAK: "1" } : {}) };

function run(step) {
  console.log(`\n» ${step.name} …`);
  const args = step.vitest
    ? [...step.args, "--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}/${step.vitest}`]
    : step.args;
  const started = performance.now();
  const env = { ...process.env, ...more, NEXT_TELEMETRY_DISABLED: "1", TMPDIR: step.folders === "memory" ? inMemory() : tmpdir() };
  const { status } = spawnSync(node, args, { stdio: "inherit", env });
  const counts = countsOf(step, status);
  console.log(`» ${step.name}: ${counts.passed} passed, ${counts.failed} failed (${Math.round((performance.now() - started) / 1000)} s)`);
  return counts;
}

function countsOf(step, status) {
  const counts = reportOf(step) ?? (status === 0 ? { passed: 1, failed: 0, reds: [] } : { passed: 0, failed: 1, reds: [] });
  // A runner that fails without a failed test (a file that does not load, a set-up that throws) has failed all the same.
  return status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

function reportOf(step) {
  const file = `${RESULTS}/${step.vitest ?? step.playwright}`;
  if (!(step.vitest ?? step.playwright)) return null;
  if (!existsSync(file)) return { passed: 0, failed: 1, reds: [] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  if (step.vitest) {
    const reds = report.testResults.flatMap(({ name, assertionResults, message }) => [
      ...assertionResults.filter(({ status }) => status === "failed").map((test) => redOf(name, test)),
      ...(assertionResults.length === 0 && message ? [`${relative(process.cwd(), name)}: ${message}`] : []), // the file could not be read
    ]);
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests, reds };
  }
  const reds = report.suites
    .flatMap(specsOf)
    .filter(({ ok }) => !ok)
    .map(({ file, line, title }) => `${file}:${line} ${title}`);
  return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky + report.stats.skipped, reds };
}

/** A red test: its file, its name, and the first lines of why. */
function redOf(file, { fullName, failureMessages }) {
  const why = failureMessages
    .join("\n")
    .split("\n")
    .filter((line) => !line.includes("node_modules"));
  return [`${relative(process.cwd(), file)}: ${fullName}`, ...why.slice(0, 12)].join("\n    ");
}

const specsOf = ({ specs, suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);
const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const steps = isSoak ? SOAK : wanted.length > 0 ? STEPS.filter((step) => wanted.some((word) => step.name.includes(word))) : STEPS;
const sum = { passed: 0, failed: 0 };
const reds = [];
for (const step of steps) {
  const counts = run(step);
  sum.passed += counts.passed;
  sum.failed += counts.failed;
  if (counts.failed > 0) reds.push(`${step.name}: ${counts.failed} failed`, ...counts.reds.map((red) => `  ${red}`));
}
// Once more where it is read first: what a step said stands thousands of lines above.
if (reds.length > 0) console.log(`\n${reds.join("\n")}`);
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.failed === 0 && sum.passed > 0 ? 0 : 1);
