import * as z from "zod";
import { endpoint, fileEndpoint } from "../api/endpoint";
import { cleanText } from "../clean-text";
import { TEXT_LIMITS } from "../guest-fields";
import { DOCUMENT_LANGUAGES } from "./document/words";

const named = {
  id: z.string().overwrite(cleanText).max(100).default(""),
  phones: z.string().overwrite(cleanText).max(TEXT_LIMITS.phones).default(""),
};
const isNamed = ({ id, phones }: { id: string; phones: string }) => id !== "" || phones !== "";
const NOBODY = "Say a phone number, or a guest.";

/** Who is meant: by any of their numbers, by a guest's id, or by both. */
const whom = z.strictObject(named).refine(isNamed, NOBODY);
export type Whom = z.output<typeof whom>;

/** Only whoever may do everything asks, and one person at a time asks for their data. */
const EXPORTS_PER_MINUTE = 10;

export const personFound = z.object({
  /** Every name by which the person, or whoever shares the number, stands somewhere. */
  names: z.array(z.string()),
  /** As people read them, with the country code. */
  numbers: z.array(z.string()),
  /** Rows: in guest books, at tables, of loyalty, vouchers, messages; and entries of the past that name them. */
  found: z.object({
    guests: z.number(),
    seats: z.number(),
    visits: z.number(),
    vouchers: z.number(),
    messages: z.number(),
    events: z.number(),
  }),
  /** Messages that are still to go out: as long as there are some, nobody is erased. */
  waiting: z.number(),
  /** Stores that could not be read. */
  unavailable: z.array(z.string()),
});
export type PersonFound = z.output<typeof personFound>;

export const findPersonalData = endpoint({
  method: "POST",
  path: "/personal-data/find",
  worksReadOnly: true,
  summary: "How much all stores of this server hold of one person. It changes nothing.",
  permission: "everything",
  takesLong: true,
  about: "group",
  body: whom,
  answer: personFound,
});

export const exportPersonalData = fileEndpoint({
  method: "POST",
  path: "/personal-data/export",
  worksReadOnly: true,
  summary:
    "All that the stores of this server hold of one person: as JSON, row by row, or as a PDF that the person reads, in their language.",
  permission: "everything",
  about: "group",
  perMinute: EXPORTS_PER_MINUTE,
  exports: true,
  body: z
    .strictObject({
      ...named,
      as: z.enum(["json", "pdf"], "It is json or pdf.").default("json"),
      /** Of the PDF; left out, the one that the guest is written to. */
      language: z.enum(DOCUMENT_LANGUAGES, "It is written in ar, fr or en.").optional(),
    })
    .refine(isNamed, NOBODY),
  gives: "application/json; charset=utf-8",
});

export const erasePersonalData = endpoint({
  method: "POST",
  path: "/personal-data/erase",
  summary: "Erase one person from all stores of this server, and from the trail what it says of them. It cannot be undone.",
  permission: "everything",
  takesLong: true,
  about: "group",
  body: whom,
  answer: z.object({
    ok: z.literal(true),
    message: z.string(),
    detail: z.string(),
    erased: personFound.shape.found,
    /** Backups that may hold them still. They go as newer ones are made; restored, the next start erases them there again. */
    in_backups: z.number(),
  }),
});
