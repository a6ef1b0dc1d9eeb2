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

/** Whether somebody goes by a name of the guest's: whoever shares a number under another name is somebody else. */
export function hasNameOf({ names }: { names: readonly string[] }, { name, also }: { name: string; also: string }): boolean {
  return [name, ...alsoNames(also)].some((one) => names.some((other) => foldText(one) === foldText(other) || namesAgree(one, other)));
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

/** Whether every folded word of a name is among those of another: a search for the second then finds the first too. */
export function isPartOf(name: string, other: string): boolean {
  if (name === other) return true;
  const [words, all] = [wordsOf(name), wordsOf(other)];
  for (const word of words) if (!all.has(word)) return false;
  return true;
}

/** Whether a name says all the words of another, and any at all (docs/book.md, The fold). */
export function isAsFull(name: string, other: string): boolean {
  return wordsOf(name).size > 0 && isPartOf(other, name);
}

/** The same, and more of them. */
export function isFuller(name: string, other: string): boolean {
  return isAsFull(name, other) && !isPartOf(name, other);
}

/** Other names, none of which is part of the name or of another one. */
export function cleanNames({ name, also }: { name: string; also: string }): string {
  return also === "" ? "" : withNames({ name, also: "" }, alsoNames(also)).also;
}

/**
 * The other names of a guest with more of them (docs/book.md, The fold): a name that is part of one the guest goes by is not added,
 * and a fuller one takes the place of those that are part of it.
 * @param most so many are kept
 * @returns `added` are those that the guest was not known by, also where there was no room for them (`cut`)
 */
export function withNames(
  known: { name: string; also: string },
  more: readonly string[],
  most = Number.POSITIVE_INFINITY,
): { also: string; added: string[]; cut: number } {
  let others = alsoNames(known.also).filter((other) => !isPartOf(other, known.name));
  let cut = 0;
  const added: string[] = [];
  for (const name of more) {
    if (isPartOf(name, known.name) || others.some((other) => isPartOf(name, other))) continue;
    added.push(name);
    const stay = others.filter((other) => !isPartOf(other, name));
    if (stay.length < most) others = [...stay, name];
    else cut++;
  }
  return { also: others.join("\n"), added, cut };
}
