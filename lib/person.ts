import * as z from "zod";
import { birthdayProblem, IN_THE_FUTURE, liesAhead, parseBirthday } from "./birthdays";
import { cleanLines, cleanPhones, cleanText } from "./clean-text";
import { asObjectWithKnownNames, numberAsText, withIgnored, withoutProto } from "./field-names";

/** The longest texts that are kept, in characters; a longer one is refused and nothing is cut off in silence. */
export const TEXT_LIMITS = { name: 200, phones: 400, email: 254, company: 200, title: 200, address: 500 } as const;

/** Several lines may stand in these; they become one, as in an import. */
const CLEANED: Partial<Record<keyof typeof TEXT_LIMITS, (text: string) => string>> = { phones: cleanPhones, address: cleanLines };

function said(what: keyof typeof TEXT_LIMITS) {
  const limit = TEXT_LIMITS[what];
  return z
    .string()
    .overwrite(CLEANED[what] ?? cleanText)
    .max(limit, `This ${what} is too long: at most ${limit} characters are kept.`);
}

const text = (what: keyof typeof TEXT_LIMITS) => said(what).default("");

const birthdaySaid = z
  .string()
  .overwrite(cleanText)
  .superRefine((value, context) => {
    const message = birthdayProblem(value);
    if (message) context.addIssue({ code: "custom", message });
  });

const birthYear = z.int().min(1900).max(2100);

const typedPerson = {
  name: text("name"),
  phones: text("phones"),
  email: text("email"),
  company: text("company"),
  title: text("title"),
  birthday: birthdaySaid.default(""),
  birth_year: birthYear.nullish(),
  address: text("address"),
  // A search result may come back as it was given; these are the server's own and never taken from a client.
  id: z.unknown().optional(),
  also: z.unknown().optional(),
  added_at: z.unknown().optional(),
  branch: z.unknown().optional(),
  tonight: z.unknown().optional(),
  numbers: z.unknown().optional(),
  not_in_book: z.unknown().optional(),
  store: z.unknown().optional(),
  stores: z.unknown().optional(),
  contact_id: z.unknown().optional(),
};

/**
 * A guest as somebody types or sends it. Field names are read in any case; `bday` and `created_at` are read too. A field that
 * nobody knows loses no guest: `ignored` names it.
 */
export const personInput = z.preprocess(
  (value) => withoutProto(asObjectWithKnownNames(value)),
  z
    .looseObject(typedPerson)
    .superRefine((person, context) => {
      const born = parseBirthday(person.birthday);
      const year = born?.birth_year ?? person.birth_year ?? null;
      if (!born || !liesAhead({ ...born, birth_year: year })) return;
      context.addIssue({ code: "custom", path: ["birth_year"], message: IN_THE_FUTURE });
    })
    .transform(withIgnored(typedPerson)),
);
export type PersonInput = z.output<typeof personInput>;

/** The name and phones by which a guest is named; both are compared as people read them. */
export const whoIsMeant = z.strictObject({
  name: text("name"),
  phones: text("phones"),
  id: z.preprocess(numberAsText, z.string().overwrite(cleanText).max(100).optional()),
});
export type WhoIsMeant = z.output<typeof whoIsMeant>;

/** What somebody corrects in a guest: what is not named stays, and an empty text takes away what stood there. */
export const personChanges = {
  name: said("name").optional(),
  phones: said("phones").optional(),
  email: said("email").optional(),
  company: said("company").optional(),
  title: said("title").optional(),
  birthday: birthdaySaid.optional(),
  birth_year: birthYear.optional(),
  address: said("address").optional(),
};
export type PersonChanges = { [Field in keyof typeof personChanges]?: z.output<(typeof personChanges)[Field]> };

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
  /** Other names, one a line: people who share a number are one guest, and nobody vanishes. */
  also: z.string(),
  added_at: z.string(),
});
export type Person = z.output<typeof person>;
