import { type RefCallback, useCallback, useEffect, useState, useSyncExternalStore } from "react";

const GAP = 8;

/** What is pressed next, and the dialog whose last line it is. */
interface Pressed {
  /** How far above the window's lower edge it begins, null until it is measured. */
  height: number | null;
  dialog: HTMLElement | null;
  /** There is no room for the notes below the dialog: it leaves them a strip above what is pressed next. Until the notes are gone. */
  hasStrip: boolean;
}

const pressedNext = new Map<HTMLElement, Pressed>();
const watchers = new Set<() => void>();
let above: number | null = null;
/** How high the notes are that stand there now, in pixels. */
let notes = 0;

/** After the browser has laid out the page: to measure before would make it do so twice. */
const sizes = typeof ResizeObserver === "undefined" ? null : new ResizeObserver(measure);

function measure(): void {
  for (const [element, pressed] of pressedNext) {
    pressed.height = window.innerHeight - element.getBoundingClientRect().top;
    if (pressed.dialog === null) continue;
    const room = window.innerHeight - pressed.dialog.getBoundingClientRect().bottom;
    // Once it has one, the room below says nothing: the strip itself may have taken it.
    pressed.hasStrip = notes > 0 && (pressed.hasStrip || room < notes + 2 * GAP);
  }
  say();
}

function say(): void {
  const all = [...pressedNext.values()];
  // One dialog hands over to the next.
  if (all.some(({ height }) => height === null)) return;
  const isBelow = ({ dialog, hasStrip }: Pressed) => dialog !== null && notes > 0 && !hasStrip;
  above = all.length === 0 ? null : Math.max(0, ...all.map((one) => (isBelow(one) ? 0 : (one.height ?? 0)))) + GAP;
  for (const watcher of watchers) watcher();
}

/** @param isLastLine whether it is the last line of the dialog around it */
function useWatched(isLastLine: boolean): RefCallback<HTMLElement> {
  return useCallback(
    (buttons: HTMLElement | null) => {
      if (!buttons) return;
      const box = isLastLine ? buttons.parentElement : null;
      if (pressedNext.size === 0) sizes?.observe(document.documentElement);
      pressedNext.set(buttons, { height: null, dialog: box, hasStrip: false });
      const watched = box ? [buttons, box] : [buttons];
      for (const one of watched) sizes?.observe(one);
      return () => {
        pressedNext.delete(buttons);
        for (const one of watched) sizes?.unobserve(one);
        if (pressedNext.size === 0) sizes?.unobserve(document.documentElement);
        requestAnimationFrame(say);
      };
    },
    [isLastLine],
  );
}

/** Puts the notes above some buttons while they are there: a note must not cover what is pressed next. */
export function useNotesAbove(): RefCallback<HTMLElement> {
  return useWatched(false);
}

/**
 * The same for the last line of a dialog, whose other controls no note may cover either: they stand below the dialog where there is room, else in
 * a strip of its own above that line.
 * @returns the reference of that line, and how high the strip is, in pixels
 */
export function useNotesStrip(): { lastLine: RefCallback<HTMLElement>; strip: number } {
  const watched = useWatched(true);
  const [line, setLine] = useState<HTMLElement | null>(null);
  const lastLine = useCallback(
    (element: HTMLElement | null) => {
      setLine(element);
      return watched(element);
    },
    [watched],
  );
  const strip = useSyncExternalStore(
    watch,
    () => (line && pressedNext.get(line)?.hasStrip ? notes + GAP : 0),
    () => 0,
  );
  return { lastLine, strip };
}

/** Tells how high the notes are while they are drawn. @param selector of the element around them */
export function useNotesHeight(selector: string): void {
  useEffect(() => {
    const watcher = new ResizeObserver(([around]) => {
      notes = Math.ceil(around?.contentRect.height ?? 0);
      measure();
    });
    // They are drawn at the end of the page, a moment after whoever asks for them.
    const begin = () => {
      const around = document.querySelector(selector);
      if (around) watcher.observe(around);
      else frame = requestAnimationFrame(begin);
    };
    let frame = requestAnimationFrame(begin);
    return () => {
      cancelAnimationFrame(frame);
      watcher.disconnect();
      notes = 0;
      say();
    };
  }, [selector]);
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
