import { endOfDayIsOpen, eveningHours, mergeByDateGateText } from "../business-day";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import { backUp } from "../db/backup";
import { backupFirst } from "../db/backup-first";
import type { Branch } from "../db/branch";
import { env } from "../env";
import { AppError } from "../errors";
import { runJob } from "../jobs/writes";
import { failpoint } from "../test-hooks";
import type { MergeByDateInput } from "./bulk";
import type { MergeByDateAnswer, MergeByDateQuery } from "./contract";
import { findSources } from "./reads";

/**
 * Merge by Date, All Branches: the guest rows of one date from every branch's table store into the central guest book.
 * Safe to run again: it then inserts nobody.
 * @param central the capability for the central book
 * @throws AppError `too_early` before 23:15 without `force`, `already_running`, `invalid_request` for a foreign root
 */
export async function mergeByDateAllBranches(central: Branch, query: MergeByDateQuery, by: WriteBy): Promise<MergeByDateAnswer> {
  const hours = eveningHours(env());
  if (!query.force && !endOfDayIsOpen(now(), hours)) throw new AppError("too_early", mergeByDateGateText(hours));
  const sources = findSources(query.branches_root, query.include_server_table);
  return runJob("merge-by-date", "central", by, async (job) => {
    const store = await central.contacts();
    failpoint("merge-by-date:begin");
    const merge = (backup: string | null) => {
      failpoint("merge-by-date:backed-up");
      const input: Omit<MergeByDateInput, "file" | "by"> = {
        date: query.date,
        hours,
        countryCode: env().DEFAULT_COUNTRY_CODE,
        sources: sources.found,
        ignored: sources.ignored,
        root: sources.root,
        backup,
        isLook: query.backup && backup === null,
        includeEarlier: query.include_earlier,
      };
      return store.bulk<MergeByDateAnswer>(by, "merge-by-date", input, job);
    };
    if (!query.backup) return merge(null);
    return backupFirst(`merge-by-date ${JSON.stringify(query)}`, () => backUp(store.file, "before-merge-by-date"), merge);
  });
}
