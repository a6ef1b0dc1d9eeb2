/** The words of the house's own work: options, folders, the trail. As `lib/texts.ts`, word for word where a specification has them. */

/** Options and Backend Folder (docs/design/spec-shell.md 2 and 8). */
export const OPTIONS_TEXTS = {
  options: "Options",
  packFailed: "Failed to pack logs",
  downloadFailed: "Could not download the ZIP",
  backendFolder: "Backend Folder",
  openHere: "Open on this PC",
  openInTab: "Open in new tab",
  /** Ours, as are the next ones. */
  packLogs: "Pack daily logs (ZIP)",
  hangs: "The server does not answer now. Wait, or close this and pack again later: packing changes nothing.",
  openFailed: "The folder was not opened",
  folderFailed: "The server's folder could not be shown",
  folderElsewhere: "This folder is another server's, which shows it in a tab of its own and asks for its own sign-in there.",
} as const;

/** The two entries of Remote Assist, apart from all that it says: they alone stand in the first load of every page. */
export const ASSIST_NAMES = {
  share: "Remote Assist: Share",
  view: "Remote Assist: View",
} as const;

/** The branches of the group; all of it ours. */
export const BRANCHES_TEXTS = {
  title: "Branches",
  help: "The restaurants of the group, in the order of every list",
  listFailed: "The branches could not be loaded.",
  notTheirs: "Branches are opened, renamed and closed by whoever may do everything in every branch.",
  open: "Open a branch",
  nameHelp: "As everybody reads it; it can be changed",
  keyHelp: "For its folder and addresses; it stays for ever",
  keyRule: "2 to 30 lower-case letters, digits or hyphens, and no word that Daftar uses itself.",
  renaming: "It changes everywhere at once; the key stays",
  closing:
    "Nobody is seated, imported or written to there any more. Its guests and evenings are kept: they can be looked up, and stay in central. It can be opened again.",
  notOpened: "The branch was not opened.",
  notRenamed: "The branch was not renamed.",
  notClosed: "The branch was not closed.",
  notReopened: "The branch was not opened again.",
  listShows: "The list shows it as soon as the server answers.",
  nameMissing: "Say what the branch is called. Nothing was changed.",
  badKey: "A key has 2 to 30 lower-case letters, digits or hyphens, and is no word that Daftar uses itself. Nothing was changed.",
} as const;

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
