import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { person } from "../person";

export const searchByDate = endpoint({
  method: "GET",
  path: "/search-by-date",
  summary: "Guest rows of a business day from the table store, and contacts added on that local date.",
  permission: "nav_search_date",
  query: z.object({
    date: calendarDate,
    /** An import may bring a branch's whole past in on one day. */
    limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({
    contacts: z.array(person.extend({ id: z.string(), store: z.enum(["table", "contacts"]) })),
    total: z.number(),
  }),
});
export type DatedContact = z.output<typeof searchByDate.answer>["contacts"][number];
