import type { QueryOf } from "../api/endpoint";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { env } from "../env";
import { restaurants } from "../known-branches";
import type { waitingDays as contract, WaitingDays } from "./contract";
import { findSources, type Sources } from "./sources";
import type { WaitingDaysInput } from "./waiting-days-step";

/**
 * What central does not have yet of the days before a date, read in a thread: the branches' files may lie on a slow disk.
 * @throws AppError `invalid_request` for a foreign root
 */
export async function waitingDays(central: Branch, query: QueryOf<typeof contract>): Promise<WaitingDays> {
  const sources = findSources(query.branches_root, query.include_server_table);
  const store = await central.contacts();
  const input: WaitingDaysInput = { file: store.file, date: query.date, countryCode: env().DEFAULT_COUNTRY_CODE, sources: sources.found };
  const waiting = await runBulk<WaitingDays>("find-waiting-days", input);
  return { ...waiting, unknown: [...waiting.unknown, ...withoutSource(sources)] };
}

/** The restaurants without any table store among the sources. */
function withoutSource({ found, ignored }: Sources): WaitingDays["unknown"] {
  return restaurants()
    .filter((branch) => !found.some((source) => source.branch === branch))
    .map((branch) => ({
      branch,
      reason: ignored.find((one) => one.branch === branch)?.reason ?? "its tables are not on this server",
    }));
}
