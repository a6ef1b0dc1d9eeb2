import { NO_BIRTHDAY } from "../birthdays";
import { cleanLines, cleanPhones, cleanText } from "../clean-text";
import { type Person, TEXT_LIMITS } from "../person";
import { readAddedAt, readBirthday } from "./dates";

/** A guest as a file tells of one. `added_at` is null where the file does not say when the guest came in. */
export type ContactFileRow = Omit<Person, "added_at"> & { added_at: string | null };

/** A contact that can be brought in. `line` is the 1-based line of the file where its card or record begins. */
export interface FileRow {
  line: number;
  person: ContactFileRow;
}

/** A contact that stays out, and why: one plain sentence without names or numbers of the guest. */
export interface FileError {
  line: number;
  reason: string;
}

/** What a card or a record says, word for word, before anything is checked. */
export interface RawContact {
  /** The first of these that says something is the name. */
  names: string[];
  phones: string[];
  email: string;
  company: string;
  title: string;
  birthday: string;
  /** A year beside a birthday that is written without one. */
  birthYear: string;
  address: string;
  addedAt: string;
}

export const REASONS = {
  empty: "This file is empty.",
  unknownFormat:
    "This is neither a vCard nor a CSV file with a name or phone column. Export the contacts again as vCard (.vcf) or CSV; an Excel workbook must be saved as CSV first.",
  noContacts: "This file names its columns, but no contact follows.",
  nobody: "This contact has neither a name nor a phone number.",
  birthday: "The birthday was not understood. Write it as day/month, for example 14/5.",
  addedAt: "The date in the column added_at was not understood. Write it as YYYY-MM-DD, for example 2026-11-20.",
  shortenedPhone:
    "A spreadsheet has shortened the phone number and lost its last digits. Format that column as text and type the number again.",
  damagedCard: "This card is damaged and could not be read.",
  unfinishedCard: "This card stops in the middle: its end is missing. Export the contacts again.",
  groupCard: "This card is a group of contacts and not a person.",
  tooLong: "This contact is far too long to be read.",
  openQuote: 'This row opens a quotation mark (") that is never closed.',
  extraColumns: "This row has more columns than the first row names. A comma inside a text needs quotation marks around that text.",
} as const;

/** Checks what a card or a record says and gives the row, or the reason why it stays out (domain.md, Birthdays and Phones). */
export function toFileRow(line: number, raw: RawContact): FileRow | FileError {
  const phones = uniquePhones(raw.phones);
  if (phones.some(isShortened)) return { line, reason: REASONS.shortenedPhone };
  const name = raw.names.map(cleanText).find(Boolean) ?? "";
  if (!name && !phones.some((phone) => /\p{Nd}/u.test(phone))) return { line, reason: REASONS.nobody };
  const birthday = raw.birthday ? readBirthday(raw.birthday, raw.birthYear) : NO_BIRTHDAY;
  if (!birthday) return { line, reason: REASONS.birthday };
  const addedAt = raw.addedAt ? readAddedAt(raw.addedAt) : null;
  if (raw.addedAt && !addedAt) return { line, reason: REASONS.addedAt };
  const person = {
    name,
    phones: phones.join(", "),
    email: cleanText(raw.email),
    company: cleanText(raw.company),
    title: cleanText(raw.title),
    ...birthday,
    address: cleanLines(raw.address)
      .replace(/,(?:\s*,)+/g, ",")
      .replace(/^, ?|,$/g, ""),
    also: "",
    added_at: addedAt,
  };
  const reason = tooLongField(person);
  return reason ? { line, reason } : { line, person };
}

function tooLongField(person: ContactFileRow): string | null {
  for (const field of ["name", "phones", "email", "company", "title", "address"] as const) {
    const limit = TEXT_LIMITS[field];
    if (person[field].length > limit) {
      const subject = field === "phones" ? "The phone numbers are" : `The ${field} is`;
      return `${subject} too long: at most ${limit} characters are kept.`;
    }
  }
  return null;
}

/** One number may stand in a card twice, as "work" and as "preferred"; otherwise each stays as typed. */
function uniquePhones(typed: string[]): string[] {
  const phones = new Map<string, string>();
  for (const text of typed) {
    const phone = cleanPhones(text);
    const key = phone.replace(/[^\p{Nd}+]/gu, "") || phone;
    if (key && !phones.has(key)) phones.set(key, phone);
  }
  return [...phones.values()];
}

/** `9.61E+11`: all such rows would seem to share one number. */
function isShortened(phone: string): boolean {
  return /^\d(?:[.,]\d+)?E\+\d+$/i.test(phone);
}
