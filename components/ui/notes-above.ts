import { type RefCallback, useCallback } from "react";

const GAP = 8;

/** What is pressed next, in the dialogs that are open. */
const pressedNext = new Set<HTMLElement>();

function place(): void {
  const tops = [...pressedNext].map((element) => element.getBoundingClientRect().top);
  const root = document.documentElement;
  if (tops.length === 0) root.style.removeProperty("--notes-above");
  else root.style.setProperty("--notes-above", `${Math.max(0, window.innerHeight - Math.min(...tops)) + GAP}px`);
}

/** Puts the notes above the buttons of a dialog while they are there: a note must not cover what is pressed next. */
export function useNotesAbove(): RefCallback<HTMLElement> {
  return useCallback((buttons: HTMLElement | null) => {
    if (!buttons) return;
    const sizes = new ResizeObserver(place);
    sizes.observe(buttons);
    sizes.observe(document.documentElement);
    pressedNext.add(buttons);
    place();
    return () => {
      sizes.disconnect();
      pressedNext.delete(buttons);
      place();
    };
  }, []);
}
