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
