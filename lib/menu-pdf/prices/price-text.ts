/** Digits of the three sets that menus are written in: each begins with its zero. */
export const DIGITS = { latin: "0", arabic: "\u0660", persian: "\u06f0" } as const;
export type Digits = keyof typeof DIGITS;

const D = "[0-9\u0660-\u0669\u06f0-\u06f9]";
/** Between thousands: comma, point, Arabic comma, apostrophes and spaces that do not break. */
const THOUSANDS = "[.,\u066c'\u2019\u00a0\u202f]";
const MARKED = ".,\u066b\u066c";
/** Neither a part of a longer number on its left nor on its right. */
const ALONE = [`(?<!${D}|${D}[${MARKED}])`, `(?![${MARKED}]?${D})`] as const;
const PART = `(?:[.,\u066b]${D}{1,2})?`;
const NUMBER = new RegExp(`${ALONE[0]}(?:${D}{1,3}(?:${THOUSANDS}${D}{3})+|${D}+)${PART}${ALONE[1]}`, "gu");

/** How a price is written: everything but how much it is. */
export interface PriceForm {
  digits: Digits;
  /** Between thousands; empty for none. */
  thousands: string;
  /** Between whole and part; empty where there is no part. */
  decimal: string;
  /** Digits of the part. */
  places: number;
}

export interface ReadNumber {
  /** Where it stands in the text. */
  start: number;
  end: number;
  value: number;
  form: PriceForm;
}

/** Every number of a line, as people read it from left to right. */
export function numbersIn(text: string): ReadNumber[] {
  return [...text.matchAll(NUMBER)].map((found) => {
    const start = found.index;
    return { start, end: start + found[0].length, ...readPrice(found[0]) };
  });
}

/** A number as it is printed. */
export function readPrice(text: string): { value: number; form: PriceForm } {
  const digits = digitsIn(text);
  const marks = [...text].filter((sign) => !isDigit(sign));
  const last = marks.at(-1) ?? "";
  const behind = last === "" ? 0 : [...text].length - 1 - [...text].lastIndexOf(last);
  const hasPart = last !== "" && behind < 3;
  const thousands = marks[0] && !(hasPart && marks.length === 1) ? marks[0] : "";
  if (![...text].some(isDigit)) return { value: Number.NaN, form: { digits, thousands: "", decimal: "", places: 0 } };
  const plain = [...text].map((sign) => (isDigit(sign) ? asLatin(sign) : "")).join("");
  const places = hasPart ? behind : 0;
  return { value: Number(plain) / 10 ** places, form: { digits, thousands, decimal: hasPart ? last : "", places } };
}

/** How a price would be printed in the way in which another one is. */
export function writePrice(value: number, { digits, thousands, decimal, places }: PriceForm): string {
  const [whole = "0", part = ""] = value.toFixed(places).split(".");
  const grouped = thousands === "" ? whole : whole.replace(/\B(?=(\d{3})+$)/g, thousands);
  const text = places > 0 ? `${grouped}${decimal}${part}` : grouped;
  const zero = DIGITS[digits].codePointAt(0) ?? 48;
  return text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
}

const isDigit = (sign: string) => new RegExp(D, "u").test(sign);

function digitsIn(text: string): Digits {
  if (/[\u0660-\u0669]/.test(text)) return "arabic";
  return /[\u06f0-\u06f9]/.test(text) ? "persian" : "latin";
}

function asLatin(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x6f0) return String(code - 0x6f0);
  return code >= 0x660 ? String(code - 0x660) : sign;
}

export type Currency = "LBP" | "USD" | "EUR";

/** Marks of a currency as they stand on a page from left to right: words of Arabic letters have their last one first. */
const MARKS: Record<Currency, string> = {
  LBP: "LBP|L\\.?B\\.?P\\.?|L\\.?L\\.?|\\.?ل\\.? ?ل\\.?|ةريل|ليرة|ل\\.ل",
  USD: "USD|US\\$|\\$|رالود|دولار",
  EUR: "EUR|€",
};
const SYMBOL_OF: Record<Exclude<Currency, "LBP">, string> = { USD: "US\\$|\\$", EUR: "€" };
const SYMBOL = "US\\$|\\$|€";
const MARKED_BY = Object.entries(MARKS) as [Currency, string][];
/** A sign such as $ belongs to the number behind it, a word to the one before it, where it stands between two. */
const BEHIND = MARKED_BY.map(
  ([currency, marks]) => [currency, new RegExp(`^[ \u00a0]?(?!(?:${SYMBOL})[ \u00a0]?${D})(?:${marks})(?![A-Za-z])`, "iu")] as const,
);
const BEFORE = MARKED_BY.map(
  ([currency, marks]) =>
    [
      currency,
      new RegExp(`(?<![A-Za-z])(?:(?<!${D}[ \u00a0]?)(?:${marks})|${currency === "LBP" ? "(?!)" : SYMBOL_OF[currency]})[ \u00a0]?$`, "iu"),
    ] as const,
);

/** The currency that stands beside a number of a line, on which side, and how many letters of it. */
export function currencyBeside(
  text: string,
  { start, end }: Pick<ReadNumber, "start" | "end">,
): { currency: Currency; side: "left" | "right"; letters: number } | null {
  for (const [currency, mark] of BEHIND) {
    const found = mark.exec(text.slice(end));
    if (found) return { currency, side: "right", letters: found[0].length };
  }
  for (const [currency, mark] of BEFORE) {
    const found = mark.exec(text.slice(0, start));
    if (found) return { currency, side: "left", letters: found[0].length };
  }
  return null;
}
