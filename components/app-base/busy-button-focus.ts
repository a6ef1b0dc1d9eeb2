import { useEffect } from "react";
import { focusOr } from "@/components/ui/return-focus";

/**
 * A button that is busy is disabled, and browsers take the focus from what is disabled: whoever works by keyboard would begin
 * anew at the top of the page. It has the focus again when it is done, unless that went somewhere else meanwhile (WCAG 2.4.3);
 * one that has nothing to do any more takes none, and the dialog or the page has it.
 */
export function useBusyButtonFocus(): void {
  useEffect(() => {
    let busy: HTMLElement | null = null;
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (!(target instanceof HTMLElement)) continue;
        if (target.dataset.loading && target === document.activeElement) busy = target;
        else if (!target.dataset.loading && target === busy) {
          if (document.activeElement === document.body) focusOr(busy);
          busy = null;
        }
      }
    });
    observer.observe(document.documentElement, { attributeFilter: ["data-loading"], subtree: true });
    return () => observer.disconnect();
  }, []);
}
