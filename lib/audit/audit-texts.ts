/** The audit trail; all of it ours. */
export const AUDIT_TEXTS = {
  title: "Audit Trail",
  help: "Who did what, when and where. Nobody can change it, and a change behind the server's back shows.",
  check: "Check for changes",
  empty: "Nothing was written down for this.",
  failed: "The audit trail could not be loaded",
  exportFailed: "The audit trail was not exported",
  checkFailed: "The audit trail could not be checked",
} as const;
