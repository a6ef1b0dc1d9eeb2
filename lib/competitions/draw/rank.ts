import { type ListedEntry, sha256 } from "./canonical";

/** An entry with the number that its place hangs on. */
export interface RankedEntry extends ListedEntry {
  score: string;
}

/**
 * Every entry in its place: the lowest hash of randomness and entry is the first. Whoever has both finds the same, whenever.
 * @param randomness in hex
 */
export function ranked(entries: readonly ListedEntry[], randomness: string): RankedEntry[] {
  const scored = entries.map((one) => ({ ...one, score: sha256(`${randomness}|${one.entry}`) }));
  return scored.sort((a, b) => (a.score < b.score ? -1 : a.score > b.score ? 1 : 0));
}

/** Winners and reserves in their order: of somebody with several entries the first one. @param count of both together */
export function drawn(all: readonly RankedEntry[], count: number): RankedEntry[] {
  const people = new Set<number>();
  const found: RankedEntry[] = [];
  for (const one of all) {
    if (found.length === count) break;
    if (people.has(one.person)) continue;
    people.add(one.person);
    found.push(one);
  }
  return found;
}
