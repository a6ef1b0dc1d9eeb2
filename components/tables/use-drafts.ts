import { useSyncExternalStore } from "react";
import { type Draft, isWaiting, isWorthKeeping, readDrafts, watchDrafts } from "@/lib/drafts";

const NONE: Draft[] = [];
let cache: Draft[] | null = null;

function subscribe(listener: () => void): () => void {
  // Whatever changed before anybody listened is read anew.
  cache = null;
  return watchDrafts(() => {
    cache = null;
    listener();
  });
}

/** The same list as long as nothing changes, as `useSyncExternalStore` asks. */
function snapshot(): Draft[] {
  if (cache) return cache;
  const drafts = readDrafts().filter(isWorthKeeping);
  // The very list that the server drew with, so that a device without drafts is not drawn a second time.
  cache = drafts.length === 0 ? NONE : drafts;
  return cache;
}

/** The tables on this device that are not wholly on the server, also when another tab changes them. */
export function useDrafts(): Draft[] {
  return useSyncExternalStore(subscribe, snapshot, () => NONE);
}

/** Worth a word on every screen: there is a guest in it, or it waits to be sent. A number alone is found in Saved Tables. */
export function hasGuests(draft: Draft): boolean {
  return draft.guests.length > 0 || draft.pending !== null || draft.original !== null || isWaiting(draft);
}
