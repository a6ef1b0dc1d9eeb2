// What `npm test` shows: a line of what runs and what is left, each red as it comes, and one summary at the end.
import { readFileSync, writeFileSync } from "node:fs";

/** How often the line is said where it cannot be written over, in milliseconds. */
const EVERY_MS = 30_000;
const SLOWEST = 10;
const LINES_OF_WHY = 12;
const LINES_OF_LOG = 40;

const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;
const indented = (text) => text.replace(/^/gm, "    ");

export class Summary {
  #steps = new Map();
  #tests = [];
  #began = performance.now();
  #isScreen = Boolean(process.stdout.isTTY);
  #timer;

  #seed;

  /**
   * @param steps in the order in which they are summed up; those that do not tell of tests count as one
   * @param seed of the random lives
   */
  constructor(steps, seed) {
    this.#seed = seed;
    for (const { name } of steps) this.#steps.set(name, { state: "waits", total: 0, done: 0, passed: 0, failed: 0, ms: 0 });
    this.#timer = setInterval(() => this.#line(), this.#isScreen ? 1000 : EVERY_MS);
  }

  begin({ name, tells }, log) {
    Object.assign(this.#steps.get(name), { state: "runs", began: performance.now(), tells, log });
    this.#line();
  }

  /** What a runner tells: how much there is to do, that a part of it is done, or how a test ended. */
  hear(name, { total, done, test }) {
    const step = this.#steps.get(name);
    if (total !== undefined) step.total = total;
    if (done) step.done++;
    if (!test) return;
    this.#tests.push({ ...test, step: name });
    if (test.why === null) step.passed++;
    else {
      step.failed++;
      this.#say(`✘ ${name}: ${test.file} › ${test.name}\n${indented(linesOf(test.why, LINES_OF_WHY))}`);
    }
  }

  /** @param fault how the process ended, where it was not well */
  end(name, fault) {
    const step = this.#steps.get(name);
    Object.assign(step, { state: "is over", ms: performance.now() - step.began });
    if (!step.tells && !fault) step.passed = 1;
    // A runner that fails without a failed test (a file that does not load, a set-up that throws) has failed all the same.
    const isMute = step.tells && step.passed + step.failed === 0;
    if ((fault || isMute) && step.failed === 0) {
      step.failed = 1;
      const said = readFileSync(step.log, "utf8").trimEnd().split("\n").slice(-LINES_OF_LOG).join("\n");
      const why = `${fault ?? "ran no test"}; what it said last:\n${said}`;
      this.#tests.push({ step: name, file: step.log, name, ms: step.ms, why });
      this.#say(`✘ ${name} ${why}`);
    }
    this.#say(`» ${name}: ${step.passed} passed, ${step.failed} failed (${Math.round(step.ms / 1000)} s)`);
  }

  /**
   * Says the sum.
   * @param times the file for how long each test took, in milliseconds
   * @returns whether everything is green
   */
  close(times) {
    clearInterval(this.#timer);
    writeFileSync(times, `${JSON.stringify(this.#tests.map(({ step, file, name, ms }) => ({ step, file, name, ms: Math.round(ms) })))}\n`);
    const steps = [...this.#steps];
    const sum = (key) => steps.reduce((all, [, step]) => all + step[key], 0);
    const reds = this.#tests.filter(({ why }) => why !== null);
    const slowest = this.#tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
    const said = [
      "",
      ...steps.map(([name, { passed, failed, ms }]) => `${name}: ${passed} passed, ${failed} failed, ${clock(ms)}`),
      "",
      "The slowest:",
      ...slowest.map(({ ms, file, name }) => `  ${(ms / 1000).toFixed(1)} s  ${file} › ${name}`),
      ...(reds.length > 0 ? ["", "Red:"] : []),
      ...reds.flatMap(({ step, file, name, why }) => [`  ${step}: ${file} › ${name}`, indented(linesOf(why, LINES_OF_WHY))]),
      "",
      `${sum("passed")} passed, ${sum("failed")} failed, ${clock(performance.now() - this.#began)} (seed ${this.#seed})`,
    ];
    this.#say(said.join("\n"));
    return reds.length === 0 && sum("passed") > 0;
  }

  #line() {
    const states = [...this.#steps].map(([name, { state, done, total, failed }]) => {
      const red = failed > 0 ? ` (${failed} red)` : "";
      if (state !== "runs") return `${name} ${state}${red}`;
      return total > 0 ? `${name} ${done} of ${total}${red}` : `${name} runs`;
    });
    const line = `${clock(performance.now() - this.#began)}  ${states.join(" · ")}`;
    if (this.#isScreen) process.stdout.write(`\r\x1b[K${line.slice(0, (process.stdout.columns ?? 80) - 1)}`);
    else console.log(line);
  }

  #say(text) {
    if (this.#isScreen) process.stdout.write("\r\x1b[K");
    console.log(text);
  }
}

/** The first lines of a fault, without those of others' code. */
function linesOf(text, most) {
  const own = text.split("\n").filter((line) => !line.includes("node_modules"));
  return own.slice(0, most).join("\n");
}
