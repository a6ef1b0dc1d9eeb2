/** Merge by Date, All Branches (docs/design/spec-guests.md 2). */
export const DATE_MERGE_TEXTS = {
  title: "Merge by Date, All Branches",
  force: "Force (allow before 23:15)",
  backup: "Save backups",
  includeServerTable: "Include server local table.db",
  includeEarlier: "Include earlier dates that central does not have",
  run: "Run Merge",
} as const;
