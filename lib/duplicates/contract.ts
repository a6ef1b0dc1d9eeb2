import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { asObjectWithKnownNames } from "../field-names";
import { contact } from "../guest-search/contract";
import { MAY_SEE_DUPLICATES } from "../permissions";
import { whoIsMeant } from "../person";
import { shownNumbersField } from "../shown-number-schema";
import { REASONS } from "./reasons";

const id = z.string().overwrite(cleanText).min(1).max(100);

const likeness = {
  /** 0 to 100. */
  score: z.number(),
  reasons: z.array(z.enum(REASONS)),
};

const guestOfPair = z.object({
  id: z.string(),
  name: z.string(),
  also: z.string(),
  /** Masked for who does not see phones: without `digits`, and the country and the last two of them shown. */
  numbers: shownNumbersField,
  birthday: z.string(),
  birth_year: z.number().nullable(),
  company: z.string(),
  branch: z.string(),
  added_at: z.string(),
});
export type GuestOfPair = z.output<typeof guestOfPair>;

export const listDuplicates = endpoint({
  method: "GET",
  path: "/duplicates",
  summary:
    "Guests of the book who may be one, two by two, the likeliest first: why, and how likely. Without those of whom somebody said that they are two.",
  permission: MAY_SEE_DUPLICATES,
  limited: "search",
  query: z.object({ cursor: z.string().overwrite(cleanText).max(300).optional() }),
  answer: z.object({
    pairs: z.array(z.object({ one: guestOfPair, other: guestOfPair, ...likeness })),
    next: z.string().nullable(),
    /** How many pairs there are about, those included that are none any more. */
    total: z.number(),
    /** When the book was looked through last (ISO 8601); null where it never was. */
    looked_at: z.string().nullable(),
    /** Somebody, or the night, looks through it now. */
    is_looking: z.boolean(),
    sees_phones: z.boolean(),
  }),
});
export type PossiblePair = z.output<typeof listDuplicates.answer>["pairs"][number];

export const findDuplicates = endpoint({
  method: "POST",
  path: "/duplicates/find",
  summary: "Look through the whole guest book for guests who may be one, as each night does. It changes no guest.",
  permission: MAY_SEE_DUPLICATES,
  takesLong: true,
  limited: "long work",
  body: z.strictObject({}).optional(),
  answer: z.object({ message: z.string(), guests: z.number(), found: z.number() }),
});

export const mightBeSame = endpoint({
  method: "GET",
  path: "/contacts/{id}/duplicates",
  summary: "Other guests of the book who may be this one, the likeliest first.",
  permission: "nav_guest_search",
  limited: "search",
  params: z.strictObject({ id }),
  answer: z.object({ guests: z.array(z.object({ guest: guestOfPair, ...likeness })) }),
});

const receiptSide = z.object({ name: z.string(), phones: z.string() });

const receipt = z.object({
  /** By somebody's word, by a table that a merge at night took, or by a file. */
  kind: z.enum(["hand", "table", "import", "reservation", "prize"]),
  /** When it was said (ISO 8601). */
  at: z.string(),
  /** The business day of the table. */
  evening: z.string().nullable(),
  branch: z.string().nullable(),
  /** Who said it, where that is known. */
  by: z.string().nullable(),
  /** For POST /contacts/decision/end; null for what no person said. */
  undo_id: z.string().nullable(),
  one: receiptSide,
  other: receiptSide,
  values: z.array(
    z.object({
      /** A field of a guest, or `number`. */
      field: z.string(),
      value: z.string(),
      /** Which of the two had it. */
      from: z.enum(["one", "other", "both"]),
      /** What the other one had in its place, and has not any more. */
      instead: z.string().nullable(),
    }),
  ),
});
export type Receipt = z.output<typeof receipt>;

export const listReceipts = endpoint({
  method: "GET",
  path: "/contacts/{id}/receipts",
  summary:
    "Each time that somebody's record became part of a guest: by whom or by which table, and of each value whose it was. The newest first.",
  permission: "nav_guest_search",
  limited: "search",
  params: z.strictObject({ id }),
  answer: z.object({ receipts: z.array(receipt) }),
});

/** As the guest was shown: when they are another by now, nothing is changed. */
const shownGuest = z.preprocess(asObjectWithKnownNames, whoIsMeant);

export const sayNotSame = endpoint({
  method: "POST",
  path: "/duplicates/not",
  summary: "Two guests are two people: they are offered as one no more. POST /contacts/decision/end takes it back.",
  permission: "nav_guest_search",
  body: z.strictObject({ identifier: shownGuest, other: shownGuest }),
  answer: z.object({ ok: z.literal(true), message: z.string(), contact, other: contact, undo_id: z.string() }),
});
