import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { person } from "../person";
import { shownNumbersField } from "../shown-number-schema";
import { filtersObject } from "./filters";
import { PAGE_SIZES, SORTS } from "./orders";

const cursor = z
  .string()
  .regex(/^[\w-]{1,2000}$/, "This is no place to go on from. Begin again with the first page.")
  .optional();

const listedGuest = person.extend({
  id: z.string(),
  /** The branch that recorded the guest. */
  branch: z.string(),
  /** Like `phones` masked for who does not see phones: without `digits`, and the country and the last two of them shown. */
  numbers: shownNumbersField,
  /** When anything of the guest was last changed (ISO 8601); null for who is as they were added. */
  changed_at: z.string().nullable(),
  /** Evenings at tables of the caller's restaurants, and the last of them (a business day). */
  visits: z.number(),
  last_visit: z.string().nullable(),
  points: z.number(),
  /** Said no to messages, by one of the numbers. */
  opted_out: z.boolean(),
});
export type ListedGuest = z.output<typeof listedGuest>;

export const listAllData = endpoint({
  method: "GET",
  path: "/all-data",
  summary: "Guests of a guest book in an order, filtered, a page at a time. A page may be short of its size where many were looked at.",
  permission: "nav_all_data",
  limited: "search",
  query: filtersObject.extend({
    sort: z.enum(SORTS, "Sort by name, added, birthday or changed.").default("added"),
    size: z.enum(PAGE_SIZES, "A page has 50, 100 or 500 guests.").default("50"),
    /** The `next` of the page before. */
    cursor,
  }),
  answer: z.object({
    guests: z.array(listedGuest),
    /** Null where nobody comes after them. */
    next: z.string().nullable(),
    /** Whether whole phones are given; masked otherwise. */
    sees_phones: z.boolean(),
    /** Restaurants whose tables could not be read: the guest may have been there too. */
    unavailable: z.array(z.string()),
  }),
});

export const countAllData = endpoint({
  method: "GET",
  path: "/all-data/count",
  summary: "How many guests the filters of GET /all-data find, in steps: `next` goes on counting where there are many to look at.",
  permission: "nav_all_data",
  limited: "search",
  query: filtersObject.extend({ cursor }),
  answer: z.object({
    /** Of this step alone. */
    count: z.number(),
    next: z.string().nullable(),
  }),
});
