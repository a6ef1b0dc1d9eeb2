import { endOfDayIsOpen, eveningHours, mergeByDateHourText } from "../business-day";
import { now } from "../clock";
import type { WriteBy } from "../db/actor";
import { backUp } from "../db/backup";
import { backupFirst } from "../db/backup-first";
import type { Branch } from "../db/branch";
import { env } from "../env";
import { AppError } from "../errors";
import { runJob } from "../jobs/run";
import { failpoint } from "../test-hooks";
import type { MergeByDateAnswer, MergeByDateQuery } from "./contract";
import type { MergeByDateInput } from "./merge-by-date-step";
import { findSources } from "./sources";

/**
 * Merge by Date, All Branches: the guest rows of one date from every branch's table store into the central guest book.
 * Safe to run again: it then inserts nobody.
 * @param central the capability for the central book
 * @param refusal why nothing more may be changed now, where that is so
 * @throws AppError `too_early` before 23:15 without `force`, `already_running`, `invalid_request` for a foreign root
 */
export async function mergeByDateAllBranches(
  central: Branch,
  query: MergeByDateQuery,
  by: WriteBy,
  refusal: AppError | null = null,
): Promise<MergeByDateAnswer> {
  const hours = eveningHours(env());
  if (!query.force && !endOfDayIsOpen(now(), hours)) throw new AppError("too_early", mergeByDateHourText(hours));
  const sources = findSources(query.branches_root, query.include_server_table);
  return runJob("merge-by-date", "central", by, async (job) => {
    const store = await central.contacts();
    failpoint("merge-by-date:begin");
    const merge = (backup: string | null) => {
      failpoint("merge-by-date:backed-up");
      const input: Omit<MergeByDateInput, "file" | "by"> = {
        date: query.date,
        hours,
        sources: sources.found,
        ignored: sources.ignored,
        root: sources.root,
        backup,
        isLook: (query.backup || refusal !== null) && backup === null,
        includeEarlier: query.include_earlier,
      };
      return store.bulk<MergeByDateAnswer>(by, "merge-by-date", input, job);
    };
    if (!query.backup && !refusal) return merge(null);
    const merged = await store.read.event.findFirst({
      where: { kind: "date.merged", spread: { some: { subject: query.date } } },
      select: { seq: true },
    });
    return backupFirst({ isRepeat: merged !== null, refusal, backUp: () => backUp(store.file, "before-merge-by-date"), work: merge });
  });
}
