import type { QueryOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import { mayWorkIn } from "../caller";
import { now } from "../clock";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { hubStore } from "../db/find-store";
import { env } from "../env";
import { AppError } from "../errors";
import { restaurants } from "../known-branches";
import type { HistoryStats, historyStats as historyContract } from "./contract";
import { comparedWith, partsOf, weekdayOf } from "./day-counts";
import type { History, HistoryInput } from "./history-step";

export type HistoryQuery = QueryOf<typeof historyContract>;

/**
 * Past evenings in figures, counted beside the event loop.
 * @param branches those kept here that the caller may work in @param mine the same, null for every one
 * @throws AppError `branch_forbidden` for a branch of somebody else's, `invalid_request` for one that there is not
 */
export async function historyStats(branches: Branch[], query: HistoryQuery, mine: readonly string[] | null): Promise<HistoryStats> {
  const { from, to, by, compare } = query;
  const range = { from, to };
  const compared = comparedWith(range, compare);
  const asked = askedBranches(query.branches, mine);
  const unknown: HistoryStats["unknown"] = [];
  const readable: HistoryInput["branches"] = [];
  for (const branch of asked) {
    const handle = branches.find(({ key }) => key === branch);
    const table = handle && (await fileOf(() => handle.table()));
    if (table) readable.push({ branch, table, book: await fileOf(() => handle.contacts()) });
    else unknown.push({ branch, why: handle ? "unreadable" : "elsewhere" });
  }
  const hours = eveningHours(env());
  const input: HistoryInput = {
    branches: readable,
    hub: (await hubStore()).file,
    ...{ range, compared, by, hours, countryCode: env().DEFAULT_COUNTRY_CODE, today: businessDayOf(now(), hours) },
  };
  const found = await runBulk<History>("history-stats", input);
  const weekdays = Array.from({ length: 7 }, () => 0);
  for (const { from: day } of partsOf(range, "day")) weekdays[weekdayOf(day)] = (weekdays[weekdayOf(day)] ?? 0) + 1;
  return { from, to, compared, unknown, weekdays, ...found };
}

function askedBranches(said: string | undefined, mine: readonly string[] | null): string[] {
  const theirs = restaurants().filter((key) => mayWorkIn(mine, key));
  if (said === undefined) return theirs;
  const named = [...new Set(said.split(",").map((key) => key.trim().toLowerCase()))].filter(Boolean);
  const wrong = named.filter((key) => !restaurants().includes(key));
  if (wrong.length > 0) throw new AppError("invalid_request", "There is no such branch. Choose branches of the list.");
  if (named.some((key) => !theirs.includes(key)))
    throw new AppError("branch_forbidden", "You may not see the figures of one of these branches. Choose those in which you work.");
  return theirs.filter((key) => named.includes(key));
}

/** Where a store lies, as far as it can be used now: health says what is wrong with one that cannot. */
async function fileOf(store: () => Promise<{ file: string }>): Promise<string | null> {
  try {
    return (await store()).file;
  } catch {
    return null;
  }
}
