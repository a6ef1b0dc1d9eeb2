import type { WriteBy } from "../../../db/actor";
import { bulkWrite } from "../../../db/bulk-write";
import { AppError } from "../../../errors";
import { failpoint } from "../../../test-hooks";
import { UNDO_IS_OVER, undoneText } from "../../dedupe/rules";
import { type CompanyChange, changeContacts, changeRows, changeSeated, companiesSet } from "../bulk";

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
    const here: UndoneHere = { restored: 0, left: 0, isOver: set.length === 0 };
    if (here.isOver && before?.isOver) throw new AppError("conflict", UNDO_IS_OVER);
    if (!here.isOver) {
      const back = set.map(({ id, old, now }): CompanyChange => ({ id, old: now, now: old }));
      const id = `${undoId} undone`; // its events must not be taken for what is to be undone
      here.restored = before
        ? changeContacts(database, back, id, say)
        : changeRows(database, back, id, say) + changeSeated(database, back, id, say);
      here.left = set.length - here.restored;
      // Where another company came over all of them, this way back stays open for when that one is undone.
      if (here.restored > 0) say({ kind: "company.undone", subjects: [undoId], payload: { restored: here.restored, left: here.left } });
    }
    failpoint("undo-company:store");
    if (!before) return { answer: here, happened: [] };
    const sum = { restored: here.restored + before.restored, left: here.left + before.left };
    if (sum.restored === 0) throw new AppError("conflict", ANOTHER_CAME);
    return { answer: { ...sum, message: undoneText("Set Company", sum.restored, sum.left) }, happened: [] };
  });
  failpoint("undo-company:committed");
  return undone;
}
