// `npm run bench`: every figure of the promises, one JSON line each, beside what SQLite itself takes in the same run.
//   npm run bench -- search merge    only some parts
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { benchImport } from "./import";
import { benchMergeByDate } from "./merge-by-date";
import { missedBars, report, timed } from "./report";
import { benchSaveTable } from "./save-table";
import { benchSearch } from "./search";
import { benchStart } from "./start";
import { makeMillion } from "./stores";

const PARTS: Record<string, (folder: string, million: () => string) => Promise<void>> = {
  start: (folder) => benchStart(folder),
  save: (folder) => benchSaveTable(folder),
  import: (folder) => benchImport(folder),
  search: (folder, million) => benchSearch(folder, million()),
  merge: (folder, million) => benchMergeByDate(folder, million()),
};

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const { status } = spawnSync(process.execPath, ["scripts/prepare.mjs", "start"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The production build is missing and could not be made.");
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-bench-"));
  try {
    const file = path.join(folder, "million", "contacts.db");
    let made = false;
    const million = () => {
      if (!made) makeMillion(file, "jounieh");
      made = true;
      return file;
    };
    for (const [name, part] of Object.entries(PARTS)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const { ms } = await timed(() => part(folder, million));
      report({ figure: `the part ${name} of this bench`, value: ms / 1000, unit: "s", limit: null });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const missed = missedBars();
  console.error(missed === 0 ? "Every bar was reached." : `${missed} figures missed their bar.`);
  process.exitCode = missed === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
