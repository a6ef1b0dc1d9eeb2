import type { Page } from "playwright/test";
import { tooSmall } from "./fingers";
import { beginTable, choose, dialogOf, expect, signIn, test } from "./fixtures";

async function expectTouchable(page: Page, what: string): Promise<void> {
  const dialog = dialogOf(page);
  expect(await tooSmall((await dialog.count()) > 0 ? dialog : page.locator("body")), what).toEqual([]);
}

test("everything that can be touched on a phone is at least 44 pixels wide and high", async ({ page }) => {
  await page.goto("/login");
  await expectTouchable(page, "sign-in");
  await signIn(page);
  await expect(page.getByRole("main").getByRole("button", { name: "End of day" })).toBeVisible();
  await expectTouchable(page, "home");
  await page.getByRole("button", { name: /For Data Group/ }).click();
  await expectTouchable(page, "the live feed");
  await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("Merge all", { exact: true })).toBeVisible();
  await expectTouchable(page, "the More sheet");
  for (const path of ["/search-date", "/merge-by-date-all", "/control"]) {
    await page.goto(path);
    await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
    await expectTouchable(page, path);
  }
});

test("so is everything in the dialogs of a table", async ({ page }) => {
  await signIn(page);
  await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "New table" }).click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeFocused();
  await expectTouchable(page, "Table Info");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();

  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Jad" });
  const search = select.getByPlaceholder("Search by name or phone");
  await search.fill("g");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await select.getByRole("button", { name: /^Added to Table/ }).click();
  await expect(select.getByRole("button", { name: "Remove Georges Khoury" })).toBeVisible();
  await expectTouchable(page, "Select Contacts");
  await search.fill("Zzz");
  await select.getByRole("button", { name: /^Add new/ }).click();
  await select.getByRole("button", { name: /^More/ }).click();
  await expectTouchable(page, "Add New Contact");
  await select.getByLabel("Phone").fill("70 010 020");
  await select.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: /^Save 2 guests/ }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 2 contact(s).")).toBeVisible();

  await beginTable(page, { number: "6", hostess: "Rima", waiter: "Jad" });
  await search.fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  await page.reload();
  await expect(page.getByText("1 table not finished on this device")).toBeVisible();
  await expectTouchable(page, "home with a draft");
  await choose(page, "Actions", "Saved tables");
  await expect(dialogOf(page).getByRole("button", { name: /^Table 5/ })).toBeVisible();
  await expectTouchable(page, "Saved Tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 5/ })
    .click();
  await dialogOf(page).getByRole("button", { name: "Add Blank Contact" }).click();
  await expectTouchable(page, "Edit Table");
});
