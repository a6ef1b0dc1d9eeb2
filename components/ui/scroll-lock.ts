import { useLayoutEffect, useMemo } from "react";

let holders = 0;

/** What the page loses to its scroll bar, in pixels; nothing on a phone, whose scroll bars lie over the page. */
const scrollBar = () => (typeof window === "undefined" ? 0 : window.innerWidth - document.documentElement.clientWidth);

/**
 * While a layer covers the page, the page behind it stands still (see base.css) and keeps its width. An attribute and
 * not Mantine's own lock, which adds a style sheet: the browser then looks at every element of the page anew.
 */
export function useScrollLock(held: boolean): void {
  // While it is drawn and not afterwards: what changed by then would have to be laid out to be measured.
  const gap = useMemo(() => (held && holders === 0 ? scrollBar() : 0), [held]);

  useLayoutEffect(() => {
    if (!held) return;
    const { body } = document;
    holders++;
    body.dataset.still = "";
    if (gap > 0) body.style.marginInlineEnd = `${gap}px`;
    return () => {
      holders--;
      if (holders > 0) return;
      delete body.dataset.still;
      body.style.marginInlineEnd = "";
    };
  }, [held, gap]);
}
