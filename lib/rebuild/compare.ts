import type { AnswerOf } from "../api/endpoint";
import type { Comparison } from "../book/comparing";
import { eveningHours } from "../business-day";
import { now, timestamp } from "../clock";
import { bySystem, type WriteBy } from "../db/actor";
import { backUp } from "../db/backup";
import { dayOfBackup, listBackups, PUT_ASIDE } from "../db/backup-files";
import type { Branch } from "../db/branch";
import { type BulkWatch, runBulk } from "../db/bulk-steps";
import { storeFile } from "../db/files";
import { branchStore } from "../db/find-store";
import { env, keptBranches } from "../env";
import { runJob } from "../jobs/run";
import { type BranchKey, branchName } from "../known-branches";
import { log } from "../log";
import { startRoutine } from "../routine";
import type { CompareBookInput, RebuildBookInput } from "./compare-step";
import type { compareBook as compareContract, rebuildBook as rebuildContract } from "./contract";
import { findings, lastCompared } from "./findings";
import { differingInWords } from "./words";

/** So many guests who differ are named. */
const TOLD = 200;

/** Compares a branch's whole book with what was said of its guests, as a job beside everything else. It changes nothing. */
export async function compareBook(branch: BranchKey, by: WriteBy, caller?: AbortSignal): Promise<AnswerOf<typeof compareContract>> {
  const begun = timestamp();
  const { file } = await branchStore(branch, "contacts");
  let differences: Comparison["differences"] = [];
  const work = async (job: BulkWatch) => {
    const { guests, differing, ...found } = await compare(file, job);
    differences = found.differences; // the job is kept for a month, and knows nobody's name
    return { guests, differing };
  };
  const counts = await runJob("compare-book", branch, by, work, caller);
  await note(branch, begun, counts);
  return compared(branch, { ...counts, differences });
}

function compare(file: string, watch: BulkWatch): Promise<Comparison> {
  const input: CompareBookInput = { file, hours: eveningHours(env()) };
  return runBulk<Comparison>("compare-book", input, watch);
}

function compared(branch: BranchKey, { guests, differing, differences }: Comparison): AnswerOf<typeof compareContract> {
  const all = `${guests.toLocaleString("en")} guests of ${branchName(branch)}'s guest book`;
  const message =
    differing === 0
      ? `All ${all} are what was written down of them.`
      : `Of ${all} ${differing.toLocaleString("en")} ${differing === 1 ? "is" : "are"} not what was written down of them. Rebuild writes them as they must be.`;
  const told = differences.slice(0, TOLD).map(({ what, name, phones }) => ({ what: differingInWords(what), name, phones }));
  return { message, guests, differing, differences: told };
}

/** What the newest comparison found is said by every check of the server's health. */
async function note(branch: BranchKey, at: string, { guests, differing }: { guests: number; differing: number }): Promise<void> {
  (await findings()).set(branch, { at, guests, differing });
}

/**
 * Writes the guests of a book who are not what was said of them as they must be, behind a backup.
 * @throws AppError `already_running`, and whatever the backup throws; nothing was changed then
 */
export async function rebuildBook(branch: Branch, by: WriteBy, caller?: AbortSignal): Promise<AnswerOf<typeof rebuildContract>> {
  const begun = timestamp();
  const answer = await runJob("rebuild-book", branch.key, by, (job) => rebuild(branch, by, job), caller);
  await note(branch.key, begun, answer);
  return answer;
}

async function rebuild(branch: Branch, by: WriteBy, job: BulkWatch): Promise<AnswerOf<typeof rebuildContract>> {
  const store = await branch.contacts();
  const { guests, differing, differences } = await compare(store.file, job);
  if (differing === 0) {
    return { message: "Every guest is what was written down of them. Nothing was changed.", guests, rebuilt: 0, differing, backup: null };
  }
  const backup = await backUp(store.file, "before-rebuild");
  const input: Omit<RebuildBookInput, "file" | "by"> = { branch: branch.key, differences, hours: eveningHours(env()), backup };
  const rebuilt = await store.bulk<number>(by, "rebuild-book", input, job);
  const after = await compare(store.file, job);
  const left =
    after.differing === 0
      ? ""
      : ` ${after.differing.toLocaleString("en")} still differ: restore a backup of this guest book to have them back.`;
  const message = `${rebuilt.toLocaleString("en")} ${rebuilt === 1 ? "guest was" : "guests were"} rebuilt.${left} The guest book as it was before is kept as a backup.`;
  return { message, guests: after.guests, rebuilt, differing: after.differing, backup };
}

/** How often is looked whether a book is due, in milliseconds. */
const LOOK_EVERY = 60_000;

/**
 * From now on one guest book is compared each business day, in turn, and one that was restored as soon as the server runs. It keeps no
 * process alive.
 * @returns ends it, and settles when a comparison that is under way has ended
 */
export function startComparisons(lookEvery: number = LOOK_EVERY): () => Promise<void> {
  return startRoutine(lookEvery, "no guest book was compared", compareWhoIsDue);
}

/**
 * Compares the guest books that are due: those that came back from a backup since they were compared, else, once a business day, the one
 * that was compared longest ago. One that cannot be compared is logged, and holds up no other.
 * @returns the branches whose books were compared
 */
export async function compareWhoIsDue(signal?: AbortSignal): Promise<BranchKey[]> {
  const done: BranchKey[] = [];
  try {
    const last = await lastCompared();
    const at = (branch: BranchKey) => last.get(branch) ?? "";
    const restored = keptBranches().filter((branch) => restoredAt(branch) > at(branch));
    const today = dayOfBackup(now());
    const isDoneToday = [...last.values()].some((time) => dayOfBackup(new Date(time)) >= today);
    const [oldest] = keptBranches().toSorted((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0));
    for (const branch of restored.length > 0 || isDoneToday ? restored : [oldest ?? []].flat()) {
      if (signal?.aborted) break;
      await compareBook(branch, bySystem("nightly comparison"), signal).then(
        ({ differing }) => {
          done.push(branch);
          if (differing > 0) log().error({ branch, differing }, "guests are not what was said of them");
        },
        (error: unknown) => log().warn({ err: error, branch }, "a guest book was not compared"),
      );
    }
  } catch (error) {
    log().warn({ err: error }, "no guest book was compared");
  }
  return done;
}

/** When a backup was put into a book's place: what it put aside says so. An empty text where none is known of. */
function restoredAt(branch: BranchKey): string {
  const aside = listBackups(storeFile(branch, "contacts")).filter(({ reason }) => reason === PUT_ASIDE);
  return aside.map(({ madeAt }) => madeAt.toISOString()).reduce((a, b) => (a > b ? a : b), "");
}
