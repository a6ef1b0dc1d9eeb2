/** What Instagram takes for a user's name; whatever else stands in a file's place of one is none. */
const USER_NAME = /^[a-z0-9._]{1,30}$/;

/** A user's name as it is kept and compared, however it was written; null for what is none. */
export function userNameOf(written: string): string | null {
  const name = written.normalize("NFKC").trim().replace(/^@+/, "").toLowerCase();
  return USER_NAME.test(name) ? name : null;
}

const OF_A_NAME = /[a-z0-9._]/i;
/** Before an `@` that begins no mention: it stands in an address of mail, or in the middle of a word. */
const OF_A_WORD = /[\p{L}\p{N}._@]/u;
const LONGEST_NAME = 30;

/**
 * How many others a text names. By hand and not by one pattern, which takes four times as long for ten thousand comments.
 * @param enough of more nobody asks
 */
export function mentionsIn(text: string, author: string, enough = Number.POSITIVE_INFINITY): number {
  const named: string[] = [];
  for (let at = text.indexOf("@"); at !== -1 && named.length < enough; at = text.indexOf("@", at + 1)) {
    if (at > 0 && OF_A_WORD.test(text.charAt(at - 1))) continue;
    let end = at + 1;
    while (end < text.length && end - at <= LONGEST_NAME && OF_A_NAME.test(text.charAt(end))) end++;
    // A full stop behind a name ends a sentence.
    while (text.charAt(end - 1) === ".") end--;
    const name = text.slice(at + 1, end).toLowerCase();
    if (name !== "" && name !== author && !named.includes(name)) named.push(name);
  }
  return named.length;
}

/** What of a user's name strangers are shown: the first letter of each of its parts. */
export function initialsOf(name: string): string {
  const parts = name.split(/[._]+/).filter(Boolean).slice(0, 3);
  return parts.length === 0 ? "-" : parts.map((part) => `${part[0]}.`).join("");
}
