import type Database from "better-sqlite3";
import { type Caller, mayWorkIn } from "../../caller";
import { AppError } from "../../errors";
import { CENTRAL } from "../../known-branches";
import { type MenuPlace, type VersionRow, versionById } from "../../menu-versions/in-force";
import { requireOpen } from "../../require-open-branch";

/** @throws AppError `branch_forbidden` for the group's menu, where somebody works in some branches, or for another branch's own */
export function requireMayChange({ branch }: Pick<MenuPlace, "branch">, caller: Caller): void {
  if (branch === CENTRAL)
    throw new AppError("no_restaurant", "Central has no menu of its own. Nothing was changed. Choose a restaurant, or the group's menu.");
  if (branch !== "") {
    caller.requireBranch(branch);
    requireOpen(branch);
    return;
  }
  if (caller.branches === null) return;
  const sentence =
    "The group's menu belongs to all branches, and you may work in some of them. Nothing was changed. Change your branch's own menu.";
  throw new AppError("branch_forbidden", sentence);
}

/** A version that the caller may see: the group's, or one of a branch in which they work. @throws AppError `not_found` */
export function visibleVersion(sql: Database.Database, id: string, caller: Pick<Caller, "branches">): VersionRow {
  const version = versionById(sql, id);
  if (version && (version.branch === "" || mayWorkIn(caller.branches, version.branch))) return version;
  throw new AppError("not_found", "There is no such version of a menu. Nothing was changed. Open the list again.");
}
