import type { QueryOf } from "../../api/endpoint";
import type { Branch } from "../../db/branch";
import { runBulk } from "../../db/bulk";
import type { waitingDays as contract, WaitingDays } from "../contract";
import { findSources } from "../reads";
import type { WaitingDaysInput } from "./bulk";

/**
 * What central does not have yet of the days before a date, read in a thread: the branches' files may lie on a slow disk.
 * @throws AppError `invalid_request` for a foreign root
 */
export async function waitingDays(central: Branch, query: QueryOf<typeof contract>): Promise<WaitingDays> {
  const sources = findSources(query.branches_root, query.include_server_table);
  const store = await central.contacts();
  const input: WaitingDaysInput = { file: store.file, date: query.date, sources: sources.found };
  return runBulk<WaitingDays>("find-waiting-days", input);
}
