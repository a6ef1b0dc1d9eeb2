import { useEffect, useRef, useSyncExternalStore } from "react";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { readStored } from "@/lib/api/backends";

const OFF_KEY = "keyboard_keys_off";
const OWN_CHANGE = "daftar:keys";

/** Whether single keys do something outside fields, and the switch for those who do not want them. */
export function useKeysOn(): [boolean, (on: boolean) => void] {
  const on = useSyncExternalStore(
    (onChange) => {
      window.addEventListener(OWN_CHANGE, onChange);
      return () => window.removeEventListener(OWN_CHANGE, onChange);
    },
    () => readStored(OFF_KEY) !== "1",
    () => true,
  );
  const set = (next: boolean) => {
    if (next) window.localStorage.removeItem(OFF_KEY);
    else window.localStorage.setItem(OFF_KEY, "1");
    window.dispatchEvent(new Event(OWN_CHANGE));
  };
  return [on, set];
}

/** So long after it was pressed a key still means what came to it. */
const STILL_MEANT_MS = 5_000;

/**
 * The single keys of one screen, such as `{ V: generate }`; like the global ones they can be switched off. @param loading keys whose
 * action is still loading: a press before that runs it once it is loaded
 */
export function useScreenKeys(keys: Record<string, () => void>, loading: readonly string[] = []): void {
  const [on] = useKeysOn();
  const latest = useRef(keys);
  const comes = useRef(loading);
  const early = useRef<{ key: string; at: number } | null>(null);
  useEffect(() => {
    latest.current = keys;
    comes.current = loading;
    const pressed = early.current;
    const run = pressed && keys[pressed.key];
    if (!run) return;
    early.current = null;
    if (Date.now() - pressed.at < STILL_MEANT_MS && !dialogIsOpen()) run();
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const key = event.key.toUpperCase();
      const run = latest.current[key];
      early.current = !run && comes.current.includes(key) ? { key, at: Date.now() } : null;
      if (!run || event.repeat) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
