import type { Page } from "playwright/test";
import { beginTable, choose, dialogOf, expect, ONE_SIZE, PHONE_FIRST, saveElsewhere, signIn, test } from "./fixtures";

const dialogs = (page: Page) => page.locator("[role=dialog], [role=alertdialog], dialog[open]");

test("Back closes the top layer and stays on the page, and Forward does no harm", PHONE_FIRST, async ({ page }, info) => {
  const isPhone = info.project.name === "phone";
  await signIn(page, undefined, "/search-date");
  await page.goto("/");
  await expect(page.getByRole("banner").getByText("API OK")).toBeVisible();

  // Table Info: nothing was typed, so it simply goes.
  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeVisible();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await page.goForward();
  await expect(page).toHaveURL(/\/$/);
  await expect(dialogs(page)).toHaveCount(0);

  // Select Contacts: the form first, then the question, and Back again is "Stay".
  const select = await beginTable(page, { number: "61", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Ziad");
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await expect(form.getByLabel("Name")).toHaveValue("Ziad");
  if (info.project.name !== "desktop") {
    await page.goBack();
    await expect(form).toHaveCount(0);
    await expect(select.getByRole("heading", { name: "Table 61" })).toBeVisible();
  }
  await page.goBack();
  await expect(page.getByRole("alertdialog", { name: "Leave table 61?" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(select.getByRole("heading", { name: "Table 61" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog", { name: "Leave table 61?" })).toBeVisible();
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(dialogs(page)).toHaveCount(0);

  // Edit Table goes back to Saved Tables, and that to the page.
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await form.getByLabel("Phone").fill("71 444 555");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: "Save 1 guest to table 61" }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 61/ })
    .click();
  await expect(dialogOf(page).getByRole("button", { name: "Save Changes" })).toBeVisible();
  await page.goBack();
  await expect(dialogOf(page).getByRole("heading", { name: "Saved tables" })).toBeVisible();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);

  // A question of the evening.
  await choose(page, "Actions", "Merge all");
  await expect(page.getByText("Merge all saved tables into one table.db?")).toBeVisible();
  await expect(dialogs(page)).toHaveCount(1); // the sheet that it was chosen in takes its own step back first
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);

  if (isPhone) {
    await page.getByRole("button", { name: "More" }).click();
    await expect(dialogOf(page).getByText("Navigate")).toBeVisible();
    await page.goBack();
    await expect(dialogs(page)).toHaveCount(0);
  }
  // From page to page, Back means the page before.
  await choose(page, "Navigate", "Search Contacts by Date");
  await expect(page).toHaveURL(/\/search-date$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("button", { name: /For Data Group/ })).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/\/search-date$/);
  await expect(dialogs(page)).toHaveCount(0);
});

test("a table leads back to where it was opened: to Home from its card, to Saved Tables from there", ONE_SIZE, async ({ page, house }) => {
  await saveElsewhere(house, "63");
  await signIn(page);
  const card = page.getByRole("main").getByRole("button", { name: /^Table 63/ });
  const back = () => dialogOf(page).getByRole("button", { name: "Back" });
  for (const leave of [() => back().click(), () => page.keyboard.press("Escape"), () => page.goBack()]) {
    await card.click();
    await expect(dialogOf(page).getByText("No changes")).toBeVisible();
    await leave();
    await expect(dialogs(page)).toHaveCount(0);
    await expect(card).toBeFocused();
    await expect(page).toHaveURL(/\/$/);
  }
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 63/ })
    .click();
  await expect(dialogOf(page).getByText("No changes")).toBeVisible();
  await back().click();
  await expect(dialogOf(page).getByRole("heading", { name: "Saved tables" })).toBeVisible();
});

/** Steps back of our own take so long, and are counted. */
async function stepsAreSlow(page: Page, ms: number): Promise<() => Promise<number>> {
  await page.addInitScript((late) => {
    const go = History.prototype.go;
    const counted = { begun: 0 };
    Object.assign(window, { counted });
    History.prototype.go = function (this: History, by?: number) {
      counted.begun++;
      setTimeout(() => go.call(this, by), late);
    };
  }, ms);
  return () => page.evaluate(() => (window as typeof window & { counted: { begun: number } }).counted.begun);
}

test("a dialog stays that is opened while the browser is still stepping back over the one before", ONE_SIZE, async ({ page }) => {
  const stepsBegun = await stepsAreSlow(page, 3000);
  const entries = () => page.evaluate(() => (history.state as { daftarLayers?: number }).daftarLayers ?? 0);
  await signIn(page);
  const opener = page.getByRole("button", { name: "New table" }).last();
  const table = dialogOf(page).getByLabel("Table number");
  await opener.click();
  await expect(table).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogs(page)).toHaveCount(0);
  await opener.click();
  await expect(table).toBeVisible();
  await page.evaluate(() => new Promise<void>((resolve) => window.addEventListener("popstate", () => resolve(), { once: true })));
  await expect.poll(entries, "an entry for the second").toBe(1);
  await expect(table).toBeVisible();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  expect(await stepsBegun()).toBe(1);
  await page.getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("Navigate")).toBeVisible();
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await expect.poll(entries).toBe(0);
  expect(await stepsBegun(), "a press of Back takes the sheet's entry with it").toBe(1);
});

test("Back while a table is being saved waits for its end", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "62", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/api/save-table", async (route) => {
    await held;
    await route.continue();
  });
  await select.getByRole("button", { name: "Save 1 guest to table 62" }).click();
  await expect(select.getByText("Saving table…")).toBeVisible();
  await page.goBack();
  await expect(select.getByText("Saving table…")).toBeVisible();
  // Nothing that is held meanwhile looks as if it could be pressed: neither a guest who was found nor a new one.
  const addNew = select.getByRole("button", { name: /^Add new/ });
  await expect(addNew).toBeDisabled();
  await expect(select.getByRole("region", { name: "Search Results" }).getByRole("list")).toHaveCSS("opacity", "0.4");
  await expect(addNew.locator("> *").first()).toHaveCSS("opacity", "0.4");
  await expect(addNew).toHaveCSS("cursor", "default");
  goOn();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("Back closes a menu of the bar and stays on the page", async ({ page }, info) => {
  await signIn(page, undefined, "/search-date");
  await page.goto("/");
  const bar = page.getByRole("banner");
  await bar.getByRole("button", { name: "API OK" }).click();
  await expect(page.getByText("Last check")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("Last check")).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  if (info.project.name === "phone") return;
  for (const name of ["Actions", "Navigate", "Options", "Jounieh"]) {
    await bar.getByRole("button", { name }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(page).toHaveURL(/\/$/);
  }
  // Closed by its own button or left by one of its links, a menu leaves no entry behind.
  await bar.getByRole("button", { name: "Actions" }).click();
  await bar.getByRole("button", { name: "Actions" }).click();
  await expect(page.getByRole("menu")).toHaveCount(0);
  await choose(page, "Navigate", "Control Panel");
  await expect(page).toHaveURL(/\/control$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search-date$/);
});
