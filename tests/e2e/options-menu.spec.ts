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
      for (const heading of ["Service", "People", "Server", "WhatsApp"])
        await expect(menu.getByRole("group", { name: heading })).toBeAttached();
      const more = menu.locator("[data-has-more]");
      await expect(more, "the sign that there is more below").toHaveCount(1);
      const scrolled = await page.evaluate(() => window.scrollY);
      await menu.getByRole("menuitem").first().focus();
      await page.keyboard.press("End");
      await expect(last).toBeFocused();
      await expect(last).toBeInViewport({ ratio: 1 });
      await expect(more).toHaveCount(0);
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

  test("the badge tells when the server was away in the last hour, and fits a small window", ONE_SIZE, async ({ page }) => {
    await signIn(page);
    await pageListens(page);
    const badge = page.getByRole("banner").getByRole("button", { name: /^API/ });
    await page.setViewportSize({ width: 844, height: 390 });
    await badge.click();
    const panel = page.getByRole("dialog", { name: "Server health" });
    await expect(panel.getByText(/^Every check was answered, the slowest in [\d,]+ ms\./)).toBeVisible();
    await page.route(/\/health$/, (route) => route.abort());
    await panel.getByRole("button", { name: "Check now" }).click();
    await expect(panel.getByText(/^No answer since \d\d:\d\d, \d+ s$/)).toBeVisible();
    await expect(panel.getByText("Does not answer")).toBeVisible();
    await page.unroute(/\/health$/);
    await expect(panel.getByText(/^No answer at \d\d:\d\d for \d+ s$/)).toBeVisible();
    const box = await panel.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(390);
    await panel.getByRole("button", { name: "Check now" }).scrollIntoViewIfNeeded();
    await expect(panel.getByRole("button", { name: "Check now" })).toBeInViewport({ ratio: 1 });
  });

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
