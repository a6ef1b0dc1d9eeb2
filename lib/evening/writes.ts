import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, endOfDayGateText, endOfDayIsOpen, eveningHours } from "../business-day";
import { now } from "../clock";
import { bySystem, stepOf, type WriteBy } from "../db/actor";
import { backUp } from "../db/backup";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import { storeFailure } from "../db/failures";
import { env } from "../env";
import { AppError, isAppError } from "../errors";
import type { Happening } from "../events";
import { type JobHandle, runJob } from "../jobs/writes";
import { log } from "../log";
import { awardMissing } from "../loyalty/writes";
import type { MergeCounts } from "../merge-rule";
import { failpoint } from "../test-hooks";
import type { BookGuestsInput, MergeOpenTablesInput } from "./bulk";
import type { EndOfDayAnswer, mergeTables as mergeTablesContract } from "./contract";
import { alreadyRunText, endOfDayHalfDoneText } from "./rules";

type MergeAllAnswer = AnswerOf<typeof mergeTablesContract>;

/** Merge All: every open table's guests become guest rows, once per phone and business day. Safe to run again. */
export function mergeTables(branch: Branch, by: WriteBy): Promise<MergeAllAnswer> {
  return runJob("merge-tables", branch.key, by, (job) => mergeOpenTables(branch, by, job, null));
}

async function mergeOpenTables(branch: Branch, by: WriteBy, job: JobHandle, takeFor: string | null): Promise<MergeAllAnswer> {
  const store = await branch.table();
  failpoint("merge-tables:begin");
  const backup = await backUp(store.file, takeFor ? "before-end-of-day" : "before-merge-all");
  failpoint("merge-tables:backed-up");
  const input: Omit<MergeOpenTablesInput, "file" | "by"> = { countryCode: env().DEFAULT_COUNTRY_CODE, backup, takeFor };
  return store.bulk<MergeAllAnswer>(by, "merge-open-tables", input, job);
}

/**
 * End of Day: Merge All, then the evening's guest rows into the guest book, then its tables are closed. Each step is
 * one transaction and safe to run again; the entry in the guest book says that the day is done.
 * @throws AppError `too_early` before 23:15; after its first step, what failed, and that running it again finishes it
 */
export async function endOfDay(branch: Branch, by: WriteBy): Promise<EndOfDayAnswer> {
  const hours = eveningHours(env());
  const instant = now();
  if (!endOfDayIsOpen(instant, hours)) throw new AppError("too_early", endOfDayGateText(hours));
  const day = businessDayOf(instant, hours);
  return runJob("end-of-day", branch.key, by, async (job) => {
    const closed = await closeDay(branch, day, stepOf(by), job);
    // The tables are closed by now; the answer, with its receipt, says how many points were made up for.
    return { ...closed, awarded: await awardMissing(branch, day, by) };
  });
}

type Closed = Omit<EndOfDayAnswer, "awarded">;

async function closeDay(branch: Branch, day: string, by: WriteBy, job: JobHandle): Promise<Closed> {
  const done = await entryOf(branch, day);
  if (done) {
    return closeTables(branch, day, by, (waiting) => {
      return { ...done, detail: alreadyRunText(day, waiting), business_day: day, already_done: true, waiting };
    });
  }
  await mergeOpenTables(branch, by, job, day);
  failpoint("end-of-day:merged");
  return afterMerge(day, async () => {
    const { counts, backup } = await bookGuests(branch, day, by, job);
    const detail = `Inserted ${counts.inserted}, already there ${counts.skipped}, filled in ${counts.filled}. Backup: ${backup}.`;
    const answer = await closeTables(branch, day, by, (waiting) => {
      return { ...counts, detail, backup, business_day: day, already_done: false, waiting };
    });
    failpoint("end-of-day:closed");
    optimiseSearchLater(branch);
    return answer;
  });
}

/** Says what stands when a later step fails: "Nothing was changed" is true of that step alone. */
async function afterMerge<T>(day: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = storeFailure(error);
    if (!isAppError(failure)) throw error;
    const { code, retryAfter } = failure;
    throw new AppError(code, endOfDayHalfDoneText(day, failure.message), { cause: error, retryAfter });
  }
}

async function entryOf(branch: Branch, day: string) {
  const book = await branch.contacts();
  return book.read.endOfDayEntry.findUnique({
    where: { business_day: day },
    select: { inserted: true, skipped: true, filled: true, backup: true },
  });
}

async function bookGuests(
  branch: Branch,
  businessDay: string,
  by: WriteBy,
  job: JobHandle,
): Promise<{ counts: MergeCounts; backup: string }> {
  const [contacts, table] = await Promise.all([branch.contacts(), branch.table()]);
  const backup = await backUp(contacts.file, "before-end-of-day");
  failpoint("end-of-day:backed-up");
  const input: Omit<BookGuestsInput, "file" | "by"> = {
    tableFile: table.file,
    branch: branch.key,
    businessDay,
    timeZone: env().TIME_ZONE,
    backup,
  };
  return { counts: await contacts.bulk<MergeCounts>(by, "book-guests", input, job), backup };
}

/**
 * Closes what this day's End of Day has taken: the last step that the evening itself needs.
 * @param answerOf the answer, from how many saved tables are open after that
 */
async function closeTables(branch: Branch, day: string, by: WriteBy, answerOf: (waiting: number) => Closed): Promise<Closed> {
  const store = await branch.table();
  return store.write(by, async (tx) => {
    const tables = await tx.savedTable.findMany({ where: { taken_for: day, closed_by: null }, select: { id: true } });
    await tx.savedTable.updateMany({ where: { taken_for: day, closed_by: null }, data: { closed_by: day } });
    failpoint("end-of-day:closing");
    const rows = await tx.guestRow.updateMany({ where: { taken_for: day, booked_by: null }, data: { booked_by: day } });
    const waiting = await tx.savedTable.count({ where: { closed_by: null } });
    const payload = { business_day: day, tables: tables.length, guest_rows: rows.count };
    const happened: Happening[] =
      tables.length + rows.count > 0 ? [{ kind: "tables.closed", subjects: tables.map(({ id }) => id), payload }] : [];
    return { answer: answerOf(waiting), happened };
  });
}

/** Nobody waits for it, and it may end half-way: searches are only a little slower then. */
function optimiseSearchLater(branch: Branch): void {
  branch
    .contacts()
    .then((store) =>
      runJob("optimise-search", branch.key, bySystem("end of day"), (job) => runBulk("optimise-search", { file: store.file }, job)),
    )
    .catch((error: unknown) => log().warn({ err: error, branch: branch.key }, "the search index was not optimised"));
}
