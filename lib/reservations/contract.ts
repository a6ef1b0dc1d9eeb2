import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { RESERVATION_RIGHTS } from "./rights";
import { CANCEL_REASONS, MESSAGE_KINDS, may, openTable, problem, reservation, reservationInput, tableNumber } from "./shapes";
import { STATUSES } from "./states";

const { view, edit } = RESERVATION_RIGHTS;
const byId = z.strictObject({ id: z.string().overwrite(cleanText).min(1).max(100) });
const version = z.int().min(1);
/** Why a limit of the house does not hold for this one: needs the right for it. Empty: every limit holds. */
const overrideReason = z.string().overwrite(cleanText).max(200).default("");

export const openReservation = endpoint({
  method: "GET",
  path: "/reservations/{id}",
  summary: "One reservation, with every change of it.",
  permission: view,
  about: "restaurant",
  params: byId,
  answer: z.object({
    reservation,
    may,
    history: z.array(
      z.object({
        id: z.string(),
        at: z.string(),
        who: z.string(),
        /** One sentence. */
        what: z.string(),
        changed: z.array(z.object({ field: z.string(), old: z.string(), new: z.string() })),
      }),
    ),
  }),
});

/** What became of a write. */
const saved = z.object({
  ok: z.literal(true),
  message: z.string(),
  id: z.string(),
  code: z.string(),
  version,
  status: z.enum(STATUSES),
  tables: z.array(z.string()),
  /** What the guest is told: `call`: nobody can write to them, so somebody calls; `none`: nothing is to be told. */
  told: z.enum(["queued", "call", "none"]),
  told_why: z.string(),
});
export type SavedReservation = z.output<typeof saved>;

export const makeReservation = endpoint({
  method: "POST",
  path: "/reservations",
  summary:
    "Book: tables are chosen and checked in the transaction that books. 409 with `taken` for a table that somebody else has, with `problems` for a limit of the house.",
  permission: edit,
  about: "restaurant",
  keyBelongsTo: "tablet",
  body: z.strictObject({
    ...reservationInput,
    stay_minutes: reservationInput.stay_minutes.default(null),
    tables: reservationInput.tables.default(null),
    area: reservationInput.area.default(""),
    source: reservationInput.source.default("phone"),
    occasion: reservationInput.occasion.default(null),
    phones: reservationInput.phones.default(""),
    language: reservationInput.language.default(""),
    guest_note: reservationInput.guest_note.default(""),
    staff_note: reservationInput.staff_note.default(""),
    dietary_note: reservationInput.dietary_note.default(""),
    deposit: reservationInput.deposit.default(""),
    taker: reservationInput.taker.default(""),
    /** REQUESTED: somebody confirms it later. */
    status: z.enum(["REQUESTED", "CONFIRMED"]).default("CONFIRMED"),
    override_reason: overrideReason,
    /** Tell the guest by WhatsApp. */
    tell: z.boolean().default(true),
  }),
  status: 201,
  answer: saved,
});

export const joinWaitlist = endpoint({
  method: "POST",
  path: "/reservations/waitlist",
  summary: "Put a party that stands at the door on tonight's waitlist.",
  permission: edit,
  about: "restaurant",
  keyBelongsTo: "tablet",
  status: 201,
  body: z.strictObject({
    name: reservationInput.name,
    phones: reservationInput.phones.default(""),
    party: reservationInput.party,
    area: reservationInput.area.default(""),
    language: reservationInput.language.default(""),
    guest_note: reservationInput.guest_note.default(""),
    staff_note: reservationInput.staff_note.default(""),
    quoted_minutes: z.int().min(0).max(600).nullable().default(null),
    /** Left out: as the branch's rules say. */
    repeat_times: z.int().min(0).max(3).optional(),
    repeat_every: z.int().min(1).max(180).optional(),
  }),
  answer: saved,
});

export const changeReservation = endpoint({
  method: "PATCH",
  path: "/reservations/{id}",
  summary: "Change a reservation. 409 with `current` when somebody changed it in between, `taken` and `problems` as at booking.",
  permission: edit,
  about: "restaurant",
  keyBelongsTo: "tablet",
  params: byId,
  body: z.strictObject({
    version,
    ...z.strictObject(reservationInput).partial().shape,
    quoted_minutes: z.int().min(0).max(600).nullable().optional(),
    repeat_times: z.int().min(0).max(3).optional(),
    repeat_every: z.int().min(1).max(180).optional(),
    override_reason: overrideReason,
    tell: z.boolean().default(true),
  }),
  answer: saved,
});

export const stepReservation = endpoint({
  method: "POST",
  path: "/reservations/{id}/step",
  summary: "The next step of a reservation: only a legal one. SEATED answers what fills in the form of the table.",
  permission: edit,
  about: "restaurant",
  keyBelongsTo: "tablet",
  params: byId,
  body: z.strictObject({
    version,
    to: z.enum(STATUSES),
    reason: z.enum(CANCEL_REASONS).optional(),
    late_minutes: z.int().min(1).max(240).optional(),
    /** The tables that are chosen with it; left out: those that it has, or the smallest that is free. */
    tables: z.array(tableNumber).max(10).optional(),
    override_reason: overrideReason,
    tell: z.boolean().default(true),
  }),
  answer: saved,
});

export const seatReservation = endpoint({
  method: "GET",
  path: "/reservations/{id}/table",
  summary:
    "What fills in the form of the table of a seated reservation; the save names it as `metadata.reservation_id` and `reservation_seating`.",
  permission: { all: ["create_table", view] },
  about: "restaurant",
  params: byId,
  answer: z.object({
    reservation_id: z.string(),
    /** Which seating of the party it is: the save says it too, as `metadata.reservation_seating`. */
    seating: z.number(),
    /** The saved table that was opened for it already; null while none was. */
    table_name: z.string().nullable(),
    hostess: z.string(),
    /** Empty: the hostess chooses. */
    waiter: z.string(),
    table_number: z.string(),
    branch: z.string(),
    party_size: z.number(),
    /** The booker, as the first guest: their id in the book where it has them. */
    booker: z.object({ id: z.string().nullable(), name: z.string(), phones: z.string(), language: z.string(), birthday: z.string() }),
  }),
});

export const deleteReservation = endpoint({
  method: "DELETE",
  path: "/reservations/{id}",
  summary:
    "Take a reservation away that should never have been: its words go, its history says who did it. Who only booked leaves the book with it.",
  permission: RESERVATION_RIGHTS.delete,
  about: "restaurant",
  params: byId,
  query: z.strictObject({ version: z.coerce.number().int().min(1) }),
  answer: z.object({ ok: z.literal(true), message: z.string() }),
});

export const messageReservation = endpoint({
  method: "POST",
  path: "/reservations/{id}/message",
  summary: "Tell the guest again: confirmed, reminder, table ready. `call` where nobody can write to them.",
  permission: edit,
  about: "restaurant",
  params: byId,
  body: z.strictObject({ kind: z.enum(MESSAGE_KINDS) }),
  answer: z.object({ ok: z.literal(true), told: z.enum(["queued", "call"]), told_why: z.string(), message: z.string() }),
});

/** What a refusal carries beside its sentence (409 `conflict`). */
export const refusalFields = z.object({
  /** The reservation as it stands, where somebody changed it in between. */
  current: reservation.optional(),
  /** Tables that somebody else has: whose, from when to when. */
  taken: z.array(z.object({ table: z.string(), by: z.string(), code: z.string(), from: z.string(), until: z.string() })).optional(),
  /** Tables of the booking at which people sit now without a reservation: who names its tables sits it there all the same. */
  open: z.array(openTable).optional(),
  problems: z.array(problem).optional(),
  /** Whether the caller may book it all the same, with a reason. */
  may_override: z.boolean().optional(),
  /** Other choices that are free then. */
  free: z.array(z.array(z.string())).optional(),
});
