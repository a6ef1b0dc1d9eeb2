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
  typeToSearch: "Type a name or phone. One letter or digit is enough.",
  newestMissing: "The newest guests could not be loaded.",
  notKept: "This device cannot keep drafts. Save before you close this page.",
} as const;

/** "Loyalty: +5 awarded to N contact(s)", ending with the failed ones or a full stop. */
export function loyaltySummary(awarded: number, failed: number, points: number | string): string {
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
