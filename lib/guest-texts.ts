import type { BirthdayFault } from "./birthday-dates";

/** The sentences about guests; what Home shows at once is in `texts.ts`, so that it need not wait for these. */

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

/** Import of a contact file: ours. */
export const IMPORT_TEXTS = {
  title: "Import Contacts",
  answerFirst: "Answer the question first: leave that column out, or name it Phone in the file.",
  failedSafe: "The guest book is as it was, or has all of the file: Retry brings nobody in twice.",
} as const;

/** Search Guest (docs/design/spec-guests.md 2 and 8). */
export const GUEST_SEARCH_TEXTS = {
  title: "Search Guest",
  placeholder: "Type name or phone",
  empty: "No results found.",
  failed: "Search failed. Please check API/CORS.",
  updateFailed: "Failed to update contact.",
  vouchersFailed: "Could not load vouchers.",
  noVouchers: "No vouchers found for this guest.",
  refresh: "Refresh vouchers",
  checking: "Checking…",
  checkFailed: "Error",
  noVoucher: "No voucher",
} as const;

/** Who is who of a found guest, and what each value comes from: ours. */
export const WHO_IS_WHO_TEXTS = {
  two: "These are two people",
  part: "Make two guests",
  twoBody:
    "Each gets what was recorded under their own name, and keeps the numbers that were recorded with it. It can be ended later, under Where from.",
  one: "Same person as another guest",
  unite: "Make one guest",
  oneBody:
    "One guest has the numbers and names of both from now on, and of every other field what was recorded first. It can be ended later, under Where from.",
  who: "Who else is this guest?",
  typeName: "Type a name or a phone of the other guest.",
  nobodyElse: "Nobody else in this guest book is found by this. Type another name or phone.",
  endFailed: "It was not ended.",
  searchShows: "Search again: what is found shows it.",
  whereFrom: "Where from",
  notTold: "Where this comes from could not be loaded.",
  saidTwo: "this guest and somebody else are two people",
  saidOne: "two guests are this one person",
  holdsNot: "(this does not hold now: something that was said later says otherwise)",
  end: "End this",
} as const;

/** The voucher viewer (docs/design/spec-guests.md 2 and 8). */
export const VOUCHER_TEXTS = {
  loading: "Loading…",
  notOpened: "Could not open this voucher.",
  noPreview: "No preview.",
  prev: "Prev",
  next: "Next",
  download: "Download",
} as const;
/** Birthday Search (docs/design/spec-guests.md 2, 5 and 8). */
export const BIRTHDAY_TEXTS = {
  title: "Birthday Search",
  empty: "No contacts with birthdays on this date.",
  failed: "Failed to fetch birthdays",
  campaignNotLoaded: "The campaign could not be loaded.",
  pickDate: "Please pick a date first.",
  invalidDate: "Date input not valid",
  exportCsv: "Export CSV",
  exportVcf: "Export VCF",
  generate: "Generate Vouchers",
  generateFailed: "Failed to generate vouchers",
  makingUnseen: "The server goes on. This page shows it again when the network is back.",
  makingNotBegun: "As far as this page knows it has not started. It starts when the server answers again, as long as this page stays open.",
  showStatistics: "Show Statistics",
  total: "Total contacts",
  withBirthday: "With birthday",
  onDate: "Birthdays on this date",
  inMonth: "Birthdays in this month",
  statisticsFailed: "Failed to load statistics",
  noStatistics: "No statistics available",
  vouchersNotLoaded: "Could not load vouchers.",
  send: "Send WhatsApp (Distributed)",
  noRows: "No rows to send.",
  noValidContacts: "No valid contacts to send.",
  enqueueFailed: "Failed to enqueue WhatsApp sending",
  retry: "Retry Failed",
  nothingToRetry: "No failed contacts to retry",
  retryFailed: "Failed to retry failed sends",
  failedSends: "Failed WhatsApp Sends",
  refreshWorkers: "Refresh Workers",
} as const;

/** What a making of vouchers made (docs/design/spec-guests.md 8). */
export function vouchersGenerated(count: number): string {
  return `${count} ${count === 1 ? "voucher" : "vouchers"} generated`;
}

/** Merge by Date, All Branches (docs/design/spec-guests.md 2). */
export const DATE_MERGE_TEXTS = {
  title: "Merge by Date, All Branches",
  force: "Force (allow before 23:15)",
  backup: "Save backups",
  includeServerTable: "Include server local table.db",
  includeEarlier: "Include earlier dates that central does not have",
  run: "Run Merge",
} as const;

/** A guest who wants no messages: ours. */
export const OPT_OUT_TEXTS = {
  mark: "No WhatsApp messages",
  by: { keyword: "the guest wrote it", staff: "noted by staff", provider: "told by WhatsApp" },
  stop: "Stop WhatsApp messages",
  again: "Allow WhatsApp messages",
  agree: "Note that they want offers",
  agreeBody: "They have told somebody of the house that they want offers such as a birthday voucher. Who noted it, and when, is kept.",
  offers: "Offers",
  neverAsked: "Never asked",
  noOffers: "None: they want no messages",
  agreedBy: { table: "gave the number at the table", inbound: "wrote to us", staff: "told the house" },
  saidNo: "Said no in the last seven days",
  unsure: "May have said no",
  unsureBody:
    "They wrote what sounds like a no. Nothing goes to them until somebody decides: stop their messages, or say that it was not a no.",
  unsureForOthers:
    "They wrote what sounds like a no. Nothing goes to them until somebody decides: stop their messages, or ask somebody who may read what guests write, as Customer Service does.",
  notMeant: "It was not a no",
  notMeantBody: "Messages go to them as before. What they wrote until now is not asked about again.",
  marked: "The mark at the guest's name shows it as soon as the server answers; pressed again, it is done once.",
  stopBody: "Nothing goes to any of their numbers any more: no menu, no birthday voucher, no letter. What waits for them does not go out.",
  ownWord: "They said no themselves, so staff cannot take it back.",
  ownWordBy: "Messages begin again when the guest writes to us that they want them, or by somebody who may do everything, with a reason.",
  reason: "Why messages begin again",
  reasonHelp: "It stands in the Audit Trail, with your name",
  againBody: "The guest has said that they want messages again. What was stopped meanwhile stays stopped.",
} as const;

/** A message that may have arrived, sent once more: ours. */
export const SEND_AGAIN_TEXTS = {
  button: "Send again",
  question: "Nobody answered when it was sent: it may have arrived, and would arrive twice. Ask the guest first if you can.",
  leave: "Leave it",
  failed: "It was not sent again",
} as const;

/** What was sent again does not go out: somebody has to decide before. */
export const HELD_TEXTS = { one: "It is held, and does not go out yet", some: "Not all of it goes out yet" } as const;

/** The other end of such a doubt. */
export const ARRIVED_TEXTS = {
  button: "It arrived",
  question: "Nobody answered when it was sent. If the guest has it, it counts as sent, and the trail keeps who said so.",
  failed: "It was not settled",
} as const;

/** What is kept of one person, to be taken out or erased (docs/design/reliability.md S-36). */
export const PERSONAL_DATA_TEXTS = {
  take: "Export all data",
  erase: "Erase guest",
  cannotBeUndone:
    "They go from every branch, and the trail no longer says who it was. This cannot be undone. Backups keep them until newer ones take their place.",
  waiting: "A message to this guest is still to go out. Wait until it is sent, or cancel it, then erase.",
} as const;

/** What is wrong with a typed birthday, said at its field: ours. */
export const BIRTHDAY_FAULTS: Record<BirthdayFault, string> = {
  unreadable: "Write the day as 14/5 or 14 May",
  "no-such-day": "This day does not exist",
  "too-early": "This year is before 1900",
  ahead: "This day lies in the future",
};
