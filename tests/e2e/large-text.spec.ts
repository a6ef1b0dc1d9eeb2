import { celebrate } from "./birthday-page";
import { beginTable, choose, dialogOf, expect, goOn, ONE_SIZE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";
import { expectWhole, LARGE_LETTERS } from "./whole";

test.use(LARGE_LETTERS);

test("with the browser's text at 200 %, nothing that is pressed is cut and nothing scrolls sideways", ONE_SIZE, async ({ page, house }) => {
  const contacts = [{ name: "Nour Karam", phones: "76 400 118" }];
  const body = JSON.stringify({ metadata: { hostess: "Rima", waiter: "Georges", table_number: "12" }, contacts });
  expect((await house.api("/save-table", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
  await celebrate(house, ["Layla,03311111,20/11"]);
  await signIn(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  const card = page.getByRole("main").getByRole("button", { name: /^Table 12/ });
  await expect(card).toBeVisible();
  await expectWhole(page, "Home");

  await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("Merge all", { exact: true })).toBeVisible();
  await expectWhole(page, "More");
  await page.keyboard.press("Escape");
  await choose(page, "Options", "Options…");
  await expect(dialogOf(page).getByRole("button", { name: /Pack daily logs/ })).toBeVisible();
  await expectWhole(page, "Options");
  await page.keyboard.press("Escape");

  await card.click();
  await expect(dialogOf(page).getByText("No changes")).toBeVisible();
  await dialogOf(page)
    .getByRole("button", { name: /^Nour Karam/ })
    .click();
  await expectWhole(page, "Edit Table");
  await page.keyboard.press("Escape");

  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Georges" });
  await select.getByPlaceholder("Search by name or phone").fill("g");
  await expect(select.getByRole("button", { name: "Add Georges Khoury" })).toBeVisible();
  await expectWhole(page, "Select Contacts");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await select
    .getByRole("button", { name: /Added to Table|1 guest/ })
    .first()
    .click();
  await expectWhole(page, "Select Contacts with its tray open");
  await select.getByPlaceholder("Search by name or phone").fill("Zed Zed");
  await select.getByRole("button", { name: /^Add new/ }).click();
  await expectWhole(page, "Add New Contact");
  await select.getByRole("button", { name: "Close" }).click();
  await select.getByRole("button", { name: "Cancel" }).click();
  await expectWhole(page, "leaving a table");
  await page.getByRole("button", { name: "Discard table" }).click();

  await goOn(page, "/birthdays");
  await expect(page.getByRole("main").getByText("Layla")).toBeVisible();
  await expect(page.getByRole("button", { name: "Generate Vouchers" })).toBeVisible();
  await expectWhole(page, "Birthdays");

  await page.goto("/search-date");
  await expect(page.getByRole("main").getByText("Nour Karam").first()).toBeVisible();
  await expectWhole(page, "the date search");
  await page.getByLabel("Date", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Month after" })).toBeVisible();
  await expectWhole(page, "its calendar");

  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/vouchers/, (route) => released.then(() => route.continue()));
  await page.goto("/guest-search");
  const field = page.getByRole("main").getByRole("textbox");
  await field.fill("Nour");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Nour Karam" })).toBeVisible();
  await field.press("Enter");
  await expect(page.getByRole("main").getByRole("button", { name: "Edit" })).toBeVisible();
  const refresh = page.getByRole("main").getByRole("button", { name: "Refresh vouchers" });
  await expect(refresh).toHaveAttribute("data-loading", "true");
  await expectWhole(page, "Search Guest while it asks for the vouchers");
  release();
  await expect(refresh).not.toHaveAttribute("data-loading", "true");
  await expectWhole(page, "Search Guest");
});
