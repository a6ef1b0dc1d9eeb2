import type Database from "better-sqlite3";
import type { BranchKey } from "../../branches";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { lastEvent } from "../../db/event-rows";
import type { Outcome } from "../../events";
import type { Incoming, MergeTarget } from "../../merge-rule";
import type { Person } from "../../person";
import { hasPhoneKey, readPhones } from "../../phones";
import { failpoint } from "../../test-hooks";
import { contactsTarget, countedOff, countsAndRows, type KnownContact, lastSeq, mergeContacts } from "../bulk";
import type { ImportAnswer } from "../contract";
import type { FileContents } from "./reads";
import { FirstLines, type SkippedRow, skippedReason } from "./rules";

export interface ImportInput {
  file: string;
  by: WriteBy;
  /** What `readFile` made and said. */
  rowsFile: string;
  contents: FileContents;
  branch: BranchKey;
  hours: DayHours;
  countryCode: string;
  dryRun: boolean;
  importId: string;
}

/** Undoes a trial run: thrown inside the transaction when everything has been counted. */
class TrialRun extends Error {}

/**
 * Brings the people of a file that was read into a contacts store, in one transaction: each is inserted, filled in or
 * skipped by phone key. They are sorted by added_at on the way, in a temporary table.
 */
export function importRows(input: ImportInput, tell: (done: number, total: number) => void = () => {}): ImportAnswer {
  const { rows, question, asked: _asked, seen, ...contents } = input.contents;
  let counted: ImportAnswer | null = null;
  let done = 0;
  try {
    return bulkWrite(
      input.file,
      input.by,
      (database, say): Outcome<ImportAnswer> => {
        const after_event = lastEvent(database);
        const at = { line: 0 };
        const skipped = new FirstLines<Omit<SkippedRow, "reason">>();
        const target = listing(contactsTarget(database, { ...input, say, why: "import" }), at, lastSeq(database), skipped);
        const people = countedOff(sortedPeople(database, input.countryCode, at), () => tell(++done, rows));
        const merged = mergeContacts(database, target, people, rows);
        const { first_seq: _first, last_seq: _last, ...report } = merged;
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
        const payload = {
          ...countsAndRows(merged),
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

/** The same target, which lists the rows that bring nobody new. @param at the line of the row that is merged */
function listing(
  target: MergeTarget<KnownContact>,
  at: { line: number },
  lastBefore: number,
  skipped: FirstLines<Omit<SkippedRow, "reason">>,
): MergeTarget<KnownContact> {
  return {
    ...target,
    met(row, incoming, changes, numbers, isSame) {
      const by = hasPhoneKey(incoming.numbers) ? "phone" : "name";
      const filled = Object.keys(changes).some((field) => field !== "also");
      skipped.add({ line: at.line, same_as: row.name, by, in_file: row.seq > lastBefore, filled });
      target.met?.(row, incoming, changes, numbers, isSame);
    },
  };
}

/** @param at takes the line of each as it goes by */
function* sortedPeople(database: Database.Database, countryCode: string, at: { line: number }): Generator<Incoming> {
  // Page by page, because a connection that is in the middle of one statement's rows runs no other.
  const page = database.prepare<[number, number], { person: string; line: number }>(
    "SELECT person, line FROM temp.sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
  );
  for (let last = 0; ; last += PAGE) {
    const rows = page.all(last, last + PAGE);
    for (const row of rows) {
      const person = JSON.parse(row.person) as Person; // written by readFile
      at.line = row.line;
      yield { person, numbers: readPhones(person.phones, countryCode) };
    }
    if (rows.length < PAGE) return;
  }
}

const PAGE = 1_000;
