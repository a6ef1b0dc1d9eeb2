import type Database from "better-sqlite3";
import { sayingTime } from "../book/decision-target";
import type { Place } from "../book/record-shapes";
import { lastSeq } from "../book/search-indexes";
import type { DayHours } from "../business-day";
import type { ColumnChoices } from "../contact-files/chosen-columns";
import type { WriteBy } from "../db/actor";
import { lastEvent } from "../db/event-rows";
import type { BranchKey } from "../known-branches";
import { emptyReport, type MergeReport } from "../merge-report";
import type { ImportAnswer } from "./contract";
import { FirstLines, type SkippedRow } from "./left-out";
import type { FileContents } from "./read-file";

/** What is said once of an import, and holds for all of its rows. */
export interface ImportSaid {
  importId: string;
  /** What `readFile` said; the people lie in its file of rows. */
  contents: FileContents;
  /** What its sender said that columns hold, by the mark of the heading. */
  said: ColumnChoices["said"];
  branch: BranchKey;
  hours: DayHours;
  countryCode: string;
  /** When it is said, ISO 8601 in UTC with Z: of a stepped one the same for all rows, whatever is said between its steps. */
  now: string;
}

/** What became of the rows of a stepped import that were taken so far, and of those that went again. */
export interface SoFar {
  inserted: number;
  report: MergeReport;
  skipped: ReturnType<FirstLines<Omit<SkippedRow, "reason">>["state"]>;
  /** The highest row id of a guest, and the newest event, before it began. */
  begun: number;
  after_event: number;
  /** The newest event and the last record after its last step, as long as nobody else has written anything since it began. */
  alone: { event: number; newest: Place } | null;
  parts: number;
  removed: number;
  removed_changes: number;
  restored: number;
  kept: number;
  kept_guests: { name: string; phones: string; reason: string }[];
}

/** A stepped import as its row says it. */
export interface UnderWay {
  id: string;
  direction: "in" | "out";
  file_name: string;
  rows: number;
  done: number;
  began_at: string;
}

/** How a stepped import stands after a step. */
export type Standing = Pick<UnderWay, "direction" | "rows" | "done">;

/** What the row keeps of an import: all of it of one that comes in, less of one that had come in and is undone. */
type Said = Pick<ImportSaid, "importId" | "hours"> & {
  /** Who ends it, and the key under which its answer is kept. */
  by: WriteBy;
  /** It had come in: whoever undoes it gets the answer. */
  is_undo?: true;
};

/** The row with all that it says. */
export interface WholeUnderWay extends UnderWay {
  said: Said;
  soFar: SoFar;
}

/** One that comes in. */
export interface ComingIn extends WholeUnderWay {
  direction: "in";
  said: Said & ImportSaid;
}

/** An undo goes out from its first step on. */
export const isComingIn = (row: WholeUnderWay | null): row is ComingIn => row?.direction === "in";

const COLUMNS = "id, direction, file_name, rows, done, began_at";

/** The stepped imports of a branch that have not ended, the oldest first. */
export const UNDER_WAY = `SELECT ${COLUMNS} FROM import_under_way ORDER BY began_at, id`;

/** @returns null once it has ended */
export function readUnderWay(database: Database.Database, importId: string): WholeUnderWay | null {
  const row = database
    .prepare<[string], UnderWay & { said: string; so_far: string }>(`SELECT ${COLUMNS}, said, so_far FROM import_under_way WHERE id = ?`)
    .get(importId);
  if (!row) return null;
  return { ...row, said: JSON.parse(row.said) as Said, soFar: JSON.parse(row.so_far) as SoFar }; // as insertUnderWay wrote them
}

/** Writes down that an import begins, of which nothing is in. */
export function beginUnderWay(database: Database.Database, fileName: string, said: ImportSaid, by: WriteBy): void {
  const now = sayingTime(database, said.now);
  const after_event = lastEvent(database);
  const newest: Place = { said_at: now, batch: said.importId, line: 0, id: "" };
  const row = { id: said.importId, direction: "in" as const, file_name: fileName, rows: said.contents.rows, done: 0, began_at: said.now };
  insertUnderWay(database, row, { ...said, now, by }, { ...nothingSoFar(database), alone: { event: after_event, newest } });
}

/** Writes down that an import which had come in goes again, of which all is in. */
export function beginUnderWayOut(database: Database.Database, rows: number, said: Said, now: string): void {
  const row = { id: said.importId, direction: "out" as const, file_name: "", rows, done: rows, began_at: now };
  insertUnderWay(database, row, { ...said, is_undo: true }, nothingSoFar(database));
}

const nothingSoFar = (database: Database.Database): SoFar => ({
  inserted: 0,
  report: emptyReport(),
  skipped: new FirstLines<Omit<SkippedRow, "reason">>().state(),
  begun: lastSeq(database),
  after_event: lastEvent(database),
  alone: null,
  parts: 0,
  removed: 0,
  removed_changes: 0,
  restored: 0,
  kept: 0,
  kept_guests: [],
});

function insertUnderWay(database: Database.Database, row: UnderWay, said: Said & Partial<ImportSaid>, soFar: SoFar): void {
  database
    .prepare(
      `INSERT INTO import_under_way (${COLUMNS}, said, so_far) VALUES (@id, @direction, @file_name, @rows, @done, @began_at, @said, @soFar)`,
    )
    .run({ ...row, said: JSON.stringify(said), soFar: JSON.stringify(soFar) });
}

/** In the transaction of each step: the book and this row never say two things. */
export function noteStep(database: Database.Database, id: string, { direction, done }: Omit<Standing, "rows">, soFar: SoFar): void {
  database
    .prepare("UPDATE import_under_way SET direction = ?, done = ?, so_far = ? WHERE id = ?")
    .run(direction, done, JSON.stringify(soFar), id);
}

export function endUnderWay(database: Database.Database, id: string): void {
  database.prepare("DELETE FROM import_under_way WHERE id = ?").run(id);
}

/** The answer of an import, of what became of its rows and of what was read. */
export function answerOfImport(
  { contents, importId }: Pick<ImportSaid, "contents" | "importId">,
  report: MergeReport,
  skipped: FirstLines<Omit<SkippedRow, "reason">>,
  reasonOf: (row: SkippedRow | Omit<SkippedRow, "reason">) => string,
): ImportAnswer {
  const { rows: _, question, asked: __, written: ___, seen: ____, importedAt: _____, ...told } = contents;
  const skipped_rows = skipped.told().map((one) => ({ ...one, reason: reasonOf(one) }));
  return { import_id: importId, ...report, skipped_rows, ...told, ...(question ? { question } : {}) };
}
