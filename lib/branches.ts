/** The five restaurants of the group, in the order in which lists show them; the first is the default (docs/design/domain.md, Words). */
export const RESTAURANTS = ["jounieh", "batroun", "tripoli", "zgharta", "ehden"] as const;
export type Restaurant = (typeof RESTAURANTS)[number];

/** Every backend that can be asked: the restaurants, and `central`, which stands for all of them and seats nobody. */
export const BRANCH_KEYS = [...RESTAURANTS, "central"] as const;
export type BranchKey = (typeof BRANCH_KEYS)[number];

export const DEFAULT_BRANCH: BranchKey = "jounieh";

export const BRANCH_NAMES: Record<BranchKey, string> = {
  jounieh: "Jounieh",
  batroun: "Batroun",
  tripoli: "Tripoli",
  zgharta: "Zgharta",
  ehden: "Ehden",
  central: "Central",
};

export function isBranchKey(text: string): text is BranchKey {
  return (BRANCH_KEYS as readonly string[]).includes(text);
}

export function isRestaurant(text: string): text is Restaurant {
  return (RESTAURANTS as readonly string[]).includes(text);
}

/**
 * The branch that a live-feed entry speaks of, for entries of servers that do not say it: keywords or the branch's
 * name in the table, hostess, waiter or guests; anything else counts as Jounieh (docs/design/spec-guests.md 4).
 */
export function branchFromWords(words: string): Restaurant {
  const text = words.toLowerCase();
  return RESTAURANTS.find((branch) => branch !== "jounieh" && text.includes(branch)) ?? "jounieh";
}
