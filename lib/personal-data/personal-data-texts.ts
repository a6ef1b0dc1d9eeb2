/** What is kept of one person, to be taken out or erased (docs/design/reliability.md S-36). */
export const PERSONAL_DATA_TEXTS = {
  take: "Export all data",
  read: "PDF for the guest",
  erase: "Erase guest",
  cannotBeUndone:
    "They go from every branch, and the trail no longer says who it was. This cannot be undone. Backups keep them until newer ones take their place.",
  waiting: "A message to this guest is still to go out. Wait until it is sent, or cancel it, then erase.",
} as const;
