import { KEPT_DAYS, KEPT_OF_A_REASON } from "./backup-rule";

/**
 * The sentences that docs/design/spec-shell.md and docs/design/spec-guests.md give word for word; the screens take them from here and a
 * test compares them.
 */

/** Table Info, Select Contacts, Saved Tables and Edit Table (docs/design/spec-shell.md 5 and 8; docs/design/spec-guests.md 5 and 8). */
export const TABLE_TEXTS = {
  fillAllFields: "Please fill all fields",
  chooseBranch: "Please choose a branch (API base)",
  searchPlaceholder: "Search by name or phone",
  searchResults: "Search Results",
  addedToTable: "Added to Table",
  addNewContact: "Add New Contact",
  added: "Added",
  searchFailed: "Failed to fetch contacts.",
  nameAndPhone: "Name and Phone are required!",
  duplicate: "This contact (same phone) is already added.",
  addAtLeastOne: "Add at least one contact.",
  missingBase: "Missing API base for this table. Please pick a branch when creating the table.",
  saveTableFailed: "Failed to save table.",
  loyaltyBroke: "Loyalty awarding encountered an error.",
  loadTableFailed: "Failed to load table",
  editTable: "Edit Table",
  addBlank: "Add Blank Contact",
  saveChanges: "Save Changes",
  back: "Back",
  remove: "Remove",
  tableSaved: "Table saved",
  saveFailed: "Save failed",
  /** Ours, as are the next ones. */
  offline: "Offline.",
  keptOffline: "Tables that you record are kept on this device.",
  keptAndSent: "Kept. It is sent by itself.",
  notReady: "Not everything is loaded for the time without network: what is missing opens when the server answers.",
  notKept: "This device cannot keep drafts. Save before you close this page.",
} as const;

/** "Loyalty: +5 awarded to N contact(s)", ending with the failed ones or a full stop. */
export function loyaltySummary(awarded: number, failed: number, points: number): string {
  return `Loyalty: +${points} awarded to ${awarded} contact(s)${failed > 0 ? `, ${failed} failed.` : "."}`;
}

/** Said below the summary of those whose points another tablet or an earlier save had awarded. The words are ours. */
export function alreadyAwarded(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  const more = names.length > 3 ? ` and ${names.length - 3} more` : "";
  return `${shown}${more} had the points of this table already.`;
}

/** Why a branch stands as it is: the table was sent there, and nobody knows whether it arrived. The words are ours. */
export function branchIsFixed(branch: string, isSaved: boolean): string {
  if (isSaved) return `This table is saved in ${branch}, so its branch stays.`;
  return `This table was sent to ${branch} and no answer came: it may be saved there already, so its branch stays until it is sent again.`;
}

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

/** The live feed (docs/design/spec-guests.md 2 and 8). */
export const FEED_TEXTS = {
  section: "For Data Group",
  empty: "No recent tables yet.",
  clear: "Clear Display",
  copy: "Copy",
  copied: "Copied",
  copyFailed: "Could not copy to clipboard",
} as const;

/** Customer Service (docs/design/spec-shell.md 5 and 8). */
export const CUSTOMER_SERVICE_TEXTS = {
  title: "Customer Service",
  emptyMessage: "Message cannot be empty.",
  pickOne: "Pick at least one contact.",
  noValidPhones: "No valid phone numbers in selection.",
  /** Ours. */
  allLeftOut: "Nobody who was chosen can be written to now: see why under Left out.",
  searchFailed: "Search failed",
  enqueueFailed: "Enqueue failed",
} as const;

/** What was put into the queue by Customer Service (docs/design/spec-shell.md 8). */
export function queuedToCustomerService(count: number): string {
  return `Queued ${count} message(s) to Customer Service. The worker on that PC will send them via WhatsApp.`;
}

/** Send Menu of Edit Table (docs/design/spec-guests.md 2, 5 and 8). */
export const MENU_TEXTS = {
  send: "Send Menu (enqueue)",
  noValidPhones: "No valid phone numbers to enqueue.",
  enqueueFailed: "Failed to enqueue",
  /** Ours, as are the next ones. */
  workerSends: "A background worker will process them.",
  notSentYet: "The menu was not sent to this table.",
  saveFirst: "The menu was not sent: the changes are not saved yet. Save them, then send it.",
  noMenu: "The server has no menu yet. Put one as menu.pdf into its menus folder, then look again.",
  offline: "No network: the menu is not sent now, and it does not go out by itself later. Everything at this table is kept.",
} as const;

/** What was put into the queue by Send Menu (docs/design/spec-guests.md 8). */
export function queuedForSending(count: number): string {
  return `Queued ${count} contact(s) for sending.`;
}

/** The queue of messages, its workers and its pause (docs/design/spec-guests.md 2 and 8); the words of the pause are ours. */
export const QUEUE_TEXTS = {
  section: "Whatsapp Live Queue",
  noWorkers: "No workers discovered yet. Start workers or check server /workers route.",
  /** Ours, where the specification has no words. */
  noWorkerYet: "No worker has been started yet.",
  unanswered: "No answer yet: may have arrived",
  sandbox: "Sent in the sandbox: no guest got it",
  limits: "WhatsApp Limits",
  cancel: "WhatsApp Cancel",
  resume: "WhatsApp Resume",
  check: "WhatsApp Check",
  confirmCancelAll: "Cancel all WhatsApp sending?",
  /** Where the whole group is stopped, to whoever cannot end that. */
  resumedByOthers: "Only somebody who may do everything, in every branch, resumes it.",
  cancelFailed: "Failed to cancel WhatsApp sending",
  cancelHalfDone: "Sending is stopped, but the waiting messages were not cancelled",
  cancelInDoubt: "Sending is stopped. Whether the waiting messages were cancelled is not known",
  pauseFailed: "Failed to stop WhatsApp sending",
  resumeFailed: "Failed to resume WhatsApp sending",
  checkFailed: "Failed to check WhatsApp sending",
} as const;

/** Whose sending it is: a branch by its name, or null for the whole group. */
type Whose = string | null;

/** How the sending of a branch, or of the whole group, stands. @param isOn whether it is stopped by the cancel switch */
export function switchWords(isOn: boolean, whose: Whose): string {
  const of = `WhatsApp sending of ${whose ?? "all branches"}`;
  if (!isOn) return `${of} is not stopped.`;
  return whose === null ? `${of} is stopped: no message goes out.` : `${of} is stopped: none of its messages goes out.`;
}

const named = (names: readonly string[]) => (names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

/**
 * How the others stand whose messages are listed with those of a branch; empty where no others are.
 * @param stopped their names, and `all` how many they are
 */
export function othersInWords(isOn: boolean, stopped: readonly string[], all: number): string {
  if (all === 0) return "";
  if (stopped.length > 0) return `${isOn ? "So is that" : "But that"} of ${named(stopped)}${isOn ? "" : " is"}.`;
  const others = all === 1 ? "the other restaurant" : `the ${all} other restaurants`;
  return isOn ? `That of ${others} is not.` : `Nor is that of ${others}.`;
}

/** The same as the specification calls it (docs/design/spec-shell.md 4), small beside the words. */
export const switchState = (isOn: boolean) => `Cancel switch: ${isOn ? "ON" : "OFF"}.`;

/** The question before what waits is cancelled. */
export function confirmCancel(whose: Whose): string {
  return whose === null ? QUEUE_TEXTS.confirmCancelAll : `Cancel WhatsApp sending of ${whose}?`;
}

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

/** New User, the list of users, and one's own sign-ins (docs/design/spec-shell.md 5 and 8). */
export const PEOPLE_TEXTS = {
  newUser: "New User",
  fillAll: "Please enter username, password, and select a role.",
  created: "User created",
  /** Ours, as are the next ones. */
  users: "Users",
  ownAccount: "Password and Sign-ins",
  createFailed: "The user was not created",
  changeFailed: "Nothing was changed",
  sessionsFailed: "The sign-ins could not be loaded",
  usersFailed: "The users could not be loaded",
  ownKeys: "Keys beside the role",
  ownKeysNote: "They add to what the role gives, for this person alone. You can give what you hold yourself.",
} as const;

/** Configure Visibility (docs/design/spec-shell.md 2 and 6). */
export const VISIBILITY_TEXTS = {
  title: "Configure Visibility",
  /** Ours, as are the next ones. */
  everything: "All (*)",
  note: "Saved on the server: it counts for everybody of the role at once.",
  failed: "The roles could not be loaded",
  notSaved: "Not everything was saved",
  unchecked: "Nothing checks this yet",
} as const;

/** Control Panel points to the navigation (docs/design/spec-shell.md 2). */
export const CONTROL_TEXTS = {
  title: "Control Panel",
  pointer: "Everything is in the More menu of the navigation bar.",
} as const;
