import { useCallback, useEffect, useRef, useState } from "react";
import { useHealth } from "./server-health";

/**
 * The date of a search by date: typed, searched, and kept in the page's address, so that a link or a reload comes back to it.
 * @param today the server's own day, which is searched where nobody asked for another
 */
export function useSearchedDate(today: string) {
  const [typed, setTyped] = useState<string | null>(null);
  const [searched, setSearched] = useState<string | null>(null);
  const [presses, setPresses] = useState(0);
  const [isMissing, setMissing] = useState(false);

  const search = useCallback((wanted: string) => {
    setMissing(!wanted);
    if (!wanted) return;
    setTyped(wanted);
    setSearched(wanted);
    setPresses((count) => count + 1);
    window.history.replaceState(null, "", `?date=${wanted}`);
  }, []);
  useEffect(() => {
    const linked = new URLSearchParams(window.location.search).get("date") ?? "";
    if (/^\d{4}-\d\d-\d\d$/.test(linked)) search(linked);
  }, [search]);
  // Today's guests are what somebody came for; the device's own day may be another, so the server's is awaited.
  const isDayKnown = useHealth().isFetched;
  return {
    /** The text in the date field. */
    typed: typed ?? today,
    type: (next: string) => {
      setTyped(next);
      if (next) setMissing(false);
    },
    isMissing,
    search,
    /** What is shown below; empty until the day is known. */
    shown: searched ?? (isDayKnown ? today : ""),
    presses,
  };
}

/** Pressed once more, the same date is asked for anew. */
export function useAskedAgain(presses: number, ask: () => unknown): void {
  const asked = useRef(presses);
  useEffect(() => {
    if (asked.current !== presses) ask();
    asked.current = presses;
  }, [presses, ask]);
}
