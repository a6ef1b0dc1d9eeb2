import type Database from "better-sqlite3";
import { batchOfDecisions } from "../../book/decision-target";
import { publish } from "../../book/publishing";
import type { VersionedRecord } from "../../book/records";
import { recordOfRow, sourceOfRows, storeIdOf } from "../../book/table-rows";
import type { DayHours } from "../../business-day";
import type { WriteBy } from "../../db/actor";
import { bulkWrite } from "../../db/bulk-write";
import { openReading } from "../../db/pragmas";
import { AppError } from "../../errors";
import { readGuestRows } from "../../evening/guest-rows";
import type { Happening } from "../../events";
import type { BranchKey } from "../../known-branches";
import { failpoint } from "../../test-hooks";
import { UNDO_IS_OVER, undoneText } from "../dedupe/words";
import { companyBefore, rowsFilledByMerge, rowsGoneOfUndone, undoneSetCompanies } from "./company-history";
import { type CompanyChange, changeRows, changeSeated, changesOf, companiesSet } from "./set-step";

export interface UndoAtTablesInput {
  /** The table store. */
  file: string;
  by: WriteBy;
  undoId: string;
}

/** The result of an undo in one store; `isOver` if there was nothing to undo, or it was undone already. */
export interface UndoneHere {
  restored: number;
  left: number;
  isOver: boolean;
  /** Another Set Company came over all of it: it can be undone once that one is. */
  isOverridden: boolean;
}

export interface UndoneCompany {
  message: string;
  restored: number;
  left: number;
}

const ANOTHER_CAME = "Everybody has another company since. Undo what came after it first. Nothing was changed.";

const OF_OLDER = "This company was set before Daftar was renewed, and can no longer be undone. Nothing was changed.";

const UNDONE =
  "SELECT e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'company.undone'";

/** What a Set Company changed in a store, where it has not been undone yet. */
export function setIn(database: Database.Database, undoId: string): CompanyChange[] {
  const earlier = database.prepare<[string], string>(UNDONE).pluck().get(undoId);
  return earlier === undefined ? companiesSet(database, undoId) : [];
}

/** @throws AppError `conflict` of one that a book knows from before there were records */
export function refuseOlder(database: Database.Database, undoId: string, set: readonly CompanyChange[]): void {
  const isKept = database.prepare("SELECT 1 FROM book_decision WHERE batch = ? LIMIT 1").get(batchOfDecisions(undoId)) !== undefined;
  if (set.length > 0 && !isKept) throw new AppError("conflict", OF_OLDER);
}

/** Gives back at the tables the companies that Set Company wrote over; whoever has another one since keeps it. */
export function undoCompanyAtTables({ file, by, undoId }: UndoAtTablesInput): UndoneHere {
  const undone = bulkWrite<UndoneHere>(file, by, (database, say) => {
    const { back: _, ...answer } = giveBackAtTables(database, undoId, say);
    failpoint("undo-company:store");
    return { answer, happened: [] };
  });
  failpoint("undo-company:committed");
  return undone;
}

export function giveBackAtTables(database: Database.Database, undoId: string, say: Say): UndoneHere & { back: CompanyChange[] } {
  const set = setIn(database, undoId);
  const companyIsBefore = companyBefore(database, undoneSetCompanies(database));
  const back = set.map((change): CompanyChange => ({ ...change, old: change.now, now: companyIsBefore(change) }));
  back.push(...rowsFilledByMerge(database, set));
  const id = `${undoId} undone`; // its events must not be taken for what is to be undone
  const restored = changeRows(database, changesOf("row", back), id, say) + changeSeated(database, changesOf("table", back), id, say);
  const isOverridden = restored === 0 && back.length > 0 && back.every(overriddenIn(database, undoId));
  const left = Math.max(0, back.length - restored);
  if (set.length > 0 && !isOverridden) say({ kind: "company.undone", subjects: [undoId], payload: { restored, left } });
  giveBackToDeduped(database, back);
  return { restored, left, isOver: set.length === 0, isOverridden, back };
}

type Say = (happening: Happening) => void;

export interface UndoInBookInput extends UndoAtTablesInput {
  /** What was done in the table store. */
  before: UndoneHere;
  /** Null for central. */
  tableFile: string | null;
  branch: BranchKey;
  hours: DayHours;
}

/**
 * The same in the guest book, which takes the rows of the tables anew that say another company now.
 * @throws AppError `conflict` where both stores have nothing of that id, it was undone in both already, or nobody has that
 *   company any more: then it can still be undone later
 */
export function undoCompanyInBook({ file, by, undoId, before, tableFile, branch, hours }: UndoInBookInput): UndoneCompany {
  const undone = bulkWrite<UndoneCompany>(file, by, (database, say) => {
    const set = setIn(database, undoId);
    const batch = batchOfDecisions(undoId);
    refuseOlder(database, undoId, set);
    const records = tableFile === null || before.isOverridden ? [] : rowsAnew(database, tableFile, undoId, branch);
    const isOverridden = set.length > 0 && set.map((change) => ({ ...change, old: change.now })).every(overriddenIn(database, undoId));
    const subjects = [`${undoId} undone`];
    const { corrected } = publish(database, { records, undone: { batch } }, { hours, say, why: "company", subjects });
    if (set.length === 0 && corrected === 0 && before.isOver) throw new AppError("conflict", UNDO_IS_OVER);
    const left = Math.max(0, set.length - corrected);
    if (set.length > 0) say({ kind: "company.undone", subjects: [undoId], payload: { restored: corrected, left } });
    failpoint("undo-company:store");
    const sum = { restored: corrected + before.restored, left: left + before.left };
    if (sum.restored === 0 && (before.isOverridden || isOverridden)) throw new AppError("conflict", ANOTHER_CAME);
    return { answer: { ...sum, message: undoneText("Set Company", sum.restored, sum.left) }, happened: [] };
  });
  failpoint("undo-company:committed");
  return undone;
}

/** The rows whose company the undo gave back, of those that the book knows: as they are now, or as a dedupe took them away. */
function rowsAnew(book: Database.Database, tableFile: string, undoId: string, branch: BranchKey): VersionedRecord[] {
  const table = openReading(tableFile);
  try {
    const source = sourceOfRows(book, table, storeIdOf(table), branch);
    const days = table
      .prepare<[string], string>(
        `SELECT DISTINCT json_extract(e.payload, '$.business_day') FROM event_subject s JOIN event e ON e.seq = s.event_seq
         WHERE s.subject = ? AND e.kind IN ('guest_row.changed', 'table.saved')`,
      )
      .pluck()
      .all(undoId);
    const isKnown = book.prepare("SELECT 1 FROM source_record WHERE id = ?");
    const rows = [...days.flatMap((day) => [...readGuestRows(table, "business_day = ?", day)]), ...rowsGoneOfUndone(table, days)];
    return rows.map((row) => recordOfRow(row, source)).filter(({ id }) => isKnown.get(id) !== undefined);
  } finally {
    table.close();
  }
}

/** Whether a guest has a company by another Set Company, which was not undone. */
function overriddenIn(database: Database.Database, undoId: string): (change: CompanyChange) => boolean {
  const undone = new Set(undoneSetCompanies(database));
  const table = database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'guest_row'").get() !== undefined;
  const companies = database
    .prepare<{ id: string }, string>(
      table
        ? `SELECT company FROM guest_row WHERE id = @id UNION SELECT g.company FROM table_guest g
           JOIN saved_table t ON t.id = g.table_id WHERE g.id = @id AND t.closed_by IS NULL`
        : "SELECT company FROM contact WHERE id = @id",
    )
    .pluck();
  // A save of a table has as subjects the table and its guests; one by Set Company has the undo id as well.
  const setsOf = database
    .prepare<[string], string>(
      `SELECT DISTINCT json_extract(e.subjects, '$[#-1]') FROM event_subject s JOIN event e ON e.seq = s.event_seq
       WHERE s.subject = ? AND CASE e.kind WHEN 'table.saved' THEN json_array_length(e.subjects) - 2 = json_array_length(e.payload, '$.corrected')
         + json_array_length(e.payload, '$.added') + json_array_length(e.payload, '$.removed')
         ELSE json_extract(e.payload, '$.why') = 'company' END`,
    )
    .pluck();
  return ({ id }) => {
    const now = companies.all({ id });
    const others = setsOf.all(id).filter((other) => other !== undoId && !other.endsWith(" undone") && !undone.has(other));
    return others.some((other) => companiesSet(database, other).some((set) => set.id === id && now.includes(set.now)));
  };
}

/** A row that a dedupe has taken away comes back by its undo, and not with the company that is undone here. */
function giveBackToDeduped(database: Database.Database, back: readonly CompanyChange[]): void {
  database
    .prepare(
      `UPDATE deduped_row SET was = json_set(was, '$.company', c.value ->> 'now') FROM json_each(?) c
       WHERE deduped_row.row_id = c.value ->> 'id' AND deduped_row.was ->> 'company' = c.value ->> 'old'`,
    )
    .run(JSON.stringify(back));
}
