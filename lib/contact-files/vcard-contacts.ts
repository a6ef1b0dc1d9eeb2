import ICAL from "ical.js";
import { COLUMN_FIELDS, eachField, GUEST_FIELDS } from "../guest-fields";
import { markedPhone } from "../phone-marks";
import { type FileError, type FileNote, type FileReading, type FileRow, type RawContact, toFileRow } from "./contact-file-row";
import { saysAllOf } from "./csv-columns";
import type { SayLeftOut } from "./csv-contacts";
import type { Line } from "./lines";
import { REASONS } from "./reasons";
import { CardReader, type RawCard } from "./vcard-cards";
import { BACKSLASH, toVCardText } from "./vcard-lines";
import { PRODUCT } from "./write-vcard";

/**
 * Reads the guests of a vCard file, whichever versions its cards have: 2.1 (versit, 1996), 3.0 (RFC 2426), 4.0
 * (RFC 6350). A line that cannot be read is left out of its card and noted, a card that cannot be read gives an error, and
 * the next is read all the same.
 * @param reading how its days are read
 * @param sayLeftOut takes what a line is called that is not taken, once for each card
 * @returns the rows of each batch, to be taken before the next
 */
export async function* readVCards(
  batches: AsyncIterable<Line[]>,
  reading: FileReading,
  sayLeftOut: SayLeftOut = () => {},
): AsyncGenerator<Iterable<FileRow | FileError | FileNote>> {
  const reader = new CardReader();
  const readOne = (card: RawCard) => readCard(card, reading, sayLeftOut);
  for await (const lines of batches) yield rowsOf(lines, reader, readOne);
  yield reader.finish().map(readOne);
  if (!reader.hasFound) yield [{ line: 1, reason: REASONS.unknownFormat }];
}

type Read = FileRow | FileError | FileNote;

function* rowsOf(lines: Line[], reader: CardReader, readOne: (card: RawCard) => Read): Generator<Read> {
  for (const line of lines) for (const card of reader.push(line)) yield readOne(card);
}

function readCard(card: RawCard, reading: FileReading, sayLeftOut: SayLeftOut): Read {
  const { line } = card;
  if (card.note) return { line, note: card.note };
  if (card.reason) return { line, reason: card.reason, wrong: [{ kind: "damaged", reason: card.reason }] };
  const lost = [...card.lost];
  const properties = propertiesOf(card) ?? propertiesByLine(card, lost);
  if (isGroup(properties)) return { line, reason: REASONS.groupCard };
  const leftOut = new Set<string>(card.passed);
  const row = toFileRow(line, toContact(properties, leftOut), reading);
  if ("reason" in row) return row;
  for (const name of leftOut) sayLeftOut(name, "");
  const notes = [...lost.map((at) => ({ line: at, note: REASONS.damagedLine })), ...(row.notes ?? [])];
  return notes.length > 0 ? { ...row, notes } : row;
}

/** Null where a line of the card cannot be read. */
function propertiesOf(card: RawCard): Property[] | null {
  try {
    return toProperties(ICAL.parse(toVCardText(card)));
  } catch {
    return null; // its message quotes the line, and with it the guest's number
  }
}

/** Reads each line by itself, because one that is damaged must cost itself alone. @param lost takes the lines that are */
function propertiesByLine(card: RawCard, lost: number[]): Property[] {
  const version = card.properties.filter(({ name }) => name === "VERSION");
  return card.properties.flatMap((property) => {
    if (property.name === "VERSION") return [];
    const read = propertiesOf({ ...card, properties: [...version, property] });
    if (!read) lost.push(property.line);
    return read ?? [];
  });
}

interface Property {
  name: string;
  parameters: Record<string, unknown>;
  /** Parts of a structured value; one part for any other. Alternatives within a part are joined. */
  parts: string[];
}

/** Takes jCard (RFC 7095, 3): `["vcard", [[name, parameters, type, value, …], …], []]`. */
function toProperties(card: unknown): Property[] | null {
  if (!Array.isArray(card) || !Array.isArray(card[1])) return null;
  const entries: unknown[] = card[1];
  return entries.map(toProperty).filter((property) => property !== null);
}

function toProperty(entry: unknown): Property | null {
  if (!Array.isArray(entry)) return null;
  const [name, parameters, , ...values]: unknown[] = entry;
  if (typeof name !== "string" || typeof parameters !== "object" || parameters === null) return null;
  const parts = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  return { name, parameters: { ...parameters }, parts: parts.map(toText) };
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(" ");
  return typeof value === "string" ? value.replaceAll(BACKSLASH, "\\").trim() : "";
}

function isGroup(properties: Property[]): boolean {
  return properties.some(
    ({ name, parts }) => (name === "kind" || name === "x-addressbookserver-kind") && parts[0]?.toLowerCase() === "group",
  );
}

/** @param leftOut takes what a second line of its kind is called */
function toContact(properties: Property[], leftOut: Set<string>): RawContact {
  const all = (name: string) => properties.filter((property) => property.name === name && property.parts.some(Boolean));
  for (const name of SINGLE) {
    const said = all(name).map(({ parts }) => parts.join(", "));
    if (said.some((text) => text !== said[0])) leftOut.add(`second ${name.toUpperCase()}`);
  }
  if (all("nickname").length > 0 && (all("fn").length > 0 || all("n").length > 0)) leftOut.add("NICKNAME");
  const whole = (property: Property | undefined) => property?.parts.join(", ") ?? "";
  const names = [
    ...all("fn").map((one) => ({ text: whole(one), from: "second FN" })),
    ...all("n").map((one) => ({ text: fullName(one), from: "N" })),
  ];
  for (const { text, from } of names) if (!saysAllOf(names[0]?.text ?? "", text)) leftOut.add(from);
  const company = all("org")[0]?.parts.find(Boolean) ?? "";
  const isOurs = all("prodid").some((property) => whole(property) === PRODUCT);
  return {
    isOurs,
    names: [...names.map(({ text }) => text), all("nickname")[0]?.parts[0] ?? "", isOurs ? "" : company],
    phones: all("tel").map((property) => ({ text: markedPhone(withoutScheme(whole(property), "tel"), typesOf(property).join(" ")) })),
    ...eachField(COLUMN_FIELDS, (field) => whole(preferred(all(GUEST_FIELDS[field].vcard.name)))),
    email: withoutScheme(whole(preferred(all("email"))), "mailto"),
    company,
    birthday: birthdayText(all("bday")[0]),
    birthYear: "",
    address: addressText(preferred(all("adr"))),
    addedAt: "",
  };
}

/** Of these, a guest has one. */
const SINGLE = [...COLUMN_FIELDS.map((field) => GUEST_FIELDS[field].vcard.name), GUEST_FIELDS.birthday.vcard.name];

/** N is family; given; middle; prefix; suffix (RFC 6350, 6.2.2). */
function fullName({ parts }: Property): string {
  return [parts[3], parts[1], parts[2], parts[0], parts[4]].filter(Boolean).join(" ");
}

/** PO box; room; street; town; region; code; country (RFC 6350, 6.3.1), as one line. */
function addressText(property: Property | undefined): string {
  return property?.parts.filter(Boolean).join(", ") ?? "";
}

/** TYPE=pref of 3.0, or the lowest PREF of 4.0; otherwise the first. */
function preferred(properties: Property[]): Property | undefined {
  return properties.toSorted((a, b) => rank(a) - rank(b))[0];
}

function rank({ parameters }: Property): number {
  const { pref } = parameters;
  const level = typeof pref === "string" ? Number(pref) : Number.NaN;
  if (level >= 1) return level;
  return typesOf({ parameters }).some((one) => one.toLowerCase() === "pref") ? 1 : 101;
}

/** `TYPE=CELL`, `TYPE=work,fax`, and both in two parameters. */
function typesOf({ parameters }: Pick<Property, "parameters">): string[] {
  const types: unknown[] = [parameters.type].flat(2);
  return types.filter((one) => typeof one === "string");
}

/** `tel:+961-3-123456;ext=5` and `mailto:maya@example.com` are the number and the address with signs around them (RFC 3966). */
function withoutScheme(value: string, scheme: "tel" | "mailto"): string {
  if (!value.toLowerCase().startsWith(`${scheme}:`)) return value;
  const bare = value.slice(scheme.length + 1).replace(/[;?].*$/s, "");
  const extension = scheme === "tel" ? (/;ext=(\d{1,6})/i.exec(value)?.[1] ?? "") : "";
  return decoded(bare) + (extension && ` ext ${extension}`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Apple writes a birthday without a year as one of the year 1604 and says so beside it. */
function birthdayText(property: Property | undefined): string {
  const text = property?.parts[0] ?? "";
  const unknownYear = property?.parameters["x-apple-omit-year"];
  return typeof unknownYear === "string" && text.startsWith(`${unknownYear}-`) ? `-${text.slice(unknownYear.length)}` : text;
}
