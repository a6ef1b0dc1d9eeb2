import type Database from "better-sqlite3";
import type { AnswerOf } from "../api/endpoint";
import { birthdaysCelebratedOn, daysToNextBirthday } from "../birthday-dates";
import { calendarDate } from "../calendar-date";
import { bulkRead } from "../db/bulk-read";
import { statement } from "../db/statements";
import { env } from "../env";
import { addDays } from "../local-time";
import { hasPhoneKey, readPhones, shownNumbers } from "../phones";
import type { BirthdayGuest, searchBirthdays as searchContract, birthdayStats as statsContract } from "./contract";

export interface Page {
  limit: number;
  offset: number;
}

const ON_DAYS = "birthday IN (SELECT value FROM json_each(?))";
const GUESTS = `SELECT id, name, phones, birthday, birth_year, branch FROM contact WHERE ${ON_DAYS} ORDER BY seq DESC LIMIT ? OFFSET ?`;
const COUNT = `SELECT count(*) AS n FROM contact WHERE ${ON_DAYS}`;

/**
 * A page of those who celebrate on a date, the newest guests first; where nobody does, the nearest days on which somebody does.
 * @param restaurants of central, the books of all restaurants where all can be read: who stands in none of them is told
 */
export function celebrantsOnPage(
  sql: Database.Database,
  date: string,
  page: Page,
  restaurants?: readonly Database.Database[],
): AnswerOf<typeof searchContract> {
  const total = countOn(sql, date);
  const contacts = guestsOf(sql, date, page);
  const nearest = total === 0 ? nearestDays(sql, date) : [];
  return { contacts, total, nearest, ...(restaurants && { nowhere: inNone(contacts, restaurants) }) };
}

export interface CelebrantsInput {
  book: string;
  date: string;
  page: Page;
  restaurants?: string[] | undefined;
}

/** The step for a date on which many celebrate. */
export function celebrantsOfDate({ book, date, page, restaurants }: CelebrantsInput): AnswerOf<typeof searchContract> {
  const files: Record<string, string> = Object.fromEntries((restaurants ?? []).map((file, index) => [`restaurant ${index}`, file]));
  return bulkRead({ ...files, book }, ({ book: sql, ...others }) =>
    celebrantsOnPage(sql, date, page, restaurants && Object.values(others)),
  );
}

/** The ids of guests none of whose numbers is in the given books. */
function inNone(guests: readonly BirthdayGuest[], books: readonly Database.Database[]): string[] {
  const keysOf = new Map(
    guests.map(({ id, phones }) => [id, readPhones(phones, env().DEFAULT_COUNTRY_CODE).flatMap(({ key }) => key || [])]),
  );
  const keys = JSON.stringify([...new Set([...keysOf.values()].flat())]);
  const text = "SELECT DISTINCT key FROM contact_phone WHERE key IN (SELECT value FROM json_each(?))";
  const known = new Set(books.flatMap((sql) => statement<[string], string>(sql, text).pluck().all(keys)));
  return guests.flatMap(({ id }) => (keysOf.get(id)?.length && !keysOf.get(id)?.some((key) => known.has(key)) ? [id] : []));
}

/** Everybody who celebrates on a date. */
export function everybodyOfDate(sql: Database.Database, date: string): BirthdayGuest[] {
  return guestsOf(sql, date, { limit: -1, offset: 0 });
}

/** So many are answered in a few milliseconds; of a book of a million, three thousand celebrate on any date. */
const MANY = 200;
const MORE_THAN_MANY = `SELECT 1 FROM contact WHERE ${ON_DAYS} LIMIT 1 OFFSET ${MANY}`;

/** Whether so many celebrate on a date that what asks for all of them is not to be answered on the event loop. */
export function isLargeBirthday(sql: Database.Database, date: string): boolean {
  return statement<[string], unknown>(sql, MORE_THAN_MANY).get(JSON.stringify(birthdaysCelebratedOn(date))) !== undefined;
}

const SEQS = `SELECT seq FROM contact WHERE ${ON_DAYS} ORDER BY seq DESC`;

/** The book's row ids of the same people in the same order, for a file. */
export function seqsOfBirthday(sql: Database.Database, date: string): number[] {
  return statement<[string], number>(sql, SEQS)
    .pluck()
    .all(JSON.stringify(birthdaysCelebratedOn(date)));
}

type GuestRow = Pick<BirthdayGuest, "id" | "name" | "phones" | "birthday" | "birth_year" | "branch">;

function guestsOf(sql: Database.Database, date: string, { limit, offset }: Page): BirthdayGuest[] {
  const days = JSON.stringify(birthdaysCelebratedOn(date));
  const countryCode = env().DEFAULT_COUNTRY_CODE;
  return statement<[string, number, number], GuestRow>(sql, GUESTS)
    .all(days, limit, offset)
    .map(({ id, name, phones, birthday, birth_year, branch }) => ({
      id,
      name,
      phone: readPhones(phones, countryCode).find((number) => hasPhoneKey([number]))?.digits ?? "",
      phones,
      numbers: shownNumbers(phones, countryCode),
      birthday: birth_year === null ? date : `${String(birth_year).padStart(4, "0")}-${birthday.slice(2)}`,
      birth_year,
      branch,
    }));
}

/** How many celebrate on a date. */
export function countOn(sql: Database.Database, date: string): number {
  return statement<[string], { n: number }>(sql, COUNT).get(JSON.stringify(birthdaysCelebratedOn(date)))?.n ?? 0;
}

const NEAREST = 2;
const near = (compared: string, order: string) =>
  `SELECT birthday, count(*) AS total FROM contact WHERE birthday ${compared} ? AND birthday > '' GROUP BY birthday ORDER BY birthday ${order} LIMIT ${NEAREST}`;
const AFTER = near(">", "ASC");
const BEFORE = near("<", "DESC");

interface DayRow {
  birthday: string;
  total: number;
}

function nearestDays(sql: Database.Database, date: string): { date: string; total: number }[] {
  const day = `--${date.slice(5)}`;
  const rowsOf = (text: string, from: string) => statement<[string], DayRow>(sql, text).all(from);
  // Beyond the end of the year the first days follow, and before its beginning the last ones.
  const after = [...rowsOf(AFTER, day), ...rowsOf(AFTER, "--")].slice(0, NEAREST);
  const before = [...rowsOf(BEFORE, day), ...rowsOf(BEFORE, "--99")].slice(0, NEAREST);
  const days = [
    ...before.map(({ birthday }) => daysAhead(birthday, date) - lengthOfYear(date)),
    ...after.map(({ birthday }) => daysAhead(birthday, date)),
  ];
  // Beside the first and the last year no date can be asked for.
  const dates = new Set(days.map((count) => addDays(date, count)));
  const asked = [...dates].filter((near) => calendarDate.safeParse(near).success).sort();
  return asked.map((near) => ({ date: near, total: countOn(sql, near) }));
}

const daysAhead = (birthday: string, date: string) => daysToNextBirthday(birthday, date) ?? 0;

/** Days from the same day a year ago. */
function lengthOfYear(date: string): number {
  const yearAgo = `${String(Number(date.slice(0, 4)) - 1).padStart(4, "0")}${date.slice(4)}`;
  return Math.round((Date.parse(date) - Date.parse(yearAgo.replace("-02-29", "-03-01"))) / 86_400_000);
}

/** A book of so many guests is counted through in a few milliseconds. */
const LARGE_BOOK = 20_000;

/** Row ids only grow, so the last one is an upper limit of the count. */
export function isLargeBook(sql: Database.Database): boolean {
  return (statement<[], { n: number | null }>(sql, "SELECT max(seq) AS n FROM contact").get()?.n ?? 0) > LARGE_BOOK;
}

export interface BirthdayStatsInput {
  book: string;
  date: string;
}

/** The step for a large book. */
export function birthdayStats({ book, date }: BirthdayStatsInput): AnswerOf<typeof statsContract> {
  return bulkRead({ book }, (sql) => figuresOf(sql.book, date));
}

/** The figures of a book for a date. */
export function figuresOf(sql: Database.Database, date: string): AnswerOf<typeof statsContract> {
  const days = daysOfMonth(date).map((day) => ({ date: day, total: countOn(sql, day) }));
  return {
    total: one(sql, "SELECT count(*) AS n FROM contact"),
    withBirthday: one(sql, "SELECT count(*) AS n FROM contact WHERE birthday > ''"),
    onDate: days.find((day) => day.date === date)?.total ?? 0,
    inMonth: days.reduce((sum, day) => sum + day.total, 0),
    days,
  };
}

const one = (sql: Database.Database, text: string) => statement<[], { n: number }>(sql, text).get()?.n ?? 0;

function daysOfMonth(date: string): string[] {
  const month = date.slice(0, 8);
  const days: string[] = [];
  for (let day = `${month}01`; day.startsWith(month); day = addDays(day, 1)) days.push(day);
  return days;
}
