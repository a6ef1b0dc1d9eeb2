import { currentBackend, isPagesServer, keyAt, pagesBase, personHere, readStored, SIGNED_IN_BY, storedAt } from "@/lib/api/backends";
import { STORAGE_KEYS } from "@/lib/api/base";
import type { SessionUser } from "@/lib/auth/contract";
import { defaultGrants, EVERYTHING, normaliseRoles } from "@/lib/permissions";

/** What this device knows of who is signed in at a server. That server checks each call all the same; this only hides and shows. */
export interface SessionState {
  user: SessionUser | null;
  permissions: string[];
}

const SIGNED_OUT: SessionState = { user: null, permissions: [] };
const OWN_CHANGE = "daftar:session";
/** How the last sign-in on this device ended: `own` by its owner's hand, else `ended`. */
const ENDING = "sign_in_ending";

const read = new Map<string, { seen: string; state: SessionState }>();

/**
 * Who is signed in at a server; without one, at the server that this page speaks to. The same object as long as nothing
 * stored has changed, as `useSyncExternalStore` asks.
 */
export function readSession(at?: string): SessionState {
  if (typeof window === "undefined") return SIGNED_OUT; // the storage is the browser's
  const base = at ?? currentBackend().base;
  const user = storedAt(base, STORAGE_KEYS.user) ?? "";
  const overrides = readStored(keyAt(base, STORAGE_KEYS.permissions)) ?? "";
  const seen = `${user}\n${overrides}`;
  const before = read.get(base);
  if (before?.seen === seen) return before.state;
  const next = sessionOf(parse(user), parse(overrides));
  const state = before && JSON.stringify(next) === JSON.stringify(before.state) ? before.state : next;
  read.set(base, { seen, state });
  return state;
}

/** Changes made here and, through storage events, in another tab. */
export function watchSession(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  window.addEventListener(OWN_CHANGE, onChange);
  return () => {
    window.removeEventListener("storage", onChange);
    window.removeEventListener(OWN_CHANGE, onChange);
  };
}

/**
 * Keeps who is signed in at a server, and their token. Whoever signs in at the server of the pages in somebody else's place
 * takes over none of their sign-ins at other servers.
 * @param refreshToken of another server; that of the server of the pages is their cookie, which no script reads
 */
export function storeSession(user: SessionUser, token?: string, base = currentBackend().base, refreshToken?: string): void {
  const key = (name: string) => keyAt(base, name);
  const text = JSON.stringify(user);
  const before = readStored(key(STORAGE_KEYS.user));
  if (!token && before === text) return;
  // The server has just said what these roles hold: an older copy of it would hide what was granted since.
  if (token || grantsOf(before) !== JSON.stringify(user.permissions)) forgetOverrides(base, user.roles);
  if (token && isPagesServer(base)) forgetOthers((by) => by !== user.id);
  if (token && !isPagesServer(base)) window.localStorage.setItem(key(SIGNED_IN_BY), personHere());
  if (token) window.localStorage.setItem(key(STORAGE_KEYS.token), token);
  if (refreshToken && !isPagesServer(base)) window.localStorage.setItem(key(STORAGE_KEYS.refresh), refreshToken);
  if (token && isPagesServer(base)) window.localStorage.removeItem(ENDING);
  window.localStorage.setItem(key(STORAGE_KEYS.user), text);
  window.dispatchEvent(new Event(OWN_CHANGE));
}

function grantsOf(stored: string | null): string | undefined {
  const user = parse(stored ?? "");
  return isRecord(user) ? JSON.stringify(user.permissions) : undefined;
}

function forgetOverrides(base: string, roles: readonly string[]): void {
  const key = keyAt(base, STORAGE_KEYS.permissions);
  const overrides = parse(readStored(key) ?? "");
  if (!isRecord(overrides) || !roles.some((role) => Object.hasOwn(overrides, role))) return;
  const others = Object.entries(overrides).filter(([role]) => !roles.includes(role));
  window.localStorage.setItem(key, JSON.stringify(Object.fromEntries(others)));
}

/** Keeps the server's table of roles on this device, as somebody has just saved it: every tab follows at once. */
export function mirrorRoles(roles: Record<string, string[]>): void {
  try {
    window.localStorage.setItem(keyAt(currentBackend().base, STORAGE_KEYS.permissions), JSON.stringify(roles));
  } catch {
    // A full or blocked storage: the tabs follow when they ask the server the next time.
  }
  window.dispatchEvent(new Event(OWN_CHANGE));
}

/**
 * Who the server drew the page for. Roles may have changed since the sign-in: its word replaces what this device remembers.
 * Where both then say the same it is the very object that `readSession` gives, and nothing is drawn a second time.
 */
export function firstSession(user: SessionUser): SessionState {
  const first = sessionOf(user, null);
  if (typeof window === "undefined") return first;
  const base = pagesBase();
  if (readSession(base).user?.id === user.id) storeSession(user, undefined, base);
  const here = readSession(base);
  return JSON.stringify(here) === JSON.stringify(first) ? here : first;
}

/** Before somebody logs out: every tab then knows that nobody else ended the sign-in. */
export function noteOwnEnd(): void {
  window.localStorage.setItem(ENDING, "own");
}

/** The server says that the sign-in is over, and nobody logged out here. */
export function noteEnded(): void {
  if (readStored(ENDING) !== "own") window.localStorage.setItem(ENDING, "ended");
}

/** Whether the server has said that the sign-in on this device was ended from elsewhere, or has run out. */
export function wasEnded(): boolean {
  return readStored(ENDING) === "ended";
}

/** Whether somebody signed in on this device at the server of the pages, as far as the device knows. */
export function isRemembered(): boolean {
  return readSession(pagesBase()).user !== null;
}

/** Forgets who was signed in at a server; for the one of the pages, with `everywhere`, their sign-ins at the others too. */
export function forgetSession(base = pagesBase(), everywhere = false): void {
  if (everywhere) forgetOthers(() => true);
  forgetAt(keyAt(base, ""));
  window.dispatchEvent(new Event(OWN_CHANGE));
}

/** The addresses of other servers at which somebody signed in on this device. */
export function otherSignIns(): string[] {
  return storedKeys()
    .filter((key) => key.startsWith(`${STORAGE_KEYS.token}@`))
    .map((key) => key.slice(STORAGE_KEYS.token.length + 1));
}

function forgetOthers(isMeant: (by: string | null) => boolean): void {
  for (const key of storedKeys().filter((one) => one.startsWith(`${STORAGE_KEYS.user}@`))) {
    const at = key.slice(STORAGE_KEYS.user.length);
    if (isMeant(readStored(SIGNED_IN_BY + at))) forgetAt(at);
  }
}

/** @param at the end of the keys of one server */
function forgetAt(at: string): void {
  for (const key of [STORAGE_KEYS.token, STORAGE_KEYS.refresh, STORAGE_KEYS.user, SIGNED_IN_BY]) window.localStorage.removeItem(key + at);
}

function storedKeys(): string[] {
  return Array.from({ length: window.localStorage.length }, (_, index) => window.localStorage.key(index) ?? "");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A user as any server gives it: roles in any form, and grants of which overrides of this device may hide some. */
export function sessionOf(stored: unknown, overrides: unknown): SessionState {
  if (!isRecord(stored)) return SIGNED_OUT;
  const username = String(stored.username ?? stored.name ?? "");
  const roles = normaliseRoles(stored.roles ?? stored.role);
  const granted = Array.isArray(stored.permissions) ? stored.permissions.map(String) : roles.flatMap((role) => defaultGrants(role) ?? []);
  const branches = Array.isArray(stored.branches) ? stored.branches.map(String) : null;
  const user = {
    id: String(stored.id ?? username),
    username,
    name: String(stored.name || username),
    roles,
    permissions: granted,
    branches,
    own_keys: Array.isArray(stored.own_keys) ? stored.own_keys.map(String) : [],
  };
  return { user, permissions: overridden(user, granted, isRecord(overrides) ? overrides : {}) };
}

function overridden({ roles, own_keys }: SessionUser, granted: string[], overrides: Record<string, unknown>): string[] {
  const ownGrants = (role: string) => (Object.hasOwn(overrides, role) ? overrides[role] : undefined);
  if (!roles.some((role) => Array.isArray(ownGrants(role)))) return granted;
  const ofRoles = roles.flatMap((role) => {
    const own = ownGrants(role);
    return Array.isArray(own) ? own.map(String) : (defaultGrants(role) ?? granted);
  });
  const union = [...own_keys, ...ofRoles];
  if (union.includes(EVERYTHING)) return granted;
  // A copy on a device hides; what the server has not granted it cannot give.
  return [...new Set(union)].filter((key) => granted.includes(key) || granted.includes(EVERYTHING));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
