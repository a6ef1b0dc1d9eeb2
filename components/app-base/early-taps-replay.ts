import { useEffect } from "react";

/** From here on the page listens by itself; what was pressed before (see early-taps-record.ts) is done now. */
export function useEarlyTap(): void {
  useEffect(() => {
    document.documentElement.dataset.listens = "true";
    const pressed = document.querySelector<HTMLElement>("[data-pressed-early]");
    pressed?.removeAttribute("data-pressed-early");
    pressed?.click();
  }, []);
}
