import { localToday } from "./clock";
import { asciiDigits } from "./digits";
import { readNamedDay } from "./month-names";

/** A birthday as it is stored: the day as `--MM-DD`, and the year beside it when somebody knew it (docs/design/domain.md, Birthdays). */
export interface Birthday {
  birthday: string;
  birth_year: number | null;
}

/** The birthday of a guest without one. */
export const NO_BIRTHDAY: Birthday = { birthday: "", birth_year: null };

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** In which order day and month stand between slashes. */
export type DateOrder = "dmy" | "mdy";

export interface BirthdayReading {
  /** Day first unless somebody said otherwise. Dots and names of months say it by themselves. */
  order?: DateOrder;
  /** The local calendar date, YYYY-MM-DD, where the caller has asked for it already. */
  today?: string;
}

export const NOT_UNDERSTOOD = "The birthday was not understood. Write it as day/month, for example 14/5, or as 14 May 1985.";
export const IN_THE_FUTURE = "This birthday lies in the future. Write the year of birth, for example 14/5/1985, or leave the year out.";

/**
 * Reads `YYYY-MM-DD`, `--MM-DD`, `MM-DD`, `D/M`, `D/M/Y`, `D.M.Y`, or a day with a month's name in English, French or
 * Arabic, with digits of any script (docs/design/domain.md, Birthdays).
 * Returns null for anything else, for a day that no year has, and for one in the future. An empty text is no birthday,
 * not a wrong one.
 */
export function parseBirthday(text: string, reading: BirthdayReading = {}): Birthday | null {
  const read = readText(text, reading);
  if (typeof read === "string" || liesAhead(read, reading.today)) return null;
  return { ...read, birth_year: plausibleYear(read.birth_year) };
}

/** Why a text is no birthday, as a sentence that says how to write it; null for one that is. */
export function birthdayProblem(text: string, reading: BirthdayReading = {}): string | null {
  const read = readText(text, reading);
  if (typeof read === "string") return NOT_UNDERSTOOD;
  return liesAhead(read, reading.today) ? IN_THE_FUTURE : null;
}

/** Why a birthday of a form is none: not written as one, on a day that no year has, born too long ago, or after today. */
export type BirthdayFault = "unreadable" | "no-such-day" | "too-early" | "ahead";

/**
 * What is wrong with a birthday of a form; null for one that can be sent. People do not type a year to say that they know
 * none, as phones write 1604: here it is a mistake.
 */
export function birthdayFault({ birthday, birth_year }: Birthday): BirthdayFault | null {
  const read = readText(birthday, {});
  if (typeof read === "string") return read;
  if (read.birth_year !== null && read.birth_year < FIRST_YEAR) return "too-early";
  return liesAhead({ birthday: read.birthday, birth_year: read.birth_year ?? birth_year }) ? "ahead" : null;
}

/** Whether somebody would be born after today. The year may stand beside the day or in a field of its own. */
export function liesAhead({ birthday, birth_year }: Birthday, today?: string): boolean {
  if (birth_year === null) return false;
  return `${birth_year}${birthday.slice(1)}` > (today ?? localToday()); // the year alone where the day is not known
}

function readText(text: string, { order = "dmy", today }: BirthdayReading): Birthday | "unreadable" | "no-such-day" {
  const value = asciiDigits(text).trim();
  if (!value) return NO_BIRTHDAY;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/.exec(value);
  if (iso) return birthdayOf(Number(iso[2]), Number(iso[3]), iso[1], today);
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value);
  if (compact) return birthdayOf(Number(compact[2]), Number(compact[3]), compact[1], today);
  const yearless = /^(?:--)?(\d{1,2})-(\d{1,2})$/.exec(value) ?? /^--(\d{2})(\d{2})$/.exec(value);
  if (yearless) return birthdayOf(Number(yearless[1]), Number(yearless[2]));
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(value);
  if (slashed) {
    const [first, second] = [Number(slashed[1]), Number(slashed[2])];
    return order === "dmy" ? birthdayOf(second, first, slashed[3], today) : birthdayOf(first, second, slashed[3], today);
  }
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4}|(?<=\. ?)\d{2})?$/.exec(value);
  if (dotted) return birthdayOf(Number(dotted[2]), Number(dotted[1]), dotted[3], today);
  const named = readNamedDay(value);
  return named ? birthdayOf(named.month, named.day, named.year, today) : "unreadable";
}

/** `85` is 1985: of the two centuries, the one in which the day does not lie ahead. */
function fullYear(year: string, birthday: string, today = localToday()): number {
  if (year.length === 4) return Number(year);
  const recent = Math.floor(Number(today.slice(0, 4)) / 100) * 100 + Number(year);
  return liesAhead({ birthday, birth_year: recent }, today) ? recent - 100 : recent;
}

function birthdayOf(month: number, day: number, typedYear?: string, today?: string): Birthday | "unreadable" | "no-such-day" {
  const longest = LONGEST_MONTHS[month - 1];
  if (longest === undefined) return "unreadable"; // most often the month was written first: how to write it helps more
  if (day < 1 || day > longest) return "no-such-day";
  const birthday = `--${pad(month)}-${pad(day)}`;
  const birth_year = typedYear === undefined ? null : fullYear(typedYear, birthday, today);
  if (birth_year !== null && month === 2 && day === 29 && !isLeapYear(birth_year)) return "no-such-day";
  return birth_year === 0 ? "unreadable" : { birthday, birth_year };
}

const FIRST_YEAR = 1900;

/** Phones write 1604 (Apple) or 0001 for "no year"; the day is right all the same. */
function plausibleYear(year: number | null): number | null {
  return year !== null && year >= FIRST_YEAR ? year : null;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export type BirthdayBadge = "next-7-days" | "last-month";

/** The words of the two badges (docs/design/spec-guests.md 2). */
export const BADGE_LABELS: Record<BirthdayBadge, string> = {
  "next-7-days": "Next 7 days",
  "last-month": "Last month",
};

/**
 * The badge of a stored birthday on a local date: 0 to 7 days to the next occurrence, or 1 to 30 days since the last
 * one, across New Year too. Today counts as coming. Returns null for neither, and for no birthday.
 * @param today local calendar date, YYYY-MM-DD
 */
export function birthdayBadge(birthday: string, today: string): BirthdayBadge | null {
  const next = daysToNextBirthday(birthday, today);
  if (next === null) return null;
  if (next <= 7) return "next-7-days";
  const since = daysSinceLastBirthday(birthday, today);
  return since >= 1 && since <= 30 ? "last-month" : null;
}

/** Whole days from a local date to the next occurrence, 0 on the day itself; null without a birthday. */
export function daysToNextBirthday(birthday: string, today: string): number | null {
  if (!/^--\d\d-\d\d$/.test(birthday)) return null;
  const year = Number(today.slice(0, 4));
  const thisYear = dayNumber(occurrence(birthday, year)) - dayNumber(today);
  return thisYear >= 0 ? thisYear : dayNumber(occurrence(birthday, year + 1)) - dayNumber(today);
}

function daysSinceLastBirthday(birthday: string, today: string): number {
  const year = Number(today.slice(0, 4));
  const thisYear = dayNumber(today) - dayNumber(occurrence(birthday, year));
  return thisYear >= 0 ? thisYear : dayNumber(today) - dayNumber(occurrence(birthday, year - 1));
}

/** 29 February is celebrated on 28 February in other years (docs/design/domain.md, Birthdays). */
function occurrence(birthday: string, year: number): string {
  const day = birthday === "--02-29" && !isLeapYear(year) ? "02-28" : birthday.slice(2);
  return `${String(year).padStart(4, "0")}-${day}`;
}

/** The stored birthdays that are celebrated on a date: its own, and on 28 February of most years the 29th's too. */
export function birthdaysCelebratedOn(date: string): string[] {
  const own = `--${date.slice(5)}`;
  return own === "--02-28" && !isLeapYear(Number(date.slice(0, 4))) ? [own, "--02-29"] : [own];
}

function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / 86_400_000;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

/** `14 May` for `--05-14`; anything that is no stored birthday is shown as it is. */
export function formatBirthday(birthday: string): string {
  const parts = /^--(\d\d)-(\d\d)$/.exec(birthday);
  return parts ? `${Number(parts[2])} ${MONTHS[Number(parts[1]) - 1]}` : birthday;
}

/** `05` */
export function pad(number: number): string {
  return String(number).padStart(2, "0");
}
