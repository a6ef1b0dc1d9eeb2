// The table of a run: each mutant with what it was asked, what was red, and how long that took.
import { mkdirSync, writeFileSync } from "node:fs";

const RESULTS = "test-results";

/** @returns what came of a mutant in a few words */
export function verdictOf({ red, isReached }) {
  if (red) return `red: ${red.test} ${red.title}`;
  return isReached ? "survived" : "survived: no test reaches it";
}

/**
 * Writes the table and the sum, and says where they are.
 * @param {import("./judge.mjs").Mutant[]} mutants the named ones first
 * @returns {string} the sum in one line
 */
export function writeTable(mutants, { name, head, named }) {
  const rows = mutants.map((mutant) => {
    const { guard, asked, seconds } = mutant;
    const tests =
      Object.entries(asked)
        .flatMap(([suite, ran]) => (ran.size > 0 ? `${ran.size} ${suite}` : []))
        .join(", ") || "none";
    return [
      `${guard.file}:${guard.line}`,
      `\`${guard.text.slice(0, 90)}\` → ${guard.off}`,
      tests,
      verdictOf(mutant),
      `${Math.round(seconds)} s`,
    ];
  });
  const lines = [["guard", "off", "asked", "what came of it", "time"], ["---", "---", "---", "---", "---"], ...rows].map(
    (cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/\s+/g, " ")).join(" | ")} |`,
  );
  const sums = [sumOf("of the seed", mutants.slice(named)), sumOf("named", mutants.slice(0, named))].filter(Boolean).join("; ");
  mkdirSync(RESULTS, { recursive: true });
  const file = `${RESULTS}/${name}.md`;
  writeFileSync(file, `# Mutants\n\n${head}\n\n${sums}.\n\n${lines.join("\n")}\n`);
  return `${lines.join("\n")}\n\n${sums} (${file})`;
}

function sumOf(what, mutants) {
  return mutants.length === 0 ? "" : `${what}: ${mutants.filter(({ red }) => red).length} of ${mutants.length} red`;
}
