import { type CountryCode, getCountries, getCountryCallingCode } from "libphonenumber-js/max";
import { asciiDigits, digitsOf } from "../digits";
import { DEFAULT_COUNTRY_CODE, DIGIT, splitExtension } from "../phone-marks";
import { isLebanese, isValidPhone, normalisePhone, phoneGroups, readPhone, splitPhones } from "../phones";

/** Digits and signs that stand within a number as well as between two. */
const SIGNS_ONLY = new RegExp(`^(?:${DIGIT}|[ +().\\-–—/])*$`);
const RUN = new RegExp(`${DIGIT}+`, "g");

/** A sign that the code of a country follows. */
const SAYS_COUNTRY = /^\(?(?:\+|00|００|٠٠|۰۰)/;

/** In how many pieces one number is written at most, as in `+33 6 71 12 34 56`, and a whole cell. */
const MOST_RUNS = 6;
const MOST_RUNS_OF_CELL = 60;

/**
 * The phones of a cell, with a comma between numbers that only blanks, `+`, `/` or `-` part. What is one number, or separated
 * already, stays as typed; so does what is no number at all.
 * @returns null for what could be one number or several, or several in more than one way
 */
export function separatePhones(phones: string, countryCode: string): string | null {
  const groups = phoneGroups(phones);
  let isChanged = false;
  const parts: string[] = [];
  for (const group of groups) {
    const numbers = numbersIn(group.trim(), countryCode);
    if (!numbers) return null;
    isChanged ||= numbers.length > 1 && !saysTheSame(numbers, group, countryCode);
    parts.push(...numbers);
  }
  return isChanged ? parts.filter(Boolean).join(", ") : phones;
}

/** Whether a text is read as these numbers anyway, as `03 123456 / 70 123456` is. */
function saysTheSame(numbers: string[], group: string, countryCode: string): boolean {
  return splitPhones(group, countryCode).map(digitsOf).join() === numbers.map(digitsOf).join();
}

function numbersIn(text: string, countryCode: string): string[] | null {
  if (!SIGNS_ONLY.test(text)) return [text];
  const runs = [...text.matchAll(RUN)].map(({ index, 0: digits }) => ({ start: index, end: index + digits.length }));
  if (runs.length < 2) return [text];
  if (runs.length > MOST_RUNS_OF_CELL) return null;
  const cell = new Cell(text, runs, countryCode);
  const isOne = cell.isNumber(text, false);
  const ways = cell.waysFrom(0).filter((numbers) => numbers.length > 1);
  if (ways.length > 0) return isOne || ways.length > 1 ? null : (ways[0] ?? null);
  // The library is asked last: it takes longer than all the rest, and a cell of signs may be any text.
  return isOne || !cell.hasOneAndMore() || canBeCalled(text, countryCode) ? [text] : null;
}

function canBeCalled(text: string, countryCode: string): boolean {
  return (readPhone(text, countryCode)?.key ?? "") !== "";
}

interface Run {
  start: number;
  end: number;
}

/** The ways to cut a text into numbers that can be called. */
class Cell {
  private known = new Map<number, string[][]>();

  constructor(
    private readonly text: string,
    private readonly runs: Run[],
    private readonly countryCode: string,
  ) {}

  /** Of all ways to read what begins with a run, two at most: more than one is asked about anyway. */
  waysFrom(first: number): string[][] {
    if (first === this.runs.length) return [[]];
    const known = this.known.get(first);
    if (known) return known;
    const ways: string[][] = [];
    for (let last = first; last < Math.min(first + MOST_RUNS, this.runs.length) && ways.length < 3; last += 1)
      for (const number of this.numbersAt(first, last)) for (const rest of this.waysFrom(last + 1)) ways.push([number, ...rest]);
    const few = ways.slice(0, 3); // the whole text as one number may be among them
    this.known.set(first, few);
    return few;
  }

  /** Whether a number stands at the beginning or the end, and something beside it that is none: `03123456/7`. */
  hasOneAndMore(): boolean {
    const { runs, text } = this;
    return runs.slice(1).some(({ start, end }, at) => {
      if (
        digitsOf(text.slice(start, end)).startsWith("0") &&
        runs.length - at - 1 <= MOST_RUNS &&
        this.numbersAt(at + 1, runs.length - 1).length > 0
      )
        return true;
      return at < MOST_RUNS && this.isClearCut(at) && this.numbersAt(0, at).length > 0;
    });
  }

  /** Not in the midst of `06 71 12 34 56`, which is one number of another country. */
  private isClearCut(after: number): boolean {
    const { runs } = this;
    const [run, first] = [runs[after], runs[0]];
    if (!run || !first) return false;
    const sign = this.text.slice(run.end, runs[after + 1]?.start).trim();
    return run.end - run.start >= 6 || (sign !== "" && !this.text.slice(first.start, run.end).includes(sign));
  }

  /** The number from one run to another, with its `+`, or without where that only stands between two; empty for what is none. */
  private numbersAt(first: number, last: number): string[] {
    const { text, runs } = this;
    const [from, to] = [runs[first]?.start ?? 0, runs[last]?.end ?? 0];
    const before = text.slice(runs[first - 1]?.end ?? 0, from);
    const bare = `${before.endsWith("(") ? "(" : ""}${text.slice(from, to)}`;
    if (before.includes("+") && (first === 0 || this.isNumber(`+${bare}`, false)))
      return this.isNumber(`+${bare}`, false) ? [`+${bare}`] : [];
    return this.isNumber(bare, first === last) ? [bare] : [];
  }

  isNumber(typed: string, isOneRun: boolean): boolean {
    const { length } = digitsOf(typed);
    if (length < 5 || length > 17) return false;
    const saysCountry = SAYS_COUNTRY.test(typed);
    // A number of another country in full, and without a sign that says so, is written in one piece.
    if (this.countryCode === DEFAULT_COUNTRY_CODE && !saysCountry && !(isOneRun && length >= 10))
      return length >= 7 && length <= 12 && isLebanese(normalisePhone(typed, this.countryCode));
    return (!saysCountry || length >= 8) && isValidPhone({ digits: normalisePhone(typed, this.countryCode) });
  }
}

/** Each number of a cell with the code of its country, which a column of its own tells. */
export function withCallingCode(phones: string, code: string): string {
  return (
    splitPhones(phones, code)
      .map((typed) => internationally(typed, code))
      .join(", ") || phones
  );
}

function internationally(typed: string, code: string): string {
  const [, mark = "", rest = ""] = /^((?:fax|pager) )?(.*)$/s.exec(typed) ?? [];
  if (/^[^\p{Nd}]*(?:\+|00)/u.test(asciiDigits(rest))) return typed;
  const { number, extension } = splitExtension(rest);
  return `${mark}+${normalisePhone(number, code)}${extension && ` ${extension}`}`;
}

const CALLING_CODES = new Map<string, string>(getCountries().map((country: CountryCode) => [country, getCountryCallingCode(country)]));
const KNOWN_CODES = new Set(CALLING_CODES.values());

/** `971`, `+971`, `00971`, `AE` or `AE (+971)` as the code of a country; null for what is none. */
export function callingCodeOf(text: string): string | null {
  const typed = asciiDigits(text).trim();
  const digits = /^\(?(?:\+|00)?(\d{1,4})\)?(?:\.0+)?$/.exec(typed)?.[1] ?? /\+(\d{1,4})\)?$/.exec(typed)?.[1];
  const code = digits ?? CALLING_CODES.get(typed.toUpperCase()) ?? "";
  return KNOWN_CODES.has(code) ? code : null;
}
