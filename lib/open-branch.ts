import { AppError } from "./errors";
import { branchName, isClosedBranch } from "./known-branches";

/** A branch that is closed is read, searched, exported, merged into central, and erased from; nothing else is written there. */
export function closedBranch(key: string): AppError {
  const name = branchName(key);
  return new AppError(
    "branch_closed",
    `${name} is closed: what was written down there is kept, and nothing new is. Nothing was changed. Choose an open branch, or have ${name} opened again under Options, Branches.`,
  );
}

/** @throws AppError `branch_closed` */
export function requireOpen(key: string): void {
  if (isClosedBranch(key)) throw closedBranch(key);
}
