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

/** Keeps the choice on this device and reloads: everything on the page belongs to one backend. Null is automatic. */
export function chooseBackend(branch: BranchKey | null, settings: PublicSettings): void {
  const store = window.localStorage;
  store.removeItem(STORAGE_KEYS.apiBase);
  store.removeItem(STORAGE_KEYS.branch);
  if (branch) {
    store.setItem(STORAGE_KEYS.branch, branch);
    const elsewhere = cleanBase(settings.apiBases[branch] ?? "");
    if (elsewhere && !settings.branches.includes(branch)) store.setItem(STORAGE_KEYS.apiBase, elsewhere);
  }
  // Without its query, because an override there would win over the choice.
  window.location.assign(window.location.pathname);
}
