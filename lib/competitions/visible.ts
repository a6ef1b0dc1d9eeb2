import type Database from "better-sqlite3";
import { type Caller, mayWorkIn } from "../caller";
import { AppError } from "../errors";
import { CENTRAL } from "../known-branches";
import { requireOpen } from "../require-open-branch";
import { type CompetitionRow, competitionById } from "./rows";

type Whose = Pick<CompetitionRow, "branches">;
type Sees = Pick<Caller, "branches">;

/** Whether somebody may see a competition: one of their restaurants takes part, as all do in the group's. */
export const maySee = ({ branches }: Whose, caller: Sees): boolean =>
  branches.length === 0 || branches.some((branch) => mayWorkIn(caller.branches, branch));

/** Whether a branch's list shows it; central's shows every one. */
export const isOf = ({ branches }: Whose, branch: string): boolean =>
  branch === CENTRAL || branches.length === 0 || branches.includes(branch);

/** The same for one that there is not, and for one of other branches: nobody finds out which there are. @throws AppError `not_found` */
export function visibleCompetition(sql: Database.Database, id: string, caller: Sees): CompetitionRow {
  const row = competitionById(sql, id);
  if (row && maySee(row, caller)) return row;
  throw new AppError("not_found", "There is no such competition. Nothing was changed. Open the list again.");
}

/** Whether somebody works in every branch that takes part. */
export const worksInAll = ({ branches }: Whose, caller: Sees): boolean =>
  branches.length === 0 ? caller.branches === null : branches.every((branch) => mayWorkIn(caller.branches, branch));

/** @throws AppError `branch_forbidden` where branches take part in which the caller does not work, `branch_closed` */
export function requireAllOf(whose: Whose, caller: Sees): void {
  if (!worksInAll(whose, caller)) {
    const sentence =
      "Branches take part in this competition in which you do not work. Nothing was changed. Ask somebody who works in all of them.";
    throw new AppError("branch_forbidden", sentence);
  }
  if (whose.branches.length === 1) for (const branch of whose.branches) requireOpen(branch);
}
