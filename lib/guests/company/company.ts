import { v7 as uuid } from "uuid";
import type { AnswerOf, BodyOf } from "../../api/endpoint";
import { requireAccepted } from "../../book/late-undo";
import { businessDayRange, eveningHours } from "../../business-day";
import { timestamp } from "../../clock";
import { stepOf, type WriteBy } from "../../db/actor";
import { backUp } from "../../db/backup";
import type { Branch } from "../../db/branch";
import { env } from "../../env";
import { runJob } from "../../jobs/run";
import { failpoint } from "../../test-hooks";
import { isLateUndo } from "../../undo-loss";
import type { undoCompany as undoContract, updateCompanyByDate } from "../contract";
import { mergeLossLists } from "./merge-loss-lists";
import type { CompanyInBookInput, CompanyOfDateInput, CompanySet } from "./set-step";
import type { CompanyTrial, TryAtTablesInput, TryInBookInput } from "./undo-preview";
import type { UndoAtTablesInput, UndoInBookInput, UndoneCompany, UndoneHere } from "./undo-step";

/**
 * Sets the company of everybody of a date: at its tables, then in the guest book, each file as a whole and after a backup.
 * Cut off in between, the same call finishes it, and what it answers can be undone as one.
 * @throws AppError `already_running`, `disk_full` when there is no room for a backup: nothing was changed then
 */
export function setCompany(
  branch: Branch,
  { date, company }: BodyOf<typeof updateCompanyByDate>,
  by: WriteBy,
): Promise<AnswerOf<typeof updateCompanyByDate>> {
  return runJob("set-company", branch.key, by, async (job) => {
    const [book, tables] = await Promise.all([branch.contacts(), branch.key === "central" ? null : branch.table()]);
    failpoint("set-company:begin");
    const backups = [];
    for (const store of tables ? [tables, book] : [book]) backups.push(await backUp(store.file, "before-set-company"));
    failpoint("set-company:backed-up");
    // A call that comes again after it was cut off goes on with what it began.
    const undoId = by.receipt ? `company ${by.receipt.key}` : uuid();
    const input: Omit<CompanyOfDateInput, "file" | "by"> = { date, company, undoId };
    const atTables = tables ? await tables.bulk<number>(stepOf(by), "set-company-at-tables", input, job) : 0;
    const hours = eveningHours(env());
    const { from, to } = businessDayRange(date, hours);
    const range = { from: from.toISOString(), to: to.toISOString() };
    const inBook: Omit<CompanyInBookInput, "file" | "by"> = { ...input, ...range, hours, now: timestamp(), backups, atTables };
    return book.bulk<CompanySet>(by, "set-company-in-book", inBook, job);
  });
}

/**
 * Gives back the companies that Set Company wrote over, also to those whom an End of Day has booked with it since. Central,
 * which may be another server, gives back what it took by its next Merge by Date.
 * @throws AppError `conflict` when it was undone already; `undo_loses` of one that is older than a day, until what it takes away is accepted
 */
export function undoSetCompany(
  branch: Branch,
  { undo_id: undoId, accept_loss: accepted }: BodyOf<typeof undoContract>,
  by: WriteBy,
): Promise<AnswerOf<typeof undoContract>> {
  return runJob("set-company", branch.key, by, async (job) => {
    const [book, tables] = await Promise.all([branch.contacts(), branch.key === "central" ? null : branch.table()]);
    const hours = eveningHours(env());
    const tryHere: Omit<TryAtTablesInput, "file"> = { undoId };
    const tryInBook: Omit<TryInBookInput, "file"> = { undoId, hours };
    const inStore = await book.bulk<CompanyTrial>(stepOf(by), "try-undo-company-in-book", tryInBook, job);
    const there = tables && (await tables.bulk<CompanyTrial>(stepOf(by), "try-undo-company-at-tables", tryHere, job));
    const at = inStore.at ?? there?.at ?? null;
    // Once the tables have given theirs back somebody has accepted it, and the call goes on where it was cut off.
    const isBegun = there !== null && there.at !== null && there.isOver;
    if (at !== null && isLateUndo(at, timestamp()) && !isBegun) {
      const told = mergeLossLists(there ? [there, inStore] : [inStore]);
      if (told.lost.length > 0) requireAccepted({ what: "This Set Company", ...told, state: undoId }, accepted);
    }
    const atTables: Omit<UndoAtTablesInput, "file" | "by"> = { undoId };
    const before = tables
      ? await tables.bulk<UndoneHere>(stepOf(by), "undo-company-at-tables", atTables, job)
      : { restored: 0, left: 0, isOver: true, isOverridden: false };
    const tableFile = tables?.file ?? null;
    const inBook: Omit<UndoInBookInput, "file" | "by"> = { undoId, before, tableFile, branch: branch.key, hours };
    return book.bulk<UndoneCompany>(by, "undo-company-in-book", inBook, job);
  });
}
