import { cleanBase, STORAGE_KEYS } from "@/lib/api/base";
import type { BranchKey } from "@/lib/branches";
import { mayWorkIn } from "@/lib/caller";
import type { PublicSettings } from "@/lib/public-settings";

/**
 * The branches that can be chosen here: those that this server keeps, and those on its list of other servers.
 * @param limit those that this person works in; null for every one
 */
export function choosableBranches(settings: PublicSettings, limit: readonly string[] | null): BranchKey[] {
  const listed = Object.keys(settings.apiBases) as BranchKey[];
  return [...new Set([...settings.branches, ...listed])].filter((branch) => mayWorkIn(limit, branch));
}

/**
 * Whoever works in some branches alone begins in one of them, and not before a screen that refuses everything.
 * @param here the branch that this device asks for; it stays where they work there
 */
export function settleBranch(limit: readonly string[] | null, here: BranchKey, settings: PublicSettings): void {
  const own = choosableBranches(settings, limit)[0];
  if (!own || mayWorkIn(limit, here)) return;
  keepChoice(own, settings);
}

/** Keeps the choice on this device and reloads: everything on the page belongs to one backend. Null is automatic. */
export function chooseBackend(branch: BranchKey | null, settings: PublicSettings): void {
  keepChoice(branch, settings);
  // Without its query, because an override there would win over the choice.
  window.location.assign(window.location.pathname);
}

function keepChoice(branch: BranchKey | null, settings: PublicSettings): void {
  const store = window.localStorage;
  store.removeItem(STORAGE_KEYS.apiBase);
  store.removeItem(STORAGE_KEYS.branch);
  if (!branch) return;
  store.setItem(STORAGE_KEYS.branch, branch);
  const elsewhere = cleanBase(settings.apiBases[branch] ?? "");
  if (elsewhere && !settings.branches.includes(branch)) store.setItem(STORAGE_KEYS.apiBase, elsewhere);
}
