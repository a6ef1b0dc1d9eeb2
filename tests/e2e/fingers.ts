import type { Locator } from "playwright/test";

/** What a finger needs, in CSS pixels, both ways. */
const FINGER = 44;

/** What is too small for a finger. A link in the middle of a sentence is as high as its line and no more. */
export function tooSmall(within: Locator): Promise<string[]> {
  return within.evaluate((root, finger) => {
    const targets = "button, a[href], input, select, textarea, summary, [role=button], [role=menuitem], [role=radio]";
    const isInSentence = (element: Element) =>
      element.matches("a") && getComputedStyle(element).display === "inline" && element.parentElement?.textContent !== element.textContent;
    // A box or a dot is touched by its label as well.
    const boxesOf = (element: HTMLElement) => {
      const labels = element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type) ? [...(element.labels ?? [])] : [];
      return [element, ...labels].map((one) => one.getBoundingClientRect());
    };
    return [...root.querySelectorAll<HTMLElement>(targets)]
      .filter((element) => element.checkVisibility() && !element.matches("[class*=skip]") && !isInSentence(element))
      .map((element) => {
        const boxes = boxesOf(element);
        const width = Math.round(Math.max(...boxes.map((box) => box.width)));
        const height = Math.round(Math.max(...boxes.map((box) => box.height)));
        const name = element.ariaLabel ?? (element.textContent?.trim() || element.id || element.tagName);
        return { name: name.slice(0, 40), width, height };
      })
      .filter(({ width, height }) => width > 1 && height > 1 && (width < finger || height < finger))
      .map(({ name, width, height }) => `${name}: ${width}x${height}`);
  }, FINGER);
}
