import { useMemo, useRef } from "react";

/** Remembers what opened a layer, and gives the focus back to it: the menu that it came from may be gone by then. */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return useMemo(
    () => ({
      remember: () => {
        opener.current = document.activeElement;
      },
      giveBack: () => {
        // The layer takes its focus trap away first.
        window.setTimeout(() => {
          const { current } = opener;
          const back = current instanceof HTMLElement && current.isConnected && current !== document.body ? current : null;
          (back ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
        });
      },
    }),
    [],
  );
}
