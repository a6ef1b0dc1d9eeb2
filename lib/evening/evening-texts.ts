import { KEPT_DAYS, KEPT_OF_A_REASON } from "../backups-kept";

/** Merge All and End of Day (docs/design/spec-shell.md 8; docs/design/spec-guests.md 4 and 8). */
export const EVENING_TEXTS = {
  confirmMergeAll: "Merge all saved tables into one table.db?",
  confirmEndOfDay: "Run End of Day now?",
  mergeFailed: "Failed to merge tables.",
  mergeHints: ["Health check returns 200", "Server running on local port 8000", "Tunnel connected"],
  endOfDayNetwork: "Network error running End of Day.",
} as const;

/** By which rule backups are kept; said wherever a screen names one. The words are ours. */
export const BACKUPS_KEPT = `Kept: the last ${KEPT_OF_A_REASON} backups of each kind, and one a day for ${KEPT_DAYS} days.`;
