import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { calendarDate, instant } from "../../calendar-date";
import { cleanText } from "../../clean-text";
import { isRestaurant } from "../../known-branches";
import { POINTS_PER_VISIT } from "../points-per-visit";

const points = (most: number) =>
  z
    .int()
    .min(0, "Points are 0 or more.")
    .max(most, `At most ${most.toLocaleString("en")} points.`);

/** The rules by which points are given, of the whole group. */
export const programme = z
  .strictObject({
    name: z.string().overwrite(cleanText).min(1, "Give the programme a name.").max(60),
    /** What the points are called, in the plural. */
    unit: z.string().overwrite(cleanText).min(1, "Say what the points are called.").max(20),
    /** Of rewards that are an amount: as it stands before the number. */
    currency: z.string().overwrite(cleanText).min(1).max(5),
    is_on: z.boolean(),
    /** Restaurants in which no points are given. */
    branches_off: z.array(z.string().max(100).refine(isRestaurant, "There is no such restaurant.")).max(200),
    /** Business days, the last one included; null for no end. */
    from: calendarDate.nullable(),
    until: calendarDate.nullable(),
    /** For each guest of a saved table. */
    per_visit: points(1_000),
    /** For each person at the table, to the first guest of it with a number. */
    per_cover: points(1_000),
    /** To the first guest of a table that was reserved. */
    per_reservation: points(1_000),
    /** A visit on the guest's birthday counts twice. */
    birthday_double: z.boolean(),
    /** At most so many for one guest on one business day, in all restaurants together. */
    most_per_day: z.int().min(1).max(100_000).nullable(),
    /** More points than these by hand need a second person. */
    adjust_limit: points(1_000_000),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ["until"],
    message: "The programme ends before it begins.",
  });
export type Programme = z.output<typeof programme>;

export const DEFAULT_PROGRAMME: Programme = {
  name: "Loyalty",
  unit: "points",
  currency: "$",
  is_on: true,
  branches_off: [],
  from: null,
  until: null,
  per_visit: POINTS_PER_VISIT,
  per_cover: 0,
  per_reservation: 0,
  birthday_double: false,
  most_per_day: null,
  adjust_limit: 100,
};

const changed = z.object({ by: z.string(), at: z.string() }).nullable();

export const readProgramme = endpoint({
  method: "GET",
  path: "/loyalty/programme",
  summary: "The rules by which points are given, and who changed them last.",
  permission: "nav_loyalty",
  about: "none",
  answer: z.object({
    programme,
    /** Null where nobody has changed them. */
    changed,
  }),
});

export const changeProgramme = endpoint({
  method: "PUT",
  path: "/loyalty/programme",
  summary:
    "Change the rules by which points are given from now on; points that were given stay. 409 where somebody changed them meanwhile.",
  permission: "nav_loyalty",
  about: "group",
  body: z.strictObject({
    programme,
    /** When they were changed last, as whoever changes them saw it; null for never. */
    seen: instant.nullable(),
  }),
  answer: z.object({ message: z.string(), programme, changed }),
});
