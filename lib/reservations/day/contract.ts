import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { RESERVATION_RIGHTS } from "../rights";
import { dateOnly, may, OCCASIONS, openTable, problem, reservation, SOURCES, timeOnly } from "../shapes";
import { STATUSES } from "../states";

const { view } = RESERVATION_RIGHTS;

/** A column of Slots. */
const slot = z.object({
  time: z.string(),
  /** Of parties that come then (Flow), and of those whose stay ends then (Turn). */
  arriving: z.object({ bookings: z.number(), covers: z.number() }),
  leaving: z.object({ bookings: z.number(), covers: z.number() }),
  /** People at tables during it. */
  seated_covers: z.number(),
  /** How many may arrive; null for no limit. */
  covers_limit: z.number().nullable(),
  blocked: z.string(),
});

/** A table on the floor, as it is now or will be at the day's next booking. */
const floorTable = z.object({
  number: z.string(),
  area: z.string(),
  min: z.number(),
  max: z.number(),
  x: z.number().nullable(),
  y: z.number().nullable(),
  state: z.enum(["free", "reserved_soon", "arrived", "seated", "over_stay"]),
  /** The reservations that hold it this day, by their time. */
  reservations: z.array(z.string()),
  /** An open saved table of that number which no reservation opened: walk-ins. */
  open_table: z.string().nullable(),
});

const closedDay = z.object({ name: z.string(), closed: z.boolean(), from: z.string().nullable(), until: z.string().nullable() });

export const listReservations = endpoint({
  method: "GET",
  path: "/reservations",
  summary: "A day of a branch's reservations with its waitlist, slots and floor: everything that List, Slots, Floor and Waitlist show.",
  permission: view,
  about: "restaurant",
  query: z.object({
    /** A business day; this one where it is left out. */
    date: dateOnly.optional(),
    shift: z.string().overwrite(cleanText).max(40).optional(),
    status: z.enum(STATUSES).optional(),
    source: z.enum(SOURCES).optional(),
    /** A part of a name, of a phone or of the code. */
    search: z.string().overwrite(cleanText).max(100).optional(),
  }),
  answer: z.object({
    date: z.string(),
    today: z.string(),
    /** ISO 8601: the moment that the answer is of. */
    at: z.string(),
    may,
    shifts: z.array(z.object({ id: z.string(), name: z.string(), from: z.string(), until: z.string() })),
    day: closedDay.nullable(),
    /** By time; filtered as asked. The waitlist's are in `waitlist`. */
    reservations: z.array(reservation),
    waitlist: z.array(reservation),
    slots: z.array(slot),
    floor: z.array(floorTable),
    areas: z.array(z.string()),
    /** Of the whole day, whatever was filtered: those that are to come or came. */
    totals: z.object({
      bookings: z.number(),
      covers: z.number(),
      seated_covers: z.number(),
      waiting: z.number(),
      requested: z.number(),
      no_shows: z.number(),
      cancelled: z.number(),
      by_source: z.array(z.object({ source: z.enum(SOURCES), bookings: z.number(), covers: z.number() })),
    }),
    /** Messages that guests answered and that a person decides: CANCEL and إلغاء. */
    to_decide: z.array(z.string()),
  }),
});

export const searchReservations = endpoint({
  method: "GET",
  path: "/reservations/search",
  summary: "Find reservations of any day by a part of the name or of a phone, or by the code: those to come first, then the newest.",
  permission: view,
  about: "restaurant",
  limited: "search",
  query: z.object({ search: z.string().overwrite(cleanText).min(2, "Type two letters or digits.").max(100) }),
  answer: z.object({ reservations: z.array(reservation), more: z.boolean() }),
});

export const availability = endpoint({
  method: "GET",
  path: "/reservations/availability",
  summary: "When there is a table for a party on a day, and which: the smallest first, then by priority.",
  permission: view,
  about: "restaurant",
  query: z.object({
    date: dateOnly,
    party: z.coerce.number().int().min(1).max(99),
    time: timeOnly.optional(),
    stay_minutes: z.coerce.number().int().min(15).max(720).optional(),
    area: z.string().overwrite(cleanText).max(60).optional(),
    /** A reservation that is being moved: its own tables are free for it. */
    except: z.string().overwrite(cleanText).max(100).optional(),
  }),
  answer: z.object({
    date: z.string(),
    stay_minutes: z.number(),
    slots: z.array(
      z.object({
        time: z.string(),
        shift: z.string(),
        free: z.boolean(),
        /** Why not; empty where it is free. */
        problems: z.array(problem),
        covers_left: z.number().nullable(),
        tables: z.array(z.string()),
        /** At these tables people sit now without a reservation: sentences, or empty. Servers of older versions do not say. */
        warning: z.string().optional(),
      }),
    ),
    /** Of the asked time: every choice that fits, the best first. */
    choices: z.array(z.object({ tables: z.array(z.string()), area: z.string(), min: z.number(), max: z.number() })),
    /** Of the asked time, where it is within the hour: tables at which people sit now without a reservation. Servers of older versions do not say. */
    open_tables: z.array(openTable).optional(),
    /** Of the asked time: who holds each table that is not free. */
    taken: z.array(z.object({ table: z.string(), by: z.string(), code: z.string(), from: z.string(), until: z.string() })),
  }),
});

export const daySheet = endpoint({
  method: "GET",
  path: "/reservations/day-sheet",
  summary: "The print-out of a day, by time or by table, and as text for the staff's group: without phones there.",
  permission: view,
  about: "restaurant",
  query: z.object({ date: dateOnly.optional(), by: z.enum(["time", "table"]).default("time") }),
  answer: z.object({
    date: z.string(),
    branch_name: z.string(),
    made_at: z.string(),
    by: z.enum(["time", "table"]),
    bookings: z.number(),
    covers: z.number(),
    groups: z.array(z.object({ title: z.string(), covers: z.number(), reservations: z.array(reservation) })),
    /** Lines for the staff's WhatsApp group; no phone and no allergy of a name. */
    text: z.string(),
  }),
});

export const reservationsAtHome = endpoint({
  method: "GET",
  path: "/reservations/home",
  summary:
    "Tonight in one glance, of every branch that the caller may work in: covers by half hour beside capacity, who is late, who waits.",
  permission: view,
  about: "none",
  answer: z.object({
    at: z.string(),
    date: z.string(),
    branches: z.array(
      z.object({
        branch: z.string(),
        closed: z.string().nullable(),
        bookings: z.number(),
        covers: z.number(),
        seated_covers: z.number(),
        to_come_covers: z.number(),
        requested: z.number(),
        to_decide: z.number(),
        /** Seats of all tables; null where none were said. */
        capacity: z.number().nullable(),
        half_hours: z.array(z.object({ time: z.string(), arriving: z.number(), present: z.number() })),
        /** Whose time is over; `overdue` as on their card, `said` where they told that they come later. */
        late: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            time: z.string(),
            party: z.number(),
            minutes: z.number(),
            said: z.boolean(),
            overdue: z.boolean(),
          }),
        ),
        waiting: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            party: z.number(),
            minutes: z.number(),
            quoted: z.number().nullable(),
            called: z.boolean(),
          }),
        ),
        next: z.array(z.object({ id: z.string(), name: z.string(), time: z.string(), party: z.number(), tables: z.array(z.string()) })),
      }),
    ),
    /** Branches that cannot be read now, or are kept on another server. */
    unavailable: z.array(z.string()),
    elsewhere: z.array(z.string()),
  }),
});

export const reservationMeasures = endpoint({
  method: "GET",
  path: "/reservations/measures",
  summary: "What reservations come to between two days: covers by source, no-shows, cancellations, capture.",
  permission: view,
  about: "restaurant",
  query: z.object({ from: dateOnly, to: dateOnly }),
  answer: z.object({
    from: z.string(),
    to: z.string(),
    bookings: z.number(),
    covers: z.number(),
    came: z.number(),
    no_shows: z.number(),
    cancelled: z.number(),
    /** Of the people who came: how many were recorded as guests of the tables. */
    capture: z.object({ recorded: z.number(), people: z.number() }),
    by_source: z.array(z.object({ source: z.enum(SOURCES), bookings: z.number(), covers: z.number(), no_shows: z.number() })),
    by_occasion: z.array(z.object({ occasion: z.enum(OCCASIONS).nullable(), bookings: z.number() })),
  }),
});
