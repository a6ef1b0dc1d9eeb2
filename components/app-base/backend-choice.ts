import { isPagesServer, keyAt, pagesBase, readStored } from "@/lib/api/backends";
import { listedOf, STORAGE_KEYS } from "@/lib/api/base";
import { mayWorkIn } from "@/lib/caller";
import { type BranchKey, branchKeys, branchName, isClosedBranch } from "@/lib/known-branches";
import type { PublicSettings } from "@/lib/public-settings";
import { wouldCome } from "./navigate-away";
import { readSession } from "./session-store";

/** The server that keeps a branch: the one that gave the page, or the one on its list. */
export function baseOfBranch(branch: BranchKey, { branches, apiBases }: PublicSettings): string {
  return (branches.includes(branch) ? "" : listedOf(apiBases, branch)) || pagesBase();
}

/**
 * The branches that can be chosen here: those that this server keeps, and those on its list of other servers. Who is limited
 * to some at a server sees no others of it. Those that are closed stand last.
 */
export function choosableBranches(settings: PublicSettings): BranchKey[] {
  const all = [...new Set([...settings.branches, ...(Object.keys(settings.apiBases) as BranchKey[])])];
  const mine = all.filter((branch) => mayWorkIn(readSession(baseOfBranch(branch, settings)).user?.branches ?? null, branch));
  return [...mine.filter((branch) => !isClosedBranch(branch)), ...mine.filter(isClosedBranch)];
}

/** What people call a server: the branches that the list has for it, else its address. */
export function serverName(base: string, settings: PublicSettings): string {
  const names = branchKeys()
    .filter((branch) => listedOf(settings.apiBases, branch) === base)
    .map((branch) => branchName(branch));
  return names.join(", ") || (isPagesServer(base) ? "this server" : shortAddress(base));
}

/** The same in a sentence: `the server of Jounieh`; empty for one of which nothing but its address is known. */
export function serverInWords(base: string, settings: PublicSettings): string {
  const name = serverName(base, settings);
  if (name === shortAddress(base)) return "a server of its own:";
  return name === "this server" ? name : `the server of ${name}`;
}

/** `10.0.2.5:8000/api`, as people say an address. */
export function shortAddress(base: string): string {
  return base.replace(/^https?:\/\//, "");
}

/**
 * Whoever works in some branches alone begins in one of them, and not before a screen that refuses everything.
 * @param limit those that this person works in at the server of the pages; null for every one
 * @param here the branch that this device asks for; it stays where they work there, or where it is another server's
 */
export function settleBranch(limit: readonly string[] | null, here: BranchKey, settings: PublicSettings): void {
  const mine = settings.branches.filter((branch) => mayWorkIn(limit, branch));
  const own = mine.find((branch) => !isClosedBranch(branch)) ?? mine[0];
  if (!own || mayWorkIn(limit, here) || !isPagesServer(baseOfBranch(here, settings))) return;
  keepChoice(own, settings);
}

/**
 * Keeps the choice on this device and reloads: everything on the page belongs to one backend. Null is automatic.
 * @param path the page that is loaded; the same one where it is left out
 * @returns false, and nothing is changed, where the page would not come
 */
export async function chooseBackend(branch: BranchKey | null, settings: PublicSettings, path?: string): Promise<boolean> {
  if (!(await wouldCome())) return false;
  keepChoice(branch, settings);
  reloadPlainly(path);
  return true;
}

/** Where this device remembers that tables are saved to the page's own server. */
export const USE_LOCAL_KEY = "USE_LOCAL_API";

/** Before a branch and a table's name: the server on which the table was saved. */
export const TABLE_API_KEY = "TABLE_API_";

/** Forgets every choice of a server on this device, if the page would come. Sign-ins, drafts and where tables were saved stay. */
export async function resetBackends(): Promise<boolean> {
  if (!(await wouldCome())) return false;
  const { apiBase, branch, birthdays, loyalty } = STORAGE_KEYS;
  for (const key of [apiBase, branch, birthdays, loyalty, USE_LOCAL_KEY]) window.localStorage.removeItem(key);
  reloadPlainly();
  return true;
}

/** Whether nothing on this device says which server and branch it works with. */
export function isAutomatic(): boolean {
  return !readStored(STORAGE_KEYS.apiBase) && !readStored(STORAGE_KEYS.branch);
}

/** Of the page's query only the date that is searched for: an override there would win over the choice. */
function reloadPlainly(path = window.location.pathname + searchedDate()): void {
  window.location.assign(path);
}

function searchedDate(): string {
  const date = new URLSearchParams(window.location.search).get("date");
  return date === null ? "" : `?date=${encodeURIComponent(date)}`;
}

function keepChoice(branch: BranchKey | null, settings: PublicSettings): void {
  const store = window.localStorage;
  store.removeItem(STORAGE_KEYS.apiBase);
  store.removeItem(STORAGE_KEYS.branch);
  if (!branch) return;
  store.setItem(STORAGE_KEYS.branch, branch);
  const base = baseOfBranch(branch, settings);
  if (!isPagesServer(base)) store.setItem(STORAGE_KEYS.apiBase, base);
}

/** How many tables of another server wait on this device; what is in them is shown there alone. */
export function draftsAt(base: string): number {
  const prefix = `${keyAt(base, "daftar_draft")}_`;
  return Object.keys(window.localStorage).filter((key) => key.startsWith(prefix)).length;
}
