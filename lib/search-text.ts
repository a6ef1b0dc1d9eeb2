import { asciiDigits } from "./digits";
import { foldText } from "./fold-text";
import { DEFAULT_COUNTRY_CODE, withoutExtension } from "./phone-marks";
import type { PhoneNumber } from "./phones";

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

/** Digits that stand by a letter are a part of its word (`B12`, `4x4`), but for so many as only a phone has. */
const NUMBER = /((?<![\p{L}\p{M}\d])[+(]?\d[\d\s().\-/]*(?![\p{L}\p{M}\d]))/u;
const LETTER_BY_PHONE = /(?<=\p{L}\p{M}*)(?=\d{6})|(?<=\d{6})(?=\p{L})/gu;

/** The words of a search: folded names, and each run of digits and phone punctuation as one number without its exit code and extension. */
export function searchWords(query: string): string[] {
  const words: string[] = [];
  const digitsAndRest = withoutExtension(asciiDigits(query)).replace(LETTER_BY_PHONE, " ").split(NUMBER);
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
