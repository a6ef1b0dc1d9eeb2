import type Database from "better-sqlite3";
import { statement } from "../db/statements";
import { farthest, isServant, nameDistance, nameKeys, TWO_NAMES } from "../name-sounds";
import { FULL_NAMES } from "./short-forms";

/** Where so many have every word as it was typed, nobody meant another. */
const ENOUGH = 5;

/** Nobody is asked for by more names, and what is longer than this is none: a long text must not keep the server busy. */
const MOST_NAMES = 6;
const LONGEST_NAME = 24;

/** So many words of the book are compared with one that was typed. */
const MOST_COMPARED = 500;

/** At most so many words of the book per typed word, the most similar ones. */
const MOST_WORDS = 24;

/** So many of the spaces may be elsewhere, and so many ways of taking what was typed are tried. */
const MOST_CHANGES = 2;
const MOST_READINGS = 8;

/** So many guests are looked at in each way, the newest. */
const MOST_GUESTS = 100;

/** Where so many have names so near, or one is this near by each word, no farther ones are looked for. */
const SOME_GUESTS = 10;
const NEAR = 0.25;

/** A name that is written in two words where the book has one, or in one where it has two. */
const OTHER_SPACES = 0.1;
const SHORT_FORM = 0.3;
/** A name of the guest that was not asked for. */
const NOT_ASKED = 0.02;
const BEGINNING = 0.1;

/** Articles are written apart, together, or not at all. */
const ARTICLES: ReadonlySet<string> = new Set(["el", "al", "il", "l", "ال"]);

/** Words of the book for a typed one, with how far each is from it. */
type Alike = ReadonlyMap<string, number>;

/** One way of taking what was typed: each of its words, as the book may have it. */
interface Reading {
  words: readonly Alike[];
  cost: number;
}

/**
 * Finds guests by names that are written in another way than theirs: in the other script, with other letters, as one word or two, with a
 * slip. Only where fewer than five have every word as it stands.
 * @param words as `searchWords` gives them; guests have each of the digits among them somewhere
 * @returns row ids, the likest first
 */
export function similarNames(sql: Database.Database, words: readonly string[]): number[] {
  const { names, digits } = askedFor(words);
  if (!areNames(names) || isCommon(sql, words)) return [];
  const least = new Map<number, number>();
  for (const reading of readingsOf(sql, names)) {
    if (least.size >= SOME_GUESTS || Math.min(...least.values()) < NEAR * names.length) break;
    for (const [seq, text] of guestsWith(sql, reading)) {
      if (!digits.every((part) => text.includes(part))) continue;
      const distance = distanceOf(reading, text);
      if (distance < Math.min(least.get(seq) ?? Number.POSITIVE_INFINITY, TWO_NAMES * reading.words.length)) least.set(seq, distance);
    }
  }
  return [...least].sort(([one, near], [other, far]) => near - far || other - one).map(([seq]) => seq);
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** The names without their articles, but for that of Abed el Rahman, which is a part of the name; and the numbers. */
export function askedFor(words: readonly string[]): { names: string[]; digits: string[] } {
  const named = words.filter((word) => !isNumber(word));
  const whole = named.map((word, at) => (isServant(word) && ARTICLES.has(named[at + 1] ?? "") ? `${word}${named[at + 1]}` : word));
  const names = whole.filter((word) => !ARTICLES.has(word));
  return { names: names.length > 0 ? names : named, digits: words.filter(isNumber) };
}

const areNames = (names: readonly string[]) =>
  names.length > 0 && names.length <= MOST_NAMES && names.every((name) => name.length <= LONGEST_NAME);

const HAVE_ALL = `SELECT 1 FROM contact_prefix WHERE contact_prefix MATCH ? LIMIT 1 OFFSET ${ENOUGH - 1}`;

/** Whether so many guests have exactly these words that similar names are not wanted. */
export function isCommon(sql: Database.Database, words: readonly string[]): boolean {
  const match = words.map((word) => `"${word}"`).join(" AND ");
  return statement<[string], unknown>(sql, HAVE_ALL).get(match) !== undefined;
}

const BY_KEYS = `SELECT DISTINCT word FROM name_key WHERE key IN (SELECT value FROM json_each(?)) LIMIT ${MOST_COMPARED}`;

function wordsBy(sql: Database.Database, keys: readonly string[]): string[] {
  return statement<[string], string>(sql, BY_KEYS).pluck().all(JSON.stringify(keys));
}

function alike(sql: Database.Database, word: string, keys: readonly string[], most: number): Alike {
  const near = wordsBy(sql, keys).flatMap((one): [string, number][] => {
    const distance = nameDistance(word, one);
    return distance < most ? [[one, distance]] : [];
  });
  return new Map(near.sort(([, one], [, other]) => one - other).slice(0, MOST_WORDS));
}

/** One or two or three of the typed words, and what the book has for them. */
interface Segment {
  takes: number;
  words: readonly Alike[];
  cost: number;
}

/** Every way to split what was typed: each word alone, two or three words as one, and one word as two. */
function readingsOf(sql: Database.Database, names: readonly string[]): Reading[] {
  const segments = names.map((_, at) => segmentsAt(sql, names, at));
  const readingsFrom = (at: number, changes: number): Reading[] => {
    if (at >= names.length) return [{ words: [], cost: 0 }];
    return (segments[at] ?? []).flatMap(({ takes, words, cost }) => {
      const left = changes - (cost > 0 ? 1 : 0);
      if (left < 0) return [];
      return readingsFrom(at + takes, left).map((rest) => ({ words: [...words, ...rest.words], cost: cost + rest.cost }));
    });
  };
  return readingsFrom(0, MOST_CHANGES).slice(0, MOST_READINGS);
}

function segmentsAt(sql: Database.Database, names: readonly string[], at: number): Segment[] {
  const word = names[at] ?? "";
  const segments: Segment[] = [{ takes: 1, words: [wordsFor(sql, word)], cost: 0 }];
  for (let takes = 2; takes <= Math.min(3, names.length - at); takes++) {
    const joined = sameAs(sql, names.slice(at, at + takes).join(""));
    if (joined.size > 0) segments.push({ takes, words: [joined], cost: OTHER_SPACES });
  }
  for (const halves of halvesOf(word)) {
    const words = halves.map((half) => sameAs(sql, half));
    if (words.every(({ size }) => size > 0)) segments.push({ takes: 1, words, cost: OTHER_SPACES });
  }
  return segments;
}

/** A word, what is like it, and what begins with it: most people type no more. */
function wordsFor(sql: Database.Database, word: string): Alike {
  const { same, near } = nameKeys(word);
  const words = new Map(alike(sql, word, [...same, ...near], farthest(word)));
  for (const full of FULL_NAMES.get(word) ?? []) {
    for (const [one, distance] of sameAs(sql, full)) words.set(one, Math.min(words.get(one) ?? TWO_NAMES, SHORT_FORM + distance));
  }
  if (word.length <= LISTED) return words.set(`${word}*`, BEGINNING);
  for (const longer of statement<[string, string], string>(sql, LONGER).pluck().all(word, `${word}\u{10ffff}`)) {
    words.set(longer, Math.min(words.get(longer) ?? TWO_NAMES, BEGINNING));
  }
  return words;
}

/** Of longer beginnings the index puts all guests together before it gives the first: their words are asked for instead. */
const LISTED = 3;
const LONGER = `SELECT word FROM name_word WHERE word > ? AND word < ? LIMIT ${MOST_WORDS}`;

const sameAs = (sql: Database.Database, word: string) => alike(sql, word, nameKeys(word).same, Math.min(farthest(word), TWO_NAMES / 2));

function* halvesOf(word: string): Generator<[head: string, tail: string]> {
  for (let at = 3; at <= word.length - 3; at++) yield [word.slice(0, at), word.slice(at)];
  const [short = ""] = /^(?:[ae]l|bu)(?=.{3})/.exec(word) ?? [];
  if (short) yield [short, word.slice(short.length)];
}

const GUESTS = `SELECT p.rowid, c.search_text FROM contact_prefix p CROSS JOIN contact c ON c.seq = p.rowid
  WHERE contact_prefix MATCH ? ORDER BY p.rowid DESC LIMIT ${MOST_GUESTS}`;

/** A word of the book that is like two of the typed ones stands for the nearer: else all who have it alone would come. */
function eachOnce(words: readonly Alike[]): readonly Alike[] {
  const least = (word: string) => Math.min(...words.map((alike) => alike.get(word) ?? Number.POSITIVE_INFINITY));
  return words.map((alike) => new Map([...alike].filter(([word, distance]) => distance === least(word))));
}

/** Of names that many guests have nearly, those who have them the likest are looked for first. */
const TIERS = [0.2, 0.5, TWO_NAMES];

function guestsWith(sql: Database.Database, reading: Reading): Map<number, string> {
  const words = eachOnce(reading.words);
  const guests = new Map<number, string>();
  let last = "";
  for (const most of TIERS) {
    const near = words.map((alike) => [...alike].filter(([, distance]) => distance <= most).map(([word]) => quoted(word)));
    const match = near.map((some) => `(${some.join(" OR ")})`).join(" AND ");
    if (near.some((some) => some.length === 0) || match === last) continue;
    for (const [seq, text] of statement<[string], [number, string]>(sql, GUESTS).raw().all(match)) guests.set(seq, text);
    if (guests.size >= SOME_GUESTS) break;
    last = match;
  }
  return guests;
}

const quoted = (word: string) => (word.endsWith("*") ? `"${word.slice(0, -1)}"*` : `"${word}"`);

/** Each word stands for another name of the guest. */
function distanceOf({ words, cost }: Reading, text: string): number {
  const left = namesIn(text);
  const all = left.length;
  let sum = cost + NOT_ASKED * Math.max(0, all - words.length);
  for (const alike of words) {
    const distances = left.map((word) => distanceTo(alike, word));
    const least = Math.min(...distances);
    if (least >= TWO_NAMES) return TWO_NAMES * words.length;
    left.splice(distances.indexOf(least), 1);
    sum += least;
  }
  return sum;
}

function distanceTo(alike: Alike, word: string): number {
  const known = alike.get(word);
  if (known !== undefined) return known;
  for (const [one, distance] of alike) if (one.endsWith("*") && word.startsWith(one.slice(0, -1))) return distance;
  return TWO_NAMES;
}

const namesIn = (text: string) => text.split(" ").filter((word) => word !== "" && !isNumber(word));

/** A name alone, and two that stand side by side as one. */
const withPairs = (names: readonly string[]) => [...names, ...names.slice(1).map((name, index) => `${names[index]}${name}`)];

const keysOf = (word: string): string[] => {
  const { same, near } = nameKeys(word);
  return [...same, ...near];
};

/** The names of somebody who is searched for without an index, and what they are found by: made once. */
const namesOfPeople = new WeakMap<object, { theirs: readonly string[]; keys: ReadonlySet<string> }>();

function namesOf(person: { search_text: string }) {
  const known = namesOfPeople.get(person);
  if (known) return known;
  const theirs = withPairs(namesIn(person.search_text));
  const names = { theirs, keys: new Set(theirs.flatMap(keysOf)) };
  namesOfPeople.set(person, names);
  return names;
}

/**
 * The same for people who are held in memory.
 * @returns whether somebody's name is what was typed, written otherwise
 */
export function similarTo(words: readonly string[]): (person: { search_text: string }) => boolean {
  const { names, digits } = askedFor(words);
  // Each name, and it and the next one as one: one of the three that a name stands in is to be somebody's.
  const isAsked = areNames(names);
  const asked = withPairs(isAsked ? names : []).map((name) => ({ name, keys: keysOf(name) }));
  const pairAt = (index: number) => (index < 0 ? undefined : asked[names.length + index]);
  return (person) => {
    if (!isAsked || !digits.every((part) => person.search_text.includes(part))) return false;
    const { theirs, keys } = namesOf(person);
    const has = (one: (typeof asked)[number] | undefined) =>
      one !== undefined &&
      (theirs.some((name) => name.startsWith(one.name)) ||
        (one.keys.some((key) => keys.has(key)) && theirs.some((name) => nameDistance(one.name, name) < farthest(one.name))));
    return names.every((_, index) => [asked[index], pairAt(index - 1), pairAt(index)].some(has));
  };
}
