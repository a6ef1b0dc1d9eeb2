import { useEffect, useState } from "react";

/** Longer than the second tap of one finger, and the second press of one key, are in coming. */
export const SAME_PRESS_MS = 500;

/**
 * Whether something has just come to the screen, so that a press may still be meant for what stood in its place.
 * @param since counts anew when this is another value
 */
export function useJustShown(since?: unknown): boolean {
  const [settled, setSettled] = useState<{ since: unknown } | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled({ since }), SAME_PRESS_MS);
    return () => window.clearTimeout(timer);
  }, [since]);
  return settled === null || settled.since !== since;
}
