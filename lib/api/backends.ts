import { allowedBases, type Backend, isOwnBase, listedBase, ownBase, resolveBackend, STORAGE_KEYS } from "./base";

/**
 * The servers that this page may speak to, and what this device keeps of each. Everything that belongs to one server, its
 * sign-in above all, stands under keys of its own, so that nothing of one is ever shown for another or sent to it.
 */

/** How a token travels: as `Authorization: Bearer`, or as `x-token` (docs/design/spec-shell.md 7). */
export type AuthStyle = "bearer" | "token";

/** What the server's settings say about itself and the other servers. */
export interface Servers {
  apiBases: Record<string, string>;
  /** The branches that the server which gave the page keeps itself. */
  branches?: readonly string[];
  authStyle?: AuthStyle;
  /** Another header, besides X-Branch, in which calls name the branch; empty for none. */
  branchHeader?: string;
}

let servers: Servers = { apiBases: {} };
let backend: Backend | null = null;

/** Tells the client the server's list of addresses; the providers call it before anything else does. */
export function configureBackend(said: Servers): void {
  servers = said;
  backend = null;
}

export const serversSaid = (): Servers => servers;

/** The backend that this page speaks to. It is read once: a change of the stored choice reloads the page. */
export function currentBackend(): Backend {
  backend ??= resolveAgain();
  return backend;
}

/** What a reload of this page would begin with. */
export function resolveAgain(): Backend {
  const { apiBases, branches: kept } = servers;
  return resolveBackend({ href: window.location.href, stored: readStored, apiBases, kept, native: isNativeShell() });
}

/** A page without an http origin, or one that says that Capacitor or Cordova carry it. */
function isNativeShell(): boolean {
  const { Capacitor, cordova } = window as { Capacitor?: { isNativePlatform?: () => boolean }; cordova?: unknown };
  return !/^https?:/.test(window.location.href) || cordova !== undefined || Capacitor?.isNativePlatform?.() === true;
}

/** A private window may refuse its storage; the page must work all the same. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The server that gave the page, and with it the pages' cookie. */
export function pagesBase(): string {
  return ownBase(new URL(window.location.href));
}

/** Whether an address is the server that gave the page. */
export function isPagesServer(base: string): boolean {
  return isOwnBase(base, new URL(window.location.href), servers.apiBases, servers.branches ?? []);
}

/** The address as the list has it, or null for one that is not on it: nothing is ever sent there. */
export function listed(base: string): string | null {
  return listedBase(base, allowedBases(pagesBase(), servers.apiBases));
}

/**
 * The storage key of something that belongs to one server: the plain name for the server that gave the page, as the
 * specification has it, and for any other one the name with its address.
 */
export function keyAt(base: string, key: string): string {
  return base === "" || isPagesServer(base) ? key : `${key}@${base}`;
}

/** The same for the server that this page speaks to. While the server draws a page there is no other one. */
export function keyHere(key: string): string {
  return typeof window === "undefined" ? key : keyAt(currentBackend().base, key);
}

/** By whose sign-in here somebody signed in at another server: at a change of shift it is not the next person's. */
export const SIGNED_IN_BY = "auth_by";

/** Who is signed in at the server that gave the page, as this device knows; empty for nobody. */
export function personHere(): string {
  try {
    const user: unknown = JSON.parse(readStored(STORAGE_KEYS.user) ?? "null");
    return typeof user === "object" && user !== null && "id" in user ? String(user.id) : "";
  } catch {
    return "";
  }
}

/** What is kept of a sign-in at a server, or null where it is none of the person's who is signed in here. */
export function storedAt(base: string, key: string): string | null {
  if (!isPagesServer(base) && readStored(keyAt(base, SIGNED_IN_BY)) !== personHere()) return null;
  return readStored(keyAt(base, key));
}

/** The token of a server, which goes to that server alone. */
export function tokenAt(base: string): string | null {
  return storedAt(base, STORAGE_KEYS.token);
}

type SignInWatcher = (base: string) => void;
const watchers = new Set<SignInWatcher>();

/** Calls back with the address of another server that asks for its own sign-in. Returns the way to stop. */
export function watchAskedSignIns(watcher: SignInWatcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/**
 * Another server does not know the token that went to it: it is forgotten, unless somebody has signed in there meanwhile.
 * @param token null where nothing was sent, because there is none
 */
export function signInAsked(base: string, token: string | null): void {
  try {
    if (token !== null && readStored(keyAt(base, STORAGE_KEYS.token)) === token)
      for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.refresh]) window.localStorage.removeItem(keyAt(base, key));
  } catch {
    // A blocked storage keeps no token either.
  }
  for (const watcher of watchers) watcher(base);
}
