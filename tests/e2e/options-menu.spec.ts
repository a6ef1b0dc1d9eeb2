import type { Page } from "playwright/test";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { chooseByKeys, OFFICE_PC } from "./by-keyboard";
import { expect, ONE_SIZE, pageListens, signIn, test } from "./fixtures";

const button = (page: Page) => page.getByRole("banner").getByRole("button", { name: "Options", exact: true });

for (const [width, height] of [
  [1024, 768],
  [1366, 768],
] as const) {
  test.describe(`at ${width}x${height}`, () => {
    test.use({ ...OFFICE_PC, viewport: { width, height } });

    test("the Options menu ends on the screen and is scrolled to its end", ONE_SIZE, async ({ page }) => {
      await signIn(page);
      await button(page).click();
      const menu = page.getByRole("menu", { name: "Options" });
      const last = menu.getByRole("menuitem").last();
      await expect(last).toBeAttached();
      const box = await menu.boundingBox();
      expect((box?.y ?? 0) + (box?.height ?? 0), "where the menu ends").toBeLessThanOrEqual(height);
      const scrolled = await page.evaluate(() => window.scrollY);
      await menu.getByRole("menuitem").first().focus();
      await page.keyboard.press("End");
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport({ ratio: 1 });
      await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 100);
      await page.mouse.wheel(0, 2_000);
      await page.waitForTimeout(200);
      expect(await page.evaluate(() => window.scrollY), "the page behind").toBe(scrolled);
      await last.click();
      await expect(page.getByRole("dialog", { name: "Keyboard keys" })).toBeVisible();
    });
  });
}

test.describe("at the office", () => {
  test.use(OFFICE_PC);

  test("whatever was opened from the Options menu gives the focus back to its button", ONE_SIZE, async ({ page }) => {
    await signIn(page);
    await pageListens(page);
    for (const entry of ["Options…", "Users", "Configure Visibility", "Manage Staff", QUEUE_TEXTS.limits, "Keyboard keys"]) {
      await chooseByKeys(page, "Options", entry);
      const dialog = page.getByRole("dialog").last();
      await expect(dialog).toBeVisible();
      await expect.poll(() => dialog.evaluate((one) => one.contains(document.activeElement))).toBe(true);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(button(page), `after ${entry}`).toBeFocused();
    }
  });
});
