import { birthdayProblem, type DateOrder, NO_BIRTHDAY } from "../birthday-dates";
import { cleanPhones, cleanText } from "../clean-text";
import { asciiDigits } from "../digits";
import {
  CHOICE_FIELDS,
  COLUMN_FIELDS,
  cleanField,
  eachField,
  type FieldsThat,
  GUEST_FIELDS,
  isAmongChoices,
  PLAIN_FIELDS,
  TEXT_LIMITS,
} from "../guest-fields";
import type { Person } from "../person";
import { isFax } from "../phone-marks";
import { hasPhoneKey, readPhones, splitPhones } from "../phones";
import { type SlashedBirthday, slashedBirthday } from "./date-order";
import { isIslamicYear, plainDay, readAddedAt, readBirthday } from "./dates";
import { separatePhones, withCallingCode } from "./phone-cells";
import { REASONS } from "./reasons";
import { USUAL_CHOICES, type Wrong, type WrongChoices, WrongOfRow } from "./wrong-kinds";

/** A guest as a file tells of one. `added_at` is null where the file does not say when the guest came in. */
export type ContactFileRow = Omit<Person, "added_at"> & { added_at: string | null };

/** A contact that can be brought in. `line` is the 1-based line of the file where its card or record begins. */
export interface FileRow {
  line: number;
  /** With the birthday read day first, and none where it cannot be. */
  person: ContactFileRow;
  /** A birthday that has to be read in the order of the whole file, which only its end tells. */
  slashed?: SlashedBirthday;
  /** What the guest comes in without. */
  notes?: FileNote[];
  /** What is wrong with it, whatever is done with it. */
  wrong?: readonly Wrong[];
  /** Of a table, where somebody asks for its wrong rows: what it says, cell by cell. */
  cells?: readonly string[];
}

/** Something of a file that is passed over while all around it comes in: one plain sentence, as an error's. */
export interface FileNote {
  line: number;
  note: string;
}

/** A contact that stays out, and why: one plain sentence without names or numbers of the guest. */
export interface FileError {
  line: number;
  reason: string;
  /** As of a row; nothing where it is no row that could be put right. */
  wrong?: readonly Wrong[];
  cells?: readonly string[];
}

/** A field that stands in one column of a file, or in one line of a card. */
export type ColumnField = FieldsThat<{ csv: { role: string } }>;

/** What a card or a record says, word for word, before anything is checked. */
export interface RawContact extends Record<ColumnField, string> {
  /** Daftar wrote it: what it says is kept as it stands. */
  isOurs: boolean;
  /** The first of these that says something is the name; the company is nobody's name where Daftar says that there is none. */
  names: string[];
  phones: RawPhone[];
  birthday: string;
  /** A year beside a birthday that is written without one. */
  birthYear: string;
  addedAt: string;
}

export interface RawPhone {
  text: string;
  /** The code of its country, where a column of its own tells it. */
  code?: string;
}

/**
 * Checks what a card or a record says and gives the row, or the reason why it stays out (docs/design/domain.md, Birthdays and Phones).
 * A day that cannot be read costs that day alone.
 * @param reading `today` is the local calendar date, YYYY-MM-DD; `order` that of the day on which the guest was added
 */
export function toFileRow(line: number, raw: RawContact, reading: FileReading): FileRow | FileError {
  const { today, order } = reading;
  const notes: FileNote[] = [];
  const wrong = new WrongOfRow(reading.choices ?? USUAL_CHOICES);
  const phones = phonesOf(line, raw, reading, { wrong, notes });
  const name = raw.names.map(cleanText).find(Boolean) ?? "";
  if (!name && !phones.flatMap((phone) => splitPhones(phone)).some((phone) => !isFax(phone))) {
    const lost = wrong.all.find(({ kind }) => wrong.isWithout(kind)) ?? { kind: "nobody", reason: REASONS.nobody };
    return { line, reason: lost.reason, wrong: [lost] };
  }
  const birthday = raw.birthday ? readBirthday(raw.birthday, raw.birthYear, { today }) : NO_BIRTHDAY;
  const slashed = slashedBirthday(raw.birthday, raw.birthYear, birthday, today);
  if (!birthday && !slashed) wrong.add("bad_birthday", birthdayReason(raw, today));
  const addedAt = raw.addedAt ? readAddedAt(raw.addedAt, { today, order }) : null;
  if (raw.addedAt && !addedAt) notes.push({ line, note: REASONS.addedAt });
  const texts = eachField(COLUMN_FIELDS, (field) => cleanField(field, raw[field]));
  if (!raw.isOurs && isNoEmail(texts.email)) {
    wrong.add("bad_email", REASONS.noEmail);
    texts.email = "";
  }
  for (const field of CHOICE_FIELDS) {
    if (isAmongChoices(field, texts[field])) continue;
    notes.push({ line, note: withoutChoice(field) });
    texts[field] = "";
  }
  const person = {
    name,
    phones: phones.join(", "),
    ...texts,
    ...(birthday ?? NO_BIRTHDAY),
    address: raw.isOurs ? texts.address : withoutEmptyParts(texts.address),
    // In no file: whoever may not see them has the file.
    allergies: "",
    also: "",
    added_at: addedAt,
  };
  const tooLong = tooLongField(person);
  if (tooLong) return { line, reason: tooLong, wrong: [{ kind: "damaged", reason: tooLong }] };
  const all = wrong.all.length > 0 ? { wrong: wrong.all } : {};
  const out = wrong.out();
  if (out) return { line, reason: out.reason, ...all };
  notes.push(...wrong.notes(line));
  return { line, person, ...all, ...(slashed ? { slashed } : {}), ...(notes.length > 0 ? { notes } : {}) };
}

/** The phones of a card or a record, without those that were lost or could be several, as they are kept. */
function phonesOf(
  line: number,
  { phones, isOurs }: RawContact,
  { countryCode }: FileReading,
  { wrong, notes }: { wrong: WrongOfRow; notes: FileNote[] },
): string[] {
  let isAsWritten = false;
  const typed = phones.flatMap((phone): RawPhone[] => {
    const text = cleanPhones(phone.text);
    if (isShortened(text)) {
      wrong.add("lost_number", REASONS.shortenedPhone);
      return [];
    }
    const separated = separatePhones(text, phone.code ?? countryCode);
    if (isOurs) {
      isAsWritten ||= separated !== text;
      return [{ ...phone, text }];
    }
    if (separated === null) wrong.add("lost_number", REASONS.oneOrSeveral);
    return separated === null ? [] : [{ ...phone, text: separated }];
  });
  if (isAsWritten) notes.push({ line, note: REASONS.asWritten });
  const unique = uniquePhones(typed);
  if (isOurs || !areUseless(unique, countryCode)) return unique;
  wrong.add("no_number", REASONS.noNumber);
  return wrong.isWithout("no_number") ? unique.filter(isFax) : unique;
}

/** Whether nobody can be reached by any of these, and one of them is no fax. */
function areUseless(phones: readonly string[], countryCode: string): boolean {
  const called = phones.filter((phone) => phone !== "" && !isFax(phone));
  return called.length > 0 && !called.some((phone) => hasPhoneKey(readPhones(phone, countryCode)));
}

/** Anything that could be written to; a longer text is too long anyway. */
const EMAIL = /[^\s@<>,;:]@[^\s@<>,;:]+\.[^\s@<>,;:.]{2}/;

const isNoEmail = (text: string) => text !== "" && text.length <= TEXT_LIMITS.email && !EMAIL.test(text);

/** How the days of a file are read. */
export interface FileReading {
  today: string;
  order?: DateOrder;
  /** Of numbers that carry none. */
  countryCode: string;
  /** What is done with rows of which something is wrong; the usual where it is not given. */
  choices?: WrongChoices;
}

function withoutChoice(field: (typeof CHOICE_FIELDS)[number]): string {
  const { label, choices } = GUEST_FIELDS[field];
  return `The ${label.toLowerCase()} is none of ${Object.values(choices).join(", ")}. The guest comes in without it.`;
}

/** An address out of columns, some of which say nothing. */
function withoutEmptyParts(address: string): string {
  return address.replace(/,(?:\s*,)+/g, ",").replace(/^, ?|,$/g, "");
}

function birthdayReason({ birthday, birthYear }: RawContact, today: string): string {
  const day = plainDay(birthday);
  return isIslamicYear(day, birthYear) ? REASONS.islamicYear : (birthdayProblem(day, { today }) ?? REASONS.birthday);
}

function tooLongField(person: ContactFileRow): string | null {
  for (const field of PLAIN_FIELDS) {
    const limit = TEXT_LIMITS[field];
    if (person[field].length > limit) {
      const subject = field === "phones" ? "The phone numbers are" : `The ${field} is`;
      return `${subject} too long: at most ${limit} characters are kept.`;
    }
  }
  return null;
}

/** One number may stand in a card twice, as "work" and as "preferred"; otherwise each stays as typed. */
function uniquePhones(typed: RawPhone[]): string[] {
  const phones = new Map<string, string>();
  for (const { text, code } of typed) {
    const phone = code ? withCallingCode(text, code) : text;
    const key = phone.replace(/[^\p{Nd}+]/gu, "") || phone;
    const there = phones.get(key);
    // A fax that is somebody's telephone too is a telephone.
    if (key && (there === undefined || (isFax(there) && !isFax(phone)))) phones.set(key, phone);
  }
  return [...phones.values()];
}

/** `9.61E+11`, `9.6171E10`: all such rows would seem to share one number. */
function isShortened(phone: string): boolean {
  return /(?<![\d.,])\d(?:[.,]\d+E[+＋]?|E[+＋])\d{1,2}(?!\d)/i.test(
    asciiDigits(phone)
      .replaceAll("．", ".")
      .replace(/[Ｅｅ]/g, "E"),
  );
}
