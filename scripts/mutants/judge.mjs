// Asks the tests about the mutants: each alone, by the tests that are likeliest to notice it, and then all that are left together, by
// everything that may reach one of them.

/** How much of a kind's tests one mutant is asked alone, in milliseconds of what they take; the rest is asked about all that are left. */
const ALONE = 40_000;
/** Of those tests, how many begin: most reds are found by the likeliest ones. */
const FIRST = 4;
/** What a test takes that was never run, what a run costs besides its tests, and how much longer than before it may take. */
const UNKNOWN = { unit: 4_000, browser: 5_000, kill: 20_000 };
const START = 120_000;
const SLOWER = 6;
/** From how many milliseconds on a red test has perhaps only waited too short. */
const LATE = 5_000;

/** What a mutant was asked, and what came of it. */
export class Mutant {
  constructor(guard, number) {
    this.guard = guard;
    this.number = number;
    /** By suite, the names of the tests that were run. */
    this.asked = { unit: new Set(), browser: new Set(), kill: new Set() };
    /** The test that is red with it, and of which suite. */
    this.red = null;
    this.isReached = false;
    this.seconds = 0;
  }
}

/** Runs tests with guards off, and learns from each run. */
export class Judge {
  constructor({ copy, knowledge, say }) {
    this.copy = copy;
    this.knowledge = knowledge;
    this.say = say;
  }

  /** Asks the test that was red for it in an earlier run. */
  async askKnown(mutant, suite) {
    const began = performance.now();
    const tests = this.knowledge.redsOf(suite, suite.tests(this.copy), mutant.guard);
    if (tests.length > 0) mutant.red = await this.#redOf(mutant, suite, tests);
    mutant.seconds += (performance.now() - began) / 1_000;
  }

  /** @param {string[]} tests of a suite that may reach the mutant, the likeliest first */
  async askAlone(mutant, suite, tests) {
    const began = performance.now();
    const left = tests.filter((test) => !mutant.asked[suite.name].has(test));
    const asked = this.#soMuch(suite, [
      ...left.filter((test) => this.knowledge.of(suite, test)?.guards.includes(mutant.guard.key)),
      ...left.filter((test) => !this.knowledge.of(suite, test)),
    ]);
    for (const batch of [asked.slice(0, FIRST), asked.slice(FIRST)]) {
      if (mutant.red || batch.length === 0) continue;
      mutant.red = await this.#redOf(mutant, suite, batch);
    }
    mutant.seconds += (performance.now() - began) / 1_000;
  }

  /**
   * Asks all mutants that are left together. What is red then is asked of each of them alone, and the rest again, until nothing is
   * red: whoever is left has survived every test that may reach it.
   */
  async askTogether(mutants, suite, mayReach) {
    const isOpen = (test) => (mutant) => mayReach(test, mutant) && !mutant.asked[suite.name].has(test);
    let tests = [...this.tests(suite)].filter((test) => mutants.some(isOpen(test)));
    while (tests.length > 0) {
      const left = mutants.filter(({ red }) => !red);
      if (left.length === 0) return;
      this.say(`${left.length} mutants together, ${tests.length} ${suite.name} tests …`);
      const { reds, times } = await this.#run(left, suite, tests, { first: false });
      for (const mutant of left)
        for (const test of times.keys()) if (!reds.some((red) => red.test === test)) mutant.asked[suite.name].add(test);
      tests = [...new Set(reds.map(({ test }) => test))];
      for (const mutant of left) {
        const theirs = this.#soMuch(
          suite,
          tests.filter((test) => isOpen(test)(mutant)),
        );
        if (theirs.length > 0) mutant.red = await this.#redOf(mutant, suite, theirs);
      }
      await this.confirm(left, suite);
      if (!left.some(({ red }) => red)) return;
    }
  }

  tests(suite) {
    return suite.tests(this.copy).keys();
  }

  /** Who was red by tests that are red without a mutant, too, is red no more: such tests can tell nothing. */
  async confirm(mutants, suite) {
    const reds = mutants.filter(({ red }) => red?.suite === suite.name);
    const tests = [...new Set(reds.map(({ red }) => red.test))].filter((test) => !this.knowledge.of(suite, test));
    if (tests.length === 0) return;
    this.say(`${tests.length} ${suite.name} tests that were red, without a mutant …`);
    const { times, reds: bad } = await this.#run([], suite, tests, { first: false });
    for (const mutant of reds) {
      const { test, title } = mutant.red;
      if (!tests.includes(test) || (times.has(test) && !bad.some((red) => red.test === test))) continue;
      const why = bad.find((red) => red.test === test)?.why.split("\n")[0] ?? "it did not run";
      this.say(`  ${test} is red without a mutant, too: ${title}: ${why}`);
      mutant.red = null;
    }
  }

  /** The first test that is red with the mutant; where that may be by chance, it is red once more. */
  async #redOf(mutant, suite, tests) {
    const { reds, times, reached } = await this.#run([mutant], suite, tests);
    for (const test of times.keys()) mutant.asked[suite.name].add(test);
    const [red] = reds;
    if (!red) return null;
    const cameToIt = reached.some(([number, label]) => number === mutant.number && [red.test, ""].includes(label));
    if ((isLate(red) || !cameToIt) && (await this.#run([mutant], suite, [red.test])).reds.length === 0) {
      this.say(`  ${red.test} was red once, and green the next time: ${red.title}`);
      return null;
    }
    this.knowledge.learnRed(suite, mutant.guard, red, suite.tests(this.copy).get(red.test) ?? "");
    return { suite: suite.name, ...red };
  }

  async #run(mutants, suite, tests, { first = true } = {}) {
    this.copy.turnOff(mutants.map(({ number }) => number));
    const usual = tests.reduce((sum, test) => sum + this.#takes(suite, test), 0);
    const run = await suite.run(this.copy, tests, { first, limit: START + SLOWER * usual });
    const reached = this.copy.reached();
    for (const mutant of mutants) mutant.isReached ||= reached.some(([number]) => number === mutant.number);
    this.knowledge.learn(suite, run, reached);
    return { ...run, reached };
  }

  /** As many of the tests as may be asked of one mutant. */
  #soMuch(suite, tests) {
    let left = ALONE;
    return tests.filter((test, index) => {
      left -= this.#takes(suite, test);
      return index < FIRST || left > 0;
    });
  }

  #takes(suite, test) {
    return this.knowledge.of(suite, test)?.ms ?? UNKNOWN[suite.name];
  }
}

/** A test that waited in vain may only have been slow. */
const isLate = ({ why, ms = 0 }) => ms > LATE || /time[ds]?[ -]?out|exceeded/i.test(why);
