import { useSyncExternalStore } from "react";

/** Lives as long as the page: a reload shows the feed again (docs/design/spec-guests.md 4). */
let cleared = false;
const watchers = new Set<() => void>();

function setCleared(next: boolean): void {
  cleared = next;
  for (const watcher of watchers) watcher();
}

export function useClearedDisplay(): { cleared: boolean; clear: () => void; show: () => void } {
  const now = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => cleared,
    () => false,
  );
  return { cleared: now, clear: () => setCleared(true), show: () => setCleared(false) };
}
