import { cleanLines, cleanPhones, cleanText } from "./clean-text";
import { cleanLanguage, LANGUAGES } from "./languages";
import type { Permission } from "./permissions";

/** The properties of one field of a guest. */
interface GuestFieldLine {
  /** As it is kept, in a column of the field's own name: a text, empty where nothing is known, or a whole number or null. */
  type: "text" | "number";
  /** As people and programs say it: any text up to `longest` characters, one of `choices`, one with rules of its own (lib/person.ts), or never. */
  said: "text" | "choice" | "by rule" | "never";
  /** The values that the field may have, each with its label. */
  choices?: Readonly<Record<string, string>>;
  /** In characters; a longer one is refused, and nothing is cut off in silence. */
  longest?: number;
  /** Turns the typed text into one line; the default is `cleanText`. */
  clean?: (text: string) => string;
  /**
   * What a merge does with a newer row's: fills it in where the guest has none (`gap`), or what lib/merge-rule.ts does with
   * names, numbers and other names.
   */
  merge: "gap" | "name" | "numbers" | "other names";
  /** Of a gap: it holds several values, and a merge adds those of a newer row that are not among them (`joinedValues`). Nothing is thrown away. */
  joined?: true;
  /** Only who has this key sees it, changes it or takes from it; what anybody else says of it is added (lib/allergies). In no file. */
  needs?: Permission;
  /** Says more of that field, and nothing without it: it is filled in, chosen and taken away together with it. */
  beside?: "birthday";
  /** It came in a later version: the store of a branch that is kept elsewhere may have no such column yet. */
  late?: true;
  /** A guest is found by it (lib/search-text.ts). */
  searched: boolean;
  /** It goes out of every kept text when the person is erased (lib/personal-data). */
  erased: boolean;
  /** The vCard property, and the parameters to write with it. */
  vcard?: { name: string; as?: string };
  /** The heading under which it goes out. `role` and `read`: one column holds it word for word, under any of these headings, folded. */
  csv?: { heading: string; role?: string; read?: string };
  /** What people call it. */
  label: string;
  /** Two that differ, as they are kept; the tests say them. */
  examples: readonly [string, string] | readonly [number, number];
  /** How it is typed, where one line of text is. */
  input?: { dir: "auto" | "ltr"; mode: "text" | "tel" | "email"; lines?: number };
  /** Where it is typed: in a cell of Edit Table, or among the further fields of a new guest. Others have a place of their own. */
  typedIn?: readonly ("edit table" | "more")[];
}

const COMPANY =
  "company|company name|organization|organisation|organization name|employer|workplace|societe|nom de la societe|entreprise|raison sociale|firma|unternehmen|الشركه|شركه|اسم الشركه|المؤسسه";
const JOB_TITLE =
  "job title|organization title|position|profession|fonction|poste|arbeitstitel|berufsbezeichnung|المسمي الوظيفي|الوظيفه|المنصب|المهنه";
const ADDRESS = "address|full address|adresse|العنوان|عنوان";

const LANGUAGE = "language|languages|preferred language|lang|langue|langue preferee|langue parlee|اللغه|لغه|اللغه المفضله";

const LIKES = "likes|preferences|prefere|يحب|تفضيلات";
const TAGS = "tags|tag|وسوم";

const AUTO = { dir: "auto", mode: "text" } as const;

/**
 * Every field of a guest, in the order in which it is shown and written. What merges, imports, exports, undoes, erases, searches
 * and draws a form reads it here; a new field is a line, a migration of the stores, and where no place of a form fits, one there.
 */
// biome-ignore format: a field is one line.
export const GUEST_FIELDS = {
  name: { type: "text", said: "text", longest: 200, merge: "name", searched: true, erased: true, vcard: { name: "fn" }, csv: { heading: "Name" }, label: "Name", examples: ["Nour Karam", "Nour Karam Haddad"], input: AUTO, typedIn: ["edit table"] },
  phones: { type: "text", said: "text", longest: 400, clean: cleanPhones, merge: "numbers", searched: true, erased: true, vcard: { name: "tel" }, csv: { heading: "Phones" }, label: "Phones", examples: ["76 400 118", "03 765 432"], input: { dir: "ltr", mode: "tel" }, typedIn: ["edit table"] },
  email: { type: "text", said: "text", longest: 254, merge: "gap", searched: false, erased: true, vcard: { name: "email", as: ";TYPE=INTERNET:" }, csv: { heading: "Email", role: "email", read: "" }, label: "Email", examples: ["nour@example.com", "karam@example.org"], input: { dir: "ltr", mode: "email" }, typedIn: ["edit table", "more"] },
  company: { type: "text", said: "text", longest: 200, merge: "gap", searched: false, erased: true, vcard: { name: "org" }, csv: { heading: "Company", role: "company", read: COMPANY }, label: "Company", examples: ["Touch Lebanon", "Cedar Bank"], input: AUTO, typedIn: ["edit table", "more"] },
  title: { type: "text", said: "text", longest: 200, merge: "gap", searched: false, erased: true, vcard: { name: "title" }, csv: { heading: "Title", role: "jobTitle", read: JOB_TITLE }, label: "Title", examples: ["Architect", "Pilot"], input: AUTO, typedIn: ["more"] },
  birthday: { type: "text", said: "by rule", merge: "gap", searched: false, erased: true, vcard: { name: "bday" }, csv: { heading: "Birthday" }, label: "Birthday", examples: ["--05-14", "--11-24"] },
  birth_year: { type: "number", said: "by rule", merge: "gap", beside: "birthday", searched: false, erased: true, label: "Year of birth", examples: [1985, 1990] },
  address: { type: "text", said: "text", longest: 500, clean: cleanLines, merge: "gap", searched: false, erased: true, vcard: { name: "adr" }, csv: { heading: "Address", role: "address", read: ADDRESS }, label: "Address", examples: ["Rue Gouraud 12, Gemmayzeh", "Old Souk, Batroun"], input: { ...AUTO, lines: 2 }, typedIn: ["more"] },
  language: { type: "text", said: "choice", choices: LANGUAGES, clean: cleanLanguage, merge: "gap", late: true, searched: false, erased: true, vcard: { name: "lang" }, csv: { heading: "Language", role: "language", read: LANGUAGE }, label: "Language", examples: ["ar", "fr"] },
  likes: { type: "text", said: "text", longest: 500, merge: "gap", joined: true, late: true, searched: false, erased: true, vcard: { name: "x-daftar-likes" }, csv: { heading: "Likes", role: "likes", read: LIKES }, label: "Likes", examples: ["Window table", "Red wine"], input: AUTO, typedIn: ["more"] },
  tags: { type: "text", said: "text", longest: 500, merge: "gap", joined: true, late: true, searched: false, erased: true, vcard: { name: "x-daftar-tags" }, csv: { heading: "Tags", role: "tags", read: TAGS }, label: "Tags", examples: ["VIP", "Journalist"], input: AUTO, typedIn: ["more"] },
  allergies: { type: "text", said: "text", longest: 500, merge: "gap", joined: true, late: true, needs: "guest_allergies", searched: false, erased: true, label: "Allergies", examples: ["Peanuts", "Sesame"], input: AUTO, typedIn: ["more"] },
  also: { type: "text", said: "never", merge: "other names", late: true, searched: true, erased: true, label: "Other names", examples: ["Dr Zorba", "Abou Elias"] },
} as const satisfies Record<string, GuestFieldLine>;

type Lines = typeof GUEST_FIELDS;
export type GuestField = keyof Lines;

/** The fields that have these properties. */
export type FieldsThat<Said> = { [Field in GuestField]: Lines[Field] extends Said ? Field : never }[GuestField];

export const FIELD_NAMES = Object.keys(GUEST_FIELDS) as GuestField[];

const lineOf = (field: GuestField): GuestFieldLine => GUEST_FIELDS[field];

function fieldsThat<Said>(is: (line: GuestFieldLine) => boolean): FieldsThat<Said>[] {
  return FIELD_NAMES.filter((field) => is(lineOf(field))) as FieldsThat<Said>[]; // the caller's condition is the type's
}

/** Fields that hold a text. */
export const TEXT_FIELDS = fieldsThat<{ type: "text" }>(({ type }) => type === "text");
/** Fields that people and programs say. */
export type SaidField = Exclude<GuestField, FieldsThat<{ said: "never" }>>;
export const SAID_FIELDS = FIELD_NAMES.filter((field): field is SaidField => lineOf(field).said !== "never");
/** Texts among them. */
export const SAID_TEXTS = SAID_FIELDS.filter(
  (field): field is Extract<SaidField, FieldsThat<{ type: "text" }>> => lineOf(field).type === "text",
);
/** Fields that have any text. */
export const PLAIN_FIELDS = fieldsThat<{ said: "text" }>(({ said }) => said === "text");
/** Fields that have one of a few values. */
export const CHOICE_FIELDS = fieldsThat<{ said: "choice" }>(({ said }) => said === "choice");
/** Texts that later versions keep too: what was kept before lacks them. */
export const LATE_TEXTS = fieldsThat<{ late: true; type: "text" }>(({ late, type }) => late === true && type === "text");
/** Those of them that are said. */
export const LATE_SAID = SAID_TEXTS.filter((field) => lineOf(field).late);
/** Fields that a merge fills in where the guest has none. */
export const GAP_FIELDS = fieldsThat<{ merge: "gap" }>(({ merge }) => merge === "gap");
/** Those of them that hold several values. */
export const JOINED_FIELDS = fieldsThat<{ joined: true }>(({ joined }) => joined === true);
/** Texts among them. */
export const GAP_TEXTS = fieldsThat<{ merge: "gap"; type: "text" }>(({ merge, type }) => merge === "gap" && type === "text");
/** Fields that a newer row may fill in a known guest: gaps, and a missing name. */
export const FILLABLE = fieldsThat<{ merge: "gap" | "name" }>(({ merge }) => merge === "gap" || merge === "name");
/** Fields that are one column of a CSV file, or one vCard property, unchanged. */
export const COLUMN_FIELDS = fieldsThat<{ csv: { role: string } }>(({ csv }) => csv?.role !== undefined);
/** Fields with a column of their own in a CSV file that goes out. */
export const CSV_FIELDS = fieldsThat<{ csv: object }>(({ csv }) => csv !== undefined);
/** Fields with a line of their own in a vCard. */
export const VCARD_FIELDS = fieldsThat<{ vcard: object }>(({ vcard }) => vcard !== undefined);
/** Names by which a guest is found; numbers are searched for in every spelling. */
export const SEARCHED_NAMES = fieldsThat<{ searched: true; merge: "name" | "other names" }>(
  ({ searched, merge }) => searched && (merge === "name" || merge === "other names"),
);
/** Fields that go out of every kept text with the person. */
export const ERASED_FIELDS = FIELD_NAMES.filter((field) => lineOf(field).erased);
/** Main fields: a field that depends on one goes with it. */
export type AskedField = Exclude<SaidField, FieldsThat<{ beside: string }>>;
export const ASKED_FIELDS = SAID_FIELDS.filter((field): field is AskedField => lineOf(field).beside === undefined);

/** A field with those that depend on it. */
export function withBeside(field: AskedField): SaidField[] {
  return SAID_FIELDS.filter((one) => one === field || lineOf(one).beside === field);
}

/** What is kept of a guest: every field. */
export type GuestValues = { [Field in GuestField]: Lines[Field]["type"] extends "text" ? string : number | null };
/** The values of a guest as people and programs give them. */
export type SaidValues = Pick<GuestValues, SaidField>;

/** Something for each of some fields. */
export function eachField<Field extends GuestField, Value>(fields: readonly Field[], of: (field: Field) => Value): Record<Field, Value> {
  return Object.fromEntries(fields.map((field) => [field, of(field)])) as Record<Field, Value>; // a key for each of them
}

/** Only the values of some fields. */
export function pickFields<Field extends string, Row extends Record<Field, unknown>>(row: Row, fields: readonly Field[]): Pick<Row, Field> {
  const picked: Partial<Pick<Row, Field>> = {};
  for (const field of fields) picked[field] = row[field];
  return picked as Pick<Row, Field>; // a key for each of them
}

/** Every field empty. */
export const NOTHING_SAID: Readonly<GuestValues> = {
  ...eachField(TEXT_FIELDS, () => ""),
  ...eachField(
    fieldsThat<{ type: "number" }>(({ type }) => type === "number"),
    () => null,
  ),
};

/** How the fields of another version's store are read: the column, or nothing where it has none yet. */
export function columnOrNothing(field: GuestField, columns: readonly string[]): string {
  const { late, type } = lineOf(field);
  return late && !columns.includes(field) ? (type === "text" ? "''" : "NULL") : `g.${field}`;
}

/** The longest texts that are kept, in characters. */
export const TEXT_LIMITS = eachField(PLAIN_FIELDS, (field) => GUEST_FIELDS[field].longest);

/** A text of a field as it is kept. */
export function cleanField(field: GuestField, text: string): string {
  return (lineOf(field).clean ?? cleanText)(text);
}

/** Whether a field holds several values, which a merge joins. */
export function isJoined(field: GuestField): field is (typeof JOINED_FIELDS)[number] {
  return lineOf(field).joined === true;
}

/** The key that somebody needs to see a field; undefined where none is needed. */
export const keyOfField = (field: GuestField): Permission | undefined => lineOf(field).needs;

/** What may stand in a field, each as people call it; undefined where anything may. */
function choicesOf(field: GuestField): GuestFieldLine["choices"] {
  return lineOf(field).choices;
}

/** Whether a text is valid for a field: empty, or one of its choices. */
export function isAmongChoices(field: GuestField, text: string): boolean {
  const choices = choicesOf(field);
  return text === "" || choices === undefined || Object.hasOwn(choices, text);
}

/** A text of a field as people read it. */
export function shownField(field: GuestField, text: string): string {
  return choicesOf(field)?.[text] ?? text;
}

/** Whether a field depends on another one: a birth year is nothing without its day. */
export function besideOf(field: GuestField): GuestFieldLine["beside"] {
  return lineOf(field).beside;
}

/** Fields that are typed at some place, with how they are. */
export function typedIn(place: "edit table" | "more") {
  const fields = FIELD_NAMES.filter((field): field is TypedField => lineOf(field).typedIn?.includes(place) ?? false);
  return fields.map((field) => ({ field, label: GUEST_FIELDS[field].label, input: inputOf(field) }));
}
type TypedField = FieldsThat<{ typedIn: readonly string[] }>;

function inputOf(field: TypedField): NonNullable<GuestFieldLine["input"]> {
  return GUEST_FIELDS[field].input;
}
