/** Two initials, or the first letter where the script joins its letters. */
export function initialsOf(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  const first = letterOf(words[0]);
  if (!first) return "";
  const joined = /\p{Script=Arabic}/u.test(first);
  return joined || words.length === 1 ? first : first + letterOf(words.at(-1));
}

function letterOf(word: string | undefined): string {
  return word ? (word.normalize("NFC").match(/\p{L}/u)?.[0] ?? "").toLocaleUpperCase() : "";
}

/** One of five tints, the same for the same name everywhere. */
export function tintOf(name: string): 0 | 1 | 2 | 3 | 4 {
  let sum = 0;
  for (const letter of name.trim().toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return (sum % 5) as 0 | 1 | 2 | 3 | 4;
}
