import { beginTable, choose, dialogOf, expect, expectNoSidewaysScroll, inTurn, signIn, test } from "./fixtures";

/** Guests whose name is only like what was typed: they are found, marked, and never taken for who was typed. */

test(
  "a name written otherwise finds the guest, and neither Enter nor Select all chooses one who was not typed",
  inTurn(0),
  async ({ page }) => {
    await signIn(page, undefined, "/guest-search");
    await page.getByPlaceholder("Type name or phone").fill("jorj khouri");
    await page.getByPlaceholder("Type name or phone").press("Enter");
    const results = page.getByRole("region", { name: "Results" });
    await expect(results.getByRole("listitem").filter({ hasText: "Georges Khoury" })).toContainText("Similar name");
    await expect(results.getByRole("status")).toContainText(/^Nobody by this name in the book of Jounieh · \d with (a )?similar names?/);
    await expectNoSidewaysScroll(page);
    const [found, book] = await Promise.all([
      results.getByRole("listitem").last().boundingBox(),
      results.getByRole("button", { name: "Search in Batroun" }).boundingBox(),
    ]);
    expect(book?.y, "the other books stand below the guests who were found").toBeGreaterThan(found?.y ?? Number.POSITIVE_INFINITY);
    await expect(results.getByRole("button", { expanded: true })).toHaveCount(0);
    await page.getByPlaceholder("Type name or phone").fill("georges");
    await expect(results.getByRole("status")).toContainText("1 guest in the book of Jounieh");
    await expect(results.getByRole("listitem").filter({ hasText: "Georges Khoury" })).not.toContainText("Similar name");
    await page.getByPlaceholder("Type name or phone").press("Enter");
    await expect(results.getByRole("button", { expanded: true })).toHaveCount(1);

    await page.goto("/");
    const select = await beginTable(page, { number: "71", hostess: "Rima", waiter: "Jad" });
    const box = select.getByPlaceholder("Search by name or phone");
    await box.fill("نور كرم");
    await expect(select.getByRole("button", { name: "Add Nour Karam" })).toBeVisible();
    await expect(select.getByText("Similar name")).toBeVisible();
    await box.press("Enter");
    await expect(select.getByRole("form", { name: "Add New Contact" }).getByLabel("Name")).toHaveValue("نور كرم");
    await page.goBack();
    await select.getByRole("button", { name: "Add Nour Karam" }).click();
    // Whoever was typed is counted until somebody clears or adds them: the one whose name is like it is another guest.
    await expect(select.getByRole("button", { name: "Save 2 guests to table 71" })).toBeVisible();

    await page.goto("/");
    await choose(page, "Options", "Customer Service");
    await dialogOf(page).getByPlaceholder("Search by name or phone").fill("jorj");
    await expect(dialogOf(page).getByRole("checkbox", { name: "Choose Georges Khoury" })).toBeVisible();
    await expect(dialogOf(page).getByRole("button", { name: /^Select all/ })).toHaveCount(0);
  },
);
