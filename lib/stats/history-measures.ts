import { CHANNELS, channelInWords, ofChannels } from "./channels";

/** The figures of Branch History Stats, in their order, each with its formula in the words that people read. */
export const HISTORY_MEASURES = {
  tables: { label: "Tables", unit: "count", formula: "Tables saved, by the evening that they belong to." },
  guests: { label: "Guests recorded", unit: "count", formula: "Guests at these tables. Somebody who sat at two tables counts twice." },
  covers: {
    label: "People",
    unit: "count",
    formula: "The party sizes of these tables added up, of those tables at which somebody said it.",
  },
  average_party: { label: "Average party", unit: "average", formula: "People ÷ tables with a party size." },
  capture_rate: { label: "People recorded", unit: "percent", formula: "Guests recorded at tables with a party size ÷ people at these." },
  valid_phone: { label: "With a valid phone", unit: "percent", formula: "Guests with a number that can be called ÷ guests recorded." },
  with_birthday: { label: "Birthday known", unit: "percent", formula: "Guests whose birthday is known ÷ guests recorded." },
  visits: { label: "Visits", unit: "count", formula: "Guests of evenings that End of Day has taken, each once an evening and branch." },
  unique_guests: {
    label: "Different guests",
    unit: "count",
    formula:
      "Visits without those of guests who were there before within these dates, by their number. Without a number each visit is another guest. A guest of two branches counts in both.",
  },
  visits_per_guest: { label: "Visits per guest", unit: "average", formula: "Visits ÷ different guests." },
  first_visits: { label: "First visits", unit: "count", formula: "Visits with a number that was at no table of the branch before." },
  return_30: {
    label: "Returned within 30 days",
    unit: "percent",
    formula: "Visits followed by another of that guest within 30 days ÷ visits with a number, of those whose 30 days are over.",
  },
  return_60: {
    label: "Returned within 60 days",
    unit: "percent",
    formula: "Visits followed by another of that guest within 60 days ÷ visits with a number, of those whose 60 days are over.",
  },
  return_90: {
    label: "Returned within 90 days",
    unit: "percent",
    formula: "Visits followed by another of that guest within 90 days ÷ visits with a number, of those whose 90 days are over.",
  },
  book_new: { label: "New in the guest book", unit: "count", formula: "Guests that End of Day inserted in the branch’s guest book." },
  sent: {
    label: "Messages sent",
    unit: "count",
    formula: "Messages of the branch that WhatsApp accepted, by the day on which they were sent; none of the sandbox.",
  },
  arrived: { label: "Arrived", unit: "count", formula: "Of these, those of which WhatsApp has said that they arrived." },
  read: { label: "Read", unit: "count", formula: "Of these, those of which WhatsApp has said that they were read." },
  failed: {
    label: "Tries that failed",
    unit: "count",
    formula: "Tries of which it is known that nothing was sent; a message may be tried again.",
  },
  vouchers_made: { label: "Vouchers made", unit: "count", formula: "Birthday vouchers issued with the branch’s name." },
  greetings_arrived: {
    label: "Greetings arrived",
    unit: "count",
    formula: "Birthday greetings, which bear the voucher, among the messages that arrived.",
  },
  vouchers_redeemed: {
    label: "Vouchers redeemed",
    unit: "count",
    formula: "Vouchers redeemed in the branch, without those that were taken back.",
  },
  points: { label: "Points given", unit: "count", formula: "Loyalty points awarded, less those taken back. Points cannot be spent yet." },
  bookings: {
    label: "Reservations",
    unit: "count",
    formula:
      "Reservations for these evenings, as they stood at the end of the day after. Walk-ins, the waitlist, and what was declined or deleted are not among them.",
  },
  no_shows: { label: "No-shows", unit: "count", formula: "Of these reservations, those that somebody marked as a no-show." },
  no_show_rate: {
    label: "No-show rate",
    unit: "percent",
    formula: "No-shows ÷ reservations that were a no-show or whose party came.",
  },
  cancelled: { label: "Cancelled", unit: "count", formula: "Of these reservations, those that were cancelled, by the guest or the house." },
  cancel_rate: { label: "Cancellation rate", unit: "percent", formula: "Cancelled ÷ reservations." },
  lead_days: {
    label: "Days ahead",
    unit: "average",
    formula: "Days from making a reservation to its evening, added up ÷ reservations.",
  },
  ...ofChannels((channel) => ({ ...channelInWords(channel), unit: "count" as const })),
} as const;

export type HistoryMeasure = keyof typeof HISTORY_MEASURES;
/** Those whose rows are the reservations of an evening. */
export const OF_RESERVATIONS: readonly HistoryMeasure[] = [
  ...(["bookings", "no_shows", "no_show_rate", "cancelled", "cancel_rate", "lead_days"] as const),
  ...CHANNELS.filter((channel) => channel !== "unbooked"),
];

export type HistoryUnit = (typeof HISTORY_MEASURES)[HistoryMeasure]["unit"];

export const HISTORY_KEYS = Object.keys(HISTORY_MEASURES) as HistoryMeasure[];

/** What each figure is; null where there is nothing to divide by, or nothing is known. */
export type HistoryValues = Record<HistoryMeasure, number | null>;

/** Days within which a guest comes back. */
export const RETURN_WITHIN = [30, 60, 90] as const;

/** So many days at most are counted at once. */
export const MOST_DAYS = 366;

export const BUCKETS = ["day", "week", "month"] as const;
export type Bucket = (typeof BUCKETS)[number];
