import { beginTable, dialogOf, expect, signIn, test } from "./fixtures";

test("a save whose line is cut keeps what was typed, over a reload, and saves and awards once", async ({ page, house }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "21", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  // The server does its work, and the answer is lost on the way.
  await page.route("**/api/save-table", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(page.getByText("Failed to save table.")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toHaveLength(1);
  await page.unroute("**/api/save-table");
  await page.reload();
  await page
    .getByRole("button", { name: /retry|send/i })
    .first()
    .click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toHaveLength(1);
  expect(house.rows("hub.db", "SELECT points FROM loyalty_visit")).toEqual([{ points: 5 }]);
  await page.reload();
  await expect(page.getByText(/waiting to send/)).toHaveCount(0);
});

test("a tab that dies in the middle of Select Contacts loses nothing", async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "22", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("khour");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await page.reload();
  await page
    .getByRole("button", { name: /^Saved tables/ })
    .first()
    .click();
  await expect(dialogOf(page).getByText("Drafts on this device")).toBeVisible();
  await expect(dialogOf(page).getByText(/Table 22/)).toBeVisible();
});
