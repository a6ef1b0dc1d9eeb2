import { asciiDigits } from "./digits";
import { DEFAULT_COUNTRY_CODE, withoutExtension } from "./phone-marks";
import type { PhoneNumber } from "./phones";

/**
 * Folds a text so that every way of writing it finds it: Latin without accents and in lower case, Arabic without
 * marks and tatweel and with one letter for each family of variants, ASCII digits, single spaces.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return foldAscii(text);
  return asciiDigits(text)
    .normalize("NFKD")
    .replace(/[\p{M}ـ\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .toLowerCase()
    .replace(/[أإآٱ]/g, "ا")
    .replace(/[ىئیې]/g, "ي")
    .replace(/ؤ/g, "و")
    .replace(/ة/g, "ه")
    .replace(/[کڪ]/g, "ك")
    .replace(/ء/g, "")
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/æ/g, "ae")
    .replace(/œ/g, "oe")
    .replace(/ł/g, "l")
    .replace(/ı/g, "i")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const ASCII = /^[\x20-\x7e]*$/;

/** The same for plain Latin letters, in a tenth of the time. */
function foldAscii(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

/**
 * The text by which a contact is found: the folded name, then each number in the forms in which people type it
 * (`9613123456`, `03123456` and `3123456` are one number).
 * @param numbers as `readPhones` gives them
 */
export function searchText(name: string, numbers: readonly PhoneNumber[]): string {
  const forms = numbers.flatMap((number) => {
    // A number that is valid nowhere got the default code in front when it was read; people type it without.
    const code = number.calling_code || (number.digits.startsWith(DEFAULT_COUNTRY_CODE) ? DEFAULT_COUNTRY_CODE : "");
    const national = code && number.digits.slice(code.length);
    return national ? [number.digits, `0${national}`, national] : [number.digits];
  });
  return [foldText(name), ...forms].filter(Boolean).join(" ");
}

/** The words of a search: folded names, and each run of digits and phone punctuation as one number without its exit code and extension. */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  const digitsAndRest = withoutExtension(asciiDigits(query)).split(/([+(]?\d[\d\s().\-/]*)/);
  for (const [index, part] of digitsAndRest.entries()) {
    const isNumber = index % 2 === 1;
    if (isNumber) words.push(numberFragment(part));
    else words.push(...foldText(part).split(" "));
  }
  return words.filter(Boolean);
}

function numberFragment(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  const international = digits.startsWith("00") && digits.length > 2 ? digits.slice(2) : digits;
  return international.replace(/^9610(?=\d)/, "961");
}
