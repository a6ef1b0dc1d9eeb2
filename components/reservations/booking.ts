import { asNewGuest } from "@/components/tables/guest-lists";
import { counted } from "@/components/ui/counted";
import { longDate } from "@/components/ui/local-times";
import type { Contact } from "@/lib/guest-search/contract";
import { hasPhoneKey, readPhones } from "@/lib/phones";
import type { CancelReason, Occasion } from "@/lib/reservations/screen-words";
import type { Reservation, ReservationSource } from "@/lib/reservations/shapes";
import type { Bodies, KeptChange, NewChange } from "./kept/kept-changes";
import type { Place } from "./queries";

export type { CancelReason };

/** `edit`: a reservation that there is. */
export type BookingKind = "book" | "walk_in" | "wait" | "edit";

/** What stands in the form. */
export interface Booking {
  kind: BookingKind;
  /** The reservation that is changed, as it was when the form was opened. */
  of: Reservation | null;
  /** What stands in the search, until somebody is chosen. */
  search: string;
  /** Whether who books is settled: chosen, or written as a new guest. */
  isGuestSaid: boolean;
  name: string;
  phones: string;
  party: number | null;
  date: string;
  time: string;
  /** Null: the house chooses. */
  tables: string[] | null;
  area: string;
  source: ReservationSource;
  occasion: Occasion | null;
  guest_note: string;
  staff_note: string;
  dietary_note: string;
  language: string;
  deposit: string;
  /** Somebody confirms it later. */
  isAsked: boolean;
  quoted_minutes: number | null;
  override_reason: string;
}

export function blankBooking(kind: BookingKind, date: string): Booking {
  return {
    kind,
    of: null,
    search: "",
    isGuestSaid: kind === "walk_in",
    name: "",
    phones: "",
    party: null,
    date,
    time: "",
    tables: null,
    area: "",
    source: kind === "walk_in" ? "walk_in" : kind === "wait" ? "in_person" : "phone",
    occasion: null,
    guest_note: "",
    staff_note: "",
    dietary_note: "",
    language: "",
    deposit: "",
    isAsked: false,
    quoted_minutes: kind === "wait" ? 15 : null,
    override_reason: "",
  };
}

export function bookingOf(of: Reservation): Booking {
  const { name, phones, party, date, time, tables, area, source, occasion, guest_note, staff_note, dietary_note, language, deposit } = of;
  return {
    ...blankBooking("edit", date),
    ...{ of, name, phones, party, time, tables, area, source, occasion, guest_note, staff_note, dietary_note, language, deposit },
    isGuestSaid: true,
    quoted_minutes: of.quoted_minutes,
  };
}

/**
 * What was typed for a change that the server refused once nobody stood at the form any more.
 * @param known the reservation that it changes, as it stands now
 * @returns null for a step, and for a change of what is not known here
 */
export function bookingOfKept(kept: KeptChange, known: Reservation | undefined): Booking | null {
  if (kept.kind === "step") return null;
  if (kept.kind === "change") {
    const said = Object.entries(kept.body).filter(([field, value]) => isField(field) && value !== undefined);
    return known ? { ...bookingOf(known), ...Object.fromEntries(said) } : null;
  }
  const { name, phones = "", party, language = "", area = "", guest_note = "", staff_note = "" } = kept.body;
  const who = { isGuestSaid: true, name, phones, party, language, area, guest_note, staff_note };
  if (kept.kind === "wait") return { ...blankBooking("wait", ""), ...who, quoted_minutes: kept.body.quoted_minutes ?? null };
  const { date, time, tables = null, source = "phone", occasion = null, dietary_note = "", deposit = "", status } = kept.body;
  const when = { time, tables, source, occasion, dietary_note, deposit, isAsked: status === "REQUESTED" };
  return { ...blankBooking(kept.next_step === null ? "book" : "walk_in", date), ...who, ...when };
}

const isField = (field: string) => (FIELDS as readonly string[]).includes(field);

/** A guest of the book. */
export function withGuest(booking: Booking, { name, phones, language }: Pick<Contact, "name" | "phones" | "language">): Booking {
  return { ...booking, isGuestSaid: true, name, phones, language: language || booking.language };
}

/** Somebody whom the book does not know: what was typed is the name, or the number. */
export function withNewGuest(booking: Booking): Booking {
  return { ...booking, isGuestSaid: true, ...asNewGuest(booking.search) };
}

/** What is missing, in a sentence; null for nothing. */
export function missingOf({ kind, name, party, date, time, phones }: Booking): string | null {
  if (name.trim() === "" && kind !== "walk_in") return "Who comes? The name is missing.";
  if (party === null) return "How many people?";
  if (kind === "book" && date === "") return "Which day?";
  if ((kind === "book" || kind === "edit") && time === "") return "At what time?";
  if (phones.trim() !== "" && !hasPhoneKey(readPhones(phones))) return "This is no phone number. Correct it, or leave it empty.";
  return null;
}

/** The change that the form makes. Call it with nothing missing. @param now the time of the house's clocks, HH:MM, for who walks in */
export function changeOf(booking: Booking, place: Place, today: string, now: string): NewChange {
  const { kind, of, tables, quoted_minutes, override_reason } = booking;
  const at = { base: place.base, branch: place.branch, words: wordsOf(booking, today) };
  if (kind === "wait") return { ...at, kind: "wait", reservation: null, body: { ...guestOf(booking), ...partOf(booking), quoted_minutes } };
  if (kind === "edit" && of !== null)
    return { ...at, kind: "change", reservation: of.id, body: { version: of.version, ...changedOf(booking, of), override_reason } };
  const isWalkIn = kind === "walk_in";
  const body: Bodies["make"] = {
    ...guestOf(booking),
    ...partOf(booking),
    ...(isWalkIn ? { date: today, time: now } : { date: booking.date, time: booking.time }),
    tables,
    source: booking.source,
    occasion: booking.occasion,
    dietary_note: booking.dietary_note,
    deposit: booking.deposit,
    status: booking.isAsked ? "REQUESTED" : "CONFIRMED",
    override_reason,
    tell: !isWalkIn,
  };
  return { ...at, kind: "make", reservation: null, body, next_step: isWalkIn ? "SEATED" : null };
}

const guestOf = ({ name, phones, language }: Booking) => ({ name: name.trim() || "Walk-in", phones, language });

const partOf = ({ party, area, guest_note, staff_note }: Booking) => ({ party: party ?? 1, area, guest_note, staff_note });

const FIELDS = [
  "date",
  "time",
  "party",
  "tables",
  "area",
  "source",
  "occasion",
  "name",
  "phones",
  "language",
  "guest_note",
  "staff_note",
  "dietary_note",
  "deposit",
  "quoted_minutes",
] as const;
export type BookingField = (typeof FIELDS)[number];

/** What the form has otherwise than the reservation. Fields that somebody may not see stand empty in both, and are not sent. */
export function changedFields(booking: Booking, of: Reservation): BookingField[] {
  return FIELDS.filter((field) => JSON.stringify(booking[field]) !== JSON.stringify(of[field]));
}

/** Two saves of one reservation: what is in the form after it, and what is to be chosen. */
export interface Joined {
  /** Theirs, with what was changed here alone, and of what both changed this form's, until somebody chooses. */
  booking: Booking;
  theirs: Reservation;
  /** What stood in this form. */
  mine: Booking;
  /** Changed by both, to something else. */
  both: BookingField[];
  /** Changed by the other alone. */
  only: BookingField[];
}

/** What somebody else saved meanwhile is kept with what is in the form; of what both changed this form's stands until it is chosen. */
export function joinedWith(booking: Booking, theirs: Reservation): Joined {
  const base = booking.of ?? theirs;
  const isOther = (one: Pick<Reservation, BookingField>, other: Pick<Reservation, BookingField>) => (field: BookingField) =>
    JSON.stringify(one[field]) !== JSON.stringify(other[field]);
  const mine = changedFields(booking, base);
  const changed = FIELDS.filter(isOther(theirs, base));
  // Whoever leaves the table to the house has no wish that another's contradicts.
  const hasWish = (field: BookingField) => field !== "tables" || booking.tables !== null;
  const both = changed.filter(
    (field) => mine.includes(field) && hasWish(field) && JSON.stringify(booking[field]) !== JSON.stringify(theirs[field]),
  );
  const only = changed.filter((field) => !mine.includes(field));
  const taken = Object.fromEntries(only.map((field) => [field, theirs[field]]));
  return { booking: { ...booking, ...taken, of: theirs }, theirs, mine: booking, both, only };
}

function changedOf(booking: Booking, of: Reservation): Partial<Bodies["change"]> {
  const changed = Object.fromEntries(changedFields(booking, of).map((field) => [field, booking[field]]));
  return changed as Partial<Bodies["change"]>; // each of the fields is one of the body, with its type
}

/** `Book Nour Karam, 4 people, Fri 20 Nov 2026 20:30`: what the button says it does, and what waits on the device. */
export function wordsOf({ kind, name, party, date, time, quoted_minutes }: Booking, today: string): string {
  const who = name.trim() || (kind === "walk_in" ? "walk-in" : "");
  const people = party === null ? "" : `, ${counted(party, "guest")}`;
  if (kind === "walk_in") return `Seat ${who}${people}`;
  if (kind === "wait") return `Put ${who} on the waitlist${people}${quoted_minutes === null ? "" : `, ${quoted_minutes} min`}`;
  const day = date === today || date === "" ? "" : ` ${longDate(date).slice(0, -5)}`;
  const when = time === "" ? "" : `,${day} ${time}`;
  const act = kind === "edit" ? "Save" : "Book";
  return who === "" ? act : `${act} ${who}${people}${when}`;
}

/** Whether somebody would miss it. */
export function isTyped({ kind, search, name, phones, guest_note, staff_note, dietary_note, of, ...rest }: Booking): boolean {
  if (of !== null) return changedFields({ kind, search, name, phones, guest_note, staff_note, dietary_note, of, ...rest }, of).length > 0;
  return [search, name, phones, guest_note, staff_note, dietary_note].some((text) => text.trim() !== "");
}
