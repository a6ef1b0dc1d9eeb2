import { AsYouType, type CountryCode, parsePhoneNumberFromString, validatePhoneNumberLength } from "libphonenumber-js/max";
import { asciiDigits, digitsOf } from "./digits";
import { LimitedMap } from "./limited-map";
import { DEFAULT_COUNTRY_CODE, DIGIT, EXTENSION_TEXT, isFax, splitExtension, withoutExtension } from "./phone-marks";
import type { ShownNumber } from "./shown-number-schema";

/** Two people share a phone when the last eight digits of the normalised number agree (docs/design/domain.md, Phones 3). */
const KEY_LENGTH = 8;

export interface PhoneNumber {
  /** As staff typed it, trimmed; what is shown and exported. */
  typed: string;
  /** ASCII digits with the country code in front, without `+` and without an extension. */
  digits: string;
  /**
   * The last eight digits, or all of them when there are fewer. Empty for what nobody can be reached by (`0`, `12`,
   * `11111111`) and for a fax or pager: such a number is shown and searched for, and never makes two people one.
   */
  key: string;
  /** The country calling code that the number carries, valid or not; empty where it is nobody's. */
  calling_code: string;
}

const NO_EXTENSION_FOLLOWS = `(?!\\s*${EXTENSION_TEXT}(?!${DIGIT}))`;

/** Anything that may stand between two numbers: most strings hold none of it, and this alone is quick. */
const MAYBE_SEVERAL = /[,،;؛|\r\n/&]|:::|\s[-–—]\s|\s(?:or|ou|and|et|و)/i;
const BETWEEN = new RegExp(`(?:[,،;؛|\\r\\n&]|:::|\\s(?:or|ou|and|et)(?=\\s)|\\sو(?=[\\s+]|${DIGIT}))${NO_EXTENSION_FOLLOWS}`, "i");
/** These stand within a number too: `03/123456`, `03 - 123456`. */
const WITHIN_OR_BETWEEN = new RegExp(`(?:/|\\s[-–—]\\s)${NO_EXTENSION_FOLLOWS}`, "i");
/** As many here write one number; the answer of what follows, sooner. */
const USUAL_SLASH = /^\d{2}\/\d{6}$/;
const MAYBE_PIECES = /\/|\s[-–—]\s/;
/** No letter and no `#`: no word stands between the numbers and no extension follows, which is quicker to split. */
const SIGNS_ONLY = new RegExp(`^(?:${DIGIT}|[ +().\\-/,;|])*$`);
const BETWEEN_SIGNS = /[,;|]/;
const HAS_DIGIT = new RegExp(DIGIT);

/**
 * Splits a phones string into its numbers, each as it was typed (docs/design/domain.md, Phones 1). Between `/` and ` - ` pieces are
 * joined while what stands so far is too short to be a number: `03/123456` and `+961/3/123456` are one number each.
 */
export function splitPhones(phones: string, countryCode: string = DEFAULT_COUNTRY_CODE): string[] {
  if (!MAYBE_SEVERAL.test(phones)) return HAS_DIGIT.test(phones) ? [phones.trim()] : [];
  if (countryCode === DEFAULT_COUNTRY_CODE && USUAL_SLASH.test(phones)) return [phones];
  const numbers: string[] = [];
  for (const group of phoneGroups(phones)) {
    if (!HAS_DIGIT.test(group)) continue;
    if (MAYBE_PIECES.test(group)) numbers.push(...joinPieces(group, countryCode));
    else numbers.push(group.trim());
  }
  return numbers;
}

/** What stands between signs that are in no number. */
export function phoneGroups(phones: string): string[] {
  return phones.split(SIGNS_ONLY.test(phones) ? BETWEEN_SIGNS : BETWEEN);
}

function joinPieces(group: string, countryCode: string): string[] {
  const pieces = group.split(WITHIN_OR_BETWEEN).filter((piece) => HAS_DIGIT.test(piece));
  const sign = group.includes("/") ? "/" : " - ";
  // `961/71/123/456` begins with the code; without the sign it would seem to be a number of its own.
  const plus = digitsOf(pieces[0] ?? "") === countryCode ? "+" : "";
  const numbers: string[] = [];
  let current = "";
  for (const piece of pieces) {
    if (!current) current = piece;
    else if (lengthOf(plus + current, countryCode) === "short" && !isTwoNumbers(current + piece, piece, countryCode))
      current += sign + piece;
    else {
      numbers.push(current.trim());
      current = piece;
    }
  }
  return [...numbers, current.trim()];
}

/** `112/03 123456`: too long for one number, and the second piece is one by itself. */
function isTwoNumbers(joined: string, piece: string, countryCode: string): boolean {
  return lengthOf(joined, countryCode) === "long" && lengthOf(piece, countryCode) === "right";
}

/** Whether a number has as many digits as its country's numbers have. */
export function lengthOf(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): "short" | "right" | "long" {
  const digits = normalisePhone(typed, countryCode);
  if (digits.startsWith("961")) return digits.length < 10 ? "short" : digits.length > 11 ? "long" : "right"; // as below, sooner
  const wrong = validatePhoneNumberLength(`+${digits}`);
  if (wrong === undefined) return "right";
  return wrong === "TOO_LONG" ? "long" : "short";
}

/** Keeps the digits and puts the country code in front exactly once (docs/design/domain.md, Phones 2). An extension is no part of it. */
export function normalisePhone(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const text = withoutExtension(asciiDigits(typed)).trim();
  const digits = text.replace(/\D/g, "");
  if (!digits) return "";
  if (/^[^\d]*\+/.test(text)) return withoutTrunkZero(digits, countryCode);
  const national = digits.replace(/^0+/, "");
  if (!national) return digits;
  if (digits.startsWith("00")) return withoutTrunkZero(national, countryCode);
  if (carriesCountryCode(digits, countryCode)) return withoutTrunkZero(digits, countryCode);
  return isForeignInFull(digits, countryCode) ? digits : countryCode + national;
}

/** No country code and the shortest of numbers make fewer. */
const SHORTEST_IN_FULL = 10;

/**
 * `33671123456`, as forms keep the numbers of other countries: too long for one of the chosen country, and a valid one
 * with the code that it carries. A zero in front would make it a national one.
 */
function isForeignInFull(digits: string, countryCode: string): boolean {
  if (digits.length < SHORTEST_IN_FULL || digits.startsWith("0")) return false;
  if (validatePhoneNumberLength(`+${countryCode}${digits}`) !== "TOO_LONG") return false;
  return parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false;
}

/**
 * `+961 (0)3 123456` and `+33 06 71 12 34 56` are written on many business cards: the trunk zero does not belong there. In
 * Italy it does, so what is said of other countries is the library's.
 */
function withoutTrunkZero(digits: string, countryCode: string): string {
  if (digits.startsWith(`${countryCode}0`)) return countryCode + digits.slice(countryCode.length).replace(/^0+/, "");
  if (!MAYBE_TRUNK_ZERO.test(digits)) return digits;
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  return parsed?.isPossible() ? parsed.number.slice(1) : digits;
}

/** Country codes have one to three digits. */
const MAYBE_TRUNK_ZERO = /^\d{1,3}0/;

/**
 * A bare `9613123456` carries its code. A national number may begin like its country's code (`91…` in India, `7…` in
 * Kazakhstan), so abroad it is one that carries it only when it would not be a valid number with the code in front.
 */
function carriesCountryCode(digits: string, countryCode: string): boolean {
  if (!digits.startsWith(countryCode) || digits.length - countryCode.length < 7) return false;
  return countryCode === DEFAULT_COUNTRY_CODE || !parsePhoneNumberFromString(`+${countryCode}${digits}`)?.isValid();
}

/** Longer is what somebody may mean as a number; there are few shorter ones, and a text may hold two hundred of them. */
const SHORT = 4;
const shortRead = new LimitedMap<string, PhoneNumber | null>(5_000);

/** Reads one number. Returns null when it holds no digit. */
export function readPhone(typed: string, countryCode: string = DEFAULT_COUNTRY_CODE): PhoneNumber | null {
  if (typed.length > SHORT) return readAnew(typed, countryCode);
  const asked = `${countryCode} ${typed}`;
  const known = shortRead.get(asked);
  const number = known === undefined ? readAnew(typed, countryCode) : known;
  if (known === undefined) shortRead.set(asked, number);
  return number && { ...number };
}

function readAnew(typed: string, countryCode: string): PhoneNumber | null {
  const digits = normalisePhone(typed, countryCode);
  if (!digits) return null;
  const { calling_code, isPossible } = judge(digits);
  const key = isPossible && !isFax(typed) ? digits.slice(-KEY_LENGTH) : "";
  return { typed: typed.trim(), digits, key, calling_code };
}

// Lebanese numbers are nearly all there are here, and libphonenumber takes 40 times as long to say the same of them.
const LEBANESE = /^961(3\d{6}|7[01689]\d{6}|8[1]\d{6}|[14-9]\d{6})$/;
/** libphonenumber goes by the length alone; Lebanese numbers of eight digits begin with 7, 8 or 9. */
const NOT_LEBANESE = /^961[1-6]\d{7}$/;
/** `11111111`, `99999999`: typed where nobody knew the number. */
const ONE_DIGIT = /^(\d)\1*$/;

/** Whether anybody can have the number (an invalid one may be newer than the library), and the country code it carries. */
function judge(digits: string): { calling_code: string; isPossible: boolean } {
  if (LEBANESE.test(digits)) return { calling_code: "961", isPossible: true };
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (!parsed) return { calling_code: "", isPossible: false };
  // Asked in this order, because whether a number is assigned takes longer to say than all the rest.
  const isSuspicious = NOT_LEBANESE.test(digits) || ONE_DIGIT.test(parsed.nationalNumber);
  const isPossible = parsed.isPossible() && (!isSuspicious || parsed.isValid());
  return { calling_code: parsed.countryCallingCode, isPossible };
}

/** Reads every number of a phones string, in order, each once. Those without a key are among them: see `PhoneNumber`. */
export function readPhones(phones: string, countryCode: string = DEFAULT_COUNTRY_CODE): PhoneNumber[] {
  const numbers: PhoneNumber[] = [];
  for (const typed of splitPhones(phones, countryCode)) {
    const number = readPhone(typed, countryCode);
    const same = number && numbers.find((other) => other.digits === number.digits);
    if (same)
      same.key ||= number.key; // a fax that is somebody's telephone too
    else if (number) numbers.push(number);
  }
  return numbers;
}

/** What comparing two people needs to know of a number. */
export type PhoneMatch = Pick<PhoneNumber, "key" | "calling_code">;

/** Whether people can be told apart by one of these numbers; without one, a guest is known by name and date alone. */
export function hasPhoneKey(numbers: readonly PhoneMatch[]): boolean {
  return numbers.some((number) => number.key !== "");
}

/**
 * Whether two numbers belong to one person: the same key, and not the numbers of two countries (docs/design/domain.md, Phones 3).
 * What has no key belongs to nobody.
 */
export function samePhone(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.key !== "" && a.key === b.key && !differentCountries(a, b);
}

/** Same last eight digits, yet numbers of two countries: shown as "may be the same", never merged. */
export function maybeSamePhone(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.key !== "" && a.key === b.key && differentCountries(a, b);
}

function differentCountries(a: PhoneMatch, b: PhoneMatch): boolean {
  return a.calling_code !== "" && b.calling_code !== "" && a.calling_code !== b.calling_code;
}

export function sharesPhone(a: readonly PhoneMatch[], b: readonly PhoneMatch[]): boolean {
  return a.some((one) => b.some((other) => samePhone(one, other)));
}

/** Whether some digits are a number of Lebanon with its code, said without the library. */
export function isLebanese(digits: string): boolean {
  return LEBANESE.test(digits);
}

/** Whether libphonenumber knows the number as possible and assigned. An invalid one is kept as typed and flagged. */
export function isValidPhone({ digits }: Pick<PhoneNumber, "digits">): boolean {
  return isLebanese(digits) || (parsePhoneNumberFromString(`+${digits}`)?.isValid() ?? false);
}

const shownBefore = new Map<string, ShownNumber[]>();

/** Every number of a phones string as people read it, in order, each once (docs/design/ui.md, Formats). */
export function shownNumbers(phones: string, countryCode: string = DEFAULT_COUNTRY_CODE): ShownNumber[] {
  // The same few thousand guests are shown again and again.
  const known = countryCode === DEFAULT_COUNTRY_CODE ? shownBefore.get(phones) : undefined;
  if (known) return known;
  const numbers = readPhones(phones, countryCode).map(shownNumber);
  if (shownBefore.size > 5_000) shownBefore.clear();
  if (countryCode === DEFAULT_COUNTRY_CODE) shownBefore.set(phones, numbers);
  return numbers;
}

/** The same in one line, `+961 71 234 567, +961 3 123 456`; what holds no number stays as it was typed. */
export function shownPhones(phones: string, countryCode: string = DEFAULT_COUNTRY_CODE): string {
  const numbers = shownNumbers(phones, countryCode);
  return numbers.map(({ shown }) => shown).join(", ") || phones;
}

/** `+961 71 ••• •67`: enough to tell two guests apart, and not enough to call one. */
export function masked(digits: string): string {
  return digits.length < 6 ? "•••" : `+${digits.slice(0, -6)} ••• •${digits.slice(-2)}`;
}

function shownNumber(number: PhoneNumber): ShownNumber {
  const { typed, digits, key } = number;
  if (isFax(typed)) return { shown: typed, digits: "" };
  if (!key) return { shown: typed, digits: "", doubtful: true };
  const shown = [grouped(digits), splitExtension(asciiDigits(typed)).extension].filter(Boolean).join(" ");
  return isValidPhone(number) ? { shown, digits } : { shown, digits, doubtful: true };
}

/** `+961 3 123 456`. The library groups only what it knows; a number that is newer than it stands in threes. */
function grouped(digits: string): string {
  if (/^961\d{7,8}$/.test(digits)) return `+961 ${digits.slice(3, -6)} ${digits.slice(-6, -3)} ${digits.slice(-3)}`;
  const parsed = parsePhoneNumberFromString(`+${digits}`);
  if (!parsed) return `+${digits}`;
  if (parsed.isValid()) return parsed.formatInternational();
  return `+${parsed.countryCallingCode} ${parsed.nationalNumber.replace(/\B(?=(\d{3})+$)/g, " ")}`;
}

const ONE_NUMBER_SO_FAR = /^[+\d\s()\-.]*$/;

/** Groups a number while it is typed, and never changes a digit of it. @param iso the country whose numbers carry no code, `LB` */
export function formatWhileTyping(typed: string, iso: string): string {
  if (!ONE_NUMBER_SO_FAR.test(typed)) return typed;
  const grouped = new AsYouType(iso as CountryCode).input(typed);
  return digitsOf(grouped) === digitsOf(typed) ? grouped : typed;
}
