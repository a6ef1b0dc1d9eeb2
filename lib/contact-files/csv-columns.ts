import { asciiDigits } from "../digits";
import { foldText } from "../fold-text";
import { COLUMN_FIELDS, eachField, GUEST_FIELDS } from "../guest-fields";
import { markedPhone } from "../phone-marks";
import { asRead, type ChoiceOf } from "./chosen-columns";
import type { ColumnTarget } from "./column-choices";
import type { RawContact } from "./contact-file-row";
import { type Column, columnOf } from "./csv-column-of";
import type { FieldRole, Role } from "./csv-headings";
import { callingCodeOf } from "./phone-cells";

/** The columns of a file, in its order; undefined for one that is not read. */
export type Columns = readonly (Column | undefined)[];

/**
 * Reads the header of a CSV file, in any order, case and of the languages above.
 * @param chosen what somebody says that the column of a heading holds
 */
export function readColumns(header: readonly string[], chosen: ChoiceOf = asRead): Columns {
  const addresses = new Map<string, number>();
  const choices = header.map((heading) => chosen(heading).choice);
  const columns = header.map((heading, index) => {
    const choice = choices[index] ?? "auto";
    return choice === "auto" ? columnOf(heading, addresses) : chosenColumn(choice, index);
  });
  readBarePlaces(columns, header, (index) => choices[index] === "auto");
  // What somebody says stands; only what a heading alone says is judged by those beside it.
  const read = columns.map((column, index) => (choices[index] === "auto" ? column : undefined));
  const has = (...roles: Role[]) => columns.some((column) => column && roles.includes(column.role));
  // Outlook's Title is Mr. or Mrs.; the work stands under Job Title.
  rename(read, "title", has("jobTitle") ? "courtesy" : "jobTitle");
  // "Name, Surname": the name is the given one then; beside a first name alone it is the family's, or the whole one.
  if (has("last") && !has("first")) rename(read, "name", "first");
  if (has("first") && !has("last")) rename(read, "name", "last");
  // "Birth Day" alone is the whole birthday.
  if (!has("birthday") && !has("birthMonth")) rename(read, "birthDayOfMonth", "birthday");
  pairCodes(columns);
  return columns;
}

/** Whether there is somebody in such a file: a column holds names or phones. */
export function holdGuests(columns: Columns): boolean {
  return columns.some((column) => column && GUESTS.includes(column.role));
}

const GUESTS: Role[] = ["name", "first", "last", "phone"];

/** Several columns of which somebody says that they hold the address are its parts, in their order. */
function chosenColumn(choice: ColumnTarget | "out", index: number): Column | undefined {
  if (choice === "out") return undefined;
  return choice === "address" ? { role: "addressPart", address: -1, rank: index } : { role: choice, address: 0, rank: 0 };
}

/** Yahoo calls its phones Home, Work, Other and Mobile. */
function readBarePlaces(columns: (Column | undefined)[], header: readonly string[], isFree: (index: number) => boolean): void {
  const folded = header.map(foldText);
  if (!["home", "work", "mobile"].every((place) => folded.includes(place))) return;
  for (const [index, heading] of folded.entries())
    if (["home", "work", "other"].includes(heading) && isFree(index)) columns[index] ??= { role: "phone", address: 0, rank: 0 };
}

const PHONES: Role[] = ["phone", "fax", "pager"];

/** Gives each phone the code of a country that stands beside it: before it, or behind it where the file begins with a phone. */
function pairCodes(columns: Columns): void {
  const codes = columns.flatMap((column, index) => (column?.role === "dialCode" ? [index] : []));
  if (codes[0] === undefined) return;
  const isBefore = codes[0] < columns.findIndex((column) => column && PHONES.includes(column.role));
  for (const [index, column] of columns.entries()) {
    if (!column || !PHONES.includes(column.role)) continue;
    const beside = isBefore ? codes.findLast((code) => code < index) : codes.find((code) => code > index);
    column.code = beside ?? codes.at(-1) ?? codes[0];
  }
}

/** What each column is read as, in the words of a clerk; null for one that is not read. */
export function readingOf(columns: Columns): (string | null)[] {
  return columns.map((column) => (column ? SAID_OF[column.role] : null));
}

const FIELDS_SAID = Object.fromEntries(COLUMN_FIELDS.map((field) => [GUEST_FIELDS[field].csv.role, GUEST_FIELDS[field].label])) as Record<
  FieldRole,
  string
>; // a role for each of them

const SAID_OF: Record<Role, string> = {
  name: "Name",
  prefix: "Name",
  courtesy: "Name",
  first: "First name",
  middle: "Middle name",
  last: "Last name",
  suffix: "Name",
  nickname: "Nickname",
  phone: "Phone",
  phoneType: "Kind of phone",
  dialCode: "Country code of the phone",
  fax: "Fax",
  pager: "Pager",
  ...FIELDS_SAID,
  jobTitle: "Job title",
  title: "Title",
  birthday: "Birthday",
  birthYear: "Year of birth",
  birthMonth: "Month of birth",
  birthDayOfMonth: "Day of birth",
  addressPart: "Part of the address",
  addedAt: "Added at",
};

function rename(columns: Columns, from: Role, to: Role): void {
  for (const column of columns) if (column?.role === from) column.role = to;
}

type AddressPart = Omit<Column, "role"> & { text: string; index: number };

/** The cells of a record that say something, by what they say it of. */
type Cells = Partial<Record<Role, string[]>>;

/**
 * What one record says, word for word.
 * @param isOurs whether Daftar wrote the file: no cell of it has several values
 * @param leaveOut takes the place of each cell that says something which is not taken: a column that is not known, a second
 *   name, a second address
 */
export function toRawContact(
  columns: Columns,
  record: readonly string[],
  isOurs: boolean,
  leaveOut: (index: number) => void = () => {},
): RawContact {
  const cells: Cells = {};
  const places: Partial<Record<Role, number>> = {};
  const addressParts: AddressPart[] = [];
  const phones: { text: string; type: string; number: number; code: string | null }[] = [];
  const types = new Map<number, string>();
  // Along the record and not along the header: there may be many short rows below a header of thousands of columns.
  for (let index = 0; index < record.length; index += 1) {
    const column = columns[index];
    if (!column) {
      if (record[index]?.trim()) leaveOut(index);
      continue;
    }
    const { role, address, rank } = column;
    const values = isOurs || PHONES.includes(role) ? [plainCell(record[index])] : valuesOf(plainCell(record[index]));
    const text = values[0] ?? "";
    if (values.some((value) => value !== text)) leaveOut(index);
    if (!text) continue;
    if (PHONES.includes(role))
      phones.push({ text, type: role, number: address, code: callingCodeOf(plainCell(record[column.code ?? -1])) });
    else if (role === "dialCode") callingCodeOf(text) ?? leaveOut(index);
    else if (role === "phoneType") types.set(address, text);
    else if (role === "addressPart") addressParts.push({ address, rank, text, index });
    else if (cells[role]) {
      if (cells[role][0] !== text) leaveOut(index);
    } else {
      cells[role] = [text];
      places[role] = index;
    }
  }
  const company = firstOf(cells.company);
  const whole = firstOf(cells.address);
  const parts = addressOf(addressParts);
  for (const { index, address } of addressParts) if (whole || address !== parts.address) leaveOut(index);
  const { name, unused } = nameOf(cells);
  for (const role of unused) if (places[role] !== undefined) leaveOut(places[role]);
  return {
    isOurs,
    names: [name, firstOf(cells.nickname), isOurs ? "" : company],
    phones: phones.flatMap(({ text, type, number, code }) =>
      (isOurs ? [text] : text.split(":::").map(phoneCell)).map((phone) => ({
        text: markedPhone(phone, `${type} ${types.get(number) ?? ""}`),
        ...(code ? { code } : {}),
      })),
    ),
    ...eachField(COLUMN_FIELDS, (field) => firstOf(cells[GUEST_FIELDS[field].csv.role])),
    birthday: firstOf(cells.birthday) || birthdayOfParts(cells),
    birthYear: firstOf(cells.birthYear),
    address: whole || parts.text,
    addedAt: firstOf(cells.addedAt),
  };
}

/** The name out of its own column or its parts, whichever says more, and the columns that say something else. */
function nameOf(cells: Cells): { name: string; unused: Role[] } {
  const [whole, parts] = [firstOf(cells.name), nameOfParts(cells)];
  const name = whole && (parts === "" || !saysAllOf(parts, whole)) ? whole : parts || whole;
  const isUsed = (text: string) => text === "" || saysAllOf(name, text);
  const unused = (["first", "last", "nickname"] as const).filter((role) => name !== "" && !isUsed(firstOf(cells[role])));
  return { name, unused };
}

/** Whether every word of one text stands in another. */
export function saysAllOf(text: string, other: string): boolean {
  if (text === other) return true;
  const words = new Set(foldText(text).split(" "));
  return foldText(other)
    .split(" ")
    .every((word) => words.has(word));
}

function nameOfParts({ prefix, courtesy, first, middle, last, suffix }: Cells): string {
  if (!first && !middle && !last) return "";
  const given = first?.[0] ?? "";
  const family = last?.[0] ?? "";
  // "Maya Khoury" may stand in the first name's column, with "Khoury" beside it, or in the other, with "Maya" beside it.
  const whole = family.startsWith(`${given} `) || family === given ? "" : given;
  const parts = [middle?.[0] || family !== given ? whole : given, middle?.[0], given.endsWith(` ${family}`) ? "" : family].filter(Boolean);
  return parts.length > 0 ? [(prefix ?? courtesy)?.[0], ...parts, suffix?.[0]].filter(Boolean).join(" ") : "";
}

/** `14`, `5` and `1985` out of three columns; the year has a way of its own. A month may be a name. */
function birthdayOfParts({ birthDayOfMonth, birthMonth }: Cells): string {
  const [day, month] = [firstOf(birthDayOfMonth), firstOf(birthMonth)].map(asciiDigits) as [string, string];
  if (!day && !month) return "";
  return /^\d{1,2}$/.test(month) && /^\d{1,2}$/.test(day) ? `${month}-${day}` : `${day} ${month}`.trim();
}

/** The first address of which anything is known, as one line. */
function addressOf(parts: AddressPart[]): { address: number; text: string } {
  const address = parts.reduce((least, part) => Math.min(least, part.address), Number.POSITIVE_INFINITY);
  const ofOne = parts.filter((part) => part.address === address).sort((a, b) => a.rank - b.rank);
  return { address, text: ofOne.map(({ text }) => text).join(", ") };
}

function firstOf(cells: string[] | undefined): string {
  return cells?.[0] ?? "";
}

/** Google puts several addresses or organisations of one kind into one cell. */
function valuesOf(text: string): string[] {
  return text.includes(":::")
    ? text
        .split(":::")
        .map((value) => value.trim())
        .filter(Boolean)
    : [text];
}

/**
 * A cell without what spreadsheets need around it: `="03123456"` keeps the zero in Excel, and an apostrophe keeps a
 * text from being taken for a formula (our own exports write it before `+961…` and `--05-14`).
 */
export function plainCell(value: string | undefined): string {
  const text = value?.trim() ?? "";
  const formula = /^="(.*)"$/s.exec(text);
  if (formula) return formula[1]?.trim() ?? "";
  return /^''*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? text.slice(1) : text;
}

/** A number without what a spreadsheet did to it: `'03102005` kept its zero, and `9613102009.0` was taken for an amount. */
function phoneCell(value: string): string {
  const text = plainCell(value);
  return /^['’]?[+(\d]/.test(text) ? text.replace(/^['’]/, "").replace(/^(\+?\d{7,15})\.0+$/, "$1") : text;
}
