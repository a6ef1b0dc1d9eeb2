import type { ReservationMessage, ReservationSource } from "./shapes";

/** The words of the screens of Reservations; what its calls say too stands in reservation-texts.ts. */

export const SOURCE_WORDS: Record<ReservationSource, string> = {
  phone: "Phone",
  whatsapp: "WhatsApp",
  instagram: "Instagram",
  web: "Our page",
  in_person: "In person",
  walk_in: "Walk-in",
  other: "Other",
};

export const OCCASION_WORDS = {
  birthday: "Birthday",
  anniversary: "Anniversary",
  engagement: "Engagement",
  family: "Family",
  business: "Business",
  group: "Group",
  other: "Other occasion",
} as const;
export type Occasion = keyof typeof OCCASION_WORDS;

export const CANCEL_WORDS = {
  guest: "The guest cancelled",
  house: "The house cancelled",
  mistake: "Booked by mistake",
  delay: "Too late to come",
  weather: "Weather",
  other: "Another reason",
} as const;
export type CancelReason = keyof typeof CANCEL_WORDS;

export const MESSAGE_WORDS: Record<ReservationMessage, string> = {
  confirmed: "Confirmation",
  changed: "Change",
  reminder: "Reminder",
  declined: "No table",
  cancelled: "Cancellation",
  table_ready: "Table ready",
};

export const RESERVATION_TEXTS = {
  title: "Reservations",
  rulesTitle: "Rules of reservations",
  noneThatDay: "No reservations for this day",
  noneFiltered: "No reservation fits these filters.",
  nobodyWaits: "Nobody waits for a table.",
  notLoaded: "The reservations could not be loaded.",
  kept: "Kept. It is sent by itself.",
  notKept: "This device cannot keep it: its storage is full or blocked. Do not close this page before it is saved.",
} as const;
