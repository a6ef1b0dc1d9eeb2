import { now } from "../clock";
import { backUp } from "../db/backup";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import type { ReceiptKey } from "../db/receipts";
import { env } from "../env";
import { AppError } from "../errors";
import { processWide } from "../process-wide";
import { endOfDayGateText, endOfDayIsOpen, eveningHours } from "../tables/rules";
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
export async function mergeByDateAllBranches(
  central: Branch,
  query: MergeByDateQuery,
  receipt: ReceiptKey | null,
): Promise<MergeByDateAnswer> {
  const hours = eveningHours(env());
  if (!query.force && !endOfDayIsOpen(now(), hours)) throw new AppError("too_early", endOfDayGateText(hours));
  const sources = findSources(query.branches_root, query.include_server_table);
  return alone(async () => {
    const store = await central.contacts();
    failpoint("merge-by-date:begin");
    const backup = query.backup ? await backUp(store.file, "before-merge-by-date") : null;
    failpoint("merge-by-date:backed-up");
    const input: MergeByDateInput = {
      centralFile: store.file,
      date: query.date,
      timeZone: env().TIME_ZONE,
      sources: sources.found,
      ignored: sources.ignored,
      root: sources.root,
      backup,
      receipt,
    };
    return store.exclusive(() => runBulk<MergeByDateAnswer>("merge-by-date", input));
  });
}

const state = processWide("merge by date", () => ({ running: false }));

async function alone<T>(work: () => Promise<T>): Promise<T> {
  if (state.running) {
    throw new AppError("already_running", "Merge by Date is already running. Wait until it is done.", { retryAfter: 5 });
  }
  state.running = true;
  try {
    return await work();
  } finally {
    state.running = false;
  }
}
