import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { ADMIN, expect, expectNoSidewaysScroll, inTurn, OFFICE, STAFF, saveElsewhere, signIn, test } from "./fixtures";

const entry = (page: Page, text: string | RegExp) => page.locator("details").filter({ hasText: text });

test("an admin sees who did what, opens an entry and looks at all that its call did", inTurn(6, OFFICE), async ({ page, house }) => {
  await saveElsewhere(house, "12");
  await signIn(page, ADMIN, "/audit");
  await expect(entry(page, /Saved table 12 of Fri 20 Nov 2026 with 1 guest/)).toContainText("Jounieh");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Audit Trail");
  await entry(page, /Saved table 12 of Fri 20 Nov 2026/)
    .locator("summary")
    .click();
  await expect(entry(page, /Saved table 12 of Fri 20 Nov 2026/).locator("dl")).toContainText("Fri 20 Nov 2026");
  await expectAccessible(page, "Audit Trail, an entry open");
  await entry(page, /Saved table 12 of Fri 20 Nov 2026/)
    .getByRole("button", { name: "All that was done with it" })
    .click();
  await expect(page.getByText("Everything that was done together")).toBeVisible();
  await expect(page.locator("details")).not.toHaveCount(0);
  await page.getByRole("button", { name: "Back to everything" }).click();
  await expect(entry(page, "Signed in").first()).toBeVisible();
});

test("the trail is filtered, checked and exported, by keys alone", inTurn(0), async ({ page, house }) => {
  await saveElsewhere(house, "12");
  await signIn(page, ADMIN, "/audit");
  await page.getByLabel("What", { exact: true }).focus();
  await page.keyboard.type("Tables");
  await expect(entry(page, "Signed in")).toHaveCount(0);
  await expect(entry(page, "Saved table 12 of Fri 20 Nov 2026")).toHaveCount(1);
  await page.getByRole("button", { name: "Check for changes" }).press("Enter");
  await expect(page.getByText(/Nothing was changed or taken out: all \d+ entries stand as they were written/)).toBeVisible();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).press("Enter");
  const file = await coming;
  expect(file.suggestedFilename()).toBe("audit-trail-2026-11-20.csv");
  const text = readFileSync(await file.path(), "utf8");
  expect(text).toContain("Saved table 12 of Fri 20 Nov 2026 with 1 guest");
  expect(text).not.toContain("Signed in");
  await page.getByLabel("What", { exact: true }).selectOption("Exports");
  await expect(entry(page, "Took out the audit trail")).toHaveCount(1);
});

test("nobody else sees it", inTurn(1), async ({ page }) => {
  await signIn(page, STAFF, "/audit");
  await expect(page.getByText("You don't have permission to view this page.")).toBeVisible();
});
