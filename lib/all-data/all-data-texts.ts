/** All data. The specification names the page and has no words for it: they are ours. */
export const ALL_DATA_TEXTS = {
  title: "All data",
  help: "Every guest of this guest book: filter, compare, and open a guest.",
  failed: "The guests could not be loaded.",
  empty: "No guest has all of this.",
  nobody: "There is no guest in this guest book yet.",
  masked: "Only the last digits of phones are shown: whole ones need a key of their own.",
  notKept: "Your columns and views could not be loaded. The page works, and what you choose now is not kept.",
  setting: "What stood there comes back by Undo, within a day.",
  deleting:
    "They go out of this guest book, and no later merge brings them back. Undo takes it back within a day; the bin puts single guests back later.",
  notChanged: "It was not changed.",
  notUndone: "It was not undone.",
  bin: "Deleted guests stay here. Only erasing a person takes one out.",
  binEmpty: "Nobody was deleted from this guest book.",
  binFailed: "The deleted guests could not be loaded.",
  notPutBack: "The guest was not put back.",
  notExported: "No file was made.",
  maskedFile: "Only the last digits of phones are in the file: whole ones need a key of their own.",
  noNumbers: "The cards have no phones: whole ones need a key of their own.",
  told: "Of more than 1,000 guests everybody who may do everything is told.",
  notSaved: "Your choice could not be kept. It stays on this page.",
} as const;

/** How the filters are called, in their order. */
export const FILTER_LABELS = {
  text: "Name or phone",
  company: "Company",
  phone: "Phone",
  birthday: "Birthday",
  email: "Email",
  language: "Language",
  of_branch: "Recorded in",
  added_from: "Added from",
  added_to: "Added to",
  visited_from: "Last visit from",
  visited_to: "Last visit to",
  not_seen_since: "Not seen since",
  opted_out: "Messages",
  duplicates: "Shares a number",
} as const;

/** What may be chosen, where few values are possible. */
export const FILTER_CHOICES = {
  phone: { with: "Has a phone", without: "Has none", invalid: "Invalid, to check" },
  birthday: { with: "Has a birthday", without: "Has none" },
  email: { with: "Has an email", without: "Has none" },
  opted_out: { yes: "Opted out", no: "May be written to" },
  duplicates: { yes: "Yes", no: "No" },
} as const;

export const SORT_LABELS = { name: "Name", added: "Newest first", birthday: "Birthday", changed: "Last changed" } as const;
