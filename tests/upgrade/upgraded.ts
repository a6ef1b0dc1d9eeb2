import { cpSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { compareBookOf } from "../../lib/rebuild/compare-step";
import { dice } from "../sequences/people";
import { type Action, evenings, type Kind } from "./actions";
import { type Code, drive, TODAY } from "./code";
import { compareBooks, type Told } from "./differing";

/** What a commit's code knows. */
const EVENING: readonly Kind[] = ["save", "again", "merge", "end", "date", "import"];
const BY_HAND: readonly Kind[] = ["correct", "remove", "company"];
export const COMMITS: Record<string, ReadonlySet<Kind>> = {
  fb392af: new Set([...EVENING, ...BY_HAND]),
  "49218ad": new Set(EVENING),
};

const BOOKS = ["jounieh", "batroun", "ehden", "central"];
const HOURS = { timeZone: "Asia/Beirut", dayEndsAt: "05:00" };
const bookIn = (data: string, branch: string) => path.join(data, branch, "contacts.db");

export interface Upgraded {
  guests: number;
  /** What differs right after today's code has opened the data: nothing may. */
  opened: Told[];
  /** What differs after both did the same on the next evening. */
  after: Told[];
  /** Guests of today's side who are not what was said of them. */
  differing: number;
  /** Actions that the two sides answered otherwise. */
  answers: string[];
}

/** Data of old code, opened by today's; then both do the same, and each book is compared guest by guest. */
export async function upgrade(old: Code, folder: string, seed: number, each: number): Promise<Upgraded> {
  const kinds = COMMITS[old.name] ?? new Set<Kind>();
  const [data, now] = [path.join(folder, `old-${seed}`), path.join(folder, `now-${seed}`)];
  await drive(old, data, evenings(seed, ["2026-11-18", "2026-11-19"], each, kinds));
  copy(data, now);
  await drive(TODAY, now, []);
  const opened = BOOKS.flatMap((branch) => compareBooks(bookIn(data, branch), bookIn(now, branch)).told);
  const next = evenings(seed + 1_000, ["2026-11-20"], each, kinds);
  const [before, today] = [await drive(old, data, next), await drive(TODAY, now, next)];
  const books = BOOKS.map((branch) => compareBooks(bookIn(data, branch), bookIn(now, branch)));
  const differing = BOOKS.map((branch) => compareBookOf({ file: bookIn(now, branch), hours: HOURS }).differing);
  return {
    guests: books.reduce((sum, { same, told }) => sum + same + told.length, 0),
    opened,
    after: books.flatMap(({ told }) => told),
    differing: differing.reduce((a, b) => a + b, 0),
    answers: before.flatMap((answer, index) => (answer === today[index] ? [] : [`${answer}, now ${today[index]}`])),
  };
}

/** Nobody deletes what a killed process left beside a store: SQLite reads it. */
const copy = (from: string, to: string) => cpSync(from, to, { recursive: true });

/**
 * Kills today's code while it opens data of old code, and at its first merge: each book is as before or as after, and the next start
 * finishes it.
 * @returns what was neither, in words, and how many kills left the old and the new
 */
export async function killed(
  old: Code,
  folder: string,
  seed: number,
  kills: number,
): Promise<{ wrong: string[]; old: number; now: number }> {
  const data = path.join(folder, `killed-${seed}`);
  await drive(old, data, evenings(seed, ["2026-11-19"], 40, COMMITS[old.name] ?? new Set()));
  const merge: Action[] = [{ kind: "date", date: "2026-11-19", at: "2026-11-20T08:00:00.000Z", branch: "central" }];
  const after = path.join(folder, `after-${seed}`);
  copy(data, after);
  await drive(TODAY, after, merge);
  const random = dice(seed);
  const told = { wrong: [] as string[], old: 0, now: 0 };
  for (let kill = 0; kill < kills; kill++) {
    const hit = path.join(folder, `hit-${seed}-${kill}`);
    copy(data, hit);
    await drive(TODAY, hit, merge, random.below(kill % 2 === 0 ? 400 : 2_500));
    for (const branch of BOOKS) {
      const state = stateOf(bookIn(hit, branch), { before: bookIn(data, branch), after: bookIn(after, branch) });
      if (state === null) told.wrong.push(`kill ${kill}: ${branch} is neither`);
      else told[state]++;
    }
    await drive(TODAY, hit, merge);
    for (const branch of BOOKS)
      if (compareBooks(bookIn(after, branch), bookIn(hit, branch)).told.length > 0)
        told.wrong.push(`kill ${kill}: ${branch} was not finished`);
  }
  return told;
}

/** By its schema; the guests must be those of before, or of after the merge. */
function stateOf(file: string, { before, after }: { before: string; after: string }): "old" | "now" | null {
  const database = new Database(file);
  const isWhole = database.pragma("quick_check", { simple: true }) === "ok";
  const isNow = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'source_record'").get() !== undefined;
  database.close();
  const isOne = [before, after].some((one) => compareBooks(one, file).told.length === 0);
  return isWhole && isOne ? (isNow ? "now" : "old") : null;
}
