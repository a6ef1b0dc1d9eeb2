import { useMemo, useRef } from "react";

let last: Element | null = null;

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    last = target instanceof Element ? target : null;
  });
  // A button that is busy takes no focus meanwhile, and lets go of it; nobody went elsewhere by that.
  document.addEventListener("focusout", ({ target }) => {
    if (target instanceof Element && !target.matches(":disabled")) last = null;
  });
}

/** What has the focus; where a button lost it by being busy, that button. */
export function focusedNow(): Element | null {
  const { activeElement } = document;
  return activeElement === document.body ? last : activeElement;
}

/**
 * Remembers what opened a layer, and gives the focus back to it: the menu that it came from may be gone by then. At once is
 * for a layer that lets the focus go while it is open: what opens next then remembers the same opener.
 */
export function useOpener() {
  const opener = useRef<Element | null>(null);
  return useMemo(
    () => ({
      remember: () => {
        opener.current = focusedNow();
      },
      giveBackAtOnce: () => focusOr(opener.current),
      /** For a layer that has gone: Mantine's trap takes the focus a second time, and may do so while its layer is closing. */
      giveBackIfLost: () => void window.setTimeout(() => document.activeElement === document.body && focusOr(opener.current)),
      // The layer takes its focus trap away first.
      giveBack: () => void window.setTimeout(() => focusOr(opener.current)),
    }),
    [],
  );
}

/** Gives the focus to an element; where it has gone or takes none, to what is still open. */
export function focusOr(element: Element | null): void {
  if (element instanceof HTMLElement && element !== document.body) {
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
  const open = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  (open ?? document.querySelector<HTMLElement>("main"))?.focus({ preventScroll: true });
}
