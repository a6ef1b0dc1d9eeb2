import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { COLUMNS_SHOWN, columnChoice, HEADING_SHOWN } from "../contact-files/column-choices";
import { USUAL_CHOICES, WRONG_KIND_NAMES, WRONG_KINDS, type WrongKind } from "../contact-files/wrong-kinds";
import { mergeNotes } from "../merge-notes";
import { MAY_IMPORT } from "../permissions";
import { person } from "../person";
import { switchText } from "../switch-fields";
import { acceptLoss } from "../undo-loss";

/** Bytes: a file of a million guests with all that is known of them has a third of it. */
const LARGEST_FILE = 512 * 1024 * 1024;

/** What may stand in the form beside the field `file`, as JSON. */
export const importForm = z.strictObject({
  /**
   * What the columns of a CSV file hold, by their headings; others as was said in the branch's last import that had them, or as they
   * are read. What is said here is remembered with the import.
   */
  columns: z
    .array(z.strictObject({ column: z.string().overwrite(cleanText).max(HEADING_SHOWN), as: columnChoice }))
    .max(2 * COLUMNS_SHOWN)
    .default([]),
});
export type ImportForm = z.output<typeof importForm>;

const countryCode = z
  .string()
  .regex(/^[1-9]\d{0,3}$/, "Digits only, for example 961.")
  .optional();
/** In which order the file writes day and month between slashes; month first is taken only when it is named here. */
const dates = z.enum(["dmy", "mdy"], "Say dates=dmy for day/month or dates=mdy for month/day.").optional();

const choiceOf = <Kind extends WrongKind>(kind: Kind) => z.enum(WRONG_KINDS[kind]).default(USUAL_CHOICES[kind] as never); // its first

export const importContacts = endpoint({
  method: "POST",
  path: "/contacts/import",
  summary: "Bring in a vCard, CSV or Excel file: each row is inserted, filled in, skipped, or reported with its line and reason.",
  permission: MAY_IMPORT,
  takesLong: true,
  reads: "file",
  perMinute: 30,
  limit: LARGEST_FILE,
  query: z.strictObject({
    dry_run: switchText(false),
    country_code: countryCode,
    dates,
    /** What is done with rows of which something is wrong: `out` leaves the row out, `without` the field. */
    lost_number: choiceOf("lost_number"),
    no_number: choiceOf("no_number"),
    bad_email: choiceOf("bad_email"),
    bad_birthday: choiceOf("bad_birthday"),
  }),
  form: importForm,
  answer: z.object({
    /** By which it can be undone; null of a trial run. */
    import_id: z.uuid().nullable(),
    inserted: z.number(),
    filled: z.number(),
    skipped: z.number(),
    /** Guests who turned out to be one with another. */
    united: z.number(),
    ...mergeNotes,
    /** The first 1,000 rows that stay out, and behind them how many more; `failed` counts them all. */
    errors: z.array(z.object({ line: z.number(), reason: z.string() })),
    failed: z.number(),
    /** What somebody who is in the file comes in without (a damaged birthday, one line of a card), told and counted alike. */
    notes: z.array(z.object({ line: z.number(), reason: z.string() })),
    noted: z.number(),
    /** How many rows have something wrong, by what it is, and what is done with them; of one row there may be several. */
    wrong: z.array(z.object({ what: z.enum(WRONG_KIND_NAMES), rows: z.number(), choice: z.enum(["keep", "without", "out"]) })).default([]),
    /** The first 1,000 rows that brought nobody new, and whom they are: by a phone, or by name and day where they have none. */
    skipped_rows: z.array(
      z.object({
        line: z.number(),
        same_as: z.string(),
        by: z.enum(["phone", "name"]),
        /** That guest came with this very file. */
        in_file: z.boolean(),
        /** That guest gained something of this row. */
        filled: z.boolean(),
        reason: z.string(),
      }),
    ),
    /** In which order the birthdays between slashes were read, whether one of them proves it, and what to do if it is wrong. */
    dates: z.object({ order: z.enum(["dmy", "mdy"]), proven: z.boolean(), message: z.string() }),
    /** The first 100 columns of a CSV file, or lines of cards, that say something which was not taken, and of how many: a note. */
    left_out: z.array(z.object({ column: z.string(), rows: z.number(), phones: z.number().default(0) })).default([]),
    /** Of a trial run: what the import itself will refuse with 409 `unread_phones`, until `columns` says what they hold. */
    question: z.string().optional(),
    /**
     * Of a trial run: the first 100 columns of a CSV file, what each is read as and what is usual for its heading (null: it is not read),
     * what was chosen, in an earlier import or now, and the first that it says.
     */
    columns: z
      .array(
        z.object({
          column: z.string(),
          read_as: z.string().nullable(),
          usual: z.string().nullable().default(null),
          chosen: columnChoice.default("auto"),
          remembered: z.boolean().default(false),
          example: z.string().default(""),
        }),
      )
      .optional(),
    /** Of a trial run: the first five people of the file, as they will be read. */
    first_rows: z.array(person.omit({ also: true, added_at: true }).extend({ line: z.number() })).optional(),
    total: z.number(),
  }),
});
export type ImportAnswer = z.output<typeof importContacts.answer>;

export const wrongRows = fileEndpoint({
  method: "POST",
  path: "/contacts/import/wrong-rows",
  worksReadOnly: true,
  summary: "The rows of a CSV file of which something is wrong, in its own columns behind one that says what. It changes nothing.",
  permission: MAY_IMPORT,
  takesLong: true,
  reads: "file",
  perMinute: 30,
  limit: importContacts.limit as number, // named above
  query: z.strictObject({ country_code: countryCode, dates }),
  form: importForm,
  gives: "text/csv; charset=utf-8",
});

export const lastImport = endpoint({
  method: "GET",
  path: "/contacts/import/last",
  summary: "The branch's newest import that can still be undone: also for whoever never saw its answer, and for another device.",
  permission: MAY_IMPORT,
  answer: z.object({
    /** Null where nothing was brought in, or all of it was undone. */
    import: z
      .object({
        import_id: z.string(),
        /** ISO 8601 in UTC with Z. */
        at: z.string(),
        /** Older than a day: its undo says first what it takes away (409 `undo_loses`). */
        is_late: z.boolean(),
        /** Who brought it in. */
        by: z.string(),
        inserted: z.number(),
        filled: z.number(),
      })
      .nullable(),
    /** A large import of which not all is in, or not all is out again: it goes on by itself, after a restart too, and its undo takes it back. */
    unfinished: z
      .object({
        import_id: z.string(),
        /** Its name; empty of one that had come in and is undone. */
        file: z.string(),
        /** Rows of the file that come in, and how many of them are in now. */
        rows: z.number(),
        done: z.number(),
        direction: z.enum(["in", "out"]),
      })
      .nullable()
      .default(null),
  }),
});
export type Unfinished = NonNullable<z.output<typeof lastImport.answer>["unfinished"]>;
export type LastImport = NonNullable<z.output<typeof lastImport.answer>["import"]>;

export const undoImport = endpoint({
  method: "POST",
  path: "/contacts/import/undo",
  summary:
    "Undo an import: who came with it goes; who was changed, visited or got something since stays, by name. After a day 409 `undo_loses` says first what goes.",
  permission: MAY_IMPORT,
  masksPhones: true,
  takesLong: true,
  body: z.strictObject({
    /** As the import answered. */
    import_id: z.uuid("Send the import_id that the import answered."),
    /** The `loss` of the 409 `undo_loses` that somebody has seen. */
    accept_loss: acceptLoss,
  }),
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    /** Guests who came with the import and are gone again. */
    removed: z.number(),
    /** Guests who were there before, and are as they were. */
    restored: z.number(),
    /** Guests who were left as they are now, because something happened to them since; the first 200 by name. */
    kept: z.number(),
    kept_guests: z.array(z.object({ name: z.string(), phones: z.string(), reason: z.string() })),
  }),
});
