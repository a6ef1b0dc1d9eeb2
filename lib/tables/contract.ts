import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { numberAsText, withIgnored, withoutProto } from "../field-names";
import { mergeNotes } from "../merge-notes";
import { MOST_PEOPLE, partySizeOf, WRONG_PARTY_SIZE } from "../party-size";
import { FEED_PERMISSION } from "../permissions";
import { person, personInput } from "../person";
import { shownNumbersField } from "../shown-number-schema";

const shortText = (what: string) =>
  z
    .string({ error: ({ input }) => (input === undefined || input === null ? `${what} is missing.` : `${what} must be text.`) })
    .overwrite(cleanText)
    .min(1, `${what} is missing.`)
    .max(100, `${what} is too long: at most 100 characters.`);

/** Null, as an opened table has it, is as good as nothing. */
const optionalText = (longest: number) => z.string().overwrite(cleanText).max(longest).nullish();

/** How many people sit there, as a number or as its text. An empty text or null takes it away; who says nothing of it changes nothing. */
const partySizeSaid = z
  .preprocess(
    (said) => (typeof said === "string" ? partySizeOf(said) : said),
    z.int(WRONG_PARTY_SIZE).min(1, WRONG_PARTY_SIZE).max(MOST_PEOPLE, WRONG_PARTY_SIZE).nullable(),
  )
  .optional();

/** How many people sit at a table; null where nobody said it, and from servers of older versions. */
const partySize = z.number().nullable().default(null);

const metadataFields = {
  hostess: shortText("The hostess"),
  waiter: shortText("The waiter"),
  table_number: z.preprocess(numberAsText, shortText("The table number")),
  table_name: optionalText(200),
  branch: optionalText(100),
  city: optionalText(100),
  api_base: optionalText(500),
  party_size: partySizeSaid,
  /** The reservation that a new table is opened for (GET /reservations/{id}/table). */
  reservation_id: optionalText(100),
  /** Which seating of its party the form was begun at: one that was taken back since has no table. */
  reservation_seating: z.int().min(1).nullish(),
  saved_at: z.unknown().optional(),
  business_day: z.unknown().optional(),
  closed: z.unknown().optional(),
};

/**
 * Hostess, waiter and table number are required (docs/design/spec-shell.md 5). A number is read as its text. The
 * metadata of an opened table may come back as it was given: the last three are the server's own and never taken from a
 * client, and the branch was read with the header and the address. What else a client says of a table is named in `ignored`.
 */
export const tableMetadata = z.preprocess(withoutProto, z.looseObject(metadataFields).transform(withIgnored(metadataFields)));
export type TableMetadata = z.output<typeof tableMetadata>;

/** A guest of a saved table. */
export const tableGuest = person.extend({ id: z.string() });
export type TableGuest = z.output<typeof tableGuest>;

/** A saved table as it is opened: who served it, its guests, and the version that a save must name. */
export const savedTable = z.object({
  table_name: z.string(),
  metadata: z.object({
    table_name: z.string(),
    hostess: z.string(),
    waiter: z.string(),
    table_number: z.string(),
    branch: z.string(),
    city: z.string().nullable(),
    api_base: z.string().nullable(),
    party_size: partySize,
    saved_at: z.string(),
    business_day: z.string(),
    closed: z.boolean(),
  }),
  contacts: z.array(tableGuest),
  version: z.number(),
});
export type SavedTable = z.output<typeof savedTable>;

export const saveTable = endpoint({
  method: "POST",
  path: "/save-table",
  summary: "Save a new table, or with the name of a saved one that. 409 when somebody saved it in between.",
  permission: { any: ["create_table", "open_saved_tables"] },
  about: "restaurant",
  branchInBody: true,
  keyBelongsTo: "tablet",
  body: z
    .strictObject({
      metadata: tableMetadata,
      contacts: z.array(personInput).min(1, "Add at least one contact.").max(200, "A table holds at most 200 guests."),
      table_name: z.string().overwrite(cleanText).max(200).optional(),
      version: z.int().min(1).optional(),
    })
    .superRefine(({ metadata, table_name }, context) => {
      if (!table_name || !metadata.table_name || metadata.table_name === table_name) return;
      const message = `This call names two tables, ${table_name} and ${metadata.table_name}. Name one of them. Nothing was changed.`;
      context.addIssue({ code: "custom", path: ["metadata", "table_name"], message });
    }),
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    table_name: z.string(),
    saved_at: z.string(),
    version: z.number(),
    /** Of guests of different names whose numbers stood in one more row; no later merge sees that row. Left out where there are none. */
    pairs: mergeNotes.pairs.optional(),
    /** Fields of the metadata and of guests that nobody knows here, once each, and a sentence. Left out where there are none. */
    ignored: z.array(z.string()).optional(),
    note: z.string().optional(),
  }),
});

export const listSavedTables = endpoint({
  method: "GET",
  path: "/saved-tables",
  summary: "The tables that are saved and not yet taken through End of Day, the newest first.",
  permission: "open_saved_tables",
  about: "restaurant",
  answer: z.object({
    /** This business day's End of Day has run; for what is saved from then on it is run again. */
    closed_day: z.boolean(),
    tables: z.array(z.string()),
    details: z.array(
      z.object({
        name: z.string(),
        table_number: z.string(),
        hostess: z.string(),
        waiter: z.string(),
        guests: z.number(),
        party_size: partySize,
        saved_at: z.string(),
        business_day: z.string(),
      }),
    ),
  }),
});

export const openTable = endpoint({
  method: "GET",
  path: "/table/{name}",
  summary: "One saved table with its guests.",
  permission: "open_saved_tables",
  about: "restaurant",
  params: z.strictObject({ name: z.string().overwrite(cleanText).min(1).max(200) }),
  answer: savedTable,
});

export const tableLogEntry = z.object({
  table: z.string(),
  table_name: z.string(),
  time: z.string(),
  /** When the first of its guests was recorded; older servers do not say it. */
  since: z.string().optional(),
  /** An End of Day has taken it. */
  closed: z.boolean().optional(),
  hostess: z.string(),
  waiter: z.string(),
  branch: z.string(),
  party_size: partySize,
  /** Older servers send plain names (docs/design/spec-guests.md 3). */
  contacts: z.array(
    z.preprocess(
      (guest) => (typeof guest === "string" ? { name: guest, phones: "", birthday: "" } : guest),
      z.object({
        /** Of the guest at the table; servers of older versions do not say it. */
        id: z.string().optional(),
        name: z.string(),
        phones: z.string(),
        birthday: z.string(),
        /** Empty for whoever may not see any; servers of older versions know none. */
        allergies: z.string().optional(),
        numbers: shownNumbersField,
      }),
    ),
  ),
});
export type TableLogEntry = z.output<typeof tableLogEntry>;

export const tableLog = endpoint({
  method: "GET",
  path: "/table-log",
  summary: "The live feed: this business day's tables of every branch kept here, the newest first. `time` is ISO 8601.",
  permission: FEED_PERMISSION,
  about: "none",
  answer: z.object({
    logs: z.array(tableLogEntry),
    /** Restaurants whose tables are not shown: they cannot be read now, or are kept on another server. */
    unavailable: z.array(z.string()).default([]),
    /** Those of them that another server keeps. */
    elsewhere: z.array(z.string()).default([]),
  }),
});
