import { type BranchKey, branchKeys, isBranchKey, isRestaurant, restaurants } from "../known-branches";

/** Where the choices of this device stand (docs/design/spec-shell.md 9). */
export const STORAGE_KEYS = {
  token: "auth_token",
  /** Of other servers; that of the server of the pages is their cookie. */
  refresh: "auth_refresh",
  user: "auth_user",
  permissions: "role_perms_overrides_v1",
  apiBase: "API_BASE",
  branch: "BRANCH",
  birthdays: "BIRTHDAYS_API",
  loyalty: "LOYALTY_API",
} as const;

/** What a page without an http origin (a native shell) falls back to. */
export const LOOPBACK_BASE = "http://127.0.0.1:8000/api";

export interface Surroundings {
  /** The page's address, with its query. */
  href: string;
  /** Reads one value of this device's storage. */
  stored: (key: string) => string | null;
  /** The server's configured list: a branch (or another name) and its base address. */
  apiBases: Record<string, string>;
  /** The branches that the server which gave the page keeps itself. */
  kept?: readonly string[];
  /** Whether the page runs inside a native shell, where a local address means the phone itself. */
  native?: boolean;
}

export interface Backend {
  base: string;
  /** Null where nothing names a branch: the server then takes its own. */
  branch: BranchKey | null;
  birthdaysBase: string;
  /** The loyalty service that was chosen; null where each table's own server awards its points. */
  loyaltyBase: string | null;
  /** The branch that the list names for the base; null for the page's own server. */
  listedAs: BranchKey | null;
  /** What decided on the base. */
  source: "query" | "stored" | "host" | "default";
  /** Addresses that somebody asked for and that are not on the server's list; nothing is ever sent to them. */
  ignored: string[];
  /** Stored keys that must be removed, because `reset` or `auto` was asked for. */
  cleared: string[];
}

/** Which backend this page speaks to: query override, stored override, host name, default, in this order. */
export function resolveBackend({ href, stored, apiBases, kept = [], native = false }: Surroundings): Backend {
  const page = new URL(href);
  const own = ownBase(page);
  const allowed = allowedBases(own, apiBases);
  const ignored: string[] = [];
  const cleared: string[] = [];
  const branch = resolveBranch(page, stored);
  const isListed = (text: string) => {
    if (!cleanBase(text) || (native && isLocalAddress(text))) return null;
    const base = listedBase(text, allowed);
    if (!base) ignored.push(text);
    return base;
  };

  const override = (parameter: string, key: string): { base: string; source: "query" | "stored" } | null => {
    const asked = page.searchParams.get(parameter) ?? "";
    const keptText = stored(key) ?? "";
    if (isReset(asked) || isReset(keptText)) cleared.push(key);
    const base = isListed(asked) ?? (parameter === "apiBase" ? baseOfNames(page, own, apiBases, kept) : null);
    if (base) return { base, source: "query" };
    const storedBase = isReset(asked) ? null : isListed(keptText);
    return storedBase ? { base: storedBase, source: "stored" } : null;
  };
  // On a phone "this machine" is the phone: the branch's backend stands for it, else the main one.
  const reachable = (base: string) =>
    native && isLocalAddress(base) ? listedOf(apiBases, branch ?? "") || listedOf(apiBases, "central") || base : base;

  const chosen = override("apiBase", STORAGE_KEYS.apiBase);
  const byHost = listedOf(apiBases, branchOfHost(page.hostname) ?? "");
  const base = reachable(chosen?.base || byHost || own);
  return {
    base,
    branch,
    birthdaysBase: reachable(override("birthdaysBase", STORAGE_KEYS.birthdays)?.base ?? base),
    loyaltyBase: override("loyaltyBase", STORAGE_KEYS.loyalty)?.base ?? null,
    listedAs: base === own ? null : (branchKeys().find((key) => listedOf(apiBases, key) === base) ?? null),
    source: chosen?.source ?? (byHost ? "host" : "default"),
    ignored,
    cleared,
  };
}

/** `reset` and `auto` count as no address at all; slashes at the end go. */
export function cleanBase(text: string): string {
  const trimmed = text.trim();
  return isReset(trimmed) ? "" : trimmed.replace(/\/+$/, "");
}

function isReset(text: string): boolean {
  return ["reset", "auto"].includes(text.trim().toLowerCase());
}

/** The server that gave the page, or the loopback where a native shell's page has no http origin. */
export function ownBase(page: URL): string {
  return page.protocol === "http:" || page.protocol === "https:" ? `${page.origin}/api` : LOOPBACK_BASE;
}

/**
 * Whether a base is the server that gave the page: by the page's address, or by the one that the list has for its host
 * name, where that server itself keeps the branch.
 */
export function isOwnBase(base: string, page: URL, apiBases: Record<string, string>, kept: readonly string[]): boolean {
  const branch = branchOfHost(page.hostname);
  return base === ownBase(page) || (branch !== null && kept.includes(branch) && base === listedOf(apiBases, branch));
}

export function allowedBases(own: string, apiBases: Record<string, string>): string[] {
  return [...new Set([own, ...Object.values(apiBases).map(cleanBase)])].filter(Boolean);
}

/**
 * The listed base that an address means, with or without `/api`; null for every other address. A link with
 * `?apiBase=` must not be able to carry a guest list or a token to a stranger's server.
 */
export function listedBase(text: string, allowed: readonly string[]): string | null {
  const wanted = cleanBase(text);
  return allowed.find((base) => base === wanted || base === `${wanted}/api`) ?? null;
}

/** The base that the list has for a name; empty where it has none. */
export function listedOf(apiBases: Record<string, string>, name: string): string {
  return Object.hasOwn(apiBases, name) ? cleanBase(apiBases[name] ?? "") : "";
}

/** `service` and `city` of the query name an entry of the list, or a branch that the page's own server keeps. */
function baseOfNames(page: URL, own: string, apiBases: Record<string, string>, kept: readonly string[]): string | null {
  for (const parameter of ["service", "city"]) {
    const name = page.searchParams.get(parameter)?.trim().toLowerCase() ?? "";
    const base = listedOf(apiBases, name) || (kept.includes(name) ? own : "");
    if (base) return base;
  }
  return null;
}

/** Whether an address means the very machine that reads it. */
export function isLocalAddress(text: string): boolean {
  try {
    const { hostname } = new URL(text);
    return /^(localhost|.+\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(hostname);
  } catch {
    return false;
  }
}

/** `batroun.example.com` and `pos-batroun.local` are Batroun's. */
export function branchOfHost(hostname: string): BranchKey | null {
  const parts = hostname.toLowerCase().split(".");
  const isIn = (part: string, branch: string) => `-${part}-`.includes(`-${branch}-`);
  const named = restaurants().filter((branch) => parts.some((part) => isIn(part, branch)));
  return named.sort((one, other) => other.length - one.length)[0] ?? null; // `beirut-souks` beside a `beirut` is meant where it stands
}

/**
 * The branch of the query, then of the storage, then of the host name. Only a restaurant can be named from outside;
 * the central book is a choice of the selector alone, which keeps it in the storage.
 */
function resolveBranch(page: URL, stored: (key: string) => string | null): BranchKey | null {
  for (const parameter of ["branch", "city"]) {
    const asked = page.searchParams.get(parameter)?.trim().toLowerCase() ?? "";
    if (isRestaurant(asked)) return asked;
  }
  const kept = stored(STORAGE_KEYS.branch)?.trim().toLowerCase() ?? "";
  return isBranchKey(kept) ? kept : branchOfHost(page.hostname);
}
