import * as z from "zod";
import { birthdayProblem, IN_THE_FUTURE, liesAhead, parseBirthday } from "./birthday-dates";
import { cleanText } from "./clean-text";
import { asObjectWithKnownNames, numberAsText, withIgnored, withoutProto } from "./field-names";
import {
  CHOICE_FIELDS,
  cleanField,
  eachField,
  type FieldsThat,
  GUEST_FIELDS,
  type GuestField,
  isAmongChoices,
  LATE_TEXTS,
  PLAIN_FIELDS,
  TEXT_FIELDS,
} from "./guest-fields";

function said(field: FieldsThat<{ said: "text" }>) {
  const { longest } = GUEST_FIELDS[field];
  return z
    .string()
    .overwrite((text) => cleanField(field, text))
    .max(longest, `This ${field} is too long: at most ${longest} characters are kept.`);
}

function chosen(field: FieldsThat<{ said: "choice" }>) {
  const { choices, label } = GUEST_FIELDS[field];
  return z
    .string()
    .overwrite((text) => cleanField(field, text))
    .refine((text) => isAmongChoices(field, text), `${label} is one of ${Object.keys(choices).join(", ")}, or empty.`);
}

const birthdaySaid = z
  .string()
  .overwrite(cleanText)
  .superRefine((value, context) => {
    const message = birthdayProblem(value);
    if (message) context.addIssue({ code: "custom", message });
  });

const birthYear = z.int().min(1900).max(2100);

/** What is no plain text, by its own rule; a field of `said: "by rule"` without one here does not compile. */
const byRule = { birthday: birthdaySaid, birth_year: birthYear } satisfies Record<FieldsThat<{ said: "by rule" }>, z.ZodType>;

const typedPerson = {
  ...eachField(PLAIN_FIELDS, (field) => said(field).default("")),
  ...eachField(CHOICE_FIELDS, (field) => chosen(field).default("")),
  birthday: byRule.birthday.default(""),
  birth_year: byRule.birth_year.nullish(),
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
  name: said("name").default(""),
  phones: said("phones").default(""),
  id: z.preprocess(numberAsText, z.string().overwrite(cleanText).max(100).optional()),
});
export type WhoIsMeant = z.output<typeof whoIsMeant>;

/** A correction of a guest: fields that are left out stay, and an empty text clears one. */
export const personChanges = {
  ...eachField(PLAIN_FIELDS, (field) => said(field).optional()),
  ...eachField(CHOICE_FIELDS, (field) => chosen(field).optional()),
  birthday: byRule.birthday.optional(),
  birth_year: byRule.birth_year.optional(),
};
export type PersonChanges = { [Field in keyof typeof personChanges]?: z.output<(typeof personChanges)[Field]> };

/** What is known of a guest, whichever store it stands in. `birthday` is `--MM-DD`; `added_at` is ISO 8601 in UTC. */
export const person = z.object({
  ...eachField(TEXT_FIELDS, () => z.string()),
  // A server of an older version says nothing of them.
  ...eachField(LATE_TEXTS, () => z.string().default("")),
  birth_year: z.number().nullable(),
  added_at: z.string(),
} satisfies Record<GuestField | "added_at", z.ZodType>);
export type Person = z.output<typeof person>;
