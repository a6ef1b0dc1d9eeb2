import type { AnswerOf } from "../api/endpoint";
import { now } from "../clock";
import { backUp } from "../db/backup";
import type { Branch } from "../db/branch";
import { runBulk } from "../db/bulk";
import type { ReceiptKey } from "../db/receipts";
import { env } from "../env";
import { AppError } from "../errors";
import { log } from "../log";
import type { MergeCounts } from "../merging/rules";
import { processWide } from "../process-wide";
import { businessDayOf, endOfDayGateText, endOfDayIsOpen, eveningHours } from "../tables/rules";
import { failpoint } from "../test-hooks";
import type { BookGuestsInput, TakeTablesInput } from "./bulk";
import type { EndOfDayAnswer, mergeTables as mergeTablesContract } from "./contract";
import { alreadyRunText } from "./rules";

/** Merge All: every open table's guests become guest rows, once per phone and business day. Safe to run again. */
export async function mergeTables(branch: Branch, receipt: ReceiptKey | null): Promise<AnswerOf<typeof mergeTablesContract>> {
  return oneAtATime(branch, () => take(branch, receipt, null));
}

async function take(branch: Branch, receipt: ReceiptKey | null, takeFor: string | null) {
  const store = await branch.table();
  failpoint("merge-tables:begin");
  const backup = await backUp(store.file, takeFor ? "before-end-of-day" : "before-merge-all");
  failpoint("merge-tables:backed-up");
  const input: TakeTablesInput = { file: store.file, countryCode: env().DEFAULT_COUNTRY_CODE, receipt, backup, takeFor };
  return store.exclusive(() => runBulk<AnswerOf<typeof mergeTablesContract>>("take-tables", input));
}

/**
 * End of Day: Merge All, then the evening's guest rows into the guest book, then its tables are closed. Each step is
 * one transaction and safe to run again; the entry in the guest book says that the day is done.
 * @throws AppError `too_early` before 23:15
 */
export async function endOfDay(branch: Branch): Promise<EndOfDayAnswer> {
  const hours = eveningHours(env());
  const instant = now();
  if (!endOfDayIsOpen(instant, hours)) throw new AppError("too_early", endOfDayGateText(hours));
  const day = businessDayOf(instant, hours);
  return oneAtATime(branch, async () => {
    const done = await entryOf(branch, day);
    if (done) {
      await closeTables(branch, day);
      const waiting = await tablesWaiting(branch);
      return { ...done, detail: alreadyRunText(day, waiting), business_day: day, already_done: true, waiting };
    }
    await take(branch, null, day);
    failpoint("end-of-day:merged");
    const { counts, backup } = await book(branch, day);
    await closeTables(branch, day);
    failpoint("end-of-day:closed");
    optimiseSearchLater(branch);
    const detail = `Inserted ${counts.inserted}, already there ${counts.skipped}, filled in ${counts.filled}. Backup: ${backup}.`;
    return { ...counts, detail, backup, business_day: day, already_done: false, waiting: await tablesWaiting(branch) };
  });
}

async function tablesWaiting(branch: Branch): Promise<number> {
  const { read } = await branch.table();
  return read.savedTable.count({ where: { closed_by: null } });
}

async function entryOf(branch: Branch, day: string) {
  const book = await branch.contacts();
  return book.read.endOfDayEntry.findUnique({
    where: { business_day: day },
    select: { inserted: true, skipped: true, filled: true, backup: true },
  });
}

async function book(branch: Branch, businessDay: string): Promise<{ counts: MergeCounts; backup: string }> {
  const [contacts, table] = await Promise.all([branch.contacts(), branch.table()]);
  const backup = await backUp(contacts.file, "before-end-of-day");
  failpoint("end-of-day:backed-up");
  const input: BookGuestsInput = {
    tableFile: table.file,
    contactsFile: contacts.file,
    branch: branch.key,
    businessDay,
    timeZone: env().TIME_ZONE,
    backup,
  };
  return { counts: await contacts.exclusive(() => runBulk<MergeCounts>("book-guests", input)), backup };
}

async function closeTables(branch: Branch, day: string): Promise<void> {
  const store = await branch.table();
  await store.write(async (tx) => {
    await tx.savedTable.updateMany({ where: { taken_for: day, closed_by: null }, data: { closed_by: day } });
    failpoint("end-of-day:closing");
    await tx.guestRow.updateMany({ where: { taken_for: day, booked_by: null }, data: { booked_by: day } });
  });
}

/** Nobody waits for it, and it may end half-way: searches are only a little slower then. */
function optimiseSearchLater(branch: Branch): void {
  branch
    .contacts()
    .then((store) => runBulk("optimise-search", { file: store.file }))
    .catch((error: unknown) => log().warn({ err: error, branch: branch.key }, "the search index was not optimised"));
}

const running = processWide("branches at merging", () => new Set<string>());

/** @throws AppError `already_running` while another Merge All or End of Day of this branch is under way */
async function oneAtATime<T>(branch: Branch, work: () => Promise<T>): Promise<T> {
  if (running.has(branch.key)) {
    throw new AppError("already_running", "Merge All or End of Day is already running for this branch. Wait until it is done.", {
      retryAfter: 5,
    });
  }
  running.add(branch.key);
  try {
    return await work();
  } finally {
    running.delete(branch.key);
  }
}
