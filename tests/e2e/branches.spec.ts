import type { Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { beginTable, choose, dialogOf, expect, expectNoSidewaysScroll, inTurn, OFFICE, signIn, test, timePasses } from "./fixtures";

const branches = (page: Page) => page.getByRole("dialog", { name: "Branches" });
const row = (page: Page, name: string) => branches(page).getByRole("listitem").filter({ hasText: name });

async function openSixth(page: Page): Promise<void> {
  await choose(page, "Options", "Branches");
  await branches(page).getByLabel("Name", { exact: true }).fill("Beirut Souks");
  await expect(branches(page).getByLabel("Key")).toHaveValue("beirut-souks");
  await branches(page).getByRole("button", { name: "Open a branch" }).click();
  await expect(row(page, "Beirut Souks")).toBeVisible();
}

/** Chooses a branch for this device, which reloads the page. */
async function workIn(page: Page, name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  else await page.getByRole("banner").getByRole("button", { name: "Jounieh", exact: true }).click();
  const entry = page.getByRole(isPhone ? "dialog" : "menu").getByText(name, { exact: true });
  await Promise.all([page.waitForEvent("load"), entry.click()]);
}

test("a sixth branch is opened, and a guest is seated there", inTurn(5, OFFICE), async ({ page, house }) => {
  await signIn(page);
  await openSixth(page);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Branches");
  await branches(page).getByRole("button", { name: "Close", exact: true }).first().click();
  await expect(branches(page)).toBeHidden();
  await workIn(page, "Beirut Souks");
  const select = await beginTable(page, { number: "61", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("71 600 600");
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByLabel("Name").fill("Tia Haddad");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(house.rows("beirut-souks/table.db", "SELECT name FROM table_guest")).toEqual([{ name: "Tia Haddad" }]);
  await expect(page.getByText("Beirut Souks").first()).toBeVisible();
});

test("a new name, and that a branch is closed, are on every open screen without a press", inTurn(6), async ({ page, context }) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.getByRole("main").getByText("Jounieh").first()).toBeVisible();
  await choose(page, "Options", "Branches");
  await row(page, "Jounieh").getByRole("button", { name: "Rename Jounieh" }).click();
  await branches(page).getByLabel("New name of Jounieh").fill("Jounieh Harbour");
  await page.keyboard.press("Enter");
  await expect(row(page, "Jounieh Harbour")).toBeVisible();
  await expect(row(page, "Jounieh Harbour")).toContainText("jounieh");
  await timePasses(other, 20_000);
  await expect(other.getByRole("main").getByText("Jounieh Harbour").first()).toBeVisible();

  await row(page, "Jounieh Harbour").getByRole("button", { name: "Close branch Jounieh Harbour" }).click();
  await dialogOf(page).getByRole("button", { name: "Close Jounieh Harbour" }).click();
  await expect(row(page, "Jounieh Harbour")).toContainText("read only");
  await timePasses(other, 20_000);
  await expect(other.getByText("Jounieh Harbour is closed: you can look everything up")).toBeVisible();
  await row(page, "Jounieh Harbour").getByRole("button", { name: "Open again: Jounieh Harbour" }).click();
  await expect(row(page, "Jounieh Harbour")).not.toContainText("read only");
  await timePasses(other, 20_000);
  await expect(other.getByText("Jounieh Harbour is closed")).toHaveCount(0);
});

test("what stands against closing is said in its row, and a key that is taken beside its field", inTurn(0), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "62", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await choose(page, "Options", "Branches");
  await row(page, "Jounieh").getByRole("button", { name: "Close branch Jounieh" }).click();
  await dialogOf(page).getByRole("button", { name: "Close Jounieh" }).click();
  await expect(row(page, "Jounieh").getByRole("alert")).toContainText("Run End of Day there, then close it.");
  await branches(page).getByLabel("Name", { exact: true }).fill("Ehden");
  await expect(branches(page).getByText("Ehden has this key.")).toBeVisible();
});
