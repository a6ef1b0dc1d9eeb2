import { useEffect, useSyncExternalStore } from "react";
import { SHELL_CACHE } from "@/lib/offline-shell";

/** How often a page that waits for its server asks, in milliseconds. */
const ASK_MS = 2_000;

async function answers(): Promise<boolean> {
  return fetch("/api/health", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

/** Whether a page of this site would come: from its server, or from what this device keeps. */
export async function wouldCome(path = window.location.pathname): Promise<boolean> {
  if (await answers()) return true;
  if (!navigator.serviceWorker?.controller) return false;
  return Boolean(await (await window.caches.open(SHELL_CACHE)).match(path));
}

/**
 * Leaves the living page for another one of this site, or opens it anew: not where that would be the browser's own page of
 * a network that is away. @returns false where it stays
 */
export async function leaveFor(address: string): Promise<boolean> {
  if (!(await wouldCome(new URL(address, window.location.href).pathname))) return false;
  window.location.assign(address);
  return true;
}

/** Whether something broke because its code did not come. React asks for it only once: it comes when the page is opened anew. */
export function isMissingCode(error: unknown): boolean {
  return error instanceof Error && (error.name === "ChunkLoadError" || /load(ing)? chunk|imported module/i.test(error.message));
}

/** Opens the page anew as soon as its server answers. */
export function useOpenedAgain(isMissing: boolean): void {
  useEffect(() => {
    if (!isMissing) return;
    let timer = 0;
    const look = async () => {
      if (await answers()) return window.location.reload();
      timer = window.setTimeout(() => void look(), ASK_MS);
    };
    timer = window.setTimeout(() => void look(), ASK_MS);
    return () => window.clearTimeout(timer);
  }, [isMissing]);
}

let loggedOut = false;
const watchers = new Set<() => void>();

/** Goes to the sign-in page after logging out; without network this page shows no more data, and waits for the network. */
export async function leaveLoggedOut(address = "/login"): Promise<void> {
  if (await leaveFor(address)) return;
  loggedOut = true;
  for (const watcher of watchers) watcher();
  window.setTimeout(() => void leaveLoggedOut(address), ASK_MS);
}

/** Whether somebody logged out here and the sign-in page could not come. */
export function useLoggedOut(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => loggedOut,
    () => false,
  );
}
