import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { DATE_SEARCH_TEXTS } from "../../lib/date-search/date-search-texts";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { GUEST_TEXTS } from "../../lib/guests/guest-texts";
import { IMPORT_TEXTS } from "../../lib/import/import-texts";
import { PERSONAL_DATA_TEXTS } from "../../lib/personal-data/personal-data-texts";
import { vouchersGenerated } from "../../lib/vouchers/voucher-texts";
import { expectAccessible } from "./accessible";
import { celebrate } from "./birthday-page";
import { OFFICE_PC, press, tabTo } from "./by-keyboard";
import { dialogOf, expect, type House, ONE_SIZE, pageListens, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** Every job of the screens that look after guests, and each of their states. */
test.use(OFFICE_PC);

async function saveTable(house: House, table_number: string, contacts: object[]): Promise<void> {
  const body = JSON.stringify({ metadata: { hostess: "Maya", waiter: "Elie", table_number }, contacts });
  expect((await house.api("/save-table", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
}

test(
  "Search Contacts by Date by keyboard alone: search, filter, correct, delete, export, clear of doubles, set a company, undo",
  ONE_SIZE,
  async ({ page, house }) => {
    const contacts = [
      { name: "Hala Mansour", phones: "76 912 345" },
      { name: "Rami Khoury", phones: "03 111 222" },
    ];
    await saveTable(house, "3", contacts);
    await saveTable(house, "4", [...contacts, { name: "Tia Aoun", phones: "70 123 123" }]);
    await signIn(page);
    await pageListens(page);
    await page.keyboard.press("g");
    await page.keyboard.press("d");
    await expect(page).toHaveURL(/\/search-date$/);
    const main = page.getByRole("main");
    await expect(main.getByText("Tia Aoun").first()).toBeVisible();
    await tabTo(page, main.getByLabel("Date", { exact: true }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("11/19/2026");
    await page.keyboard.press("Enter");
    await expect(main.getByText(DATE_SEARCH_TEXTS.empty)).toBeVisible();
    await expectAccessible(page, "a date without guests");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("11/20/2026");
    await page.keyboard.press("Enter");
    await expect(main.getByText("Tia Aoun").first()).toBeVisible();
    await tabTo(page, main.getByLabel("Filter the shown results"));
    await page.keyboard.type("tia");
    await expect(main.getByText("Hala Mansour")).toHaveCount(0);

    await press(page, main.getByRole("button", { name: "Edit Tia Aoun" }));
    await expect(dialogOf(page).getByLabel("Name")).toBeFocused();
    await expectAccessible(page, "Adjust Contact");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Tia Aoun Saba");
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText(GUEST_TEXTS.updatedInTable)).toBeVisible();
    await press(page, main.getByRole("button", { name: "Delete Tia Aoun Saba" }));
    await expect(dialogOf(page).getByRole("button", { name: "Cancel" })).toBeFocused();
    await expectAccessible(page, "the question before a guest is deleted");
    await press(page, dialogOf(page).getByRole("button", { name: "Delete Tia Aoun Saba" }));
    await expect(page.getByText(GUEST_TEXTS.deletedFromTable)).toBeVisible();
    await press(page, main.getByRole("button", { name: "Clear the filter" }));
    await expect(main.getByText("Hala Mansour").first()).toBeVisible();

    const downloading = page.waitForEvent("download");
    await press(page, main.getByRole("button", { name: DATE_SEARCH_TEXTS.exportVcf }));
    expect((await downloading).suggestedFilename()).toMatch(/\.vcf$/);
    await press(page, main.getByRole("button", { name: DATE_SEARCH_TEXTS.dedupe }));
    await press(page, dialogOf(page).getByRole("button", { name: "Remove duplicates" }));
    await expect(page.getByText(/^No duplicates/)).toBeVisible();

    await tabTo(page, page.getByRole("form", { name: DATE_SEARCH_TEXTS.setCompany }).getByLabel("Company"));
    await page.keyboard.type("Cedar Club");
    await page.keyboard.press("Enter");
    await expect(dialogOf(page).getByRole("button", { name: "Set company" })).toBeFocused();
    await expectAccessible(page, "the question before a company is set");
    await press(page, dialogOf(page).getByRole("button", { name: "Set company" }));
    await expect(page.getByText(GUEST_TEXTS.updated)).toBeVisible();
    await page.keyboard.press("Shift+Tab");
    await press(page, page.getByRole("region", { name: "Company", exact: true }).getByRole("button", { name: "Undo" }));
    await expect(main.getByText("Cedar Club")).toHaveCount(0);
  },
);

test(
  "Birthday Search by keyboard alone: another date, exports, vouchers and their pictures, figures",
  ONE_SIZE,
  async ({ page, house }) => {
    await celebrate(house, ["Maya,03 999333,22/11", "Tia,70 123 123,22/11"]);
    await signIn(page, undefined, "/birthdays");
    const main = page.getByRole("main");
    await expect(main.getByText(BIRTHDAY_TEXTS.empty)).toBeVisible();
    await expectAccessible(page, "a date without birthdays");
    await press(page, main.getByRole("button", { name: "Sun 22 Nov 2026 · 2 guests" }));
    await expect(main.getByText("Maya").first()).toBeVisible();
    for (const name of [BIRTHDAY_TEXTS.exportCsv, BIRTHDAY_TEXTS.exportVcf]) {
      const downloading = page.waitForEvent("download");
      await press(page, main.getByRole("button", { name }));
      await downloading;
    }
    await press(page, main.getByRole("button", { name: BIRTHDAY_TEXTS.generate }));
    await expect(main.getByText(vouchersGenerated(2))).toBeVisible();
    await press(page, page.getByRole("list", { name: "Pictures of the vouchers" }).getByRole("button").first());
    await expect(dialogOf(page).getByText("1 / 2")).toBeVisible();
    await page.keyboard.press("ArrowRight");
    await expect(dialogOf(page).getByText("2 / 2")).toBeVisible();
    await expectAccessible(page, "a voucher of a date");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await press(page, main.getByRole("button", { name: BIRTHDAY_TEXTS.showStatistics }));
    await expect(dialogOf(page).getByText(BIRTHDAY_TEXTS.inMonth)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  },
);

test(
  "Search Guest by keyboard alone: nobody found, a card saved, vouchers asked for anew, a guest erased",
  ONE_SIZE,
  async ({ page, house }) => {
    await signIn(page, undefined, "/guest-search");
    const main = page.getByRole("main");
    await expectAccessible(page, "Search Guest before anything is typed");
    await tabTo(page, main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder));
    await page.keyboard.type("Nobody At All");
    await expect(main.getByText(GUEST_SEARCH_TEXTS.empty)).toBeVisible();
    await expectAccessible(page, "nobody found");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Georges");
    await page.keyboard.press("Enter");
    const details = page.getByRole("region", { name: "Guest" });
    const downloading = page.waitForEvent("download");
    await press(page, details.getByRole("button", { name: "Download vCard" }));
    expect((await downloading).suggestedFilename()).toMatch(/Georges.*\.vcf$/);
    await press(page, details.getByRole("button", { name: GUEST_SEARCH_TEXTS.refresh }));
    await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.noVouchers)).toBeVisible();
    await expectAccessible(page, "why there is no voucher to see");
    await press(page, dialogOf(page).getByRole("button", { name: "OK" }));
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(details.getByRole("button", { name: GUEST_SEARCH_TEXTS.refresh })).toBeFocused();
    await press(page, details.getByRole("button", { name: PERSONAL_DATA_TEXTS.erase }));
    await press(page, dialogOf(page).getByRole("button", { name: PERSONAL_DATA_TEXTS.erase }));
    await expect(page.getByText("This person is erased.")).toBeVisible();
    expect(house.rows("jounieh/contacts.db", "SELECT name FROM contact WHERE name LIKE 'Georges%'")).toEqual([]);
  },
);

test("Import by keyboard alone: choose a file, answer its question, bring it in, undo it", ONE_SIZE, async ({ page }) => {
  await signIn(page, undefined, "/import");
  const main = page.getByRole("main");
  await expect(main.getByRole("region", { name: "Last import" })).toBeVisible();
  await expectAccessible(page, IMPORT_TEXTS.title);
  const choosing = page.waitForEvent("filechooser");
  await press(page, main.getByRole("button", { name: "Choose a file" }));
  const text = "name,phone,birthday,Spouse No\nTala Aoun,70 123 123,5/6,71 222 333\n";
  await (await choosing).setFiles({ name: "friends.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  const trial = main.getByRole("region", { name: "Trial run" });
  await tabTo(page, trial.getByRole("combobox", { name: "Spouse No becomes" }));
  await page.keyboard.press("End"); // Leave out
  await expect(trial.getByRole("row").filter({ hasText: "Spouse No" })).toContainText("1 cell not taken");
  await expect(trial.getByRole("region", { name: "First rows" }).getByRole("row").filter({ hasText: "Tala Aoun" })).toContainText("5 Jun");
  await tabTo(page, trial.getByRole("radiogroup", { name: "Order of day and month" }).locator("input:checked"));
  await page.keyboard.press("ArrowRight");
  await expect(trial.getByRole("region", { name: "First rows" }).getByRole("row").filter({ hasText: "Tala Aoun" })).toContainText("6 May");
  await press(page, main.getByRole("button", { name: "Import 1 guest" }));
  await expect(main.getByRole("region", { name: "Imported" })).toContainText("New1");
  await expectAccessible(page, "what an import brought");
  await press(page, main.getByRole("region", { name: "Last import" }).getByRole("button", { name: "Undo" }));
  await expectAccessible(page, "the question before an import is undone");
  await press(page, dialogOf(page).getByRole("button", { name: "Undo the import" }));
  await expect(main.getByRole("region", { name: "Last import" })).not.toContainText("1 new");
});

test("a button that was busy has the focus again, and takes it from nobody", ONE_SIZE, async ({ page, house }) => {
  await saveTable(house, "12", [{ name: "Nour Karam", phones: "76 400 118" }]);
  await signIn(page);
  let answers: Promise<void> = Promise.resolve();
  await page.route(/\/vcf/, (route) => answers.then(() => route.continue()));
  const held = () => {
    let letGo = () => {};
    answers = new Promise((resolve) => {
      letGo = resolve;
    });
    return letGo;
  };
  await page.goto("/guest-search");
  const field = page.getByRole("main").getByRole("textbox");
  await field.fill("Nour");
  await expect(page.getByRole("main").getByRole("listitem").filter({ hasText: "Nour Karam" })).toBeVisible();
  await field.press("Enter");
  const download = page.getByRole("main").getByRole("button", { name: "Download vCard" });
  await expect(download).toBeEnabled();

  const first = held();
  await press(page, download);
  await expect(download).toBeDisabled();
  first();
  await expect(download).toBeEnabled();
  await expect(download).toBeFocused();

  const second = held();
  await press(page, download);
  await expect(download).toBeDisabled();
  await field.focus();
  second();
  await expect(download).toBeEnabled();
  await expect(field).toBeFocused();
});
