import { useSyncExternalStore } from "react";
import { currentBackend, isPagesServer, tokenAt, watchAskedSignIns } from "@/lib/api/backends";
import { watchSession } from "./session-store";

/**
 * Which other servers ask for a sign-in of their own. Each is asked for once by itself; who puts it off finds it in a line
 * under the bar, and what was typed stays where it is.
 */
export interface AskedSignIns {
  /** The server whose sign-in is asked for now; null for none. */
  open: string | null;
  /** Those that were put off. */
  later: readonly string[];
}

const NOBODY: AskedSignIns = { open: null, later: [] };
let asked = NOBODY;
/** The server whose sign-in stands in the place of the page: no dialog asks for it too. */
let inPlace: string | null = null;
const watchers = new Set<() => void>();

function become(next: AskedSignIns): void {
  asked = next;
  for (const watcher of watchers) watcher();
}

/** Asks for the sign-in at a server, because somebody pressed a button for it. */
export function askSignIn(base: string): void {
  become({ open: base, later: asked.later.filter((one) => one !== base) });
}

/** Null as soon as the page is there. */
export function signInStandsInPlace(base: string | null): void {
  inPlace = base;
  if (base !== null) signInSettled(base);
}

export function putOffSignIn(): void {
  const { open, later } = asked;
  if (open) become({ open: null, later: [...later.filter((one) => one !== open), open] });
}

export function signInSettled(base: string): void {
  become({ open: asked.open === base ? null : asked.open, later: asked.later.filter((one) => one !== base) });
}

function watch(onChange: () => void): () => void {
  const stopAsked = watchAskedSignIns((base) => {
    if (base !== inPlace && asked.open === null && !asked.later.includes(base)) become({ ...asked, open: base });
  });
  watchers.add(onChange);
  return () => {
    stopAsked();
    watchers.delete(onChange);
  };
}

export function useAskedSignIns(): AskedSignIns {
  return useSyncExternalStore(
    watch,
    () => asked,
    () => NOBODY,
  );
}

/** The chosen server, while nobody has signed in there from this device; null for the server that gave the page. */
export function useMissingSignIn(): string | null {
  return useSyncExternalStore(watchSession, missingSignIn, () => null);
}

export function missingSignIn(): string | null {
  const { base } = currentBackend();
  return isPagesServer(base) || tokenAt(base) !== null ? null : base;
}
