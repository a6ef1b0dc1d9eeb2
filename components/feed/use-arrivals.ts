import { useEffect, useRef, useState } from "react";
import type { TableLogEntry } from "@/lib/tables/contract";
import { keyOf } from "./feed-numbers";

/** How long a new block stands out. */
const FRESH_MS = 2000;

interface Arrivals {
  /** What is shown; entries that came while somebody read further down wait. */
  shown: TableLogEntry[];
  fresh: ReadonlySet<string>;
  /** How many wait above. */
  waiting: number;
  letIn: () => void;
}

/**
 * Keeps the feed still under the eyes of somebody who has scrolled: new tables then wait behind a pill instead of
 * pushing the content down.
 */
export function useArrivals(logs: TableLogEntry[] | undefined, isScrolled: () => boolean): Arrivals {
  const known = useRef<Set<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set());

  useEffect(() => {
    if (!logs) return;
    const keys = logs.map(keyOf);
    // The first answer is no arrival.
    const arrived = known.current === null ? [] : keys.filter((key) => !known.current?.has(key));
    known.current = new Set(keys);
    if (arrived.length === 0) return;
    if (isScrolled()) {
      setHeld((before) => new Set([...before, ...arrived]));
      return;
    }
    setFresh(new Set(arrived));
    const timer = window.setTimeout(() => setFresh(new Set()), FRESH_MS);
    return () => window.clearTimeout(timer);
  }, [logs, isScrolled]);

  const entries = logs ?? [];
  return {
    shown: entries.filter((entry) => !held.has(keyOf(entry))),
    fresh,
    waiting: entries.filter((entry) => held.has(keyOf(entry))).length,
    letIn: () => {
      setFresh(held);
      setHeld(new Set());
      window.setTimeout(() => setFresh(new Set()), FRESH_MS);
    },
  };
}
