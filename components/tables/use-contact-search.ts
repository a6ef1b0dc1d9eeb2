import { useDebouncedValue } from "@mantine/hooks";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { Contact } from "@/lib/guest-search/contract";
import { nameSearchedFor } from "@/lib/names";
import { withoutDuplicates } from "./guest-lists";
import { type Place, useContactSearch } from "./queries";

/** Long enough to skip the calls between two keys of a fast hand, short enough to feel at once. */
const PAUSE_MS = 120;
const NO_CONTACTS: Contact[] = [];

/** The search behind the box: the results for its text, or still those for the text before. */
export function useSearch(place: Place, typed: string) {
  const [paused] = useDebouncedValue(typed, PAUSE_MS);
  const [hurried, setHurried] = useState("");
  const asked = hurried === typed ? typed : paused;
  const query = useContactSearch(place, asked);
  const found = query.data?.contacts ?? NO_CONTACTS;
  const unique = useMemo(() => withoutDuplicates(found), [found]);
  const text = typed.trim();
  const isStale = text !== "" && (asked.trim() !== text || query.isPlaceholderData);
  return {
    text,
    asked,
    results: text === "" ? NO_CONTACTS : unique,
    /** The results are those of the text before; nobody may tap them by mistake. */
    isStale,
    /** The answer to this very text is there. */
    isSettled: text !== "" && !isStale && !query.isLoading,
    isFirstWait: text !== "" && query.isLoading,
    error: text === "" ? null : query.error,
    retry: () => void query.refetch(),
    /** Asks at once, without the pause. */
    hurry: () => setHurried(typed),
  };
}
export type Search = ReturnType<typeof useSearch>;

interface Choice {
  onAdd: (contact: Contact) => void;
  onAddNew: (typed: string) => void;
  isAdded: (contact: Contact) => boolean;
}

/** The row that Enter means: a result, or after the last one the new guest. Every other search begins at its first, if that is who was typed. */
export function useActiveRow(search: Search, { onAdd, onAddNew, isAdded }: Choice) {
  const { text, asked, results, isSettled, hurry } = search;
  const [moved, setMoved] = useState({ in: "", to: 0 });
  // Enter after fast typing must not choose a guest whose name is only similar.
  const first = results[0]?.written_otherwise ? results.length : 0;
  const active = moved.in === asked ? Math.min(moved.to, results.length) : first;
  const chosen = results[active];
  const enterFor = useRef<string | null>(null);

  const enter = () => {
    if (!chosen) onAddNew(text);
    else if (!isAdded(chosen)) onAdd({ ...chosen, name: nameSearchedFor(chosen, text) });
  };
  const enterLate = useEffectEvent(() => {
    if (enterFor.current !== text) return;
    enterFor.current = null;
    enter();
  });
  // Somebody who types fast presses Enter before the answer is there; it then counts for that answer.
  useEffect(() => {
    if (isSettled && text !== "") enterLate();
  }, [isSettled, text]);

  return {
    active,
    chosen,
    move: (by: 1 | -1) => {
      const to = Math.max(0, Math.min(results.length, active + by));
      setMoved({ in: asked, to });
      return to;
    },
    enter: () => {
      if (isSettled) return enter();
      enterFor.current = text;
      hurry();
    },
  };
}
