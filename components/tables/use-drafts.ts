import { useRef, useSyncExternalStore } from "react";
import { afterPress } from "@/components/ui/hold-while-pressed";
import { type Draft, isWaiting, isWorthKeeping, readDrafts, watchDrafts } from "@/lib/drafts";
import { useActiveDraft } from "./active-draft";

const NONE: Draft[] = [];
let cache: Draft[] | null = null;

function subscribe(listener: () => void): () => void {
  // Whatever changed before anybody listened is read anew.
  cache = null;
  // A table that was sent by itself has another place on the floor.
  return watchDrafts(() =>
    afterPress(() => {
      cache = null;
      listener();
    }),
  );
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

/**
 * Those that a screen has a word for, without the one that stands open in a dialog. The same list until one of them
 * changes: what lies under a dialog is not drawn anew at each letter that is typed into it.
 */
export function useDraftsBeside(): Draft[] {
  const active = useActiveDraft();
  const last = useRef(NONE);
  const beside = () => {
    const drafts = snapshot().filter((draft) => draft.id !== active && hasGuests(draft));
    const isSame = drafts.length === last.current.length && drafts.every((draft, at) => draft === last.current[at]);
    if (!isSame) last.current = drafts.length === 0 ? NONE : drafts;
    return last.current;
  };
  return useSyncExternalStore(subscribe, beside, () => NONE);
}

/** Worth a word on every screen: there is a guest in it, or it waits to be sent. A number alone is found in Saved Tables. */
function hasGuests(draft: Draft): boolean {
  return draft.guests.length > 0 || draft.pending !== null || draft.original !== null || isWaiting(draft);
}
