/** Whether a key goes into a field, where a single letter is text and no command. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}

/** Whether a layer stands over the page: keys then belong to it. */
export function dialogIsOpen(): boolean {
  return document.querySelector('dialog[open], [aria-modal="true"], [role="menu"]') !== null;
}
