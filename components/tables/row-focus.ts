import { type RefObject, useEffect } from "react";
import { focusOr } from "@/components/ui/return-focus";

const rowOf = (key: string) => `[data-guest="${key}"]`;
/** The element that takes the focus of a guest's row, or the Undo of a removed one. */
const STANDS_FOR = "[data-row-focus]:not([inert] *)";

/** Gives the focus, after the next drawing, to the row of a guest who was taken off or came back: what was pressed is gone. */
export function focusRow(box: RefObject<HTMLElement | null>, key: string | undefined): void {
  requestAnimationFrame(() => focusOr(box.current?.querySelector(`${rowOf(key ?? "")} ${STANDS_FOR}`) ?? null));
}

/** Where somebody was when a save began. */
export interface Place {
  element: Element | null;
  guest: string | null;
  /** Which of the rows it was: who was new has another key when the table was read back. */
  at: number;
  column: string | null;
}

const rowsOf = (box: HTMLElement | null) => [...(box?.querySelectorAll<HTMLElement>("[data-guest]") ?? [])];

function placeIn(box: HTMLElement | null): Place {
  const element = document.activeElement;
  const row = element?.closest<HTMLElement>("[data-guest]") ?? null;
  const column = element instanceof HTMLElement ? (element.dataset.column ?? null) : null;
  return { element, guest: row?.dataset.guest ?? null, at: row ? rowsOf(box).indexOf(row) : -1, column };
}

function goTo({ element, guest, at, column }: Place, box: HTMLElement | null): void {
  const { activeElement } = document;
  const isLost = activeElement === document.body || activeElement?.hasAttribute("data-autofocus");
  if (!isLost) return;
  const row = rowsOf(box).find((one) => one.dataset.guest === guest) ?? rowsOf(box)[at];
  const again = row?.querySelector(`[data-column="${column}"]`) ?? row?.querySelector(STANDS_FOR);
  if (element?.isConnected) focusOr(element);
  else if (again) focusOr(again);
}

/**
 * A save locks the fields, and draws the table anew when it is through; both take the focus away from whoever typed there.
 * @param place outlives the rows
 * @returns remembers the place; called when a save begins
 */
export function useSamePlace(place: RefObject<Place | null>, box: RefObject<HTMLElement | null>, busy: boolean): () => void {
  useEffect(() => {
    if (busy || !place.current) return;
    // A dialog that is drawn anew takes the focus to its beginning first.
    const timer = window.setTimeout(() => place.current && goTo(place.current, box.current));
    const forget = () => {
      place.current = null;
    };
    window.addEventListener("pointerdown", forget, true);
    window.addEventListener("keydown", forget, true);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("pointerdown", forget, true);
      window.removeEventListener("keydown", forget, true);
    };
  }, [busy, place, box]);
  return () => {
    place.current = placeIn(box.current);
  };
}
