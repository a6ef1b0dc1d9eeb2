import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, eveningHours } from "../business-day";
import { now, timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import type { Branch } from "../db/branch";
import { type BulkWatch, runBulk } from "../db/bulk-steps";
import { branchStore } from "../db/find-store";
import { env, keptBranches } from "../env";
import { isAppError } from "../errors";
import { runJob } from "../jobs/run";
import type { BranchKey } from "../known-branches";
import { log } from "../log";
import { processWide } from "../process-wide";
import { startRoutine } from "../routine";
import type { findDuplicates } from "./contract";
import type { FindDuplicatesInput, FoundDuplicates } from "./find-step";
import type { DuplicatesPage, DuplicatesPageInput, KeepDuplicatesInput } from "./worklist-step";

const looking = () => processWide("duplicates looked for", () => new Set<BranchKey>());

/** Whether a book of this server is looked through now. */
export const isLooking = (branch: BranchKey) => looking().has(branch);

/**
 * Looks through a branch's guest book for guests who may be one, as a job beside everything else, and keeps what it finds for the list.
 * @throws AppError `already_running`
 */
export async function lookForDuplicates(branch: BranchKey, by: WriteBy, caller?: AbortSignal): Promise<AnswerOf<typeof findDuplicates>> {
  const store = await branchStore(branch, "contacts");
  const work = async (job: BulkWatch) => {
    looking().add(branch);
    try {
      const at = timestamp();
      const input: FindDuplicatesInput = { file: store.file, hours: eveningHours(env()) };
      const { guests, found, pairs } = await runBulk<FoundDuplicates>("find-duplicates", input, job);
      const kept: Omit<KeepDuplicatesInput, "file" | "by"> = { pairs, at };
      await store.bulk<number>({ ...by, receipt: null }, "keep-duplicates", kept);
      return { guests, found };
    } finally {
      looking().delete(branch);
    }
  };
  const { guests, found } = await runJob("find-duplicates", branch, by, work, caller);
  const pairs = `${found.toLocaleString("en")} ${found === 1 ? "pair" : "pairs"} who may be the same`;
  return { message: `Looked through ${guests.toLocaleString("en")} guests: ${found === 0 ? "nobody" : pairs}.`, guests, found };
}

/** By a call; the branch's own book. */
export const lookNow = (branch: Branch, by: WriteBy, signal: AbortSignal) => lookForDuplicates(branch.key, by, signal);

/** How often is looked whether a book is due, in milliseconds. */
const LOOK_EVERY = 90_000;

/**
 * From now on each guest book is looked through once a business day, one after the other. It keeps no process alive.
 * @returns ends it, and settles when a look that is under way has ended
 */
export function startLooking(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  return startRoutine(lookEvery, "nobody looked for guests who may be one", lookWhereDue);
}

/** Looks through the books that nobody has looked through this business day. One that cannot be read is logged, and holds up no other. */
export async function lookWhereDue(signal?: AbortSignal): Promise<BranchKey[]> {
  const done: BranchKey[] = [];
  const hours = eveningHours(env());
  for (const branch of keptBranches()) {
    if (signal?.aborted) break;
    try {
      const { file: book } = await branchStore(branch, "contacts");
      const input: DuplicatesPageInput = { book, hours, after: null, most: 0, of: null };
      const { looked_at } = await runBulk<DuplicatesPage>("duplicates-page", input);
      if (looked_at !== null && businessDayOf(new Date(looked_at), hours) >= businessDayOf(now(), hours)) continue;
      await lookForDuplicates(branch, bySystem("nightly look for duplicates"), signal);
      done.push(branch);
    } catch (error) {
      if (!isAppError(error) || error.code !== "already_running") log().warn({ err: error, branch }, "nobody looked for duplicates");
    }
  }
  return done;
}
