import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { person } from "../person";
import { shownNumbersField } from "../shown-number-schema";

export const contact = person.extend({
  id: z.string(),
  branch: z.string(),
  numbers: shownNumbersField,
  /** Where the guest sits at this business day's saved tables of the branch. */
  tonight: z.object({ table_name: z.string(), table_number: z.string() }).optional(),
  /** Nobody but tonight's table knows this guest yet; the id is that of the guest at the table. */
  not_in_book: z.literal(true).optional(),
  /** Found by a name that is like what was typed: in the other script, with other letters, or but for a slip. */
  written_otherwise: z.literal(true).optional(),
});
export type Contact = z.output<typeof contact>;

const searchQuery = z.object({
  search: z.string().overwrite(cleanText).min(1, "Type a name or phone.").max(200),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});

/** `total` is exact up to 1,000; beyond, it says so, and the later rows are found by `offset`. */
const counts = {
  total: z.number(),
  total_is_at_least: z.literal(true).optional(),
  /** How many of them, the last ones, are written otherwise than what was typed. */
  similar: z.number().optional(),
};

export const searchContacts = endpoint({
  method: "GET",
  path: "/contacts",
  summary:
    "Find guests by a part of a name or of a phone, tonight's tables too: the very phone, names and words that begin with it, parts, then names written otherwise.",
  permission: { any: ["nav_home", "nav_guest_search"] },
  limited: "search",
  query: searchQuery,
  answer: z.object({ contacts: z.array(contact), ...counts }),
});

export const newestGuests = endpoint({
  method: "GET",
  path: "/contacts/newest",
  summary: "The ten guests who were seated last: of this evening, or before its first guest of the last evening that had any.",
  permission: { any: ["nav_home", "nav_guest_search"] },
  limited: "search",
  answer: z.object({
    /** The business day (YYYY-MM-DD) of that evening; null where nobody was seated yet. */
    business_day: z.string().nullable(),
    contacts: z.array(contact),
  }),
});

/** What Customer Service sees of somebody whom it may write to. */
const recipient = contact
  .pick({ id: true, name: true, phones: true, company: true, added_at: true, branch: true, numbers: true, written_otherwise: true })
  /** Other names of the same guest, one a line: who shares a number is one guest. Servers of older versions say nothing of them. */
  .extend({ also: z.string().optional() });
export type Recipient = z.output<typeof recipient>;

export const searchRecipients = endpoint({
  method: "GET",
  path: "/search",
  summary: "Find whom Customer Service may write to: the same guests in the same order as GET /contacts.",
  permission: "nav_customer_service",
  limited: "search",
  query: searchQuery.extend({ source: z.literal("contacts", "The source is contacts.").default("contacts") }),
  answer: z.object({ contacts: z.array(recipient), ...counts }),
});
