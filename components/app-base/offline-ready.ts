import { useSyncExternalStore } from "react";
import { SHELL_CACHE } from "@/lib/offline-shell";

/** What this page can do without network: its own memory holds every page and dialog, or the service worker keeps them. */
interface Ready {
  inMemory: boolean;
  /** Paths of pages that the service worker opens without network. */
  kept: ReadonlySet<string>;
  /** Whether all that this person may open is among them. */
  allKept: boolean;
}

let ready: Ready = { inMemory: false, kept: new Set(), allKept: false };
const watchers = new Set<() => void>();

function become(next: Partial<Ready>): void {
  ready = { ...ready, ...next };
  for (const watcher of watchers) watcher();
}

/** From here on nothing needs the network but answers. */
export function noteAllInMemory(): void {
  become({ inMemory: true });
  // For whoever wants to know, such as a test: from here on the network may go.
  document.documentElement.dataset.loaded = "all";
}

/** Which pages the service worker can open offline; none without one, as on an address without https. */
export async function lookAtKeptPages(allowed: readonly string[]): Promise<void> {
  if (!navigator.serviceWorker?.controller || !("caches" in window)) return;
  const keys = await (await window.caches.open(SHELL_CACHE)).keys();
  const kept = new Set(keys.map(({ url }) => new URL(url).pathname));
  become({ kept, allKept: allowed.every((path) => kept.has(path)) });
}

/** Whether the service worker is the one who opens a page now: this page itself has not everything. */
export function isOpenedByWorker(path: string): boolean {
  return !ready.inMemory && ready.kept.has(path);
}

/** Whether the network may go: every screen and dialog opens all the same. */
export function useOfflineReady(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => ready.inMemory || ready.allKept,
    () => true,
  );
}
