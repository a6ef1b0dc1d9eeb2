/** Backups on Control Panel; all of it ours. */
export const BACKUP_TEXTS = {
  title: "Backups",
  help: "What there is to go back to; looking at one touches nothing that is in use.",
  failed: "The backups could not be listed.",
  none: "This server keeps no data yet.",
  noneYet: "No backup yet: the first is made within a day.",
  older: "It was made by an older version of Daftar; its copy is of this one.",
  notDone: "It was not done, and nothing in use was touched.",
  lookAgain: "Open the list again: a copy that was made stands in it.",
  restoring:
    "A copy lies among the backups and goes as they go. To put a backup into the place of what is in use, the server is stopped first: whoever keeps it does that with the command “npm run restore”.",
} as const;
