import { digitsOf } from "../digits";
import { ERASED_FIELDS } from "../guest-fields";
import { hasPhoneKey, readPhones } from "../phones";

/** Whether a number, or an id of one of our rows, is of the person that is looked for. */
export interface TheirMarks {
  /** @param digits with the country code @param at when it was written down, ISO 8601 */
  number: (digits: string, at: string) => boolean;
  id: (id: string) => boolean;
  /** Whether a guest without a number is them, by name and the day of `at`. */
  named: (name: string, at: string) => boolean;
  /** Whether a text may contain one of the numbers; if not, it need not be parsed. */
  mayHold: (text: string) => boolean;
}

/** Fields of a kept JSON text that say something of a guest. Ids, days, tables and counts stay: history goes on adding up. */
const PERSONAL: ReadonlySet<string> = new Set([
  ...ERASED_FIELDS,
  "phone",
  "names",
  "numbers",
  "typed",
  "digits",
  "key",
  "calling_code",
  "search_text",
]);

/** Where a kept text has a guest one level further down, as they were and as they are. */
const SIDES = ["old", "new", "gone", "kept", "was", "person"] as const;

/** The replacement for a name or number within a sentence. */
const ERASED = "(erased)";

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** How to know the person in a kept text. */
export interface Knowing {
  marks: TheirMarks;
  /** When the text was kept, ISO 8601. */
  at: string;
  country: string;
  /** Their names and numbers as they stand in their own rows. */
  texts: readonly string[];
}

/**
 * A kept JSON value without what it says of a person; everybody else in it stays as they are.
 * @param isTheirs the whole value is about the person
 */
export function withoutPerson(value: unknown, knowing: Knowing, isTheirs = false): unknown {
  if (typeof value === "string") return withoutTexts(value, knowing.texts);
  if (Array.isArray(value)) return value.map((one) => withoutPerson(one, knowing, isTheirs));
  if (!isFields(value)) return value;
  const theirs = isTheirs || isAbout(value, knowing) || SIDES.some((side) => isFields(value[side]) && isAbout(value[side], knowing));
  if (!theirs && hasOtherNumber(value, knowing)) return ofNamesake(value, knowing);
  const said = Object.values(value).filter((held): held is string => typeof held === "string" && knowing.texts.includes(held));
  if (said.length > 0 && !theirs) return withoutNamed(value, said, knowing);
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      theirs && PERSONAL.has(name) ? emptied(held) : withoutPerson(held, knowing, theirs),
    ]),
  );
}

/** Ids of whoever has one of their numbers in a kept value. */
export function idsOfNumbers(value: unknown, knowing: Knowing): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => idsOfNumbers(one, knowing));
  if (!isFields(value)) return [];
  const own = typeof value.id === "string" && isAbout(value, knowing) ? [value.id] : [];
  return [...own, ...Object.values(value).flatMap((held) => idsOfNumbers(held, knowing))];
}

/** Somebody who has a number, and none of theirs, has their name by chance. */
function ofNamesake(value: Fields, knowing: Knowing): Fields {
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, name === "name" ? held : withoutPerson(held, knowing)]));
}

/** Where a value is one of their names, the sentence beside it may say it too: one word alone would stay in that. */
function withoutNamed(value: Fields, said: readonly string[], knowing: Knowing): Fields {
  const entries = Object.entries(value).map(([name, held]) => {
    const left = withoutPerson(held, knowing);
    return [name, typeof left === "string" ? said.reduce((text, one) => text.replaceAll(one, ERASED), left) : left];
  });
  return Object.fromEntries(entries);
}

function hasOtherNumber(fields: Fields, { country }: Knowing): boolean {
  return [fields.phones, fields.phone].some((text) => typeof text === "string" && hasPhoneKey(readPhones(text, country)));
}

function isAbout(fields: Fields, { marks, at, country }: Knowing): boolean {
  if ([fields.id, fields.contact_id].some((id) => typeof id === "string" && marks.id(id))) return true;
  if (typeof fields.digits === "string" && marks.number(fields.digits, at)) return true;
  const isTheirNumber = (text: unknown) =>
    typeof text === "string" && marks.mayHold(text) && readPhones(text, country).some(({ digits }) => marks.number(digits, at));
  if ([fields.phones, fields.phone].some(isTheirNumber)) return true;
  if (!Array.isArray(fields.numbers)) return false;
  return fields.numbers.some((one) =>
    isFields(one) ? typeof one.digits === "string" && marks.number(one.digits, at) : isTheirNumber(one),
  );
}

function emptied(held: unknown): unknown {
  if (typeof held === "string") return "";
  if (Array.isArray(held)) return [];
  return null;
}

/** One word is many people's name: alone it goes where it is the whole value, and stays within sentences. */
function withoutTexts(value: string, texts: readonly string[]): string {
  let left = value;
  for (const text of texts) {
    if (left === text) return "";
    if (isTelling(text)) left = left.replaceAll(text, ERASED);
  }
  return left;
}

/** Whether a text names the person by itself. */
export const isTelling = (text: string) => /\S\s+\S/.test(text) || digitsOf(text).length >= 7;

/** Every person that may stand by themselves in the kept texts of a row: names, other names, numbers. */
export function textsOf(row: Fields): string[] {
  const { name, also, phones, phone, digits, email } = row;
  const numbers = typeof digits === "string" && digits ? [digits, `+${digits}`] : [];
  return [name, phones, phone, email, ...(typeof also === "string" ? also.split("\n") : []), ...numbers].filter(
    (one): one is string => typeof one === "string" && one.trim().length > 2,
  );
}

/** The kinds of event that are about one guest, who is among their subjects. */
export const ABOUT_ONE_GUEST: ReadonlySet<string> = new Set([
  "guest_row.changed",
  "guest_row.deleted",
  "contact.changed",
  "contact.taken_out",
  "contact.deleted",
  "contacts.united",
  "customer.created",
  "customer.changed",
  "customers.united",
]);
