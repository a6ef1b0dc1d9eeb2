import type { ReservationStatus } from "../states";

/** The languages of the guests' pages. */
export const LANGUAGES = ["ar", "fr", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

export const isLanguage = (text: string | null | undefined): text is Language => LANGUAGES.some((one) => one === text);

/** Of what is asked for by name, else of what the browser's owner reads, the first that there is. */
export function languageFor(asked: string | null | undefined, accepted: string): Language {
  if (isLanguage(asked)) return asked;
  const wanted = accepted.split(",").map((part) => part.trim().slice(0, 2).toLowerCase());
  return wanted.find(isLanguage) ?? "en";
}

/** What a reservation is to its guest. */
export type GuestState = "asked" | "booked" | "waiting" | "called" | "left" | "here" | "over" | "cancelled" | "declined";

export function guestState(status: ReservationStatus): GuestState {
  if (status === "REQUESTED") return "asked";
  if (status === "CONFIRMED" || status === "LATE") return "booked";
  if (status === "CANCELLED") return "cancelled";
  if (status === "DECLINED") return "declined";
  if (status === "WAITING") return "waiting";
  if (status === "CALLED") return "called";
  if (status === "LEFT") return "left";
  return status === "FINISHED" || status === "NO_SHOW" ? "over" : "here";
}

/** What is wrong with a field, or with the whole. */
export type Fault =
  | "date"
  | "party"
  | "time"
  | "timeGone"
  | "name"
  | "nameLong"
  | "phone"
  | "noteLong"
  | "noneFree"
  | "tooOften"
  | "tooMany"
  | "notNow"
  | "usedForm"
  | "robot"
  | "changed"
  | "late";

/** Every sentence of the guests' pages. */
export interface PageWords {
  direction: "ltr" | "rtl";
  /** Its own name, for the button that chooses it. */
  itself: string;
  languages: string;
  /** Before the restaurant's telephone. */
  callUs: string;
  bookAt: (house: string) => string;
  yours: string;
  date: string;
  party: string;
  /** For parties larger than the page takes; `most` is the largest. */
  larger: (most: number) => string;
  showTimes: string;
  time: string;
  name: string;
  phone: string;
  phoneHint: string;
  note: string;
  noteHint: string;
  optional: string;
  ask: string;
  book: string;
  askHint: string;
  unseen: string;
  wrong: string;
  day: string;
  people: string;
  code: string;
  states: Record<GuestState, string>;
  calendar: string;
  change: string;
  saveChange: string;
  changed: string;
  cancel: string;
  cancelSure: string;
  cancelYes: string;
  /** Of the waitlist. */
  leave: string;
  leaveSure: string;
  leaveYes: string;
  callToChange: string;
  tooLate: (hours: number) => string;
  gone: string;
  goneHint: string;
  again: string;
  faults: Record<Fault, string>;
  /** The calendar's title, and its description. */
  event: (house: string) => string;
  eventHint: (code: string, people: number) => string;
}
