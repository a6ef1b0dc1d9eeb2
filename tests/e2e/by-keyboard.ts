import type { Locator, Page } from "playwright/test";
import { expect } from "./fixtures";

/** The office PC, whose mouse is somewhere else. */
export const OFFICE_PC = { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false };

/** Goes on by Tab until something has the focus, as somebody would; fails where Tab never comes to it. */
export async function tabTo(page: Page, to: Locator, most = 60): Promise<void> {
  await expect(to).toBeAttached();
  // Found once, and anew where it was drawn anew: to look for it by its name at each step takes longer than the steps.
  let one = await to.elementHandle();
  for (let press = 0; press < most; press++) {
    const is = await one?.evaluate((element) => (element === document.activeElement ? "focused" : element.isConnected ? "there" : "gone"));
    if (is === "focused") return;
    if (is === "there") await page.keyboard.press("Tab");
    else one = await to.elementHandle();
  }
  await expect(to, "reached by Tab").toBeFocused({ timeout: 1 });
}

/** @param key Space for what is ticked */
export async function press(page: Page, button: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, button);
  await expect(button).toBeEnabled(); // what has just come to the screen is held for a moment
  await page.keyboard.press(key);
}

/** Opens a menu of the top bar and goes down to one of its entries. */
export async function chooseByKeys(page: Page, menu: string | RegExp, entry: string | RegExp): Promise<void> {
  await press(page, page.getByRole("banner").getByRole("button", { name: menu }));
  const wanted = page.getByRole("menuitem", { name: entry });
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 20; steps++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(wanted, "reached by the arrow keys").toBeFocused({ timeout: 1 });
  await page.keyboard.press("Enter");
}

/** What was pressed may have gone, with its row or its dialog: the next Tab goes on from there, and not from the top of the page. */
export async function expectFocus(within: Locator): Promise<void> {
  await expect
    .poll(() => within.evaluate((one) => one.contains(document.activeElement)), { message: "the focus stays where one works" })
    .toBe(true);
}
