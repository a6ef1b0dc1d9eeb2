import type Database from "better-sqlite3";
import { statement } from "../db/statements";

/** The query to the search index for one word. */
export interface WordMatch {
  match: string;
  /** The index gives its rows one by one, so that the newest fifty of ten thousand are had at once. */
  isQuick: boolean;
}

/** The beginnings for which the index keeps a list of their own, as its schema says. */
const LISTED = 3;

/** A beginning of more words is left to the index. Rows of so many lists are still put together one by one. */
const MOST_WORDS = 8;

/** Letters of which the index makes one word, as they stand. The pieces of phones begin too many words. */
const PLAIN = /^[a-z\u0621-\u063a\u0641-\u064a]+$/;

/**
 * Finds the words that begin so. Asked for a beginning that it keeps no list of, the index puts all its rows together
 * before it gives the first; asked for the whole words that begin so, it does not.
 * @param sign what stands before each word, as `^` for the first of a text
 */
export function beginsWith(sql: Database.Database, word: string, sign = ""): WordMatch {
  const beginning = `${sign}"${word}"*`;
  if (!PLAIN.test(word)) return { match: beginning, isQuick: false };
  if (word.length <= LISTED) return { match: beginning, isQuick: true };
  const words = wordsFrom(sql, word);
  if (words.length === 0 || words.length > MOST_WORDS) return { match: beginning, isQuick: words.length === 0 };
  return { match: `(${words.map((one) => `${sign}"${one}"`).join(" OR ")})`, isQuick: true };
}

const withWords = new WeakSet<Database.Database>();
const WORDS_OF_INDEX = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.contact_word USING fts5vocab(main, contact_prefix, instance)";
const NEXT_WORD = "SELECT term FROM temp.contact_word WHERE term >= ? AND term <= ? LIMIT 1";

/** The words of the index that begin so, and at most one more than is wanted. */
function wordsFrom(sql: Database.Database, start: string): string[] {
  if (!withWords.has(sql)) sql.exec(WORDS_OF_INDEX);
  withWords.add(sql);
  const next = statement<[string, string], string>(sql, NEXT_WORD).pluck();
  const words: string[] = [];
  // From the end of each to the next: a statement for all of them would walk through every row of each.
  for (let from = start; words.length <= MOST_WORDS; ) {
    const word = next.get(from, `${start}\u{10ffff}`);
    if (word === undefined) break;
    words.push(word);
    from = `${word}\0`; // the index has no "greater than" without a walk, and this is the next text there is
  }
  return words;
}
