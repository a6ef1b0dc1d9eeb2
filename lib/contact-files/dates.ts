import { type Birthday, type BirthdayReading, liesAhead, NO_BIRTHDAY, parseBirthday } from "../birthday-dates";
import { isWithinYears } from "../calendar-date";
import { asciiDigits } from "../digits";

const TIME = /(?<=\d)[T ]\d{1,2}(?::?\d{2}){0,2}(?:[.,]\d+)?(?: ?[AP]M)?(?:Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?$/i;

/**
 * Reads a birthday as phones, Google and Outlook write it: every form of `parseBirthday`, with a time of day behind it
 * (RFC 6350, 4.3.4), `0/0/00` for none, and the year 0000 for an unknown year.
 * @param birthYear a year that a column of its own tells; it is used when the birthday has none
 * @returns null for what is no birthday
 */
export function readBirthday(text: string, birthYear: string, reading: BirthdayReading): Birthday | null {
  const day = withoutTime(asciiDigits(text).trim());
  // Outlook for a birthday that nobody entered, and databases for the same.
  if (/^0{1,2}\/0{1,2}\/(?:00|0000)$/.test(day) || day === "0000-00-00") return NO_BIRTHDAY;
  const birthday = parseBirthday(day.replace(/^0000-?(?=\d{2}-?\d{2}$)/, "--"), reading);
  if (!birthday?.birthday || birthday.birth_year !== null) return birthday;
  const year = Number(asciiDigits(birthYear));
  const born = { ...birthday, birth_year: year };
  return Number.isInteger(year) && year >= 1900 && !liesAhead(born, reading.today) ? born : birthday;
}

/** A day without the time of day behind it. */
export function withoutTime(day: string): string {
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
