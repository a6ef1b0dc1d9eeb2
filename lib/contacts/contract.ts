import * as z from "zod";
import { endpoint } from "../api/endpoint";
import { parseBirthday } from "../birthdays";
import { cleanLines, cleanPhones, cleanText } from "../clean-text";
import { asObjectWithKnownNames } from "./rules";

/** The longest texts that are kept, in characters; a longer one is refused and nothing is cut off in silence. */
export const TEXT_LIMITS = { name: 200, phones: 400, email: 254, company: 200, title: 200, address: 500 } as const;

/** Several lines may stand in these; they become one, as in an import. */
const CLEANED: Partial<Record<keyof typeof TEXT_LIMITS, (text: string) => string>> = { phones: cleanPhones, address: cleanLines };

function text(what: keyof typeof TEXT_LIMITS) {
  const limit = TEXT_LIMITS[what];
  return z
    .string()
    .overwrite(CLEANED[what] ?? cleanText)
    .max(limit, `This ${what} is too long: at most ${limit} characters are kept.`)
    .default("");
}

const HOW_DATES_ARE_WRITTEN = "Write the date as YYYY-MM-DD, for example 2026-11-20.";

/** `YYYY-MM-DD`, a day that the calendar has; it has no year 0000. */
export const calendarDate = z.iso.date(HOW_DATES_ARE_WRITTEN).refine((date) => !date.startsWith("0000"), HOW_DATES_ARE_WRITTEN);

const birthdayField = z
  .string()
  .overwrite(cleanText)
  .default("")
  .refine((value) => parseBirthday(value) !== null, "This birthday was not understood. Write it as day/month, for example 14/5.");

/** A guest as somebody types or sends it. Field names are read in any case; `bday` and `created_at` are read too. */
export const personInput = z.preprocess(
  asObjectWithKnownNames,
  z.strictObject({
    name: text("name"),
    phones: text("phones"),
    email: text("email"),
    company: text("company"),
    title: text("title"),
    birthday: birthdayField,
    birth_year: z.int().min(1900).max(2100).nullish(),
    address: text("address"),
    // A search result may come back as it was given; these three are the server's own and never taken from a client.
    id: z.unknown().optional(),
    added_at: z.unknown().optional(),
    branch: z.unknown().optional(),
  }),
);
export type PersonInput = z.output<typeof personInput>;

/** What is known of a guest, whichever store it stands in. `birthday` is `--MM-DD`; `added_at` is ISO 8601 in UTC. */
export const person = z.object({
  name: z.string(),
  phones: z.string(),
  email: z.string(),
  company: z.string(),
  title: z.string(),
  birthday: z.string(),
  birth_year: z.number().nullable(),
  address: z.string(),
  added_at: z.string(),
});
export type Person = z.output<typeof person>;

export const contact = person.extend({ id: z.string(), branch: z.string() });
export type Contact = z.output<typeof contact>;

export const searchContacts = endpoint({
  method: "GET",
  path: "/contacts",
  summary: "Find guests by a part of a name or of a phone: names that begin with it first, the newest first.",
  permission: "nav_home",
  query: z.strictObject({
    search: z.string().overwrite(cleanText).min(1, "Type a name or phone.").max(200),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(10_000).default(0),
  }),
  /** `total` is exact up to 1,000 and says 1,000 for more. */
  answer: z.object({ contacts: z.array(contact), total: z.number() }),
});

export const importContacts = endpoint({
  method: "POST",
  path: "/contacts/import",
  summary: "Bring in a vCard or CSV file: each row is inserted, filled in, skipped, or reported with its line and reason.",
  permission: { all: ["nav_all_data", "create_table"] },
  reads: "file",
  perMinute: 30,
  limit: 64 * 1024 * 1024,
  query: z.strictObject({
    dry_run: z.enum(["true", "false"]).default("false"),
    country_code: z
      .string()
      .regex(/^[1-9]\d{0,3}$/, "Digits only, for example 961.")
      .optional(),
  }),
  answer: z.object({
    inserted: z.number(),
    filled: z.number(),
    skipped: z.number(),
    errors: z.array(z.object({ line: z.number(), reason: z.string() })),
    total: z.number(),
  }),
});
export type ImportAnswer = z.output<typeof importContacts.answer>;
