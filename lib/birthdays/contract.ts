import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { shownNumbersField } from "../shown-number-schema";

const birthdayGuest = z.object({
  id: z.string(),
  name: z.string(),
  /** The number that a message goes to: digits with the country code. Empty for somebody whom no number reaches. */
  phone: z.string(),
  /** As staff typed them. */
  phones: z.string(),
  numbers: shownNumbersField,
  /** The date of birth; of somebody whose year nobody knows, the date that was asked for. */
  birthday: z.string(),
  birth_year: z.number().nullable(),
  branch: z.string(),
});
export type BirthdayGuest = z.output<typeof birthdayGuest>;

export const searchBirthdays = endpoint({
  method: "GET",
  path: "/birthdays",
  summary: "The guests of the book who celebrate on a date; those of 29 February on the 28th of most years.",
  permission: "nav_birthdays",
  query: z.object({
    date: calendarDate,
    limit: z.coerce.number().int().min(1).max(5_000).default(2_000),
    offset: z.coerce.number().int().min(0).default(0),
  }),
  answer: z.object({
    contacts: z.array(birthdayGuest),
    total: z.number(),
    /** Where nobody celebrates: the nearest days before and after on which somebody does, in the order of the calendar. */
    nearest: z.array(z.object({ date: z.string(), total: z.number() })),
    /**
     * Of central, whose vouchers and greetings go from the restaurants' own books: how many celebrate in each open one of the caller's; null
     * where its book is not kept here, or cannot be read now. Servers of older versions say nothing.
     */
    branches: z.array(z.object({ branch: z.string(), total: z.number().nullable() })).optional(),
    /**
     * Of central, while every restaurant's book can be read: the ids of those of `contacts` whose numbers stand in none of these books, so that
     * nobody greets them.
     */
    nowhere: z.array(z.string()).optional(),
  }),
});

export const birthdayStats = endpoint({
  method: "GET",
  path: "/birthdays/stats",
  summary: "How many guests the book has, how many told a birthday, and how many celebrate on a date and in its month.",
  permission: "nav_birthdays",
  query: z.object({ date: calendarDate }),
  answer: z.object({
    total: z.number(),
    withBirthday: z.number(),
    onDate: z.number(),
    inMonth: z.number(),
    /** Of each day of the month, in order. */
    days: z.array(z.object({ date: z.string(), total: z.number() })),
  }),
});

/** Each file may hold everybody of a date: so many a minute are for people, and more for nobody. */
const EXPORTS_PER_MINUTE = 10;

export const exportBirthdaysVcf = fileEndpoint({
  method: "GET",
  path: "/birthdays/export-vcf",
  summary: "Everybody who celebrates on a date as a vCard file, in the order of the search. 404 when there is nobody.",
  permission: "nav_birthdays",
  perMinute: EXPORTS_PER_MINUTE,
  query: z.object({ date: calendarDate }),
  exports: true,
  byPlainLink: true,
  gives: "text/vcard; charset=utf-8",
});

export const exportBirthdaysCsv = fileEndpoint({
  method: "GET",
  path: "/birthdays/export-csv",
  summary: "The same as a CSV file for spreadsheets, which runs nothing in them. 404 when there is nobody.",
  permission: "nav_birthdays",
  perMinute: EXPORTS_PER_MINUTE,
  query: z.object({ date: calendarDate }),
  exports: true,
  byPlainLink: true,
  gives: "text/csv; charset=utf-8",
});
