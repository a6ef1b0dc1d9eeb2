import type { Page } from "playwright/test";
import { CHROMIUM } from "./browser";
import { expect, expectNoSidewaysScroll } from "./fixtures";

/** For `test.use`: the browser's own setting for letters of twice the size, which the page learns from its root. */
export const LARGE_LETTERS = { launchOptions: { ...CHROMIUM, args: [...CHROMIUM.args, "--blink-settings=defaultFontSize=32"] } };

/**
 * What stands on buttons and links and is cut off, and what stands beyond the screen's edge. The words are measured, and not
 * how far an element could be scrolled: the veil of a button that is busy is a border's width larger than the button.
 */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const UNSEEN = 2;
    const wordsOf = (element: HTMLElement): DOMRect[] => {
      const words = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const rects: DOMRect[] = [];
      while (texts.nextNode()) {
        if ((texts.currentNode.parentElement?.offsetWidth ?? 0) <= UNSEEN) continue; // said by screen readers alone
        words.selectNodeContents(texts.currentNode);
        rects.push(...words.getClientRects());
      }
      return rects;
    };
    const pressed = "button, a[href], [role=menuitem], .mantine-Button-label";
    return [...document.querySelectorAll<HTMLElement>(pressed)]
      .filter(
        (element) => element.checkVisibility({ opacityProperty: true }) && element.clientWidth > UNSEEN && element.innerText.trim() !== "",
      )
      .flatMap((element) => {
        const { left, right } = element.getBoundingClientRect();
        const isCut =
          getComputedStyle(element).overflowX !== "visible" && wordsOf(element).some((one) => one.left < left || one.right > right);
        return isCut || left < 0 || right > window.innerWidth ? [element.innerText.trim().slice(0, 40)] : [];
      });
  });
}

/**
 * What is pressed and lies over something else that is pressed, words included, and pictures of initials whose letters stick out. What
 * has been scrolled away lies under nothing, and a bar that stays lies over the page on purpose.
 */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const TOUCHES = 1.5; // a border's width, and what rounding makes of it
    interface Seen {
      element: HTMLElement;
      layer: Element | null;
      box: { left: number; right: number; top: number; bottom: number };
    }
    const wordsIn = (element: HTMLElement): DOMRect[] => {
      const words = document.createRange();
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const rects: DOMRect[] = [];
      while (texts.nextNode()) {
        if ((texts.currentNode.parentElement?.offsetWidth ?? 0) <= 2) continue; // said by screen readers alone
        words.selectNodeContents(texts.currentNode);
        rects.push(...words.getClientRects());
      }
      return rects.filter(({ width, height }) => width > 0 && height > 0);
    };
    const layerOf = (element: Element | null): Element | null => {
      for (let at = element; at; at = at.parentElement) if (/fixed|sticky/.test(getComputedStyle(at).position)) return at;
      return null;
    };
    const boxOf = (element: HTMLElement): Seen["box"] => {
      // What is busy has moved its words out of sight.
      const isCut = getComputedStyle(element).overflowY !== "visible";
      const rects = [element.getBoundingClientRect(), ...(isCut ? [] : wordsIn(element))];
      const box = {
        left: Math.min(...rects.map(({ left }) => left)),
        right: Math.max(...rects.map(({ right }) => right)),
        top: Math.min(...rects.map(({ top }) => top)),
        bottom: Math.max(...rects.map(({ bottom }) => bottom)),
      };
      for (let at = element.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflowY === "visible") continue;
        const { top, bottom } = at.getBoundingClientRect();
        box.top = Math.max(box.top, top);
        box.bottom = Math.min(box.bottom, bottom);
      }
      return box;
    };
    const top = [...document.querySelectorAll("[role=dialog], dialog[open]")].at(-1) ?? document;
    const seen = [...top.querySelectorAll<HTMLElement>("button, a[href], [role=menuitem], input, select, textarea")]
      .filter((element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.clientWidth > 2)
      .map((element): Seen => ({ element, layer: layerOf(element), box: boxOf(element) }))
      .filter(({ box }) => box.bottom > box.top);
    const nameOf = ({ element }: Seen) =>
      (element.getAttribute("aria-label") || element.innerText.trim() || element.id || element.tagName).slice(0, 30);
    const over = seen.flatMap((one, at) =>
      seen
        .slice(at + 1)
        .filter((other) => {
          const isInside = one.element.contains(other.element) || other.element.contains(one.element);
          // A sign within a field is a part of it.
          const isOfField = one.element.closest(".mantine-Input-wrapper")?.contains(other.element);
          if (isInside || isOfField || one.layer !== other.layer) return false;
          const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
          const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
          return across > TOUCHES && down > TOUCHES;
        })
        .map((other) => `${nameOf(one)} / ${nameOf(other)}`),
    );
    const sticksOut = [...document.querySelectorAll<HTMLElement>("[data-tint], .mantine-Avatar-root")]
      .filter((picture) => picture.checkVisibility())
      .filter((picture) => wordsIn(picture).some(({ width }) => width > picture.getBoundingClientRect().width - 4))
      .map((picture) => `initials ${picture.innerText}`);
    return [...over, ...sticksOut];
  });
}

/** Nothing that is pressed is cut, lies over another one, or makes the page scroll sideways. */
export async function expectWhole(page: Page, what: string): Promise<void> {
  await expectNoSidewaysScroll(page);
  expect(await cutOff(page), `cut off on ${what}`).toEqual([]);
  expect(await overlapping(page), `one over the other on ${what}`).toEqual([]);
}
