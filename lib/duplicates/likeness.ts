import { foldText } from "../fold-text";
import { askedFor } from "../guest-search/other-spellings";
import { FULL_NAMES } from "../guest-search/short-forms";
import { LimitedMap } from "../limited-map";
import { farthest, nameDistance } from "../name-sounds";

/** The names of a guest as the search takes them apart: folded, without articles. */
export function namesOf(name: string): string[] {
  const known = taken.get(name);
  if (known) return known;
  const { names } = askedFor(foldText(name).split(" ").filter(Boolean));
  const words = names.slice(0, MOST_WORDS);
  taken.set(name, words);
  return words;
}

const taken = new LimitedMap<string, string[]>(50_000);
/** Nobody is called by more; a note that stands in the place of a name must not keep the thread busy. */
const MOST_WORDS = 5;

/** A name by which others call somebody, as far as a short form is from it. */
const SHORT_FORM = 0.3;

function wordDistance(one: string, other: string): number {
  if (one === other) return 0;
  const least = Math.min(farthest(one), farthest(other));
  let distance = nameDistance(one, other);
  for (const [short, name] of [[one, other] as const, [other, one] as const])
    for (const full of FULL_NAMES.get(short) ?? []) distance = Math.min(distance, SHORT_FORM + nameDistance(full, name));
  return distance < least ? distance : Number.POSITIVE_INFINITY;
}

/** How two names compare, word by word of the one that has fewer. */
export interface NameLikeness {
  /** Words of the shorter name that the other has too, however they are written, and those that it has not. */
  matched: number;
  missing: number;
  /** Of the matched: how far apart they are on average, and at most (`nameDistance`). */
  average: number;
  worst: number;
}

/** Compares two names by the search's own rule. Words may stand in another order, and as one or two. */
export function compareNames(a: string, b: string): NameLikeness | null {
  const [one, other] = [namesOf(a), namesOf(b)];
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  if (fewer.length === 0) return null;
  if (one.join("") === other.join(""))
    return { matched: Math.max(fewer.length, Math.min(2, more.length)), missing: 0, average: 0, worst: 0 };
  const left = [...more, ...more.slice(1).map((word, index) => `${more[index]}${word}`)];
  const used = new Set<number>();
  const distances: number[] = [];
  for (const word of fewer) {
    const [at, distance] = nearestOf(word, left, used);
    if (distance === Number.POSITIVE_INFINITY) continue;
    used.add(at);
    distances.push(distance);
  }
  const sum = distances.reduce((all, distance) => all + distance, 0);
  const matched = distances.length;
  return { matched, missing: fewer.length - matched, average: matched === 0 ? 0 : sum / matched, worst: Math.max(0, ...distances) };
}

function nearestOf(word: string, words: readonly string[], used: ReadonlySet<number>): [at: number, distance: number] {
  let best: [number, number] = [-1, Number.POSITIVE_INFINITY];
  for (const [at, other] of words.entries()) {
    if (used.has(at)) continue;
    const distance = wordDistance(word, other);
    if (distance < best[1]) best = [at, distance];
  }
  return best;
}

/** `form`: the same number in another form; `slip`: one digit is missing, too much, another, or two changed places. */
export type PhoneLikeness = "form" | "slip" | null;

/** So many digits at the end are a subscriber's own. */
const OWN_DIGITS = 6;
/** A whole number in its country, of this length or one more; with a country's code in front it is longer. */
const WHOLE = 7;
const LEBANON = /^961(?=\d{6})/;

/** Compares two numbers, as digits with the country's code. */
export function comparePhones(a: string, b: string): PhoneLikeness {
  const [one, other] = [a, b].map((digits) => digits.replace(LEBANON, "")) as [string, string];
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < OWN_DIGITS) return null;
  if (long.endsWith(short) || (short.length > WHOLE && long.slice(-WHOLE) === short.slice(-WHOLE))) return "form";
  return isOneSlip(short, long) ? "slip" : null;
}

function isOneSlip(short: string, long: string): boolean {
  if (short.length < WHOLE || long.length - short.length > 1) return false;
  let start = 0;
  while (start < short.length && short[start] === long[start]) start++;
  let end = 0;
  while (end < short.length - start && short.at(-1 - end) === long.at(-1 - end)) end++;
  const [a, b] = [short.slice(start, short.length - end), long.slice(start, long.length - end)];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]);
}
