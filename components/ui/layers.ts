import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Layers and the browser's Back. Each open layer has an entry of its own in the history, with the page's address: Back
 * takes the top layer away and stays on the page. One place does it for all, because a dialog that hands over to the next
 * one, or that asks before it closes, must leave the number of entries right.
 */

interface Layer {
  /** Closes the layer, or asks first, or does nothing while it may not be closed. */
  close: () => void;
}

const DEPTH = "daftarLayers";
/** How long after the entry has changed the browser tells of a press of Back. */
const TOLD_MS = 1000;
/** When a step back of our own is given up. A full machine takes seconds for one, and what ends later looks like a press of Back. */
const STEP_MS = 30_000;

const layers: Layer[] = [];
let watching = false;
/** A step back of our own is under way; its end is no press of Back. */
let stepping = false;
let givenUp: number | undefined;
/** How many layers the history stood for when it was last looked at. */
let known = 0;
let planned = false;
let leaveEntries = false;

/** How many layers the current entry of the history stands for. */
function depth(): number {
  const state = window.history.state as Record<string, unknown> | null;
  const value = state?.[DEPTH];
  return typeof value === "number" ? value : 0;
}

/** When all layers have opened and closed that are drawn together: as many entries as there are layers. */
function plan(): void {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    settle();
  });
}

function settle(): void {
  if (stepping) return;
  const wanted = layers.length;
  const there = depth();
  if (there < known && there < wanted) {
    waitForBack();
    return;
  }
  known = wanted;
  if (there > wanted) {
    if (leaveEntries) return;
    stepping = true;
    window.history.go(wanted - there);
    // A step that leads nowhere has no end that anybody would hear of.
    givenUp = window.setTimeout(() => {
      stepping = false;
    }, STEP_MS);
    return;
  }
  leaveEntries = false;
  // Next finds its own marks in the state, and leaves the entry alone.
  for (let level = there + 1; level <= wanted; level++) window.history.pushState({ ...window.history.state, [DEPTH]: level }, "");
}

/**
 * The browser has gone back, and tells so a moment later; a layer that hands over to the next one just then is not to
 * make its entry anew, or the press of Back is lost.
 */
function waitForBack(): void {
  window.setTimeout(() => {
    known = depth();
    settle();
  }, TOLD_MS);
}

function onPopState(): void {
  leaveEntries = false;
  known = depth();
  const wasOurs = stepping;
  stepping = false;
  window.clearTimeout(givenUp);
  // Forward to the entry of a layer that is closed: there is nothing to show, and it steps back.
  // At once: whoever presses Back twice must not leave the page while the next layer is still being drawn.
  if (!wasOurs && depth() < layers.length) flushSync(() => layers.at(-1)?.close());
  settle();
}

/** A layer is left by a link that replaces its entry: nothing is stepped back over then. */
export function leaveByLink(): void {
  leaveEntries = true;
}

/** Whether this is the layer on top. */
function isTop(layer: Layer): boolean {
  return layers.at(-1) === layer;
}

/**
 * Back of the browser, of Android, and Escape where `onEscape` is asked for, close an open layer: the top one only.
 * @param close may ask first; what is still open afterwards simply stays
 */
export function useLayer(opened: boolean, close: () => void, onEscape = false): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });

  useEffect(() => {
    if (!opened) return;
    const layer: Layer = { close: () => latest.current() };
    if (!watching) window.addEventListener("popstate", onPopState);
    watching = true;
    layers.push(layer);
    plan();
    // Mantine listens before everybody else, so a calendar or a form inside could not keep its own Escape to itself.
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing || !isTop(layer)) return;
      // Else the browser closes the question that opens now with the same key.
      event.preventDefault();
      layer.close();
    };
    if (onEscape) window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("keydown", press);
      layers.splice(layers.indexOf(layer), 1);
      plan();
    };
  }, [opened, onEscape]);
}
