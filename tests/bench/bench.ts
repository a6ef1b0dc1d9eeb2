// `npm run bench`: every figure of the promises, one JSON line each, beside what a bare server or SQLite alone takes for
// the same in the same run; a table of all of them at the end. It exits with 1 when one missed its limit.
//   npm run bench -- search merge    only some parts
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { benchAssist } from "./assist";
import { benchBook } from "./book";
import { benchCompetitions } from "./competitions";
import { benchDamage } from "./damage";
import { benchEvening } from "./evening";
import { type Group, makeGroup } from "./group";
import { benchDedupe, benchExport, benchVouchers } from "./guests";
import { benchImport } from "./import";
import { benchLargeImport } from "./large-import";
import { benchLoad } from "./load";
import { benchLoop } from "./loop";
import { benchMergeByDate } from "./merge-by-date";
import { benchNames } from "./names";
import { benchDate, benchPolls } from "./polls";
import { benchQueue } from "./queue";
import { report, reportCount, summarise, timed } from "./report";
import { benchReservations } from "./reservations";
import { benchSaveTable } from "./save-table";
import { benchScreens } from "./screens";
import { benchSearch } from "./search";
import { benchLargeStart, benchStart } from "./start";
import { makeMillion } from "./stores";
import { benchLocks } from "./trouble";

/** What a part may ask for: a folder of its own, and what takes long to make and is made once. */
interface Ground {
  folder: string;
  million: () => string;
  group: () => Promise<Group>;
}

const PARTS: Record<string, (ground: Ground) => Promise<void>> = {
  start: ({ folder }) => benchStart(folder),
  save: ({ folder }) => benchSaveTable(folder),
  import: ({ folder }) => benchImport(folder),
  "large-import": ({ folder }) => benchLargeImport(folder),
  loop: ({ folder, million }) => benchLoop(folder, million()),
  book: ({ folder, million }) => benchBook(folder, million()),
  merge: ({ folder, million }) => benchMergeByDate(folder, million()),
  export: ({ folder }) => benchExport(folder),
  vouchers: ({ folder }) => benchVouchers(folder),
  dedupe: ({ folder }) => benchDedupe(folder),
  queue: ({ folder }) => benchQueue(folder),
  reservations: ({ folder }) => benchReservations(folder),
  competitions: ({ folder }) => benchCompetitions(folder),
  screens: ({ folder }) => benchScreens(folder),
  assist: ({ folder }) => benchAssist(folder),
  "large-start": async ({ group }) => benchLargeStart(await group()),
  polls: async ({ group }) => benchPolls(await group()),
  names: async ({ folder }) => benchNames(folder),
  date: async ({ group }) => benchDate(await group()),
  search: async ({ group }) => benchSearch(await group()),
  load: async ({ group }) => benchLoad(await group()),
  evening: async ({ group }) => benchEvening(await group()),
  locks: async ({ group }) => benchLocks(await group()),
  damage: async ({ group }) => benchDamage(await group()),
};

function groundIn(folder: string): Ground {
  let million: string | null = null;
  let group: Promise<Group> | null = null;
  const ground: Ground = {
    folder,
    million: () => {
      if (million) return million;
      million = path.join(folder, "million", "contacts.db");
      makeMillion(million, "jounieh");
      return million;
    },
    group: () => {
      group ??= makeGroup(path.join(folder, "group"), ground.million());
      return group;
    },
  };
  return ground;
}

/** A part that breaks has missed everything that it would have shown; the others still run. */
async function runPart(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error);
    reportCount(`the part ${name} came to its end`, 0, 1);
  }
}

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in PARTS));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(", ")}. The parts: ${Object.keys(PARTS).join(", ")}.`);
  const { status } = spawnSync(process.execPath, ["scripts/prepare.mjs", "start"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The production build is missing and could not be made.");
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-bench-"));
  // What this process itself makes is of no group that somebody keeps: where its stores end is written down there, too.
  process.env.DATA_DIR = folder;
  // Two gigabytes must not stay behind, whatever ends this process.
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1));
  const ground = groundIn(folder);
  for (const [name, part] of Object.entries(PARTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const { ms } = await timed(() => runPart(name, () => part(ground)));
    report({ figure: `the part ${name} of this bench`, value: ms / 1000, unit: "s", limit: null });
    // On a machine that is busy with other things, only the figures beside others say something.
    report({
      figure: `the machine's load in the last minute, ${availableParallelism()} cores`,
      value: loadavg()[0] ?? 0,
      unit: "",
      limit: null,
    });
  }
  process.exitCode = summarise() === 0 ? 0 : 1;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
