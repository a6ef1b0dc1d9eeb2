import { useEffect, useState } from "react";
import { paceOf, type Sample, withSample } from "./pace";

/**
 * How fast messages go out, by what was dealt with since this page has watched them go.
 * @param goesOut something may go out: what stood still before says nothing of how fast it goes afterwards
 * @returns messages a minute
 */
export function usePace(handled: number | null, updatedAt: number, goesOut: boolean): number | null {
  const [samples, setSamples] = useState<Sample[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a sample, also one that says the same.
  useEffect(() => {
    // The monotonic clock: a tablet's own may be set meanwhile.
    if (handled !== null && goesOut) setSamples((before) => withSample(before, { at: performance.now(), handled }));
  }, [handled, updatedAt, goesOut]);
  useEffect(() => {
    if (!goesOut) setSamples([]);
  }, [goesOut]);
  return paceOf(samples);
}
