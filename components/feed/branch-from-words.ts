import { DEFAULT_BRANCH, knownBranches, type Restaurant } from "@/lib/known-branches";

/**
 * The branch that a live-feed entry speaks of, for entries of servers that do not say it: keywords or the branch's
 * name in the table, hostess, waiter or guests; anything else counts as Jounieh (docs/design/spec-guests.md 4).
 */
export function branchFromWords(words: string): Restaurant {
  const text = words.toLowerCase();
  // The longer word first: a `beirut-souks` beside a `beirut` is meant where it stands.
  const others = knownBranches().flatMap(({ key, name }) =>
    key === DEFAULT_BRANCH ? [] : [key, name.toLowerCase()].map((word) => ({ key, word })),
  );
  others.sort((one, other) => other.word.length - one.word.length);
  return others.find(({ word }) => text.includes(word))?.key ?? DEFAULT_BRANCH;
}
