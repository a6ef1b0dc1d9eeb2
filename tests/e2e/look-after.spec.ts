import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { DATE_SEARCH_TEXTS, GUEST_TEXTS } from "../../lib/texts";
import { dialogOf, expect, expectNoSidewaysScroll, type House, ONE_SIZE, signIn, test } from "./fixtures";

/** A table of this evening whose guests the book has already, and each of them once more under another way of writing. */
async function evening(house: House): Promise<void> {
  const contacts = [
    { name: "Hala Mansour", phones: "76 912 345", company: "MEA" },
    { name: "Rami Khoury", phones: "03 111 222" },
  ];
  for (const table_number of ["3", "4"]) {
    const body = { metadata: { hostess: "Maya", waiter: "Elie", table_number }, contacts };
    const { status } = await house.api("/save-table", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(status).toBe(200);
  }
  expect((await house.api("/merge-tables", { method: "POST" })).status).toBe(200);
}

/** Opens Edit or Delete of a guest: in the row, or on a phone behind its button. */
async function choose(page: Page, action: "Edit" | "Delete", name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const main = page.getByRole("main");
  if (!isPhone) return main.getByRole("button", { name: `${action} ${name}` }).click();
  await main.getByRole("button", { name: `What to do with ${name}` }).click();
  await page.getByRole("menu").getByText(action, { exact: true }).click();
}

test("a guest of a date is corrected in the chosen store, and deleted after a question", async ({ page, house }) => {
  await evening(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();

  await choose(page, "Edit", "Hala Mansour");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("heading", { name: "Adjust Contact" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Name").fill("Hala Mansour Haddad");
  await dialog.getByRole("radio", { name: /Table store/ }).click();
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInTable)).toBeVisible();
  await expect(main.getByText("Hala Mansour Haddad").first()).toBeVisible();

  await choose(page, "Delete", "Rami Khoury");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(main.getByText("Rami Khoury").first()).toBeVisible();
  await choose(page, "Delete", "Rami Khoury");
  await dialogOf(page).getByRole("button", { name: "Delete Rami Khoury" }).click();
  await expect(page.getByText(GUEST_TEXTS.deletedFromTable)).toBeVisible();
  await expect(main.getByText("Rami Khoury")).toHaveCount(0);
  await expectNoSidewaysScroll(page);
});

test("a date is exported, its company set and taken back", ONE_SIZE, async ({ page, house }) => {
  await evening(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();
  const downloading = page.waitForEvent("download");
  await main.getByRole("button", { name: DATE_SEARCH_TEXTS.exportVcf }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^contacts-2026-11-20-jounieh\.vcf$/);
  expect(readFileSync(await download.path(), "utf8")).toContain("FN:Hala Mansour");

  const panel = main.getByRole("form", { name: DATE_SEARCH_TEXTS.setCompany });
  await panel.getByRole("button", { name: "Set company" }).click();
  await expect(panel.getByText(GUEST_TEXTS.companyAndDate)).toBeVisible();
  await panel.getByLabel("Company").fill("Cedar Club");
  await panel.getByRole("button", { name: "Set company" }).click();
  await dialogOf(page).getByRole("button", { name: "Set company" }).click();
  await expect(main.getByText("Cedar Club").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(main.getByText("Cedar Club")).toHaveCount(0);
  await expect(main.getByText("MEA").first()).toBeVisible();
});
