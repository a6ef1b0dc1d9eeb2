import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { asciiDigits } from "./digits";

/** Where a number carries no country code, this one is put in front (second specification, section 9). */
export const DEFAULT_COUNTRY_CODE = "961";

/** Two people share a phone when the last eight digits of the normalised number agree (domain.md, Phones 3). */
const KEY_LENGTH = 8;

export interface PhoneNumber {
  /** As staff typed it, trimmed; what is shown and exported. */
  typed: string;
  /** ASCII digits with the country code in front, without `+`. */
  digits: string;
  /** The last eight digits, or all of them when there are fewer. */
  key: string;
  /** The country calling code when the number is complete and valid, else an empty string. */
  calling_code: string;
}

/**
 * Splits a phones string at `,` `/` `|` `;` and line breaks. A piece of at most three digits before a slash is an
 * operator prefix: `03/123456` stays one number (domain.md, Phones 1).
 */
export function splitPhones(phones: string): string[] {
  const numbers: string[] = [];
  for (const group of phones.split(/[,|;\r\n]+/)) {
    let prefix = "";
    for (const piece of group.split("/")) {
      const digits = asciiDigits(piece).replace(/\D/g, "");
      if (!digits) continue; // keeps a prefix waiting, as in "03//123456" and "112/"
      if (!prefix && digits.length <= 3 && group.includes("/")) {
        prefix = piece;
        continue;
      }
      numbers.push((prefix ? `${prefix}/${piece}` : piece).trim());
      prefix = "";
    }
    if (prefix) numbers.push(prefix.trim());
  }
  return numbers;
}

/** Keeps the digits and puts the country code in front exactly once (domain.md, Phones 2). */
export function normalisePhone(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const text = asciiDigits(typed).trim();
  const digits = text.replace(/\D/g, "");
  if (!digits) return "";
  if (/^[^\d]*\+/.test(text)) return withoutTrunkZero(digits, countryCode);
  if (digits.startsWith("00")) return withoutTrunkZero(digits.replace(/^0+/, ""), countryCode);
  const national = digits.replace(/^0+/, "");
  if (!national) return digits;
  if (carriesCountryCode(digits, countryCode)) return withoutTrunkZero(digits, countryCode);
  return countryCode + national;
}

/** `+961 (0)3 123456` and `961 03 123456` are written on many business cards: the trunk zero does not belong there. */
function withoutTrunkZero(digits: string, countryCode: string): string {
  return digits.startsWith(`${countryCode}0`) ? countryCode + digits.slice(countryCode.length).replace(/^0+/, "") : digits;
}

/**
 * A bare `9613123456` carries its code. A national number may begin like its country's code (`91…` in India, `7…` in
 * Kazakhstan), so abroad it is one that carries it only when it would not be a valid number with the code in front.
 */
function carriesCountryCode(digits: string, countryCode: string): boolean {
  if (!digits.startsWith(countryCode) || digits.length - countryCode.length < 7) return false;
  return countryCode === DEFAULT_COUNTRY_CODE || !parsePhoneNumberFromString(`+${countryCode}${digits}`)?.isValid();
}

/** Reads one number. Returns null when it holds no digit. */
export function readPhone(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): PhoneNumber | null {
  const digits = normalisePhone(typed, countryCode);
  if (!digits) return null;
  return { typed: typed.trim(), digits, key: digits.slice(-KEY_LENGTH), calling_code: callingCode(digits) };
}

// Lebanese numbers are nearly all there are here, and libphonenumber takes 40 times as long to say the same of them.
const LEBANESE = /^961(3\d{6}|7[01689]\d{6}|8[1]\d{6}|[14-9]\d{6})$/;

function callingCode(digits: string): string {
  if (LEBANESE.test(digits)) return "961";
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  return parsed?.isValid() ? parsed.countryCallingCode : "";
}

/** Reads every number of a phones string, in order, each once. */
export function readPhones(phones: string, countryCode: string = DEFAULT_COUNTRY_CODE): PhoneNumber[] {
  const numbers: PhoneNumber[] = [];
  for (const typed of splitPhones(phones)) {
    const number = readPhone(typed, countryCode);
    if (number && !numbers.some((other) => other.digits === number.digits)) numbers.push(number);
  }
  return numbers;
}

/** What comparing two people needs to know of a number. */
export type PhoneMatch = Pick<PhoneNumber, "key" | "calling_code">;

/**
 * Whether two numbers belong to one person: the same key, and not two complete numbers of different countries
 * (domain.md, Phones 3).
 */
export function samePhone(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.key === b.key && !differentCountries(a, b);
}

/** Same last eight digits, yet complete numbers of two countries: shown as "may be the same", never merged. */
export function maybeSamePhone(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.key === b.key && differentCountries(a, b);
}

function differentCountries(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.calling_code !== "" && b.calling_code !== "" && a.calling_code !== b.calling_code;
}

export function sharesPhone(a: readonly PhoneMatch[], b: readonly PhoneMatch[]): boolean {
  return a.some((one) => b.some((other) => samePhone(one, other)));
}

/** Whether libphonenumber knows the number as possible and assigned. An invalid one is kept as typed and flagged. */
export function isValidPhone(number: PhoneNumber): boolean {
  return number.calling_code !== "";
}

/** `+961 3 123 456` for a valid number; what was typed for any other. */
export function formatPhone(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const digits = normalisePhone(typed, countryCode);
  const parsed = digits ? parsePhoneNumberFromString(`+${digits}`) : undefined;
  return parsed?.isValid() ? parsed.formatInternational() : typed.trim();
}
