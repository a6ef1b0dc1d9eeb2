import { type RefCallback, useCallback, useSyncExternalStore } from "react";

const GAP = 8;

/** What is pressed next, in the dialogs that are open: how far above the window's lower edge it begins, null until it is measured. */
const pressedNext = new Map<HTMLElement, number | null>();
const watchers = new Set<() => void>();
let above: number | null = null;

/** After the browser has laid out the page: to measure before would make it do so twice. */
const sizes =
  typeof ResizeObserver === "undefined"
    ? null
    : new ResizeObserver(() => {
        for (const element of pressedNext.keys()) pressedNext.set(element, window.innerHeight - element.getBoundingClientRect().top);
        say();
      });

function say(): void {
  const heights = [...pressedNext.values()].filter((height) => height !== null);
  // One dialog hands over to the next.
  if (heights.length < pressedNext.size) return;
  const highest = heights.length === 0 ? null : Math.max(0, ...heights) + GAP;
  if (highest === above) return;
  above = highest;
  for (const watcher of watchers) watcher();
}

/** Puts the notes above the buttons of a dialog while they are there: a note must not cover what is pressed next. */
export function useNotesAbove(): RefCallback<HTMLElement> {
  return useCallback((buttons: HTMLElement | null) => {
    if (!buttons) return;
    if (pressedNext.size === 0) sizes?.observe(document.documentElement);
    pressedNext.set(buttons, null);
    sizes?.observe(buttons);
    return () => {
      pressedNext.delete(buttons);
      sizes?.unobserve(buttons);
      if (pressedNext.size === 0) sizes?.unobserve(document.documentElement);
      requestAnimationFrame(say);
    };
  }, []);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** How far above the window's lower edge the notes begin, in pixels; null where nothing asks for room. */
export function useRoomBelowNotes(): number | null {
  return useSyncExternalStore(
    watch,
    () => above,
    () => null,
  );
}
