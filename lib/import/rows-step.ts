import type Database from "better-sqlite3";
import { sayingTime } from "../book/decision-target";
import type { BookBatch, Publishing } from "../book/open-book";
import { countsOf, publishAll } from "../book/publishing";
import type { VersionedRecord } from "../book/records";
import { businessDays, type DayHours } from "../business-day";
import type { ColumnChoices } from "../contact-files/chosen-columns";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { lastEvent } from "../db/event-rows";
import type { Outcome } from "../events";
import type { BranchKey } from "../known-branches";
import type { Person } from "../person";
import { hasPhoneKey, readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import type { ImportAnswer } from "./contract";
import { FirstLines, type SkippedRow, skippedReason } from "./left-out";
import type { FileContents } from "./read-file";
import { rememberColumns } from "./remembered-columns";

export interface ImportInput {
  file: string;
  by: WriteBy;
  /** What `readFile` made and said. */
  rowsFile: string;
  contents: FileContents;
  /** What its sender said that columns hold, by the mark of the heading. */
  said: ColumnChoices["said"];
  branch: BranchKey;
  hours: DayHours;
  countryCode: string;
  dryRun: boolean;
  importId: string;
  /** ISO 8601 in UTC with Z. */
  now: string;
}

/** Undoes a trial run: thrown inside the transaction when everything has been counted. */
class TrialRun extends Error {}

/**
 * Brings the people of a file that was read into a contacts store, in one transaction: each is inserted, filled in or
 * skipped by phone key. They are sorted by added_at on the way, in a temporary table.
 */
export function importRows(input: ImportInput, tell: (done: number, total: number) => void = () => {}): ImportAnswer {
  const { rows, question, asked: _asked, written: _written, seen, ...contents } = input.contents;
  let counted: ImportAnswer | null = null;
  try {
    return bulkWrite(
      input.file,
      input.by,
      (database, say): Outcome<ImportAnswer> => {
        const after_event = lastEvent(database);
        const skipped = new FirstLines<Omit<SkippedRow, "reason">>();
        const lines = new Map<string, number>();
        const met: Publishing["met"] = (record, { name, isFresh, isFilled }) => {
          const by = hasPhoneKey(record.numbers) ? "phone" : "name";
          skipped.add({ line: lines.get(record.id) ?? 0, same_as: name, by, in_file: isFresh, filled: isFilled });
        };
        const publishing: Publishing = { hours: input.hours, say, why: "import", expected: rows, met };
        const merged = publishAll(
          database,
          partsOf(database, input, lines, (at) => tell(at, rows)),
          publishing,
        );
        const { report } = merged;
        const skipped_rows = skipped.told().map((one) => ({ ...one, reason: skippedReason(one) }));
        counted = {
          import_id: input.dryRun ? null : input.importId,
          ...report,
          skipped_rows,
          ...contents,
          ...(question ? { question } : {}),
          ...(input.dryRun ? seen : {}),
        };
        failpoint("import:rows");
        if (input.dryRun) throw new TrialRun();
        rememberColumns(database, input.said, input.now);
        const payload = {
          ...countsOf(merged),
          errors: contents.failed,
          import_id: input.importId,
          after_event,
          country_code: input.countryCode,
        };
        return { answer: counted, happened: [{ kind: "contacts.imported", subjects: [input.importId], payload }] };
      },
      (database) => {
        database.prepare("ATTACH ? AS file").run(input.rowsFile);
        database.exec("CREATE TEMP TABLE sorted AS SELECT person, line FROM file.incoming ORDER BY added_at, rowid; DETACH file");
      },
    );
  } catch (error) {
    if (!(error instanceof TrialRun) || !counted) throw error;
    return counted;
  }
}

/**
 * The people of the file as records of one batch, in the order in which they were added.
 * @param lines takes the line of each of a part
 */
function* partsOf(
  database: Database.Database,
  { importId, branch, hours, countryCode, now }: ImportInput,
  lines: Map<string, number>,
  tell: (done: number) => void,
): Generator<BookBatch> {
  // Page by page, because a connection that is in the middle of one statement's rows runs no other.
  const page = database.prepare<[number, number], { place: number; person: string; line: number }>(
    "SELECT rowid AS place, person, line FROM temp.sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
  );
  const dayOf = businessDays(hours);
  const said_at = sayingTime(database, now);
  for (let last = 0; ; last += PAGE) {
    const rows = page.all(last, last + PAGE);
    lines.clear();
    const records = rows.map(({ place, person: text, line }): VersionedRecord => {
      const person = JSON.parse(text) as Person; // written by readFile
      const id = `${importId}/${place}`;
      lines.set(id, line);
      const evening = dayOf(person.added_at);
      const numbers = readPhones(person.phones, countryCode);
      return { said_at, batch: importId, line: place, id, evening, branch, person, numbers, incarnation: 1, version: 1 };
    });
    yield { records };
    tell(last + rows.length);
    if (rows.length < PAGE) return;
  }
}

const PAGE = 1_000;
