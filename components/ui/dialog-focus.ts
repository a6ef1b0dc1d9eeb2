import { useWindowEvent } from "@mantine/hooks";
import { type RefObject, useEffect } from "react";

/** What is pressed in the notes at the bottom edge: Undo, Close. */
const NOTE_BUTTONS = ".mantine-Notification-root button";

/**
 * A dialog's focus, beside what its trap does. It stays in the dialog when what had it goes away with its row, and Tab comes
 * to the notes after the last element: an Undo that stands for some seconds is for the keyboard too (WCAG 2.1.1, 2.4.3).
 * @param content of the dialog, which takes the focus itself
 */
export function useDialogFocus(content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = content.current;
    if (!box) return;
    let focused: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
    };
    // A button that is busy is still there, and gets the focus back when it is done.
    const observer = new MutationObserver(() => {
      if (focused && !focused.isConnected && document.activeElement === document.body) box.focus({ preventScroll: true });
    });
    box.addEventListener("focusin", remember);
    observer.observe(box, { childList: true, subtree: true });
    return () => {
      box.removeEventListener("focusin", remember);
      observer.disconnect();
    };
  }, [content]);

  // Before the trap, which goes on from the dialog itself to its first element, or back to its last.
  useWindowEvent(
    "keydown",
    (event) => {
      if (event.key !== "Tab" || !isOnTop(content.current)) return;
      const { activeElement } = document;
      const notes = noteButtons();
      const isLast = activeElement !== null && activeElement === notes.at(event.shiftKey ? 0 : -1);
      if (isLast || activeElement === document.body) content.current.focus({ preventScroll: true });
    },
    { capture: true },
  );

  // After the trap: where it began its round anew, the notes come first.
  useWindowEvent("keydown", ({ key, shiftKey, target: from, defaultPrevented }) => {
    const now = document.activeElement;
    if (key !== "Tab" || !defaultPrevented || !(from instanceof Element) || !isOnTop(content.current)) return;
    if (!now || !content.current.contains(from) || !content.current.contains(now)) return;
    const beyond = shiftKey ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
    if (from.compareDocumentPosition(now) & beyond)
      noteButtons()
        .at(shiftKey ? -1 : 0)
        ?.focus({ preventScroll: true });
  });
}

function noteButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(NOTE_BUTTONS)];
}

/** Whether no other dialog stands above it; under the browser's own the notes cannot be pressed either. */
function isOnTop(box: HTMLElement | null): box is HTMLElement {
  if (document.querySelector("dialog[open]")) return false;
  return box !== null && box === [...document.querySelectorAll('[role="dialog"][aria-modal]')].at(-1);
}
