// What earlier runs have shown of the tests: which was red for a guard, and, until the product changes, which guards each reaches and
// how long it takes.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./copy.mjs";
import { isTest } from "./suites.mjs";

const KEPT = ".prepared/mutants.json";
/** No test hangs on these. */
const TEXTS = /\.(md|svg)$|^(docs|deploy|scripts\/mutants)\b/;

/**
 * What was seen of a test that was green.
 * @typedef {object} Seen
 * @property {string} hash of its file
 * @property {number} ms
 * @property {string[]} guards that it reached, by their keys
 */

export class Knowledge {
  /** @param {import("./guards.mjs").Guard[]} guards as they are numbered in the copy */
  constructor(root, guards) {
    this.root = root;
    this.guards = guards;
    const sources = filesOf(root).filter((file) => !isTest(file) && !TEXTS.test(file));
    this.product = this.#hash(sources, guards.map(({ key, off }) => `${key} ${off}`).join("\n"));
    const kept = existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, "utf8")) : {};
    /** By the name of the test. @type {Record<string, Seen>} */
    this.tests = kept.product === this.product ? kept.tests : {};
    /** By a guard's key, the test that was red when it was off: the first that is asked the next time. @type {Record<string, string>} */
    this.reds = kept.reds ?? {};
  }

  /** @returns {Seen | null} */
  of(suite, test) {
    const seen = this.tests[test];
    return seen?.hash === this.#hash([suite.fileOf(test)]) ? seen : null;
  }

  /** Notes what a run has shown; what a red test would have reached is not known. */
  learn(suite, { times, reds }, reached) {
    for (const [test, ms] of times) {
      if (reds.some((red) => red.test === test)) continue;
      const numbers = reached.filter(([, label]) => label === test || label === "").map(([number]) => number);
      const guards = [...new Set(numbers)].map((number) => this.guards[number - 1]?.key ?? "");
      this.tests[test] = { hash: this.#hash([suite.fileOf(test)]), ms, guards };
    }
    this.#keep();
  }

  learnRed({ key }, { test }) {
    this.reds[key] = test;
    this.#keep();
  }

  #keep() {
    mkdirSync(path.dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify({ product: this.product, tests: this.tests, reds: this.reds }));
  }

  #hash(files, more = "") {
    const hash = createHash("sha256").update(more);
    for (const file of files) hash.update(file).update(readFileSync(path.join(this.root, file)));
    return hash.digest("hex");
  }
}
