// `npm run test:mutants`: switches guards of the product off, one at a time, and says which of them no test misses.
//   --seed 7      which guards, with those that are always asked (scripts/mutants/named.mjs)
//   --count 60    how many
//   --only TEXT   only those whose file:line or text holds it; of several texts, with commas between them, one is enough
//   --known       asks nothing but the tests that were red for them before (scripts/mutants/reds.json)
//   --list        says which they are, and runs nothing
// It works in a copy of the working tree in the system's temporary folder; docs/decisions.md says how a guard is chosen.
import { parseArgs } from "node:util";
import { Copy } from "./mutants/copy.mjs";
import { Graph } from "./mutants/graph.mjs";
import { allGuards, chosenBy } from "./mutants/guards.mjs";
import { Judge, Mutant } from "./mutants/judge.mjs";
import { Knowledge } from "./mutants/knowledge.mjs";
import { Likely } from "./mutants/likely.mjs";
import { namedAmong } from "./mutants/named.mjs";
import { BROWSER, KILL, UNIT } from "./mutants/suites.mjs";
import { verdictOf, writeTable } from "./mutants/table.mjs";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "7" },
    count: { type: "string", default: "60" },
    only: { type: "string", default: "" },
    known: { type: "boolean", default: false },
    list: { type: "boolean", default: false },
  },
});
process.env.EVERY_TURN = "1"; // also the tests that are not of today
const began = performance.now();
const say = (line) => console.log(`${clock()} ${line}`);

function clock() {
  const seconds = Math.round((performance.now() - began) / 1_000);
  return `${String(Math.floor(seconds / 60)).padStart(3)}:${String(seconds % 60).padStart(2, "0")}`;
}

const guards = allGuards(".");
const named = namedAmong(guards);
const isNamed = ({ key }) => named.some((one) => one.key === key);
const chosen = [...named, ...chosenBy(values.seed, Number(values.count), guards).filter((guard) => !isNamed(guard))];
const mutants = chosen
  .map((guard, index) => new Mutant(guard, index + 1))
  .filter(({ guard }) => values.only.split(",").some((text) => `${guard.file}:${guard.line} ${guard.text}`.includes(text)));
const head = `${chosen.length - named.length} guards of ${guards.length} by seed ${values.seed}, and ${named.length} by name`;

if (values.list) {
  for (const { guard } of mutants) console.log(`${guard.file}:${guard.line}  ${guard.text}  → ${guard.off}`);
  process.exit(0);
}

say(`${head}; the copy is built …`);
const copy = await Copy.make(process.cwd(), chosen);
process.once("exit", () => copy.remove());
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const graph = new Graph(process.cwd());
const judge = new Judge({ copy, knowledge: new Knowledge(process.cwd(), chosen), say });
const left = () => mutants.filter(({ red }) => !red);
const distancesIn = (suite) => {
  const begins = copy.files.filter(suite.begins);
  return (test, file) => Math.min(...[suite.fileOf(test), ...begins].map((from) => graph.distance(from, file)));
};
const mayReachIn =
  (suite) =>
  (test, { guard }) =>
    distancesIn(suite)(test, guard.file) < Number.POSITIVE_INFINITY;
for (const suite of [UNIT, BROWSER, KILL]) {
  for (const mutant of left()) {
    await judge.askKnown(mutant, suite);
    if (mutant.red) say(`${mutant.guard.file}:${mutant.guard.line} ${mutant.guard.text.slice(0, 60)} – ${verdictOf(mutant)}`);
  }
  await judge.confirm(mutants, suite);
}
for (const suite of values.known ? [] : [UNIT, BROWSER]) {
  const tests = suite.tests(copy);
  const distance = distancesIn(suite);
  const likely = new Likely(process.cwd(), tests, distance);
  for (const mutant of left()) {
    const theirs = [...tests.keys()].filter((test) => distance(test, mutant.guard.file) < Number.POSITIVE_INFINITY);
    await judge.askAlone(mutant, suite, likely.order(theirs, mutant.guard));
    if (mutant.asked[suite.name].size > 0)
      say(`${mutant.guard.file}:${mutant.guard.line} ${mutant.guard.text.slice(0, 60)} – ${mutant.red ? verdictOf(mutant) : "not yet"}`);
  }
  await judge.confirm(mutants, suite);
}
for (const suite of values.known ? [] : [UNIT, BROWSER, KILL]) await judge.askTogether(left(), suite, mayReachIn(suite));
const ofNamed = mutants.filter(({ guard }) => isNamed(guard)).length;
console.log(
  `\n${writeTable(mutants, { name: `mutants-${values.seed}-${values.count}`, head, named: ofNamed })}, in ${clock().trim()} minutes`,
);
process.exit(0);
