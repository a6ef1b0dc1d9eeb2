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

/** Texts of who-is-who decisions and of "Where from". The specification has none: they are ours. */
export const WHO_IS_WHO_TEXTS = {
  two: "These are two people",
  part: "Make two guests",
  twoBody:
    "Each gets what was recorded under their own name, and keeps the numbers that were recorded with it. It can be ended later, under Where from on the page of the guest.",
  one: "Same person as another guest",
  unite: "Make one guest",
  oneBody:
    "One guest has the numbers and names of both from now on, and of every other field what was recorded first. It can be ended at any later time, on the page of the guest.",
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
