import { useEffect, useState } from "react";
import { currentBackend, resolveAgain } from "@/lib/api/backends";
import { STORAGE_KEYS } from "@/lib/api/base";
import { TABLE_API_KEY } from "./backend-choice";

const CHOICES: string[] = [STORAGE_KEYS.apiBase, STORAGE_KEYS.branch, STORAGE_KEYS.birthdays, STORAGE_KEYS.loyalty];
const LOOK_MS = 1_000;
const OPEN_KEY = "daftar:open-before";

/** What stands open on the page, by its names. */
let open: readonly string[] = [];

/** Remembers what is open on the page, to open it again after a reload for another server, and after no other. */
export function keepOpen(names: readonly string[]): void {
  open = names;
}

/** What stood open before such a reload; once. */
export function openBefore(): string[] {
  try {
    const kept = window.sessionStorage.getItem(OPEN_KEY);
    window.sessionStorage.removeItem(OPEN_KEY);
    return kept ? kept.split(",") : [];
  } catch {
    return []; // a browser that keeps nothing
  }
}

function reload(): void {
  try {
    if (open.length > 0) window.sessionStorage.setItem(OPEN_KEY, open.join());
  } catch {
    // as above
  }
  window.location.reload();
}

/**
 * Another tab chose another server or branch, or moved a table to another server: the page reloads, because everything on it
 * belongs to one backend. Until it is free, it goes on with the one that it began with.
 * @param isFree whether nothing would be lost
 * @returns whether it waits for that
 */
export function useChosenElsewhere(isFree: () => boolean): boolean {
  const [waits, setWaits] = useState(false);
  useEffect(() => {
    const follow = ({ key, oldValue, newValue }: StorageEvent) => {
      if (key?.startsWith(TABLE_API_KEY)) return oldValue && newValue && setWaits(true);
      if (key === null || !CHOICES.includes(key)) return;
      setWaits(JSON.stringify(resolveAgain()) !== JSON.stringify(currentBackend()));
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, []);
  useEffect(() => {
    if (!waits) return;
    const timer = window.setInterval(() => isFree() && reload(), LOOK_MS);
    return () => window.clearInterval(timer);
  }, [waits, isFree]);
  return waits;
}
