/** What Instagram takes for a user's name; whatever else stands in a file's place of one is none. */
const USER_NAME = /^[a-z0-9._]{1,30}$/;

/** A user's name as it is kept and compared, however it was written; null for what is none. */
export function userNameOf(written: string): string | null {
  const name = written.normalize("NFKC").trim().replace(/^@+/, "").toLowerCase();
  return USER_NAME.test(name) ? name : null;
}

/** Not of an address of mail, and not in the middle of a word. */
const MENTION = /(?<![\p{L}\p{N}._@])@([a-z0-9._]{1,30})/giu;

/** How many others a text names. */
export function mentionsIn(text: string, author: string): number {
  if (!text.includes("@")) return 0;
  const named = new Set<string>();
  for (const [, name = ""] of text.matchAll(MENTION)) {
    // A full stop behind a name ends a sentence.
    const plain = name.toLowerCase().replace(/\.+$/, "");
    if (plain !== "" && plain !== author) named.add(plain);
  }
  return named.size;
}

/** What of a user's name strangers are shown: the first letter of each of its parts. */
export function initialsOf(name: string): string {
  const parts = name.split(/[._]+/).filter(Boolean).slice(0, 3);
  return parts.length === 0 ? "-" : parts.map((part) => `${part[0]}.`).join("");
}
