import { FILES, FOLDERS } from "./data-folders";
import { processWide } from "./process-wide";

/** A restaurant's key: the lasting name of its folder, its calls and its rows. Whether there is one is asked of the rows (`isRestaurant`). */
export type Restaurant = string;

/** Every backend that can be asked: the restaurants, and `central`, which stands for all of them and seats nobody. */
export type BranchKey = string;

/** A restaurant of the group as its row in the hub says it; the key stays for ever, the name may change. */
export interface KnownBranch {
  key: Restaurant;
  name: string;
  /** Closed: readable, without writes. */
  isClosed: boolean;
}

/** It is in no row: it stands for all of them. */
export const CENTRAL = "central";

export const DEFAULT_BRANCH: BranchKey = "jounieh";

/** The rows of a group that has changed nothing (docs/design/domain.md, Words); the hub's migration writes the same. */
export const DEFAULT_BRANCHES: readonly KnownBranch[] = [
  { key: "jounieh", name: "Jounieh", isClosed: false },
  { key: "batroun", name: "Batroun", isClosed: false },
  { key: "tripoli", name: "Tripoli", isClosed: false },
  { key: "zgharta", name: "Zgharta", isClosed: false },
  { key: "ehden", name: "Ehden", isClosed: false },
];

/** In a server what its hub says, in a thread what the server handed over, in a browser what came with the page. */
const known = () => processWide("branches", () => ({ rows: DEFAULT_BRANCHES }));

/** From now on these are the restaurants of this process, in the order in which lists show them. */
export function knowBranches(rows: readonly KnownBranch[]): void {
  known().rows = rows;
}

/** The restaurants, closed ones too; before anybody has said them, those of a group that has changed nothing. */
export function knownBranches(): readonly KnownBranch[] {
  return known().rows;
}

/** The keys of all restaurants, closed ones too, in the order in which lists show them. */
export function restaurants(): Restaurant[] {
  return knownBranches().map(({ key }) => key);
}

/** The keys of the restaurants, and `central`. */
export function branchKeys(): BranchKey[] {
  return [...restaurants(), CENTRAL];
}

/** What people call a branch; of a key that is in no row, such as one of another server's, the key itself. */
export function branchName(key: string): string {
  if (key === CENTRAL) return "Central";
  return rowOf(key)?.name ?? key;
}

export function isBranchKey(text: string): boolean {
  return text === CENTRAL || isRestaurant(text);
}

export function isRestaurant(text: string): boolean {
  return rowOf(text) !== undefined;
}

/** The same, and whether it is closed, for lists in which one of them is chosen. */
export function branchLabel(key: string): string {
  return isClosedBranch(key) ? `${branchName(key)} (closed)` : branchName(key);
}

/** Whether a restaurant is kept and only read. */
export function isClosedBranch(key: string): boolean {
  return rowOf(key)?.isClosed ?? false;
}

/** The keys of the restaurants in which guests are seated, in the order in which lists show them. */
export function openRestaurants(): Restaurant[] {
  return restaurants().filter((key) => !isClosedBranch(key));
}

/** Whether guests are seated there. */
export function isOpenRestaurant(text: string): boolean {
  return isRestaurant(text) && !isClosedBranch(text);
}

const rowOf = (key: string) => knownBranches().find((one) => one.key === key);

/** The folder of a branch is called by its key: a lower-case word that no file system reads otherwise. */
export const BRANCH_KEY = /^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])$/;

/**
 * Words that mean something else: central and the group, what a choice of a branch is reset by, parts of every other host name, names of
 * devices that Windows keeps for itself, and what a program takes for no word at all.
 */
const RESERVED =
  /^(auth-.*|central|hub|group|all|auto|reset|admin|www|api|com|net|org|local|localhost|con|prn|aux|nul|com\d|lpt\d|constructor|prototype|null|undefined|true|false|nan|json)$/;

/** Names of the data folder, and some that it may have one day; in the singular too, so that none is taken for another. */
const OF_THE_DATA_FOLDER = new Set<string>([
  ...Object.values(FOLDERS).flatMap((name) => [name, name.replace(/s$/, "")]),
  ...FILES,
  ...["cache", "data", "draft", "drafts", "export", "exports", "job", "jobs", "media", "restore", "temp", "thumbnails", "tmp"],
]);

/** Whether a text may be a restaurant's key. */
export function mayBeKey(text: string): boolean {
  return BRANCH_KEY.test(text) && !RESERVED.test(text) && !OF_THE_DATA_FOLDER.has(text);
}
