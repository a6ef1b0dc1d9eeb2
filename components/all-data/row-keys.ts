import type { KeyboardEvent } from "react";

/** What opens the guest of a row, and takes the focus of that row. */
export const OPENS_GUEST = { "data-opens-guest": true };

const openers = () => [...document.querySelectorAll<HTMLElement>("[data-opens-guest]")].filter((one) => one.offsetParent !== null);

/** From the field above, the arrow goes to the first guest. */
export function focusFirstGuest(event: KeyboardEvent): void {
  const [first] = openers();
  if (!first) return;
  event.preventDefault();
  first.focus();
}

/** The arrows go from guest to guest, in whichever cell of a row the focus stands. */
export function moveAlongGuests(event: KeyboardEvent): void {
  const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
  const { target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
  if (step === 0 || ctrlKey || metaKey || altKey || shiftKey || defaultPrevented || !(target instanceof Element)) return;
  const row = target.closest("[data-row]");
  if (!row) return;
  const all = openers();
  const at = all.findIndex((one) => row.contains(one));
  const next = all[at + step];
  if (at === -1 || !next) return;
  event.preventDefault();
  next.focus();
}
