import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { decidedIn } from "../book/decisions-of-books";
import { countsOf, publish } from "../book/publishing";
import { noteSource, recordOfRow, sourceOfRows, storeIdOf } from "../book/table-rows";
import type { DayHours } from "../business-day";
import { timestamp } from "../clock";
import type { WriteBy } from "../db/actor";
import { mustBackUp } from "../db/backup-first";
import { bulkWrite } from "../db/bulk-write";
import { openReading } from "../db/pragmas";
import type { Outcome } from "../events";
import type { BranchKey } from "../known-branches";
import type { MergeReport } from "../merge-report";
import { takenFigures } from "../stats/taken-figures";
import { failpoint } from "../test-hooks";
import type { mergeTables } from "./contract";
import { type OpenTable, readGuestRows, rebuildGuestRows } from "./guest-rows";
import { type EndOfDayRun, type MergedTables, mergeAnswer, runKey } from "./words";

export interface MergeOpenTablesInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  countryCode: string;
  /** Null for a look (`backupFirst`), and where there is no open table. */
  backup: string | null;
  /** For End of Day: only tables and guest rows up to its business day, marked for it; Merge All merges every open table. */
  takeFor: EndOfDayRun | null;
  /** Today's; tables of days before it are named. */
  businessDay: string;
  /** The contacts stores in which people decide about the evening's guests: the branch's, and central's where it is kept here. */
  books: string[];
}

/**
 * Every open table's guests become guest rows, by phone key within a business day: one transaction. With `takeFor`, the
 * tables and rows are marked as taken by that End of Day in the same transaction.
 */
export function mergeOpenTables(input: MergeOpenTablesInput): AnswerOf<typeof mergeTables> | MergedTables {
  const answer = bulkWrite(input.file, input.by, (database): Outcome<AnswerOf<typeof mergeTables> | MergedTables> => {
    const tables = database
      .prepare<[string], OpenTable & { guests: number }>(
        `SELECT id, name, hostess, waiter, business_day, (SELECT count(*) FROM table_guest g WHERE g.table_id = t.id) AS guests
         FROM saved_table t WHERE closed_by IS NULL AND business_day <= ? ORDER BY id`,
      )
      .all(input.takeFor?.day ?? "9999-12-31");
    const { report, rows, ...rebuilt } = rebuildGuestRows(database, tables, input.countryCode, decidedIn(input.books), () =>
      failpoint("merge-tables:table"),
    );
    failpoint("merge-tables:rows");
    const { inserted, removed, corrected, guests } = rebuilt;
    if (!input.takeFor && input.backup === null && inserted + removed + corrected > 0) throw mustBackUp();
    if (input.takeFor) markTaken(database, input.takeFor);
    const skipped = tables.filter(({ guests }) => guests === 0).map(({ name }) => ({ table: name, reason: "no guests" }));
    const taken_for = input.takeFor && runKey(input.takeFor);
    const merged: MergedTables = {
      ...rebuilt,
      tables: tables.length,
      folded: guests - rows,
      also: report.also,
      may_be_same: report.may_be_same,
      also_known_as: report.also_known_as,
      pairs: report.pairs,
      skipped,
      earlier_tables: tables
        .filter((table) => table.business_day < input.businessDay && table.guests > 0)
        .map(({ name, business_day, guests }) => ({ table: name, business_day, guests })),
    };
    const counts = { tables: tables.length - skipped.length, guests, inserted, removed, corrected, taken_for, backup: input.backup };
    const payload = { ...counts, ...(taken_for && { figures: takenFigures(database, taken_for, input.countryCode) }) };
    // What a key's receipt keeps is the answer of its call: Merge All's own, while End of Day goes on with the numbers.
    const answer = input.takeFor ? merged : mergeAnswer(merged, input.backup);
    return { answer, happened: [{ kind: "tables.merged", subjects: tables.map(({ id }) => id), payload }] };
  });
  failpoint("merge-tables:committed");
  return answer;
}

/** Only what is marked here is closed at the end; what somebody saves in between waits for the next run. */
function markTaken(database: Database.Database, run: EndOfDayRun): void {
  const key = runKey(run);
  database.prepare("UPDATE saved_table SET taken_for = ? WHERE closed_by IS NULL AND business_day <= ?").run(key, run.day);
  database.prepare("UPDATE guest_row SET taken_for = ? WHERE booked_by IS NULL AND business_day <= ?").run(key, run.day);
}

export interface BookGuestsInput {
  /** The contacts store. */
  file: string;
  by: WriteBy;
  tableFile: string;
  branch: BranchKey;
  takenFor: EndOfDayRun;
  /** What the tables were merged into: the sums of End of Day speak of everybody who sat at them. */
  tables: number;
  guests: number;
  folded: number;
  filled: number;
  also: number;
  hours: DayHours;
  backup: string;
}

/**
 * The guest rows taken by an End of Day go into the guest book, with its entry in the same transaction: it happens once,
 * whatever is repeated.
 */
export function bookGuests(input: BookGuestsInput): MergeReport {
  const rows = openReading(input.tableFile);
  const { day, run } = input.takenFor;
  const key = runKey(input.takenFor);
  try {
    const report = bulkWrite(input.file, input.by, (book, say): Outcome<MergeReport> => {
      const source = sourceOfRows(book, rows, storeIdOf(rows), input.branch);
      const records = [...readGuestRows(rows, "taken_for = ?", key)].map((row) => ({ ...recordOfRow(row, source), isBooked: true }));
      const merged = publish(book, { records }, { hours: input.hours, say, why: "merge" });
      noteSource(book, source);
      failpoint("end-of-day:guests");
      const { tables, guests, folded, filled, also, backup } = input;
      const { report } = merged;
      const all = { ...report, skipped: report.skipped + folded, filled: report.filled + filled, also: report.also + also };
      book
        .prepare(
          `INSERT INTO end_of_day_entry (business_day, run, tables, guests, inserted, skipped, filled, united, also, backup, done_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(day, run, tables, guests, all.inserted, all.skipped, all.filled, all.united, all.also, backup, timestamp());
      const payload = { ...countsOf(merged), business_day: day, run, tables, guests, backup };
      return { answer: all, happened: [{ kind: "day.ended", subjects: [day], payload }] };
    });
    failpoint("end-of-day:booked");
    return report;
  } finally {
    rows.close();
  }
}
