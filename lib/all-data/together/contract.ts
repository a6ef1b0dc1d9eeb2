import * as z from "zod";
import { endpoint } from "../../api/endpoint";
import { cleanText } from "../../clean-text";
import { isAmongChoices, TEXT_LIMITS } from "../../guest-fields";
import { shownNumbersField } from "../../shown-number-schema";
import { guestFilters } from "../filters";

const id = z.string().overwrite(cleanText).min(1).max(100);

/** So many guests at most: what is decided of them is one transaction, and is undone as one. */
export const MOST_TOGETHER = 5_000;

/** What all of them get; an empty text takes the value away. */
const values = z.strictObject({
  company: z
    .string()
    .overwrite(cleanText)
    .max(TEXT_LIMITS.company, `This company is too long: at most ${TEXT_LIMITS.company} characters are kept.`)
    .optional(),
  language: z
    .string()
    .overwrite(cleanText)
    .refine((said) => isAmongChoices("language", said), "There is no such language.")
    .optional(),
});
export type GivenValues = z.output<typeof values>;

export const changeTogether = endpoint({
  method: "POST",
  path: "/all-data/change",
  summary: "Set company or language of many guests, or delete them: those named, or all whom filters find. 409 when they are not `count`.",
  permission: "change_all_data",
  takesLong: true,
  body: z.strictObject({
    /** The guests themselves; left out, everybody whom the filters find. */
    ids: z.array(id).min(1, "Choose a guest first.").max(500).optional(),
    filters: z.strictObject(guestFilters).optional(),
    /** Either this, or `delete`. */
    set: values.optional(),
    delete: z.boolean().default(false),
    /** How many guests somebody was told it would be. */
    count: z.int().min(1),
  }),
  answer: z.object({
    message: z.string(),
    /** Guests who are others by it. */
    changed: z.number(),
    /** Null where nobody is. */
    undo_id: z.string().nullable(),
  }),
});

export const undoChange = endpoint({
  method: "POST",
  path: "/all-data/change/undo",
  summary: "Take such a change back, within a day. 409 when it was taken back already, or is older: the bin puts single guests back.",
  permission: "change_all_data",
  takesLong: true,
  body: z.strictObject({ undo_id: id }),
  answer: z.object({ message: z.string(), restored: z.number() }),
});

export const listBin = endpoint({
  method: "GET",
  path: "/all-data/bin",
  summary: "The guests whom somebody deleted from the guest book, the last one first. Only erasing a person takes one out of it.",
  permission: "change_all_data",
  query: z.object({ cursor: z.string().overwrite(cleanText).max(300).optional() }),
  answer: z.object({
    deleted: z.array(
      z.object({
        /** Of the decision; to be sent back to put the guest back. */
        id: z.string(),
        name: z.string(),
        numbers: shownNumbersField,
        /** ISO 8601. */
        at: z.string(),
        /** Null where an older version noted nobody. */
        by: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
});

export const putBack = endpoint({
  method: "POST",
  path: "/all-data/bin/put-back",
  summary: "A deleted guest is in the guest book again, with all that was known of them. 404 when somebody put them back already.",
  permission: "change_all_data",
  body: z.strictObject({ id }),
  answer: z.object({ message: z.string() }),
});
