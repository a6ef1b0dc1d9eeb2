import { useCallback, useLayoutEffect, useRef } from "react";

/**
 * One function for as long as the component is there, which does what the last one did: a list whose rows are drawn
 * anew only where something changed must hand each of them the same function.
 */
export function useSameCallback<Arguments extends unknown[]>(callback: (...given: Arguments) => void): (...given: Arguments) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...given: Arguments) => latest.current(...given), []);
}
