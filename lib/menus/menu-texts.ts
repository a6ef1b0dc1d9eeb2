/** Send Menu of Edit Table (docs/design/spec-guests.md 2, 5 and 8). */
export const MENU_TEXTS = {
  send: "Send Menu (enqueue)",
  noValidPhones: "No valid phone numbers to enqueue.",
  enqueueFailed: "Failed to enqueue",
  /** Ours, as are the next ones. */
  workerSends: "A background worker will process them.",
  notSentYet: "The menu was not sent to this table.",
  saveFirst: "The menu was not sent: the changes are not saved yet. Save them, then send it.",
  noMenu:
    "There is no menu yet. Publish one on the page Menu price editor, or ask whoever looks after the server to lay menu.pdf into its folder “menus”, then look again.",
  offline: "No network: the menu is not sent now, and it does not go out by itself later. Everything at this table is kept.",
} as const;

/** What was put into the queue by Send Menu (docs/design/spec-guests.md 8). */
export function queuedForSending(count: number): string {
  return `Queued ${count} contact(s) for sending.`;
}
