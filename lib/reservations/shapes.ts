import * as z from "zod";
import { calendarDate } from "../calendar-date";
import { cleanLines, cleanPhones, cleanText } from "../clean-text";
import { cleanLanguage, LANGUAGES } from "../languages";
import { MOST_PEOPLE, WRONG_PARTY_SIZE } from "../party-size";
import { shownNumbersField } from "../shown-number-schema";
import { STATUSES } from "./states";

/** Where a reservation came from (docs/design/open-screens.md 2.1, point 2). */
export const SOURCES = ["phone", "whatsapp", "instagram", "web", "in_person", "walk_in", "other"] as const;
export type ReservationSource = (typeof SOURCES)[number];

export const OCCASIONS = ["birthday", "anniversary", "engagement", "family", "business", "group", "other"] as const;
export const CANCEL_REASONS = ["guest", "house", "mistake", "delay", "weather", "other"] as const;

/** What was told to the guest by WhatsApp (docs/design/open-screens.md 2.1, points 6 and 7). */
export const MESSAGE_KINDS = ["confirmed", "changed", "reminder", "declined", "cancelled", "table_ready"] as const;
export type ReservationMessage = (typeof MESSAGE_KINDS)[number];

/** The next step, the label of its button, and what it asks for before it is done. */
const nextStep = z.object({
  to: z.enum(STATUSES),
  label: z.string(),
  /** `reason`: one of CANCEL_REASONS. `tables`: none is chosen yet. `late_minutes`: how late, which may be left out. */
  asks: z.array(z.enum(["reason", "tables", "late_minutes"])),
  /** It takes the last step back. */
  is_undo: z.boolean(),
});

/** What the house knows of whoever booked (docs/design/open-screens.md 2.1, points 8 and 11). */
const knownGuest = z.object({
  /** In the book of the branch: what opens their page. Null until the book has them. */
  guest_id: z.string().nullable(),
  /** As the book calls them by now; the reservation keeps the name it was made by. */
  name: z.string(),
  visits: z.number(),
  /** YYYY-MM-DD of the last evening at a table; null where there was none. */
  last_visit: z.string().nullable(),
  first_visit: z.boolean(),
  no_shows: z.number(),
  cancellations: z.number(),
  /** From two no-shows on: call to confirm. */
  call_to_confirm: z.boolean(),
  vip: z.boolean(),
  tags: z.string(),
  likes: z.string(),
  /** Empty for whoever may not see any. */
  allergies: z.string(),
  /** Days until the birthday, 0 to 7, from the reservation's date; null where there is none. */
  birthday_in: z.number().nullable(),
  /** The branch whose regular (three evenings or more, more than here) the guest is; null for none, and where the caller may not see it. */
  regular_of: z.string().nullable(),
  /** They want no messages: call them. */
  opted_out: z.boolean(),
});
export type ReservationGuest = z.output<typeof knownGuest>;

/** What became of a message about it. */
const told = z.object({
  kind: z.enum(MESSAGE_KINDS),
  /** ISO 8601. */
  at: z.string(),
  /** `call`: the guest wants none, or has no number: somebody calls them. */
  state: z.enum(["queued", "sent", "delivered", "failed", "call"]),
  /** Why not, in one sentence; empty where it went. */
  why: z.string(),
});

/** A reservation, a walk-in or a party of the waitlist, as lists show it. */
export const reservation = z.object({
  id: z.string(),
  /** Six signs that people read out: `K7M2QX`. */
  code: z.string(),
  branch: z.string(),
  version: z.number(),
  status: z.enum(STATUSES),
  /** ISO 8601: when the status was reached. */
  status_at: z.string(),
  /** The business day, and the time of the house's clocks (after midnight it is still of the evening before). */
  date: z.string(),
  time: z.string(),
  /** ISO 8601. */
  starts_at: z.string(),
  ends_at: z.string(),
  stay_minutes: z.number(),
  party: z.number(),
  /** Numbers of the tables; several are a combination. Empty: none is chosen yet. */
  tables: z.array(z.string()),
  area: z.string(),
  source: z.enum(SOURCES),
  occasion: z.enum(OCCASIONS).nullable(),
  name: z.string(),
  /** Empty for whoever may not see phones; `phone_hint` then tells two guests apart. */
  phones: z.string(),
  phone_hint: z.string(),
  numbers: shownNumbersField,
  language: z.string(),
  guest_note: z.string(),
  staff_note: z.string(),
  /** Empty for whoever may not see allergies. */
  dietary_note: z.string(),
  deposit: z.string(),
  /** The member of staff who took it, as they said. */
  taker: z.string(),
  /** Users' names; empty for the guest's own page. */
  created_by: z.string(),
  created_at: z.string(),
  updated_by: z.string(),
  updated_at: z.string(),
  /** What the guest answered to a message, and when; `cancel_asked`: a person decides (the words CANCEL and إلغاء). */
  answered: z.enum(["confirmed", "cancelled", "late", "cancel_asked"]).nullable(),
  answered_at: z.string().nullable(),
  /** So late the guest said to be, in minutes. */
  late_minutes: z.number().nullable(),
  cancel_reason: z.enum(CANCEL_REASONS).nullable(),
  /** The limits that were overridden, and why. */
  override_reason: z.string(),
  /** Fifteen minutes (a rule) after its time and nobody came: the card turns red. Never a no-show by itself. */
  overdue: z.boolean(),
  /** The party is still there although its stay is over. */
  over_stay: z.boolean(),
  /** Waitlist: what was quoted, since when they wait, and whether that is over. */
  quoted_minutes: z.number().nullable(),
  waiting_since: z.string().nullable(),
  over_quoted: z.boolean(),
  calls: z.number(),
  /** How often "table ready" is said again, at which interval in minutes. */
  repeat_times: z.number(),
  repeat_every: z.number(),
  /** The saved table that was opened for it; null while none was. SEATED without one: "Open table". */
  table_name: z.string().nullable(),
  /** How often its party has sat down: more than once where a seating was taken back. */
  seatings: z.number().default(0),
  next: z.array(nextStep),
  known: knownGuest.nullable(),
  /** The last message of each kind. */
  told: z.array(told),
});
export type Reservation = z.output<typeof reservation>;
export type NextStep = z.output<typeof nextStep>;

const note = (what: string) => z.string().overwrite(cleanLines).max(1_000, `${what} is too long: at most 1,000 characters are kept.`);

const timeOnly = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "A time is written as HH:MM.");

export { calendarDate as dateOnly, timeOnly };

export const tableNumber = z.string().overwrite(cleanText).min(1).max(20);

/** What is said of a reservation; what a change leaves out stays. */
export const reservationInput = {
  date: calendarDate,
  time: timeOnly,
  party: z.int(WRONG_PARTY_SIZE).min(1, WRONG_PARTY_SIZE).max(MOST_PEOPLE, WRONG_PARTY_SIZE),
  /** Null: what the rules say for the party. */
  stay_minutes: z.int().min(15).max(720).nullable(),
  /** Null: the smallest that is free is chosen; an empty list: none yet. */
  tables: z.array(tableNumber).max(10).nullable(),
  area: z.string().overwrite(cleanText).max(60),
  source: z.enum(SOURCES),
  occasion: z.enum(OCCASIONS).nullable(),
  name: z.string().overwrite(cleanText).min(1, "Whose reservation is it? The name is missing.").max(200),
  phones: z.string().overwrite(cleanPhones).max(400),
  language: z
    .string()
    .overwrite(cleanLanguage)
    .refine((text) => text === "" || Object.hasOwn(LANGUAGES, text), "This language is not one that guests are written to in."),
  guest_note: note("The guest's note"),
  staff_note: note("The staff's note"),
  dietary_note: note("The dietary note"),
  deposit: z.string().overwrite(cleanText).max(100),
  taker: z.string().overwrite(cleanText).max(100),
} as const;

/** Why a booking breaks a rule of the house. With the right for it and a reason it is booked all the same. */
export const problem = z.object({
  rule: z.enum([
    "closed_day",
    "outside_hours",
    "off_step",
    "too_early",
    "too_late",
    "party_too_small",
    "party_too_large",
    "slot_full",
    "blocked",
    "no_table",
    "table_size",
  ]),
  /** One sentence for whoever stands at the phone. */
  text: z.string(),
});
export type Problem = z.output<typeof problem>;

/** A table at which people sit without a reservation: how many as far as that is known, and who received them. */
export const openTable = z.object({ table: z.string(), guests: z.number(), hostess: z.string() });
export type OpenTable = z.output<typeof openTable>;

/** What the caller may do, so that no button is shown that is refused. */
export const may = z.object({ edit: z.boolean(), override: z.boolean(), delete: z.boolean(), phones: z.boolean(), rules: z.boolean() });

export type May = z.output<typeof may>;
