import { type Birthday, type BirthdayReading, liesAhead, NO_BIRTHDAY, parseBirthday } from "../birthday-dates";
import { isWithinYears } from "../calendar-date";
import { asciiDigits } from "../digits";
import { readNamedDay } from "../month-names";

const ZONE = String.raw`Z|(?:GMT|UTC)(?:[+-]\d{4})?(?: \([^()]*\))?|[+-]\d{2}(?::?\d{2})?`;
const TIME = new RegExp(
  String.raw`(?<=\d)(?:T\d{1,2}(?::?\d{2}){0,2}|,? \d{1,2}(?::\d{2}){1,2}|,? \d{1,2}(?= ?[AP]M))(?:[.,]\d+)?(?: ?[AP]M)?(?: ?(?:${ZONE}))?$`,
  "i",
);

const WEEKDAY =
  /^(?:(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?|lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?|(?:يوم )?(?:ال)?(?:[اإأ]ثنين|ثلاثاء|[اأ]ربعاء|خميس|جمع[ةه]|سبت|[اأ]حد))\.?[,،]? +/i;

/**
 * A day as a file writes it, in a form that `parseBirthday` reads: without a weekday before it or a time of day behind it,
 * `1985/05/14` with dashes, and `14-05-1985` between slashes, because it hangs on the order of the file as they do. Two digits at
 * the end are a year where they can be no day.
 */
export function plainDay(text: string): string {
  const day = withoutTime(asciiDigits(text).replaceAll("／", "/").trim());
  const bare = readNamedDay(day) ? day : day.replace(WEEKDAY, ""); // "mar" is March, and "mar." is mardi
  return bare
    .replace(/^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/, "$1-$3-$4")
    .replace(/^(\d{1,2})-(\d{1,2})-(\d{4}|3[2-9]|[4-9]\d)$/, "$1/$2/$3");
}

/** Years between 1300 and 1500, where other calendars stand today; phones that know no year write 1604 or less. */
const OTHER_CALENDAR = /(?<!\d)(?:1[34]\d\d|1500)(?:(?!\d)|(?<=^\d{4})(?=\d{4}$))/;

/** Whether a birthday has a year of the Islamic calendar, whose days are others. @param day as `plainDay` gives it */
export function isIslamicYear(day: string, birthYear: string): boolean {
  return OTHER_CALENDAR.test(day) || (day !== "" && OTHER_CALENDAR.test(asciiDigits(birthYear).trim()));
}

/**
 * Reads a birthday as phones, Google and Outlook write it: every form of `parseBirthday` and of `plainDay`, with a time of day
 * behind it (RFC 6350, 4.3.4), `0/0/00` for none, and the year 0000 for an unknown year.
 * @param birthYear a year that a column of its own tells; it is used when the birthday has none
 * @returns null for what is no birthday
 */
export function readBirthday(text: string, birthYear: string, reading: BirthdayReading): Birthday | null {
  const day = plainDay(text);
  // Outlook for a birthday that nobody entered, and databases for the same.
  if (/^0{1,2}\/0{1,2}\/(?:00|0000)$/.test(day) || day === "0000-00-00") return NO_BIRTHDAY;
  if (isIslamicYear(day, birthYear)) return null;
  const birthday = parseBirthday(day.replace(/^0000-?(?=\d{2}-?\d{2}$)/, "--"), reading);
  if (!birthday?.birthday || birthday.birth_year !== null) return birthday;
  const year = Number(asciiDigits(birthYear));
  const born = { ...birthday, birth_year: year };
  return Number.isInteger(year) && year >= 1900 && !liesAhead(born, reading.today) ? born : birthday;
}

/** A day without the time of day behind it. */
function withoutTime(day: string): string {
  return day.replace(TIME, "");
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** As our own exports write it, on a day that every month has: nothing of it needs to be worked out. */
const OUR_OWN = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/**
 * Reads the moment a guest came in: `YYYY-MM-DD` or any other day of `parseBirthday` that has a year, with or without
 * `HH:MM[:SS]`, in UTC unless an offset stands behind.
 * @returns ISO 8601 in UTC with `Z`, or null for what is no such moment
 */
export function readAddedAt(text: string, reading: BirthdayReading): string | null {
  const typed = asciiDigits(text).trim();
  if (OUR_OWN.test(typed) && isWithinYears(typed)) return typed;
  const moment = MOMENT.exec(typed) ?? MOMENT.exec(asIsoMoment(typed, reading));
  if (!moment) return null;
  const [, date = "", minutes = "00:00", seconds = ":00", offset = "Z"] = moment;
  // V8 turns 31 February into 3 March instead of refusing it.
  if (!isCalendarDate(date)) return null;
  const time = new Date(`${date}T${minutes}${seconds.slice(0, 7)}${withColon(offset.toUpperCase())}`);
  if (Number.isNaN(time.getTime())) return null;
  const instant = time.toISOString();
  // A guest of another year could never be searched for by date. An offset may lead out of them, too.
  return isWithinYears(instant) ? instant : null;
}

/** `15/06/2026, 6:30 PM` as `2026-06-15 18:30`; what is none is given back as it came. */
function asIsoMoment(text: string, reading: BirthdayReading): string {
  const bare = text.replace(/,(?= ?\d{1,2}:)/, "").replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?!\d)/, "$1-$2-$3");
  const day = withoutTime(bare);
  const read = parseBirthday(day, reading);
  if (!read?.birthday || read.birth_year === null) return bare;
  const time = /^[T ](\d{1,2}):(\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?([AP]M)?(.*)$/i.exec(bare.slice(day.length));
  const date = `${read.birth_year}${read.birthday.slice(1)}`;
  return time ? `${date} ${hoursOf(Number(time[1]), time[3])}:${time[2]}${time[4]}` : `${date}${bare.slice(day.length)}`;
}

function hoursOf(typed: number, half = ""): string {
  const hours = half === "" ? typed : (typed % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  return String(hours).padStart(2, "0");
}

function withColon(offset: string): string {
  return offset.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
}

function isCalendarDate(date: string): boolean {
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
