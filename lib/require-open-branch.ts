import { AppError } from "./errors";
import { branchName, CENTRAL, isClosedBranch } from "./known-branches";

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

/** @param nothing what was not done, in a sentence @throws AppError `no_restaurant` at central, whose name no guest knows */
export function requireRestaurant(key: string, nothing: string): void {
  if (key !== CENTRAL) return;
  throw new AppError(
    "no_restaurant",
    `Central has no vouchers or greetings of its own: they go from the restaurants' books, in their names. ${nothing} Choose the guest's restaurant. A guest of no restaurant comes into its book with a table there, or by Import Contacts.`,
  );
}
