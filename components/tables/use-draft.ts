import { useCallback, useEffect, useRef, useState } from "react";
import { type Draft, dropDraft, isWorthKeeping, keepDraft } from "@/lib/drafts";

export interface DraftState {
  draft: Draft;
  change: (next: (draft: Draft) => Draft) => void;
  /** False when this device could not keep the last change; the screen says so. */
  kept: boolean;
}

/** A draft in a dialog: every change is on the device before the next one can happen. */
export function useDraft(from: () => Draft, onActiveDraft: (id: string | null) => void): DraftState {
  const [draft, setDraft] = useState(from);
  const [kept, setKept] = useState(true);
  // Two changes within one render must build on each other and not on the same drawn state.
  const latest = useRef(draft);

  useEffect(() => {
    onActiveDraft(draft.id);
  }, [draft.id, onActiveDraft]);

  const change = useCallback((next: (draft: Draft) => Draft) => {
    latest.current = next(latest.current);
    setDraft(latest.current);
    if (isWorthKeeping(latest.current)) setKept(keepDraft(latest.current));
    else dropDraft(latest.current.id);
  }, []);

  return { draft, change, kept };
}

/** Closing the tab asks the browser's own question while something is typed and not saved. */
export function useLeavingAsks(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [unsaved]);
}
