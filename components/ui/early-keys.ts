import { useEffect, useLayoutEffect } from "react";
import { isTyping } from "./single-keys";

/** How long a dialog may take to be there after it was on its way, or after it went without a focus. */
const FOCUS_MS = 500;

/** What was typed since the newest dialog was asked for; null while none is on its way. */
let typed: string[] | null = null;
let timer = 0;

function keep(event: KeyboardEvent): void {
  if (!typed || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (event.key === "Backspace") typed.pop();
  else if (event.key.length === 1 || event.key === "Enter") typed.push(event.key);
  else return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function start(): void {
  window.clearTimeout(timer);
  if (!typed) window.addEventListener("keydown", keep, true);
  typed = [];
}

function stop(): string[] {
  window.clearTimeout(timer);
  window.removeEventListener("keydown", keep, true);
  const keys = typed ?? [];
  typed = null;
  return keys;
}

/**
 * While a dialog is on its way, what is typed is meant for its first field (see `useEarlyKeysGiven`): whoever presses N and
 * types on must neither lose the letters nor set off the page's own keys behind it.
 */
export function useEarlyKeysKept(isOnItsWay: boolean): void {
  useLayoutEffect(() => {
    if (!isOnItsWay) return;
    start();
    return () => {
      // Where no dialog came, or none that takes keys, they belong to the page again.
      timer = window.setTimeout(stop, FOCUS_MS);
    };
  }, [isOnItsWay]);
}

/** For a dialog that came: as soon as one of its text fields has the focus, what was typed before stands in it. */
export function useEarlyKeysGiven(content: { current: HTMLElement | null }): void {
  useEffect(() => {
    const box = content.current;
    if (!typed || !box) return;
    // It is here: a slow phone takes as long as it takes to set the focus.
    window.clearTimeout(timer);
    const give = () => {
      const keys = stop();
      const field = document.activeElement;
      if (field instanceof HTMLElement && isTyping(field)) void typeInto(field, keys);
    };
    if (box.contains(document.activeElement)) return give();
    box.addEventListener("focusin", give, { once: true });
    return () => {
      box.removeEventListener("focusin", give);
      timer = window.setTimeout(stop, FOCUS_MS);
    };
  }, [content]);
}

async function typeInto(field: HTMLElement, keys: string[]): Promise<void> {
  for (const key of keys) {
    if (key !== "Enter") {
      // The one way by which a field's own listeners, its undo and its limits see it as typed.
      document.execCommand("insertText", false, key);
      continue;
    }
    // React draws what was inserted first: the form would be sent without it.
    await new Promise((resolve) => window.setTimeout(resolve));
    const wasTaken = !field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    if (!wasTaken && field instanceof HTMLInputElement) field.form?.requestSubmit();
  }
}
