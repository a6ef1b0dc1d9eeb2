import { digitsOf } from "./digits";

/** What stands in a phones string beside its numbers, told without the library that knows numbers. */

/** Where a number carries no country code, this one is put in front (docs/design/spec-guests.md 9). */
export const DEFAULT_COUNTRY_CODE = "961";

export const DIGIT = "[\\d\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]";
/** RFC 3966 writes `;ext=5`; people write `ext. 5`, `x12`, `poste 12`, `#5`. */
export const EXTENSION_TEXT = `(?:ext(?:ension|n)?|poste|x|#|تحويلة|داخلي)[\\s.:=]*${DIGIT}{1,6}`;

/** Digits and the signs that stand in numbers everywhere; nothing else is an extension, a fax or a word. */
const PLAIN = /^[\d \u0660-\u0669\u06f0-\u06f9\uff10-\uff19+().\-/]*$/;
const EXTENSION = new RegExp(`(?<!\\p{L})${EXTENSION_TEXT}\\s*\\)?\\s*$`, "iu");
/** What stands before an extension has at least so many digits; `x12` alone is a number as somebody typed it. */
const DIGITS_BEFORE_EXTENSION = 5;

/** The number without its extension, and the extension as typed (RFC 3966, 5.3: a parameter beside the number). */
export function splitExtension(text: string): { number: string; extension: string } {
  const at = PLAIN.test(text) ? -1 : text.search(EXTENSION);
  if (at === -1 || digitsOf(text.slice(0, at)).length < DIGITS_BEFORE_EXTENSION) return { number: text, extension: "" };
  return { number: text.slice(0, at), extension: text.slice(at).trim() };
}

/** A text without the extension that ends it; the same text when there is none. */
export function withoutExtension(text: string): string {
  return splitExtension(text).number;
}

const FAX = /(?<!\p{L})(?:fax|t[eé]l[eé]copie|pager|beeper|bipeur|فاكس)(?!\p{L})/iu;

/** Whether a number is marked as one that no guest answers; contact files write the mark before it. */
export function isFax(typed: string): boolean {
  return !PLAIN.test(typed) && FAX.test(typed);
}

/** A fax or pager as it is kept: what marks it stands before it, so that whoever reads the number later knows (`isFax`). */
export function markedPhone(phone: string, type: string): string {
  const mark = /fax/i.test(type) ? "fax" : /pager|beeper/i.test(type) ? "pager" : "";
  return mark && phone.trim() && !isFax(phone) ? `${mark} ${phone}` : phone;
}
