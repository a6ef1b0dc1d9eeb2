import { STORAGE_KEYS } from "@/lib/api/base";
import { readStored } from "@/lib/api/client";
import type { SessionUser } from "@/lib/auth/contract";
import { defaultGrants, EVERYTHING, normaliseRoles } from "@/lib/permissions";

/** What this device knows of who is signed in. The server checks each call all the same; this only hides and shows. */
export interface SessionState {
  user: SessionUser | null;
  permissions: string[];
}

const SIGNED_OUT: SessionState = { user: null, permissions: [] };
const OWN_CHANGE = "daftar:session";

let seen = "";
let state = SIGNED_OUT;

/** The same object as long as nothing stored has changed, as `useSyncExternalStore` asks. */
export function readSession(): SessionState {
  const user = readStored(STORAGE_KEYS.user) ?? "";
  const overrides = readStored(STORAGE_KEYS.permissions) ?? "";
  const key = `${user}\n${overrides}`;
  if (key !== seen) {
    seen = key;
    const next = sessionOf(parse(user), parse(overrides));
    if (JSON.stringify(next) !== JSON.stringify(state)) state = next;
  }
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

export function storeSession(user: SessionUser, token?: string): void {
  const text = JSON.stringify(user);
  const before = readStored(STORAGE_KEYS.user);
  if (!token && before === text) return;
  // The server has just said what these roles hold: an older copy of it would hide what was granted since.
  if (token || grantsOf(before) !== JSON.stringify(user.permissions)) forgetOverrides(user.roles);
  if (token) window.localStorage.setItem(STORAGE_KEYS.token, token);
  window.localStorage.setItem(STORAGE_KEYS.user, text);
  window.dispatchEvent(new Event(OWN_CHANGE));
}

function grantsOf(stored: string | null): string | undefined {
  const user = parse(stored ?? "");
  return isRecord(user) ? JSON.stringify(user.permissions) : undefined;
}

function forgetOverrides(roles: readonly string[]): void {
  const overrides = parse(readStored(STORAGE_KEYS.permissions) ?? "");
  if (!isRecord(overrides) || !roles.some((role) => Object.hasOwn(overrides, role))) return;
  const others = Object.entries(overrides).filter(([role]) => !roles.includes(role));
  window.localStorage.setItem(STORAGE_KEYS.permissions, JSON.stringify(Object.fromEntries(others)));
}

/** Keeps the server's table of roles on this device, as somebody has just saved it: every tab follows at once. */
export function mirrorRoles(roles: Record<string, string[]>): void {
  try {
    window.localStorage.setItem(STORAGE_KEYS.permissions, JSON.stringify(roles));
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
  if (readSession().user?.id === user.id) storeSession(user);
  const here = readSession();
  return JSON.stringify(here) === JSON.stringify(first) ? here : first;
}

export function forgetSession(): void {
  window.localStorage.removeItem(STORAGE_KEYS.token);
  window.localStorage.removeItem(STORAGE_KEYS.user);
  window.dispatchEvent(new Event(OWN_CHANGE));
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
  };
  return { user, permissions: overridden(roles, granted, isRecord(overrides) ? overrides : {}) };
}

function overridden(roles: string[], granted: string[], overrides: Record<string, unknown>): string[] {
  const ownGrants = (role: string) => (Object.hasOwn(overrides, role) ? overrides[role] : undefined);
  if (!roles.some((role) => Array.isArray(ownGrants(role)))) return granted;
  const union = roles.flatMap((role) => {
    const own = ownGrants(role);
    return Array.isArray(own) ? own.map(String) : (defaultGrants(role) ?? granted);
  });
  if (union.includes(EVERYTHING)) return granted;
  // A copy on a device hides; what the server has not granted it cannot give.
  return [...new Set(union)].filter((key) => granted.includes(key) || granted.includes(EVERYTHING));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
