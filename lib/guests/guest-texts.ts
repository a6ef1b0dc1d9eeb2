import type { BirthdayFault } from "../birthday-dates";

/** What is done to one guest or to a whole date (docs/design/spec-guests.md 5 and 8). */
export const GUEST_TEXTS = {
  updated: "Updated successfully.",
  updateFailed: "Update failed.",
  deleteFailed: "Delete failed.",
  failedToUpdate: "Failed to update.",
  updatedInContacts: "Contact updated in contacts.db",
  updatedInTable: "Contact updated in table.db",
  deletedFromTable: "Deleted from table.db",
  missingIdToUpdate: "Missing id on row for table.db update.",
  companyAndDate: "Please enter a company and select a date.",
  /** Ours, as are the next ones. */
  deletedFromContacts: "Deleted from contacts.db",
  missingIdToDelete: "Nothing was deleted: the search must return row ids, and this row has none. Search again.",
} as const;

/** What is wrong with a typed birthday, said at its field: ours. */
export const BIRTHDAY_FAULTS: Record<BirthdayFault, string> = {
  unreadable: "Write the day as 14/5 or 14 May",
  "no-such-day": "This day does not exist",
  "too-early": "This year is before 1900",
  ahead: "This day lies in the future",
};
