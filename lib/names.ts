import { foldText } from "./fold-text";
import { LimitedMap } from "./limited-map";

/**
 * Whether two names may be one person's: the folded words of one are among those of the other, or one is empty
 * (docs/design/domain.md, The evening).
 */
export function namesAgree(a: string, b: string): boolean {
  if (a === b) return true;
  const [one, other] = [wordsOf(a), wordsOf(b)];
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  for (const word of fewer) if (!more.has(word)) return false;
  return true;
}

/** The words of the last names: a merge compares a guest with the same few again and again. */
const wordsBefore = new LimitedMap<string, Set<string>>(2_000);

function wordsOf(name: string): Set<string> {
  const known = wordsBefore.get(name);
  if (known) return known;
  const folded = foldText(name);
  const words = new Set(folded ? folded.split(" ") : []);
  wordsBefore.set(name, words);
  return words;
}

/** The other names of a guest as a store keeps them: one a line, the empty text for none. */
export function alsoNames(also: string): string[] {
  return also === "" ? [] : also.split("\n");
}

/**
 * Of all names of a guest, the one by which they were searched for: the first that holds every word of it, else the guest's own.
 * @param also as a store keeps it; servers of older versions say nothing of it
 */
export function nameSearchedFor({ name, also = "" }: { name: string; also?: string }, typed: string): string {
  const words = foldText(typed).split(" ").filter(Boolean);
  const holds = (one: string) => words.every((word) => foldText(one).includes(word));
  return [name, ...alsoNames(also)].find(holds) ?? name;
}

/**
 * The names that somebody brings whom a guest is not known by yet, neither by the name nor as another name.
 * @param known the guest's name and other names
 */
export function newNames(known: { name: string; also: string }, brought: readonly string[]): string[] {
  const names = [known.name, ...alsoNames(known.also)].filter((name) => foldText(name) !== "");
  const added: string[] = [];
  for (const name of brought) {
    if (foldText(name) === "" || [...names, ...added].some((other) => namesAgree(other, name))) continue;
    added.push(name);
  }
  return added;
}

/** The other names with more of them. */
export function withNames(also: string, more: readonly string[]): string {
  return [...alsoNames(also), ...more].join("\n");
}
