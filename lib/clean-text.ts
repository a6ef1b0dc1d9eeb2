/**
 * What stands in no text that is kept: control characters (NUL ends a text elsewhere, a line break breaks lists), halves
 * of a character that was cut in two (no UTF-8 can hold them), and the marks that turn the direction of what follows
 * around (table 12 then reads as 21; the screens set every name apart by themselves). The marks that belong to a script,
 * such as the joiners of Arabic, Persian and emoji, stay.
 */
const INVISIBLE = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu;

/** Most texts need nothing, and this alone is quick: a merge cleans millions. */
const UNCLEAN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]|[^\S ]|^ | {2}| $/u;

/** Whether something stands in a text that nobody can see or type; for what is refused and never changed, such as a path. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) !== -1;
}

/** A text as it is kept, whether somebody typed it, sent it or brought it in with a file: one line with single spaces. */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  // A line break is a control character too, but first it stands between two words.
  return text.replace(/\s/g, " ").replace(INVISIBLE, "").replace(/ {2,}/g, " ").trim();
}

/** Marks that no script needs to be read, and that chats put around what is copied out of them. */
const MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/g;

/** A name by which people are told apart, for comparing: two that look the same are the same. */
export function withoutMarks(name: string): string {
  return name.replace(MARKS, "");
}

/** A name by which people are told apart, as it is kept. */
export function cleanName(text: string): string {
  return cleanText(withoutMarks(text));
}

/** A text of several lines as it is kept, such as a message: each line clean, at most one empty one between two. */
export function cleanParagraphs(text: string): string {
  const lines = text.split(/\r\n|[\r\n\u2028\u2029]/).map(cleanText);
  return lines
    .filter((line, index) => line !== "" || lines[index - 1] !== "")
    .join("\n")
    .trim();
}

/** Several lines as one, with commas; blank lines say nothing. Split and not replaced: a pattern with blanks on both sides is quadratic. */
export function cleanLines(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map(cleanText)
    .filter(Boolean)
    .join(", ");
}

/** Phones as they are kept. Numbers that were copied out of WhatsApp or an iPhone carry marks of direction around them. */
export function cleanPhones(text: string): string {
  return cleanLines(text.replace(/[\u200e\u200f]/g, ""));
}
