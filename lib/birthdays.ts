import { asciiDigits } from "./digits";

/** A birthday as it is stored: the day as `--MM-DD`, and the year beside it when somebody knew it (domain.md, Birthdays). */
export interface Birthday {
  birthday: string;
  birth_year: number | null;
}

/** The birthday of a guest who told none. */
export const NO_BIRTHDAY: Birthday = { birthday: "", birth_year: null };

const LONGEST_MONTHS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Reads `YYYY-MM-DD`, `--MM-DD`, `MM-DD`, `D/M` or `D/M/Y` (day first), with digits of any script.
 * Returns null for anything else, and for a day that no year has. An empty text is no birthday, not a wrong one.
 */
export function parseBirthday(text: string): Birthday | null {
  const value = asciiDigits(text).trim();
  if (!value) return NO_BIRTHDAY;
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T.*)?$/.exec(value);
  if (iso) return birthdayOf(Number(iso[2]), Number(iso[3]), Number(iso[1]));
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(value);
  if (compact) return birthdayOf(Number(compact[2]), Number(compact[3]), Number(compact[1]));
  const yearless = /^(?:--)?(\d{1,2})-(\d{1,2})$/.exec(value) ?? /^--(\d{2})(\d{2})$/.exec(value);
  if (yearless) return birthdayOf(Number(yearless[1]), Number(yearless[2]), null);
  const slashed = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?$/.exec(value);
  if (slashed) return birthdayOf(Number(slashed[2]), Number(slashed[1]), slashed[3] ? fullYear(slashed[3]) : null);
  return null;
}

/** `85` is 1985: of the two centuries, the one that does not lie ahead. */
function fullYear(year: string): number {
  if (year.length === 4) return Number(year);
  const thisYear = new Date().getUTCFullYear();
  const recent = Math.floor(thisYear / 100) * 100 + Number(year);
  return recent > thisYear ? recent - 100 : recent;
}

function birthdayOf(month: number, day: number, year: number | null): Birthday | null {
  const longest = LONGEST_MONTHS[month - 1];
  if (longest === undefined || day < 1 || day > longest) return null;
  if (year !== null && (year < 1 || (month === 2 && day === 29 && !isLeapYear(year)))) return null;
  return { birthday: `--${pad(month)}-${pad(day)}`, birth_year: plausibleYear(year) };
}

/** Phones write 1604 (Apple) or 0001 for "no year"; the day is right all the same. */
function plausibleYear(year: number | null): number | null {
  return year !== null && year >= 1900 ? year : null;
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

export type BirthdayBadge = "next-7-days" | "last-month";

/** The words of the two badges (second specification, section 2). */
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

/** 29 February is celebrated on 28 February in other years (domain.md, Birthdays). */
function occurrence(birthday: string, year: number): string {
  const day = birthday === "--02-29" && !isLeapYear(year) ? "02-28" : birthday.slice(2);
  return `${String(year).padStart(4, "0")}-${day}`;
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

function pad(number: number): string {
  return String(number).padStart(2, "0");
}
