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

/** The single keys of one screen, such as `{ V: generate }`; like those of the house, they can be switched off. */
export function useScreenKeys(keys: Record<string, () => void>): void {
  const [on] = useKeysOn();
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const run = latest.current[event.key.toUpperCase()];
      if (!run || event.repeat) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on]);
}
