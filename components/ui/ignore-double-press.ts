import { useEffect, useState } from "react";

/** Longer than the second tap of one finger, and the second press of one key, are in coming. */
const SAME_PRESS_MS = 500;

/**
 * Whether something has just come to the screen, so that a press may still be meant for what stood in its place.
 * @param since counts anew with each other value, also with one that it had before
 */
export function useIgnoreDoublePress(since?: unknown): boolean {
  const [shown, setShown] = useState({ since, isSettled: false });
  if (shown.since !== since) setShown({ since, isSettled: false });
  useEffect(() => {
    const timer = window.setTimeout(() => setShown({ since, isSettled: true }), SAME_PRESS_MS);
    return () => window.clearTimeout(timer);
  }, [since]);
  return !shown.isSettled || shown.since !== since;
}
