import Database from "better-sqlite3";
import { newestSaid } from "../book/decision-target";
import { largeEvenings } from "../book/large-evenings";
import type { Publishing } from "../book/open-book";
import { countsOf, publishAll } from "../book/publishing";
import type { Place } from "../book/record-shapes";
import type { WriteBy } from "../db/actor";
import { bulkWrite } from "../db/bulk-write";
import { lastEvent } from "../db/event-rows";
import { AppError } from "../errors";
import type { Happening, Outcome } from "../events";
import { addReports } from "../merge-report";
import { failpoint } from "../test-hooks";
import type { ImportAnswer } from "./contract";
import {
  answerOfImport,
  beginUnderWay,
  endUnderWay,
  type ImportSaid,
  isComingIn,
  noteStep,
  readUnderWay,
  type SoFar,
  type Standing,
} from "./large-import-state";
import { FirstLines, type SkippedRow, skippedReason } from "./left-out";
import { rememberColumns } from "./remembered-columns";
import { namesBeside } from "./rows-file";
import { metRows, partsOf } from "./rows-step";

export interface BeginImportInput {
  file: string;
  by: WriteBy;
  fileName: string;
  said: ImportSaid;
  /** By whom its end is written, and under which key its answer is kept. */
  endedBy: WriteBy;
}

/** Writes down that a large import begins. */
export function beginImport({ file, by, fileName, said, endedBy }: BeginImportInput): Standing {
  return bulkWrite<Standing>(file, by, (database) => {
    beginUnderWay(database, fileName, said, endedBy);
    return { answer: { direction: "in", rows: said.contents.rows, done: 0 }, happened: [] };
  });
}

export interface ImportPartInput {
  file: string;
  by: WriteBy;
  importId: string;
  /** What `readFile` made; it may be gone. */
  rowsFile: string;
  /** So many rows come in at most. */
  most: number;
}

/** So many rows are held at once, and looked at together. */
const PAGE = 250;
/** For so long rows are taken in within one step, in milliseconds; the search indexes take about as long again. */
const ENOUGH = 150;

/**
 * Brings the next rows of a large import in, in one transaction.
 * @returns how it stands then; null where it has ended, or another does not exist
 * @throws AppError `not_found` where the people cannot be read any more: then it is to be taken back
 */
export function importPart({ file, by, importId, rowsFile, most }: ImportPartInput): Standing | null {
  const people = openPeople(rowsFile);
  const large = largeEvenings(namesBeside(rowsFile));
  try {
    const standing = bulkWrite<Standing | null>(
      file,
      by,
      (database, say): Outcome<Standing | null> => {
        const row = readUnderWay(database, importId);
        if (!isComingIn(row)) return { answer: row && { direction: row.direction, rows: row.rows, done: row.done }, happened: [] };
        const { said, soFar, rows } = row;
        const { skipped, met, lines } = metRows(new FirstLines<Omit<SkippedRow, "reason">>().goOnFrom(soFar.skipped));
        const newest = newestKnown(database, soFar);
        const expected = Math.min(rows - row.done, most);
        const publishing: Publishing = {
          hours: said.hours,
          say,
          why: "import",
          expected,
          met,
          begun: soFar.begun,
          large,
          ...(newest && { newest }),
        };
        const until = performance.now() + ENOUGH;
        let done = row.done;
        const tell = (place: number) => {
          done = place;
        };
        const isEnough = (place: number) => place >= Math.min(rows, row.done + most) || performance.now() > until;
        const parts = partsOf(people, said, lines, { size: Math.min(PAGE, most), after: row.done, tell, isEnough });
        const merged = publishAll(database, parts, publishing);
        const counts = countsOf(merged);
        const place: Place = { said_at: said.now, batch: importId, line: done, id: `${importId}/${done}` };
        const now: SoFar = {
          ...soFar,
          inserted: soFar.inserted + counts.inserted,
          report: addReports(soFar.report, merged.report),
          skipped: skipped.state(),
          parts: soFar.parts + 1,
          alone: newest && { event: lastEvent(database) + 1, newest: place }, // its own event is the next
        };
        noteStep(database, importId, { direction: "in", done }, now);
        failpoint("import:part");
        const happening: Happening = {
          kind: "contacts.import_part",
          subjects: [importId],
          payload: { ...counts, import_id: importId, done },
        };
        return { answer: { direction: "in", rows, done }, happened: [happening] };
      },
      (database) => {
        const row = readUnderWay(database, importId);
        if (row) large.of(database, row.said.hours).refresh();
      },
    );
    large.keep();
    return standing;
  } finally {
    people.close();
    large.close();
  }
}

function openPeople(rowsFile: string): Database.Database {
  let people: Database.Database | undefined;
  try {
    people = new Database(rowsFile, { readonly: true, fileMustExist: true });
    people.prepare("SELECT 1 FROM sorted LIMIT 1").get();
    return people;
  } catch (cause) {
    people?.close();
    throw new AppError("not_found", "The rows of this import are not there any more.", { cause });
  }
}

/** Its own last record is the newest of the book, where nobody else has written anything since; null where that is not known. */
function newestKnown(database: Database.Database, { alone }: SoFar): Place | null {
  if (!alone || lastEvent(database) !== alone.event) return null;
  return newestSaid(database) <= alone.newest.said_at ? alone.newest : null;
}

export interface EndImportInput {
  file: string;
  by: WriteBy;
  importId: string;
}

/** Says that a large import is whole, once all of its rows are in. @throws AppError `not_found` where it is not under way */
export function endImport({ file, by, importId }: EndImportInput): ImportAnswer {
  return bulkWrite<ImportAnswer>(file, by, (database) => {
    const row = readUnderWay(database, importId);
    if (!isComingIn(row) || row.done < row.rows) throw new AppError("not_found", "This branch brings in no such file.");
    const { said, soFar } = row;
    const { inserted, report, after_event, parts } = soFar;
    const skipped = new FirstLines<Omit<SkippedRow, "reason">>().goOnFrom(soFar.skipped);
    rememberColumns(database, said.said, said.now);
    endUnderWay(database, importId);
    const { skipped: known, filled, united, also, may_be_same } = report;
    const counts = { inserted, skipped: known, filled, united, also, may_be_same, first_seq: null, last_seq: null };
    const more = { errors: said.contents.failed, import_id: importId, after_event, country_code: said.countryCode, parts };
    failpoint("import:ended");
    const happening: Happening = { kind: "contacts.imported", subjects: [importId], payload: { ...counts, ...more } };
    return { answer: answerOfImport(said, report, skipped, skippedReason), happened: [happening] };
  });
}
