import { type RefCallback, useCallback } from "react";

const GAP = 8;

/** Puts the notes above the buttons of a dialog while it is open: a note must not cover what is pressed next. */
export function useNotesAbove(): RefCallback<HTMLElement> {
  return useCallback((buttons: HTMLElement | null) => {
    if (!buttons) return;
    const root = document.documentElement;
    const place = () => {
      const { top } = buttons.getBoundingClientRect();
      root.style.setProperty("--notes-above", `${Math.max(0, window.innerHeight - top) + GAP}px`);
    };
    const sizes = new ResizeObserver(place);
    sizes.observe(buttons);
    sizes.observe(root);
    place();
    return () => {
      sizes.disconnect();
      root.style.removeProperty("--notes-above");
    };
  }, []);
}
