import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { MOST_PEOPLE } from "../../party-size";
import { RESERVATION_RIGHTS } from "../rights";
import { dateOnly, tableNumber, timeOnly } from "../shapes";

const shortName = z.string().overwrite(cleanText).min(1).max(60);

/** A stretch of the evening with rules of its own: lunch, dinner. `until` before `from` is after midnight. */
export const shift = z.strictObject({
  id: z.string().overwrite(cleanText).min(1).max(40),
  name: shortName,
  /** 0 is Sunday. */
  days: z.array(z.int().min(0).max(6)).min(1).max(7),
  from: timeOnly,
  until: timeOnly,
  /** The last time at which somebody may book to come. */
  last_booking: timeOnly,
  step_minutes: z.int().min(5).max(120).default(15),
  /** How long a party stays: the first line whose `up_to` is not smaller than the party. */
  stays: z
    .array(z.strictObject({ up_to: z.int().min(1).max(MOST_PEOPLE), minutes: z.int().min(15).max(720) }))
    .min(1)
    .max(10),
  party_min: z.int().min(1).max(MOST_PEOPLE).default(1),
  party_max: z.int().min(1).max(MOST_PEOPLE).default(20),
  /** How many days ahead, and how many minutes before, somebody may book. */
  earliest_days: z.int().min(0).max(400).default(365),
  latest_minutes: z.int().min(0).max(2_880).default(0),
  /** Guests who may arrive in one slot; null for no limit. */
  covers_per_slot: z.int().min(1).max(999).nullable().default(null),
});
export type Shift = z.output<typeof shift>;

/** A table of the house. */
export const houseTable = z.strictObject({
  number: tableNumber,
  area: z.string().overwrite(cleanText).max(60).default(""),
  min: z.int().min(1).max(MOST_PEOPLE),
  max: z.int().min(1).max(MOST_PEOPLE),
  /** Of tables of one size the lower one is taken first. */
  priority: z.int().min(0).max(999).default(100),
  /** Its place on the floor plan, in steps of a grid; null where nobody has placed it. */
  x: z.int().min(0).max(100).nullable().default(null),
  y: z.int().min(0).max(100).nullable().default(null),
});
export type HouseTable = z.output<typeof houseTable>;

/** Tables that are put together. */
export const combination = z.strictObject({
  tables: z.array(tableNumber).min(2).max(10),
  min: z.int().min(1).max(MOST_PEOPLE),
  max: z.int().min(1).max(MOST_PEOPLE),
  priority: z.int().min(0).max(999).default(200),
});
export type Combination = z.output<typeof combination>;

/** The rules of a branch. */
export const rules = z.strictObject({
  shifts: z.array(shift).max(10),
  tables: z.array(houseTable).max(300),
  combinations: z.array(combination).max(200),
  /** From so many people on a person decides: the public page takes no larger party, and staff see the sentence. Null for none. */
  large_party_from: z.int().min(2).max(MOST_PEOPLE).nullable(),
  /** The guest's own page: until so many hours before may a guest cancel or change. */
  guest_cancel_hours: z.int().min(0).max(168),
  /** So many minutes after its time a card turns red. */
  overdue_minutes: z.int().min(5).max(120),
  reminder_hours: z.int().min(1).max(72),
  /** "Table ready" is said so often in all, in case nobody comes, and again after so many minutes; tablets of older versions do not say. */
  ready_times: z.int().min(1).max(3).default(1),
  ready_every: z.int().min(1).max(180).default(5),
  /** Whether guests are written to at all. */
  messages: z.boolean(),
  /** The public page: off until somebody turns it on; `ask` takes requests, which a person confirms. */
  public_page: z.enum(["off", "ask", "confirm"]),
  /** Where guests call the restaurant, as it is typed: their pages ask them to call for what only a person decides. Empty for none. */
  telephone: z.string().overwrite(cleanText).max(60).default(""),
});
export type Rules = z.output<typeof rules>;

/** A day that is other than the rules say: closed, with other hours (Ramadan), with a limit, or with times at which nobody is taken. */
export const specialDay = z.strictObject({
  date: dateOnly,
  name: z.string().overwrite(cleanText).max(100).default(""),
  closed: z.boolean().default(false),
  /** In place of each shift's; null leaves the shifts as they are. */
  hours: z.strictObject({ from: timeOnly, until: timeOnly, last_booking: timeOnly }).nullable().default(null),
  large_party_from: z.int().min(2).max(MOST_PEOPLE).nullable().default(null),
  blocked: z
    .array(z.strictObject({ from: timeOnly, until: timeOnly, area: z.string().overwrite(cleanText).max(60).default(""), why: shortName }))
    .max(20)
    .default([]),
});
export type SpecialDay = z.output<typeof specialDay>;

export const readRules = endpoint({
  method: "GET",
  path: "/reservations/rules",
  summary: "A branch's rules of reservations: shifts, tables, combinations, limits. Those to start from until somebody saved some.",
  permission: "nav_reservations",
  about: "restaurant",
  answer: z.object({
    rules,
    /** 0: nobody has saved any yet. */
    version: z.number(),
    changed_at: z.string().nullable(),
    changed_by: z.string(),
    may_change: z.boolean(),
    /** The public page's address, where the server has one for guests; null where it has none. */
    public_address: z.string().nullable(),
  }),
});

export const saveRules = endpoint({
  method: "PUT",
  path: "/reservations/rules",
  summary: "Change a branch's rules of reservations. 409 with the `current` ones when somebody changed them in between.",
  permission: RESERVATION_RIGHTS.rules,
  about: "restaurant",
  body: z.strictObject({ rules, version: z.int().min(0) }),
  answer: z.object({
    ok: z.literal(true),
    version: z.number(),
    message: z.string(),
    /** Reservations to come that the new rules do not hold any more: nothing of them was changed. */
    outside: z.number(),
  }),
});

export const listDays = endpoint({
  method: "GET",
  path: "/reservations/days",
  summary: "The days that are other than the rules say, and holidays of Lebanon that nobody has decided about.",
  permission: "nav_reservations",
  about: "restaurant",
  query: z.object({ from: dateOnly.optional(), until: dateOnly.optional() }),
  answer: z.object({
    from: z.string(),
    until: z.string(),
    days: z.array(specialDay.extend({ version: z.number(), reservations: z.number() })),
    holidays: z.array(
      z.object({
        date: z.string(),
        name: z.string(),
        /** It hangs on the moon, and is fixed only shortly before. */
        about: z.boolean(),
      }),
    ),
  }),
});

export const saveDay = endpoint({
  method: "PUT",
  path: "/reservations/days",
  summary: "Say what is other on a day, or on each day of a stretch (Ramadan). Reservations that stand there stay, and are counted.",
  permission: RESERVATION_RIGHTS.rules,
  about: "restaurant",
  body: z.strictObject({
    day: specialDay,
    /** The same for each day up to this one. */
    until: dateOnly.optional(),
    /** Of the day that was looked at; 0 for one that nobody had said anything of. Left out: whatever stands there. */
    version: z.int().min(0).optional(),
  }),
  answer: z.object({ ok: z.literal(true), message: z.string(), days: z.number(), reservations: z.number() }),
});

export const clearDay = endpoint({
  method: "DELETE",
  path: "/reservations/days",
  summary: "The day is as the rules say again.",
  permission: RESERVATION_RIGHTS.rules,
  about: "restaurant",
  query: z.strictObject({ date: dateOnly }),
  answer: z.object({ ok: z.literal(true), message: z.string() }),
});
