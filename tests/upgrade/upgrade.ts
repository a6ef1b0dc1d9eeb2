// npm run test:upgrade [SEEDS] [COMMIT]     data that the code of older commits made, opened by today's
// For each commit: data of a few hundred actions, made by that commit's own route handlers, opened and gone on with by both, and compared
// guest by guest; and killed while it is opened and at the first merge. It exits with 1 where something differs that no rule names.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { codeOf, isKnown } from "./code";
import { COMMITS, killed, upgrade } from "./upgraded";

const EACH = 150;
const KILLS = 12;

async function main(seeds: number, only?: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-upgrade-"));
  let wrong = 0;
  try {
    for (const commit of Object.keys(COMMITS).filter((one) => !only || one === only)) {
      if (!isKnown(commit)) throw new Error(`The commit ${commit} is not in this clone. Fetch the whole history.`);
      const code = codeOf(commit, path.join(folder, commit));
      for (let seed = 1; seed <= seeds; seed++) {
        mkdirSync(path.join(folder, `data-${commit}`), { recursive: true });
        const { guests, opened, after, differing, answers } = await upgrade(code, path.join(folder, `data-${commit}`), seed, EACH);
        const counted = countedRules(after.map(({ rule }) => rule));
        console.log(
          `${commit}, seed ${seed}: ${guests} guests; opened: ${opened.length} differ; gone on: ${counted}; not as said: ${differing}`,
        );
        for (const one of [...opened, ...after.filter(({ rule }) => rule === "none")]) console.log(`  ${one.guest}: ${one.words}`);
        for (const answer of answers) console.log(`  answered ${answer}`);
        wrong += opened.length + differing + after.filter(({ rule }) => rule === "none").length;
      }
      const kills = await killed(code, path.join(folder, `data-${commit}`), 77, KILLS);
      console.log(`${commit}, killed ${KILLS} times: ${kills.old} books were the old, ${kills.now} the new`);
      for (const one of kills.wrong) console.log(`  ${one}`);
      wrong += kills.wrong.length;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exitCode = wrong > 0 ? 1 : 0;
}

function countedRules(rules: readonly string[]): string {
  const each = [...new Set(rules)].map((rule) => `${rule} ${rules.filter((one) => one === rule).length}`);
  return each.join(", ") || "nothing";
}

await main(Number(process.argv[2] ?? 3), process.argv[3]);
