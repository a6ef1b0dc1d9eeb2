// What earlier runs have shown of the tests: which was red for a guard (in the repository, so that everybody asks it first), and, until
// the product changes, which guards each reaches and how long it takes (in this checkout).
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filesOf } from "./copy.mjs";
import { isTest } from "./suites.mjs";

const KEPT = ".prepared/mutants.json";
const REDS = "scripts/mutants/reds.json";
const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
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
    const kept = read(KEPT);
    /** By the name of the test. @type {Record<string, Seen>} */
    this.tests = kept.product === this.product ? kept.tests : {};
    /** By a guard's key, the lasting name of a test that was red when it was off, or of those that should be. @type {Record<string, string | string[]>} */
    this.reds = read(REDS);
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

  /** @param {Map<string, string>} tests of the suite @returns {string[]} those that were red for a guard */
  redsOf(suite, tests, { key }) {
    const names = [this.reds[key] ?? []].flat();
    return names.length === 0
      ? []
      : [...tests].filter(([test, text]) => names.includes(suite.lastingName(test, text))).map(([test]) => test);
  }

  /** @param {string} text of the test */
  learnRed(suite, { key }, { test }, text) {
    this.reds[key] = suite.lastingName(test, text);
    const sorted = Object.fromEntries(Object.entries(this.reds).sort(([one], [other]) => (one < other ? -1 : 1)));
    writeFileSync(REDS, `${JSON.stringify(sorted, null, 2)}\n`);
  }

  #keep() {
    mkdirSync(path.dirname(KEPT), { recursive: true });
    writeFileSync(KEPT, JSON.stringify({ product: this.product, tests: this.tests }));
  }

  #hash(files, more = "") {
    const hash = createHash("sha256").update(more);
    for (const file of files) hash.update(file).update(readFileSync(path.join(this.root, file)));
    return hash.digest("hex");
  }
}
