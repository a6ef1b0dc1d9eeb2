import type Database from "better-sqlite3";
import type { WriteBy } from "../../../db/actor";
import { bulkWrite } from "../../../db/bulk-write";
import { AppError } from "../../../errors";
import { failpoint } from "../../../test-hooks";
import { UNDO_IS_OVER, undoneText } from "../../dedupe/rules";
import { type CompanyChange, changeContacts, changeRows, changeSeated, changesOf, companiesSet } from "../bulk";
import { companyBefore, filledBy, rowsOfSet, takenOver, type UndoneRow, undoneIn } from "../taken-over/bulk";

export interface UndoCompanyInput {
  file: string;
  by: WriteBy;
  undoId: string;
  /** What was done in the table store, for the guest book; null for the table store itself. */
  before: UndoneHere | null;
}

/** What undoing did in one store; `isOver` where there was nothing, or it was undone already. */
export interface UndoneHere {
  restored: number;
  left: number;
  isOver: boolean;
  /** Another Set Company came over all of it: it can be undone once that one is. */
  isCovered: boolean;
  /** Of the table store: the rows from which an End of Day may have taken the company into the guest book. */
  rows: UndoneRow[];
}

export interface UndoneCompany {
  message: string;
  restored: number;
  left: number;
}

const ANOTHER_CAME = "Everybody has another company since. Undo what came after it first. Nothing was changed.";

const UNDONE =
  "SELECT e.payload FROM event_subject s JOIN event e ON e.seq = s.event_seq WHERE s.subject = ? AND e.kind = 'company.undone'";

/**
 * Gives back the companies that Set Company wrote over, in one store; whoever has another one since keeps it.
 * @throws AppError `conflict` where both stores have nothing of that id, it was undone in both already, or nobody has that
 *   company any more: then it can still be undone later
 */
export function undoCompany({ file, by, undoId, before }: UndoCompanyInput): UndoneHere | UndoneCompany {
  const undone = bulkWrite<UndoneHere | UndoneCompany>(file, by, (database, say) => {
    const earlier = database.prepare<[string], string>(UNDONE).pluck().get(undoId);
    const set = earlier === undefined ? companiesSet(database, undoId) : [];
    const companyIsBefore = companyBefore(database, undoneIn(database));
    const back = set.map((change): CompanyChange => ({ ...change, old: change.now, now: companyIsBefore(change) }));
    back.push(...(before ? takenOver(database, before.rows) : filledBy(database, set)));
    const here: UndoneHere = { restored: 0, left: 0, isOver: set.length === 0, isCovered: false, rows: [] };
    if (back.length === 0 && before?.isOver) throw new AppError("conflict", UNDO_IS_OVER);
    const id = `${undoId} undone`; // its events must not be taken for what is to be undone
    here.restored = before
      ? changeContacts(database, back, id, say)
      : changeRows(database, changesOf("row", back), id, say) + changeSeated(database, changesOf("table", back), id, say);
    here.left = Math.max(0, back.length - here.restored); // a row that came by a merge since is one more that was restored
    here.isCovered = here.restored === 0 && back.length > 0 && back.every(coveredIn(database, undoId));
    const payload = { restored: here.restored, left: here.left };
    if (set.length > 0 && !here.isCovered) say({ kind: "company.undone", subjects: [undoId], payload });
    if (!before) {
      giveBackToDeduped(database, back);
      if (!here.isCovered) here.rows = rowsOfSet(database, undoId, companyIsBefore);
    }
    failpoint("undo-company:store");
    if (!before) return { answer: here, happened: [] };
    const sum = { restored: here.restored + before.restored, left: here.left + before.left };
    if (sum.restored === 0 && (before.isCovered || here.isCovered)) throw new AppError("conflict", ANOTHER_CAME);
    return { answer: { ...sum, message: undoneText("Set Company", sum.restored, sum.left) }, happened: [] };
  });
  failpoint("undo-company:committed");
  return undone;
}

/** Whether a guest has a company by another Set Company, which was not undone. */
function coveredIn(database: Database.Database, undoId: string): (change: CompanyChange) => boolean {
  const undone = new Set(undoneIn(database));
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
