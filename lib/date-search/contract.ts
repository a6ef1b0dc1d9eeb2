import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { person } from "../person";
import { shownNumbersField } from "../shown-number-schema";

export const searchByDate = endpoint({
  method: "GET",
  path: "/search-by-date",
  summary: "Who belongs to a business day, each person once: guests of its tables, then contacts added to the guest book.",
  permission: "nav_search_date",
  limited: "search",
  query: z.object({
    date: calendarDate,
    /** An import may bring a branch's whole past in on one day. */
    limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({
    contacts: z.array(
      person.extend({
        /** The row's id in `store`; of a guest whom no merge has taken yet, the one at the saved table. */
        id: z.string(),
        /** Where the row is from; `stores` says every store in which the person stands. */
        store: z.enum(["table", "contacts"]),
        numbers: shownNumbersField,
        stores: z.array(z.enum(["table", "contacts"])),
        /** The guest's id in the guest book, if they are in it. */
        contact_id: z.string().optional(),
      }),
    ),
    /** People, not rows. */
    total: z.number(),
  }),
});
export type DatedContact = z.output<typeof searchByDate.answer>["contacts"][number];
