import { useEffect, useState } from "react";
import { SERVICE_WORKER, SHELL_CACHE, TAKE_ME_TOO, TAKE_OVER } from "@/lib/offline-shell";

const CHECK_EVERY_MS = 30 * 60_000;
const IDLE_CHECK_MS = 2_000;
/** After so long without a touch the page counts as unused. */
const STILL_MS = 4_000;
const UPDATED_KEY = "daftar_updated";

/** Registers the service worker, where a browser allows one: on https and on this very machine. */
export function useServiceWorker(): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    const workers = navigator.serviceWorker;
    // Development has no service worker, and without network it is installed already. One whose files did not all load is tried again when
    // the network is back.
    const register = () => workers.register(SERVICE_WORKER, { updateViaCache: "none" }).catch(() => undefined);
    void register();
    void workers.ready.then(({ active }) => workers.controller ?? active?.postMessage(TAKE_ME_TOO));
    window.addEventListener("online", register);
    return () => window.removeEventListener("online", register);
  }, []);
}

/** Keeps the frames of pages that nobody has opened yet, so that a reload without network shows them too. */
export async function keepPages(paths: readonly string[]): Promise<void> {
  // Browsers have it where they have service workers. Elsewhere the asking itself says that the line holds.
  const cache = "caches" in window ? await window.caches.open(SHELL_CACHE) : null;
  for (const path of cache ? paths : paths.slice(-1)) {
    const answer = await fetch(path, { headers: { accept: "text/html" } });
    if (cache && answer.ok && !answer.redirected) await cache.put(path, answer);
    else await answer.arrayBuffer();
  }
}

/**
 * Takes a new version as soon as nothing is typed and nobody touches the page.
 * @param isFree whether nothing would be lost
 * @returns whether one waits
 */
export function useUpdates(isFree: () => boolean, onUpdated: () => void): boolean {
  const [waiting, setWaiting] = useState(false);

  useEffect(() => {
    if (window.sessionStorage.getItem(UPDATED_KEY) === null) return;
    window.sessionStorage.removeItem(UPDATED_KEY);
    onUpdated();
  }, [onUpdated]);

  useEffect(() => ("serviceWorker" in navigator ? watchForUpdates(() => setWaiting(true)) : undefined), []);

  useEffect(() => {
    if (!waiting) return;
    let touched = performance.now();
    const touch = () => {
      touched = performance.now();
    };
    for (const kind of ["pointerdown", "keydown", "scroll"]) window.addEventListener(kind, touch, { capture: true, passive: true });
    const timer = window.setInterval(() => {
      if (isFree() && performance.now() - touched > STILL_MS) void takeUpdate();
    }, IDLE_CHECK_MS);
    return () => {
      window.clearInterval(timer);
      for (const kind of ["pointerdown", "keydown", "scroll"]) window.removeEventListener(kind, touch, { capture: true });
    };
  }, [waiting, isFree]);
  return waiting;
}

/** Calls back when a version other than the one that this page runs with is ready. */
function watchForUpdates(onReady: () => void): () => void {
  const workers = navigator.serviceWorker;
  // The first one of all takes over without anybody having waited for it.
  const hadOne = workers.controller !== null;
  let stop = () => {};
  // Another tab took it: this page still runs with the old one.
  const taken = () => hadOne && onReady();
  workers.addEventListener("controllerchange", taken);
  void workers.ready.then((registration) => {
    const look = () => registration.waiting && workers.controller && onReady();
    const found = () => registration.installing?.addEventListener("statechange", look);
    const ask = () => document.visibilityState === "visible" && registration.update().catch(() => undefined);
    look();
    registration.addEventListener("updatefound", found);
    document.addEventListener("visibilitychange", ask);
    const timer = window.setInterval(ask, CHECK_EVERY_MS);
    stop = () => {
      registration.removeEventListener("updatefound", found);
      document.removeEventListener("visibilitychange", ask);
      window.clearInterval(timer);
    };
  });
  return () => {
    workers.removeEventListener("controllerchange", taken);
    stop();
  };
}

async function takeUpdate(): Promise<void> {
  const workers = navigator.serviceWorker;
  const registration = await workers.ready;
  const reload = () => {
    window.sessionStorage.setItem(UPDATED_KEY, "1");
    window.location.reload();
  };
  if (!registration.waiting) return reload();
  workers.addEventListener("controllerchange", reload, { once: true });
  registration.waiting.postMessage(TAKE_OVER);
}
