import { isAppError } from "./errors";
import type { Requirement } from "./permissions";

/** What a call may ask about its caller, beyond what the contract requires. */
export interface Caller {
  /** @throws AppError `forbidden`; for what a call may need beyond the contract's own requirement */
  requirePermission: (requirement: Requirement) => void;
  /** The branches that the caller may read and write; null for every one. */
  branches: readonly string[] | null;
  /** @throws AppError `branch_forbidden` if the caller is limited to other branches */
  requireBranch: (branch: string) => void;
}

/** Whether somebody who is limited to some branches, or to none (null), may work in one. */
export function mayWorkIn(branches: readonly string[] | null, branch: string): boolean {
  return branches?.includes(branch) ?? true;
}

/** Whether a caller may do everything, in every branch. */
export function holdsEverything(caller: Pick<Caller, "requirePermission" | "branches">): boolean {
  return caller.branches === null && holds(caller, "everything");
}

/** Whether a caller fulfils a requirement, where a refusal is no answer. */
export function holds(caller: Pick<Caller, "requirePermission">, requirement: Requirement): boolean {
  try {
    caller.requirePermission(requirement);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
