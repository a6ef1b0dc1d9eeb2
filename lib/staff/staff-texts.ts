/** Manage Staff (docs/design/spec-shell.md 2, 5 and 8). */
export const STAFF_TEXTS = {
  title: "Manage Staff",
  addFailed: "Failed to add",
  removeFailed: "Failed to remove",
  resetFailed: "Reset failed. Using local defaults.",
  /** Ours, as are the next ones. */
  chooseBranch: "Choose a branch first",
  alreadyThere: "Already in the list",
} as const;
