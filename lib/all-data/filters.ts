import * as z from "zod";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { isAmongChoices } from "../guest-fields";

const text = z.string().overwrite(cleanText).max(200, "This is too long to look for: at most 200 characters.").optional();
const has = z.enum(["with", "without"], "Say with or without.").optional();

const yesOrNo = z.enum(["yes", "no"], "Say yes or no.").optional();

/** Which guests All data shows; of several conditions each must hold. All of it stands in an address. */
export const guestFilters = {
  /** Parts of a name or, for whoever sees phones, of a phone: each word must stand somewhere. */
  text,
  /** A part of the company. */
  company: text,
  /** `invalid`: one of the numbers is none, or there is none in what was typed. */
  phone: z.enum(["with", "without", "invalid"], "Say with, without or invalid.").optional(),
  birthday: has,
  email: has,
  /** The language that the guest is written to, or `none`. */
  language: z
    .string()
    .refine((said) => said === "none" || (said !== "" && isAmongChoices("language", said)), "There is no such language.")
    .optional(),
  /** The branch that recorded the guest. */
  of_branch: z.string().overwrite(cleanText).max(100).optional(),
  /** The business days between which the guest was added; of each pair one may be left out. */
  added_from: calendarDate.optional(),
  added_to: calendarDate.optional(),
  /** Those between which the guest's last visit lies. */
  visited_from: calendarDate.optional(),
  visited_to: calendarDate.optional(),
  /** Added before this day, and not at a table on it or since. */
  not_seen_since: calendarDate.optional(),
  /** Said no to messages, by one of the numbers. */
  opted_out: yesOrNo,
  /** Who has the last eight digits of a number in common with another guest. */
  duplicates: yesOrNo,
};

export const filtersObject = z.object(guestFilters);
export type GuestFilters = z.output<typeof filtersObject>;
