import type { AnswerOf } from "../api/endpoint";
import { businessDayOf, endOfDayHourText, endOfDayIsOpen, eveningHours } from "../business-day";
import { now } from "../clock";
import { bySystem, stepOf, type WriteBy } from "../db/actor";
import { backUp } from "../db/backup";
import { backupFirst } from "../db/backup-first";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk-steps";
import { storeFailure } from "../db/failures";
import { storeFile } from "../db/files";
import { hubStore } from "../db/find-store";
import { env, keptBranches } from "../env";
import { AppError, isAppError } from "../errors";
import type { Happening } from "../events";
import { type JobHandle, runJob } from "../jobs/run";
import { log } from "../log";
import { areAwardsMissing, awardMissingPoints } from "../loyalty/award-missing-points";
import { addNotes, type MergeReport, TOLD } from "../merge-report";
import { noteTableConsents } from "../queue/recipients/consents";
import { forgetOldReplies } from "../queue/replies/keep";
import { failpoint } from "../test-hooks";
import type { EndOfDayAnswer, mergeTables as mergeTablesContract } from "./contract";
import type { BookGuestsInput, MergeOpenTablesInput } from "./merge-tables-step";
import { alreadyRunText, type EndOfDayRun, endOfDayHalfDoneText, endOfDayText, type MergedTables, runKey, runOfKey } from "./words";

type MergeAllAnswer = AnswerOf<typeof mergeTablesContract>;

/**
 * Merge All: every open table's guests become guest rows, once per phone and business day. Safe to run again.
 * @param refusal why nothing more may be changed now, where that is so
 */
export function mergeTables(branch: Branch, by: WriteBy, refusal: AppError | null = null): Promise<MergeAllAnswer> {
  return runJob("merge-tables", branch.key, by, async (job) => {
    await finishClosing(branch, by);
    return mergeOpenTables<MergeAllAnswer>(branch, by, job, null, refusal);
  });
}

async function mergeOpenTables<Answer extends MergeAllAnswer | MergedTables>(
  branch: Branch,
  by: WriteBy,
  job: JobHandle,
  takeFor: EndOfDayRun | null,
  refusal: AppError | null = null,
): Promise<Answer> {
  const store = await branch.table();
  failpoint("merge-tables:begin");
  const businessDay = takeFor?.day ?? businessDayOf(now(), eveningHours(env()));
  const books = keptBranches()
    .filter((key) => key === branch.key || key === "central")
    .map((key) => storeFile(key, "contacts"));
  const merge = (backup: string | null) => {
    failpoint("merge-tables:backed-up");
    const input: Omit<MergeOpenTablesInput, "file" | "by"> = {
      countryCode: env().DEFAULT_COUNTRY_CODE,
      backup,
      takeFor,
      businessDay,
      books,
    };
    return store.bulk<Answer>(by, "merge-open-tables", input, job);
  };
  if (takeFor) return merge(await backUp(store.file, "before-end-of-day"));
  const isEmpty = (await store.read.savedTable.count({ where: { closed_by: null } })) === 0;
  if (isEmpty) return merge(null);
  const merged = await store.read.event.findFirst({ where: { kind: "tables.merged" }, select: { seq: true } });
  return backupFirst({ isRepeat: merged !== null, refusal, backUp: () => backUp(store.file, "before-merge-all"), work: merge });
}

/**
 * End of Day: Merge All, then the evening's guest rows into the guest book, then its tables are closed. Each step is
 * one transaction and safe to run again; the entry in the guest book says that it is done. Run again, it takes what was
 * saved since; when nothing was, it answers with the day's sums.
 * @param refusal why nothing more may be changed now, where that is so
 * @throws AppError `too_early` before 23:15; the refusal, where there is something to do; after its first step, what failed, and that running it again finishes it
 */
export async function endOfDay(branch: Branch, by: WriteBy, refusal: AppError | null = null): Promise<EndOfDayAnswer> {
  const hours = eveningHours(env());
  const instant = now();
  if (!endOfDayIsOpen(instant, hours)) throw new AppError("too_early", endOfDayHourText(hours));
  const day = businessDayOf(instant, hours);
  return runJob("end-of-day", branch.key, by, async (job) => {
    if (await isAnythingLeft(branch, day)) {
      if (refusal) throw refusal;
      // It settles the evening's points there.
      await backUp((await hubStore()).file, "before-end-of-day");
    }
    const closed = await closeDay(branch, day, stepOf(by), job);
    await noteTableConsents(branch, day);
    await forgetOldReplies();
    return { ...closed, ...(await awardMissingPoints(branch, day, by)) };
  });
}

type Closed = Omit<EndOfDayAnswer, "awarded" | "taken_back">;

async function closeDay(branch: Branch, day: string, by: WriteBy, job: JobHandle): Promise<Closed> {
  await finishClosing(branch, by);
  const runs = await runsOf(branch, day);
  if (runs.length > 0 && !(await isAnythingWaiting(branch, day))) {
    const { read } = await branch.table();
    const waiting = await read.savedTable.count({ where: { closed_by: null } });
    return { ...sumsOf(runs), detail: alreadyRunText(day), business_day: day, already_done: true, waiting };
  }
  const takenFor = { day, run: runs.length + 1 };
  const merged = await mergeOpenTables<MergedTables>(branch, by, job, takenFor);
  failpoint("end-of-day:merged");
  return afterMerge(day, async () => {
    const { report, backup } = await bookGuests(branch, takenFor, merged, by, job);
    const waiting = await closeTables(branch, takenFor, by);
    failpoint("end-of-day:closed");
    optimiseSearchLater(branch);
    return { ...answerOf(takenFor, merged, report, backup), waiting };
  });
}

function answerOf(takenFor: EndOfDayRun, merged: MergedTables, report: MergeReport, backup: string): Omit<Closed, "waiting"> {
  const { also_known_as, also } = allOtherNames(merged, report);
  const { inserted, skipped, filled, united } = report;
  const counts = { inserted, skipped, filled, united, also };
  const { tables, guests, earlier_tables } = merged;
  const may_be_same = merged.may_be_same + report.may_be_same;
  const { stayed_deleted, names_not_kept } = report;
  const { pairs } = addNotes(merged, report);
  const notes = { also_known_as, may_be_same, pairs, ...(stayed_deleted && { stayed_deleted }), ...(names_not_kept && { names_not_kept }) };
  const detail = endOfDayText(takenFor, merged, counts, backup);
  return { ...counts, tables, guests, earlier_tables, ...notes, detail, backup, business_day: takenFor.day, already_done: false };
}

/** Whom the guest rows and the guest book know by another name: the same person may be told of in both. */
function allOtherNames(merged: MergedTables, report: MergeReport): Pick<MergeReport, "also" | "also_known_as"> {
  const told = [...merged.also_known_as, ...report.also_known_as];
  const once = [...new Map(told.map((one) => [`${one.name}\n${one.also}`, one])).values()];
  const isWhole = told.length === report.also;
  const also = isWhole ? once.length : Math.max(merged.also, report.also - merged.also, once.length);
  return { also_known_as: once.slice(0, TOLD), also };
}

/** Says what was done before a later step failed: its "Nothing was changed" is true of that step alone. */
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

/** The runs of a business day that are in the guest book, the first one first. */
async function runsOf(branch: Branch, day: string) {
  const book = await branch.contacts();
  return book.read.endOfDayEntry.findMany({ where: { business_day: day }, orderBy: { run: "asc" } });
}

/** The sums of a day's runs. Who is known by another name was listed by the run itself: a count without names helps nobody. */
function sumsOf(runs: Awaited<ReturnType<typeof runsOf>>) {
  const sum = (field: "inserted" | "skipped" | "filled" | "united" | "tables" | "guests") =>
    runs.reduce((total, run) => total + run[field], 0);
  return {
    ...{ inserted: sum("inserted"), skipped: sum("skipped"), filled: sum("filled"), united: sum("united") },
    ...{ tables: sum("tables"), guests: sum("guests"), also: 0, also_known_as: [], may_be_same: 0, pairs: [], earlier_tables: [] },
    backup: runs.at(-1)?.backup ?? "",
  };
}

/** Whether an End of Day of this business day would do anything: it was not run yet, or something waits for another run. */
async function isAnythingLeft(branch: Branch, day: string): Promise<boolean> {
  if ((await runsOf(branch, day)).length === 0 || (await isAnythingWaiting(branch, day))) return true;
  return areAwardsMissing(branch, day);
}

/** Whether an End of Day of this business day would take anything. */
async function isAnythingWaiting(branch: Branch, day: string): Promise<boolean> {
  const { read } = await branch.table();
  const upToDay = { business_day: { lte: day } };
  const table = await read.savedTable.findFirst({ where: { closed_by: null, ...upToDay }, select: { id: true } });
  return table !== null || (await read.guestRow.findFirst({ where: { booked_by: null, ...upToDay }, select: { seq: true } })) !== null;
}

async function bookGuests(
  branch: Branch,
  takenFor: EndOfDayRun,
  merged: MergedTables,
  by: WriteBy,
  job: JobHandle,
): Promise<{ report: MergeReport; backup: string }> {
  const [contacts, table] = await Promise.all([branch.contacts(), branch.table()]);
  const backup = await backUp(contacts.file, "before-end-of-day");
  failpoint("end-of-day:backed-up");
  const { tables, guests, folded, filled, also } = merged;
  const input: Omit<BookGuestsInput, "file" | "by"> = {
    tableFile: table.file,
    branch: branch.key,
    takenFor,
    ...{ tables, guests, folded, filled, also },
    hours: eveningHours(env()),
    backup,
  };
  return { report: await contacts.bulk<MergeReport>(by, "book-guests", input, job), backup };
}

/** Closes what a run has booked that was cut off before its last step; what was saved again in between stays open. */
async function finishClosing(branch: Branch, by: WriteBy): Promise<void> {
  const [{ read }, book] = await Promise.all([branch.table(), branch.contacts()]);
  const [tables, rows] = await Promise.all([
    read.savedTable.groupBy({ by: "taken_for", where: { closed_by: null, taken_for: { not: null } } }),
    read.guestRow.groupBy({ by: "taken_for", where: { booked_by: null, taken_for: { not: null } } }),
  ]);
  for (const key of new Set([...tables, ...rows].map(({ taken_for }) => taken_for ?? ""))) {
    const { day, run } = runOfKey(key);
    const isBooked = await book.read.endOfDayEntry.findUnique({ where: { business_day_run: { business_day: day, run } } });
    if (isBooked) await closeTables(branch, { day, run }, stepOf(by));
  }
}

/**
 * Closes what an End of Day has taken: the last step that the evening itself needs.
 * @returns how many saved tables are open after that
 */
async function closeTables(branch: Branch, takenFor: EndOfDayRun, by: WriteBy): Promise<number> {
  const store = await branch.table();
  const [key, { day }] = [runKey(takenFor), takenFor];
  return store.write(by, async (tx) => {
    const tables = await tx.savedTable.findMany({ where: { taken_for: key, closed_by: null }, select: { id: true } });
    await tx.savedTable.updateMany({ where: { taken_for: key, closed_by: null }, data: { closed_by: day } });
    failpoint("end-of-day:closing");
    const rows = await tx.guestRow.updateMany({ where: { taken_for: key, booked_by: null }, data: { booked_by: day } });
    const waiting = await tx.savedTable.count({ where: { closed_by: null } });
    const payload = { business_day: day, tables: tables.length, guest_rows: rows.count };
    const happened: Happening[] =
      tables.length + rows.count > 0 ? [{ kind: "tables.closed", subjects: tables.map(({ id }) => id), payload }] : [];
    return { answer: waiting, happened };
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
