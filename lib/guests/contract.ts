import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { calendarDate } from "../calendar-date";
import { cleanText } from "../clean-text";
import { asObjectWithKnownNames, numberAsText } from "../field-names";
import { TEXT_LIMITS } from "../guest-fields";
import { contact } from "../guest-search/contract";
import { personChanges, whoIsMeant } from "../person";
import { acceptLoss } from "../undo-loss";
import { GUEST_TEXTS } from "./guest-texts";
import { chosenValues } from "./who-is-who/chosen-fields";

const rowId = z.string().overwrite(cleanText).max(100);

/** Guests who have one of the numbers too: nobody is made one by a correction. */
const mayBeSame = z.array(z.object({ id: z.string(), name: z.string(), phones: z.string() }));

export const updateContact = endpoint({
  method: "PATCH",
  path: "/contacts",
  summary: "Correct a guest of the guest book, named by name and phones. 409 when several are meant, or somebody changed them.",
  permission: "nav_guest_search",
  body: z.preprocess(asObjectWithKnownNames, z.strictObject({ identifier: whoIsMeant, ...personChanges })),
  answer: z.object({ ok: z.literal(true), message: z.string(), contact, may_be_same: mayBeSame }),
});

export const updateTableContact = endpoint({
  method: "POST",
  path: "/update-contact",
  summary: "Correct a guest of an evening's tables by the row's id: the row, the same guest's other rows of that day, open tables.",
  permission: "nav_search_date",
  about: "restaurant",
  body: z.preprocess(
    asObjectWithKnownNames,
    z.strictObject({
      // Never SQLite's own place of a row, which another row may get: an id is found as the text that it is.
      id: z.preprocess(
        numberAsText,
        z
          .string({ error: ({ input }) => (input === undefined ? GUEST_TEXTS.missingIdToUpdate : undefined) })
          .overwrite(cleanText)
          .min(1, GUEST_TEXTS.missingIdToUpdate)
          .max(100),
      ),
      ...personChanges,
      /** As the row was shown; when it says something else by now, nothing is changed. */
      identifier: whoIsMeant.optional(),
    }),
  ),
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    /** Rows and guests at open tables that were corrected. */
    updated: z.number(),
  }),
});

export const deleteContact = endpoint({
  method: "DELETE",
  path: "/delete-contact",
  summary: "Delete a guest by the row's id, from the store in which that row stands.",
  permission: "nav_search_date",
  query: z.strictObject({ id: rowId.default(""), store: z.enum(["table", "contacts"]).optional() }),
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    deleted: z.number(),
    /** Other people who were known by the same row, and stay. */
    kept_names: z.array(z.string()),
  }),
});

const undoId = z.strictObject({ undo_id: rowId.min(1) });

export const dedupeTable = endpoint({
  method: "POST",
  path: "/dedupe-table",
  summary: "Delete duplicate guest rows by the phones' last 8 digits, within each business day or one of them, after a backup.",
  permission: "nav_search_date",
  takesLong: true,
  limited: "long work",
  about: "restaurant",
  query: z.strictObject({ date: calendarDate.optional() }),
  hadWork: ({ deleted_rows }) => deleted_rows > 0,
  answer: z.object({
    message: z.string(),
    kept_rows: z.number(),
    deleted_rows: z.number(),
    may_be_same: z.number(),
    /** Empty where a repeat found nothing to delete. */
    backup: z.string(),
    /** Null when nothing was deleted. */
    undo_id: z.string().nullable(),
  }),
});

export const undoDedupe = endpoint({
  method: "POST",
  path: "/dedupe-table/undo",
  summary: "Bring back what the last dedupe deleted. 409 when another one came after it, or it was undone.",
  permission: "nav_search_date",
  takesLong: true,
  about: "restaurant",
  body: undoId,
  answer: z.object({ message: z.string(), restored_rows: z.number(), left_rows: z.number() }),
});

const companyField = z
  .string({ error: ({ input }) => (input === undefined || input === null ? GUEST_TEXTS.companyAndDate : undefined) })
  .overwrite(cleanText)
  .min(1, GUEST_TEXTS.companyAndDate)
  .max(TEXT_LIMITS.company, `This company is too long: at most ${TEXT_LIMITS.company} characters are kept.`);

const companyDate = z
  .string({ error: ({ input }) => (input === undefined || input === null ? GUEST_TEXTS.companyAndDate : undefined) })
  .min(1, GUEST_TEXTS.companyAndDate)
  .pipe(calendarDate);

export const updateCompanyByDate = endpoint({
  method: "POST",
  path: "/update-company-by-date",
  summary: "Set the company of everybody of a date: at its tables, open ones too, and in the guest book. A form, or JSON.",
  permission: "nav_search_date",
  takesLong: true,
  reads: "form",
  body: z.strictObject({ date: companyDate, company: companyField }),
  answer: z.object({
    message: z.string(),
    detail: z.string(),
    updated: z.number(),
    backups: z.array(z.string()),
    /** Null when everybody had that company already. */
    undo_id: z.string().nullable(),
  }),
});

export const undoCompany = endpoint({
  method: "POST",
  path: "/update-company-by-date/undo",
  summary:
    "Give everybody back the company that was written over. 409 when it was undone already; after a day 409 `undo_loses` says first who loses it.",
  permission: "nav_search_date",
  takesLong: true,
  /** With the `loss` of the 409 `undo_loses` that somebody has seen. */
  body: undoId.extend({ accept_loss: acceptLoss }),
  answer: z.object({ message: z.string(), restored: z.number(), left: z.number() }),
});

const byId = z.strictObject({ id: rowId.min(1) });

/** Each file may hold everybody of a date: so many a minute are for people, and more for nobody. */
const EXPORTS_PER_MINUTE = 10;
/** Of one guest each; without a limit a whole book would leave card by card. */
const CARDS_PER_MINUTE = 30;

export const exportVcf = fileEndpoint({
  method: "GET",
  path: "/export-vcf",
  summary: "Everybody of a business day as a vCard file, in the order of the date search. 404 when there is nobody.",
  permission: "nav_search_date",
  perMinute: EXPORTS_PER_MINUTE,
  query: z.object({ date: calendarDate }),
  exports: true,
  byPlainLink: true,
  gives: "text/vcard; charset=utf-8",
});

export const exportCsv = fileEndpoint({
  method: "GET",
  path: "/export-csv",
  summary: "The same as a CSV file for spreadsheets, which runs nothing in them. 404 when there is nobody.",
  permission: "nav_search_date",
  perMinute: EXPORTS_PER_MINUTE,
  query: z.object({ date: calendarDate }),
  exports: true,
  byPlainLink: true,
  gives: "text/csv; charset=utf-8",
});

export const contactVcf = fileEndpoint({
  method: "GET",
  path: "/contacts/{id}/vcf",
  summary: "One guest of the guest book as a vCard file that is called after them.",
  permission: "nav_guest_search",
  perMinute: CARDS_PER_MINUTE,
  params: byId,
  exports: true,
  byPlainLink: true,
  gives: "text/vcard; charset=utf-8",
});

export const guestCard = endpoint({
  method: "GET",
  path: "/contacts/{id}/card",
  summary: "A guest with their visits: in which branches and when they were last here, and their points.",
  permission: "nav_guest_search",
  params: byId,
  answer: z.object({
    contact,
    /** One for each restaurant in which the guest was, the last one first; `last` is a business day. */
    visits: z.array(z.object({ branch: z.string(), evenings: z.number(), last: z.string() })),
    /** The last business day of all. */
    last_visit: z.string().nullable(),
    points: z.number(),
    /** Restaurants that this server does not keep, or that cannot be read now: the guest may have been there too. */
    unavailable: z.array(z.string()),
  }),
});

/** As the guest was shown: when they are another by now, nothing is changed. */
const shownGuest = z.preprocess(asObjectWithKnownNames, whoIsMeant);
const shownName = z.string().overwrite(cleanText).min(1).max(TEXT_LIMITS.name);

export const sayTwoPeople = endpoint({
  method: "POST",
  path: "/contacts/two-people",
  summary: "Some other names of a guest are another person's: two guests from now on. 409 where no record speaks of that person alone.",
  permission: "nav_guest_search",
  body: z.strictObject({ identifier: shownGuest, names: z.array(shownName).min(1, "Say which names are the other person's.").max(50) }),
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    contact,
    /** The guest who has the names now. */
    other: contact,
    undo_id: z.string(),
  }),
});

export const sayOnePerson = endpoint({
  method: "POST",
  path: "/contacts/one-person",
  summary: "Two guests are one person; `values` says which of two values stands. 409 where they are one, or have no room for all numbers.",
  permission: "nav_guest_search",
  body: z.strictObject({ identifier: shownGuest, other: shownGuest, values: chosenValues.optional() }),
  answer: z.object({ ok: z.literal(true), message: z.string(), contact, undo_id: z.string() }),
});

export const endDecision = endpoint({
  method: "POST",
  path: "/contacts/decision/end",
  summary: "It no longer stands that guests are two people, or one: these are two again. 404 where nobody said so, or it was ended.",
  permission: "nav_guest_search",
  body: undoId,
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    /** One guest, or two. */
    contacts: z.array(contact),
  }),
});

/** The record or decision that a value comes from. */
const origin = z.object({
  /** `before`: the value is older than records. */
  kind: z.enum(["table", "import", "reservation", "prize", "hand", "before"]),
  /** When it was said: of a table's guest when added (ISO 8601). Null where nobody knows. */
  at: z.string().nullable(),
  /** The business day of the table, or for which the reservation is. */
  evening: z.string().nullable(),
  branch: z.string(),
  /** Who wrote it or brought it in, where that is known. */
  by: z.string().nullable(),
});
export type Origin = z.output<typeof origin>;

export const whereFrom = endpoint({
  method: "GET",
  path: "/contacts/{id}/where-from",
  summary: "Of each value of a guest, each number and each other name, the table, import or person that it comes from.",
  permission: "nav_guest_search",
  params: byId,
  answer: z.object({
    /** `value`: of a field that holds several, which of them. */
    fields: z.array(z.object({ field: z.string(), origin, value: z.string().optional() })),
    numbers: z.array(z.object({ digits: z.string(), shown: z.string(), origin })),
    /** Other names. */
    names: z.array(z.object({ name: z.string(), origin })),
    /** That the guest and somebody else are two people, or one, the newest first. */
    decisions: z.array(
      z.object({
        undo_id: z.string(),
        kind: z.enum(["one", "two"]),
        at: z.string(),
        by: z.string().nullable(),
        /** False where what else was said has the guests otherwise. */
        holds: z.boolean(),
      }),
    ),
  }),
});
