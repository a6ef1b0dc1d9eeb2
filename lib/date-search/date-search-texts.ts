/** Search Contacts by Date (docs/design/spec-guests.md 2, 5 and 8). */
export const DATE_SEARCH_TEXTS = {
  title: "Search Contacts by Date",
  empty: "No contacts found for this date.",
  failed: "Failed to load contacts for that date. Please check API/CORS.",
  invalidDate: "Date input not valid",
  exportVcf: "Export VCF",
  dedupe: "Dedupe",
  setCompany: "Set Company for All Contacts on This Date",
} as const;
