import Database from "better-sqlite3";
import { sayingTime } from "../book/decision-target";
import { largeEvenings } from "../book/large-evenings";
import type { BookBatch, Publishing } from "../book/open-book";
import { countsOf, publishAll } from "../book/publishing";
import type { VersionedRecord } from "../book/records";
import { businessDays } from "../business-day";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { lastEvent } from "../db/event-rows";
import type { Outcome } from "../events";
import { localDate } from "../local-time";
import type { Person } from "../person";
import { hasPhoneKey, readPhones } from "../phones";
import { failpoint } from "../test-hooks";
import type { ImportAnswer } from "./contract";
import { answerOfImport, type ImportSaid } from "./large-import-state";
import { FirstLines, type SkippedRow, skippedReason } from "./left-out";
import { rememberColumns } from "./remembered-columns";
import { MOST_AT_ONCE, namesBeside } from "./rows-file";

export interface ImportInput extends ImportSaid {
  file: string;
  by: WriteBy;
  /** What `readFile` made. */
  rowsFile: string;
  dryRun: boolean;
}

/** Undoes a trial run: thrown inside the transaction when everything has been counted. */
class TrialRun extends Error {}

/**
 * Brings the people of a file that was read into a contacts store, in one transaction: each is inserted, filled in or
 * skipped by phone key.
 */
export function importRows(input: ImportInput, tell: (done: number, total: number) => void = () => {}): ImportAnswer {
  const { rows, failed, seen } = input.contents;
  let counted: ImportAnswer | null = null;
  const people = new Database(input.rowsFile, { readonly: true, fileMustExist: true });
  const large = rows > MOST_AT_ONCE ? largeEvenings(namesBeside(input.rowsFile)) : undefined;
  try {
    return bulkWrite(input.file, input.by, (database, say): Outcome<ImportAnswer> => {
      const after_event = lastEvent(database);
      const said = { ...input, now: sayingTime(database, input.now) };
      const { skipped, met, lines } = metRows();
      const publishing: Publishing = { hours: input.hours, say, why: "import", expected: rows, met, ...(large && { large }) };
      const parts = partsOf(people, said, lines, { size: PAGE, after: 0, tell: (at) => tell(at, rows) });
      const merged = publishAll(database, parts, publishing);
      counted = answerOfImport(input, merged.report, skipped, skippedReason);
      if (input.dryRun) counted = { ...counted, import_id: null, ...seen };
      failpoint("import:rows");
      if (input.dryRun) throw new TrialRun();
      rememberColumns(database, input.said, input.now);
      const { importId: import_id, countryCode: country_code } = input;
      const payload = { ...countsOf(merged), errors: failed, import_id, after_event, country_code };
      return { answer: counted, happened: [{ kind: "contacts.imported", subjects: [import_id], payload }] };
    });
  } catch (error) {
    if (!(error instanceof TrialRun) || !counted) throw error;
    return counted;
  } finally {
    people.close();
    large?.close();
  }
}

/** What is told of the rows that brought nobody new. */
export function metRows(skipped = new FirstLines<Omit<SkippedRow, "reason">>()) {
  const lines = new Map<string, number>();
  const met: Publishing["met"] = (record, { name, isFresh, isFilled }) => {
    const by = hasPhoneKey(record.numbers) ? "phone" : "name";
    skipped.add({ line: lines.get(record.id) ?? 0, same_as: name, by, in_file: isFresh, filled: isFilled });
  };
  return { skipped, met, lines };
}

interface Parts {
  /** So many rows are held at once. */
  size: number;
  /** The place of the last row that is in already. */
  after: number;
  /** How far it is, in places. */
  tell: (place: number) => void;
  isEnough?: (place: number) => boolean;
}

/**
 * The people of the file as records of one batch, in the order in which they were added. Whoever has no `added_at` of their own is of
 * the calendar's day, after midnight too: nobody sat at a table of the evening before.
 * @param lines takes the line of each of a part
 */
export function* partsOf(
  people: Database.Database,
  { importId, branch, hours, countryCode, now: said_at, contents: { importedAt } }: ImportSaid,
  lines: Map<string, number>,
  { size, after, tell, isEnough = () => false }: Parts,
): Generator<BookBatch> {
  const page = people.prepare<[number, number], { place: number; person: string; line: number }>(
    "SELECT rowid AS place, person, line FROM sorted WHERE rowid > ? AND rowid <= ? ORDER BY rowid",
  );
  const dayOf = businessDays(hours);
  const today = localDate(new Date(importedAt), hours.timeZone);
  for (let last = after; ; last += size) {
    const rows = page.all(last, last + size);
    lines.clear();
    const records = rows.map(({ place, person: text, line }): VersionedRecord => {
      const person = JSON.parse(text) as Person; // written by readFile
      const id = `${importId}/${place}`;
      lines.set(id, line);
      const evening = person.added_at === importedAt ? today : dayOf(person.added_at);
      const numbers = readPhones(person.phones, countryCode);
      return { said_at, batch: importId, line: place, id, evening, branch, person, numbers, incarnation: 1, version: 1 };
    });
    yield { records };
    tell(last + rows.length);
    if (rows.length < size || isEnough(last + rows.length)) return;
  }
}

const PAGE = 1_000;
