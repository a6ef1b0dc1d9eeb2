import { useRouter } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useSession } from "@/components/app-base/session";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { readStored } from "@/lib/api/client";
import { PAGES } from "./navigation";

const OFF_KEY = "keyboard_keys_off";
const OWN_CHANGE = "daftar:keys";
/** How long a G waits for its second key. */
const SECOND_KEY_MS = 1200;

/** Single keys, for a keyboard at the desk: inert in fields and under an open dialog, and they can be switched off. */
export function useHouseKeys(showList: () => void): void {
  const router = useRouter();
  const session = useSession();
  const actions = useHouseActions();
  const [on] = useKeysOn();
  const pressedG = useRef(0);

  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const key = event.key.toUpperCase();
      const afterG = event.timeStamp - pressedG.current < SECOND_KEY_MS;
      pressedG.current = key === "G" ? event.timeStamp : 0;
      if (key === "?") showList();
      else if (key === "/" && session.can("nav_guest_search")) {
        // Else the stroke is typed into the field that takes the focus.
        event.preventDefault();
        router.push("/guest-search");
      } else if (afterG) {
        const page = PAGES.find((candidate) => candidate.key === key);
        if (page && session.can(page.permission)) router.push(page.href);
      } else {
        const action = actions.find((candidate) => candidate.key === key);
        if (!action) return;
        // Else the letter is typed into the field that opens with the dialog.
        event.preventDefault();
        action.run();
      }
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [on, router, session, actions, showList]);
}

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
