import { useEffect, useState } from "react";
import { STALE_AFTER } from "@/lib/stats/live-measures";

const LOOK_MS = 5_000;

/**
 * How old an answer is, in milliseconds, by this device's clock: looked at again every few seconds, also while no answer comes.
 * @param at when it came, milliseconds since 1970
 */
export function useAge(at: number): { age: number; isStale: boolean } {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), LOOK_MS);
    return () => window.clearInterval(timer);
  }, []);
  const age = Math.max(0, now - at);
  return { age, isStale: age > STALE_AFTER };
}

/** `45 s`, `3 min`. */
export function ageInWords(age: number): string {
  const seconds = Math.round(age / 1000);
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
}
