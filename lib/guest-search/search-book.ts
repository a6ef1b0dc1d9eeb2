import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { foldText } from "../fold-text";
import { readPhones } from "../phones";
import { searchWords } from "../search-text";
import { similarNames } from "./other-spellings";
import { beginsWith } from "./search-words";

/** Hits are counted up to here: an exact count of 60,000 alone costs 5 ms. */
const COUNTED = 1_000;

/** Names that begin with what was typed are sorted below this number; of more, the search index gives the newest. */
const MANY_NAMES = COUNTED + 1;

/** Where so many have what was typed, nobody is looked for whose name is only like it. */
const ENOUGH = 50;

/** At most so many texts are read if no index helps; after that the total says that there may be more. */
const MOST_READ = 10_000;

/** The characters of a name that `contact_name_start` holds. */
const NAME_START = 16;

export interface Found {
  /** The row ids of the hits up to the end that was asked for, in order. */
  seqs: number[];
  /** So many of them, the last ones, are written otherwise than what was typed. */
  similar: number;
  /** Exact up to 1,000. */
  total: number;
  /** There are more than `total`. */
  isMore: boolean;
}

interface Hits {
  /** The newest first. */
  seqs: number[];
  /** These are all of them. */
  isWhole: boolean;
  /** How many there are at the least, where that is more than are given. */
  atLeast?: number;
}

/** One kind of hit: its newest, up to a limit. @param end how many are on the page or before it */
type Rank = (limit: number, end: number) => Hits;

/**
 * Searches a guest book: the very phone, then names that begin with what was typed, then words that begin with it, then
 * parts, then names that are written otherwise or wrongly; within each the newest first, of the last the likest. Everybody
 * stands where they are found first.
 * @param countryCode of numbers that carry none
 * @param end how many hits are wanted, from the first on
 * @param besides for each kind of hit, who is found elsewhere and stands before the book's own, by numbers below zero
 * @param withSimilar whether names that are written otherwise are looked for
 */
export function searchBook(
  sql: Database.Database,
  typed: string,
  countryCode: string,
  end: number,
  besides: readonly (readonly number[])[] = [],
  withSimilar = true,
): Found {
  const words = searchWords(typed);
  const found = new Set<number>();
  let isMore = false;
  let atLeast = 0;
  let asTyped = 0;
  // One more than is counted tells a thousand from more than a thousand.
  const wanted = Math.max(end, COUNTED + 1);
  for (const [kind, rank] of (words.length > 0 ? ranksOf(sql, typed, words, countryCode) : []).entries()) {
    const isSimilar = kind === SIMILAR;
    if (isSimilar && (!withSimilar || found.size >= ENOUGH)) break;
    for (const one of besides[kind] ?? []) found.add(one);
    const hits = rank(wanted, end);
    for (const seq of hits.isWhole && !isSimilar && hits.seqs.length < COUNTED ? newestFirst(sql, hits.seqs) : hits.seqs) found.add(seq);
    if (!isSimilar) asTyped = found.size;
    isMore ||= !hits.isWhole;
    atLeast = Math.max(atLeast, hits.atLeast ?? 0, found.size);
    if (atLeast > COUNTED && found.size >= end) break;
  }
  return {
    seqs: [...found].slice(0, end),
    similar: found.size - asTyped,
    total: Math.min(atLeast, COUNTED),
    isMore: isMore || atLeast > COUNTED,
  };
}

function ranksOf(sql: Database.Database, typed: string, words: string[], countryCode: string): Rank[] {
  return [
    (limit) => withPhone(sql, typed, words, countryCode, limit),
    (limit, end) => namesFrom(sql, foldText(typed), limit, end),
    (limit, end) => wordsFrom(sql, words, limit, end),
    (limit, end) => withParts(sql, words, limit, MOST_READ + 10 * end),
    () => ({ seqs: similarNames(sql, words), isWhole: true }),
  ];
}

/** The last of them, in an order of its own: the likest first. */
const SIMILAR = 4;

const NOBODY: Hits = { seqs: [], isWhole: true };

/** As many as the limit may not be all. */
const hitsOf = (seqs: number[], limit: number): Hits => ({ seqs, isWhole: seqs.length < limit });

function withPhone(sql: Database.Database, typed: string, words: string[], countryCode: string, limit: number): Hits {
  const [only, ...others] = words;
  if (!only || others.length > 0 || !/^\d+$/.test(only)) return NOBODY;
  const [number] = readPhones(typed, countryCode);
  if (!number?.key) return NOBODY;
  const having = statement<[string, string, number], number>(sql, WITH_PHONE).pluck();
  return hitsOf(having.all(number.key, number.digits, limit), limit);
}

const WITH_PHONE = "SELECT DISTINCT contact_seq FROM contact_phone WHERE key = ? AND digits = ? ORDER BY contact_seq DESC LIMIT ?";

// The expression is the index's own, which gives the row ids without a look at the rows.
const NAME_RANGE = `FROM contact WHERE name <> '' AND substr(search_text, 1, ${NAME_START}) >= ? AND substr(search_text, 1, ${NAME_START}) < ?`;
const HOW_MANY_NAMES = `SELECT count(*) FROM (SELECT 1 ${NAME_RANGE} LIMIT ${MANY_NAMES})`;

/**
 * A few are taken from the index of names and sorted. Of very many, whose sorting would take its time, the newest are
 * found by walking the search index backwards: it meets them soon.
 */
function namesFrom(sql: Database.Database, folded: string, limit: number, end: number): Hits {
  const start = [...folded].slice(0, NAME_START).join("");
  const range = [start, `${start}\u{10ffff}`];
  const isLong = start !== folded;
  // Counted before they are fetched: a thousand row ids that nobody looks at take three times as long.
  if (
    !isLong &&
    statement<string[], number>(sql, HOW_MANY_NAMES)
      .pluck()
      .get(...range) === MANY_NAMES
  )
    return { seqs: seqsOf(sql, PREFIX, beginsWith(sql, folded, "^").match, end), isWhole: false, atLeast: MANY_NAMES };
  const text = `SELECT seq ${NAME_RANGE} ${isLong ? "AND substr(search_text, 1, length(?)) = ?" : ""}`;
  const seqs = statement<string[], number>(sql, text)
    .pluck()
    .all(...range, ...(isLong ? [folded, folded] : []));
  return { seqs: seqs.sort((one, other) => other - one).slice(0, limit), isWhole: seqs.length <= limit };
}

// Row ids follow added_at, and both indexes are walked backwards, so that newest first sorts nothing.
const PREFIX = "SELECT rowid AS seq FROM contact_prefix WHERE contact_prefix MATCH ? ORDER BY rowid DESC LIMIT ?";
const TRIGRAM = "SELECT rowid AS seq FROM contact_trigram WHERE contact_trigram MATCH ? ORDER BY rowid DESC LIMIT ?";
const TRIGRAM_TEXTS = `SELECT t.rowid, c.search_text FROM contact_trigram t CROSS JOIN contact c ON c.seq = t.rowid
  WHERE contact_trigram MATCH ? ORDER BY t.rowid DESC LIMIT ?`;

// Forwards, which is less work where no row is looked at.
const BEYOND_COUNTED = `SELECT 1 FROM contact_prefix WHERE contact_prefix MATCH ? LIMIT 1 OFFSET ${COUNTED}`;

function wordsFrom(sql: Database.Database, words: string[], limit: number, end: number): Hits {
  const matches = words.map((word) => beginsWith(sql, word));
  const [only, ...others] = matches;
  // As with the names: a thousand row ids are fetched only where they are all there are.
  if (only?.isQuick && others.length === 0 && statement<[string], unknown>(sql, BEYOND_COUNTED).get(only.match))
    return { seqs: seqsOf(sql, PREFIX, only.match, end), isWhole: false, atLeast: COUNTED + 1 };
  return hitsOf(seqsOf(sql, PREFIX, matches.map(({ match }) => match).join(" AND "), limit), limit);
}

/** @param mostRead how many texts may be read to judge words that the index cannot */
function withParts(sql: Database.Database, words: string[], limit: number, mostRead: number): Hits {
  const long = words.filter((word) => [...word].length >= 3);
  if (long.length === 0) return NOBODY;
  const match = long.map((word) => `"${selectivePart(word)}"`).join(" AND ");
  const unsure = words.filter((word) => [...word].length < 3 || selectivePart(word) !== word);
  if (unsure.length === 0) return hitsOf(seqsOf(sql, TRIGRAM, match, limit), limit);
  const seqs: number[] = [];
  let read = 0;
  for (const [seq, text] of statement<[string, number], [number, string]>(sql, TRIGRAM_TEXTS).raw().iterate(match, mostRead)) {
    read++;
    if (unsure.every((word) => text.includes(word))) seqs.push(seq);
    if (seqs.length >= limit) break;
  }
  return { seqs, isWhole: seqs.length < limit && read < mostRead };
}

/** A long number is looked up by its last digits, which few people share; its first, such as 961, stand in every row. */
function selectivePart(word: string): string {
  return /^\d{7,}$/.test(word) ? word.slice(-6) : word;
}

function seqsOf(sql: Database.Database, text: string, match: string, limit: number): number[] {
  return statement<[string, number], number>(sql, text).pluck().all(match, limit);
}

interface SeqRow {
  seq: number;
}

/**
 * Puts right what a late import of old guests put wrong: their row ids are the highest, their dates are not. Most searches
 * meet none of them and sort nothing. Of a thousand hits and more, the order of the row ids must do.
 */
function newestFirst(sql: Database.Database, seqs: number[]): number[] {
  if (seqs.length < 2 || !meetsLate(sql, seqs)) return seqs;
  const sorted = statement<[string], SeqRow>(
    sql,
    "SELECT seq FROM contact WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY added_at DESC, seq DESC",
  );
  return sorted.all(JSON.stringify(seqs)).map((row) => row.seq);
}

function meetsLate(sql: Database.Database, seqs: number[]): boolean {
  const any = statement<[], SeqRow>(sql, "SELECT seq FROM contact_late LIMIT 1").get();
  if (!any) return false;
  const met = statement<[string], SeqRow>(sql, "SELECT seq FROM contact_late WHERE seq IN (SELECT value FROM json_each(?)) LIMIT 1");
  return met.get(JSON.stringify(seqs)) !== undefined;
}
