import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useHouseActions } from "@/components/app-base/house-actions";
import { useMayOpen } from "@/components/app-base/session";
import { useKeysOn } from "@/components/app-base/single-keys-on";
import { dialogIsOpen, isTyping } from "@/components/ui/single-keys";
import { PAGES } from "./navigation";

/** How long a G waits for its second key. */
const SECOND_KEY_MS = 1200;
/** Event times count from the opening of the page: 0 would be a G that was pressed just then. */
const NEVER = Number.NEGATIVE_INFINITY;

/** Single keys, for a keyboard at the desk: inert in fields and under an open dialog, and they can be switched off. */
export function useHouseKeys(showList: () => void): void {
  const router = useRouter();
  const mayOpen = useMayOpen();
  const actions = useHouseActions();
  const [on] = useKeysOn();
  const pressedG = useRef(NEVER);

  useEffect(() => {
    if (!on) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target) || dialogIsOpen()) return;
      const key = event.key.toUpperCase();
      const afterG = event.timeStamp - pressedG.current < SECOND_KEY_MS;
      pressedG.current = key === "G" ? event.timeStamp : NEVER;
      if (key === "?") showList();
      else if (key === "/" && mayOpen("nav_guest_search")) {
        // Else the stroke is typed into the field that takes the focus.
        event.preventDefault();
        router.push("/guest-search");
      } else if (afterG) {
        const page = PAGES.find((candidate) => candidate.key === key);
        if (page && mayOpen(page.permission)) router.push(page.href);
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
  }, [on, router, mayOpen, actions, showList]);
}
