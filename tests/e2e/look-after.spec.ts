import { readFileSync } from "node:fs";
import type { Page } from "playwright/test";
import { DATE_SEARCH_TEXTS } from "../../lib/date-search/date-search-texts";
import { GUEST_TEXTS } from "../../lib/guests/guest-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, OFFICE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** A table of this evening whose guests the book has already, and each of them once more under another way of writing. */
async function evening(house: House): Promise<void> {
  const contacts = [
    { name: "Hala Mansour", phones: "76 912 345", company: "MEA" },
    { name: "Rami Khoury", phones: "03 111 222" },
  ];
  for (const table_number of ["3", "4"]) {
    await post(house, "/save-table", { metadata: { hostess: "Maya", waiter: "Elie", table_number }, contacts });
  }
  await post(house, "/merge-tables", {});
}

/** A stranger at table 5 turns out to be Hala: her number is corrected, and the evening has two rows of one guest. */
async function doubled(house: House): Promise<void> {
  const metadata = { hostess: "Maya", waiter: "Elie", table_number: "5" };
  await post(house, "/save-table", { metadata, contacts: [{ name: "Hala Mansour", phones: "70 111 999" }] });
  await post(house, "/merge-tables", {});
  const day = (await (await house.api("/search-by-date?date=2026-11-20")).json()) as { contacts: { id: string; phones: string }[] };
  await post(house, "/update-contact", { id: day.contacts.find(({ phones }) => phones.includes("70"))?.id, phones: "76 912 345" });
}

async function post(house: House, call: string, body: object): Promise<void> {
  const answer = await house.api(call, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  expect(answer.status, call).toBe(200);
}

/** Rows of the evening's tables that no dedupe has deleted. */
function rowsOfDay(house: House): number {
  return house.rows<{ n: number }>("jounieh/table.db", "SELECT count(*) AS n FROM guest_row")[0]?.n ?? 0;
}

/** Opens Edit or Delete of a guest: in the row, or on a phone behind its button. */
async function choose(page: Page, action: "Edit" | "Delete", name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const main = page.getByRole("main");
  if (!isPhone) return main.getByRole("button", { name: `${action} ${name}` }).click();
  await main.getByRole("button", { name: `What to do with ${name}` }).click();
  await page.getByRole("menu").getByText(action, { exact: true }).click();
}

test("a guest of a date is corrected in the chosen store, and deleted after a question", inTurn(6), async ({ page, house }) => {
  await evening(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();

  await choose(page, "Edit", "Hala Mansour");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("heading", { name: "Adjust Contact" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Name").fill("Hala Mansour Haddad");
  await dialog.getByRole("radio", { name: /Tables of this evening/ }).click();
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

test("a date is exported, cleared of doubles and given a company, and all of it is taken back", OFFICE, async ({ page, house }, info) => {
  await evening(house);
  await doubled(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();
  const downloading = page.waitForEvent("download");
  await main.getByRole("button", { name: DATE_SEARCH_TEXTS.exportVcf }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^contacts-2026-11-20-jounieh\.vcf$/);
  expect(readFileSync(await download.path(), "utf8")).toContain("FN:Hala Mansour");

  await main.getByRole("button", { name: DATE_SEARCH_TEXTS.dedupe }).click();
  await expect(dialogOf(page)).toContainText("last 8 digits");
  await expect(dialogOf(page)).toContainText("A backup is made first");
  await dialogOf(page).getByRole("button", { name: "Remove duplicates" }).click();
  const duplicates = page.getByRole("region", { name: "Duplicates" });
  await expect(duplicates).toContainText("2 guests kept · 1 duplicate removed");
  await expect(duplicates).toContainText("Backup: ");
  expect(rowsOfDay(house)).toBe(2);

  if (info.project.name !== "desktop") await main.getByRole("button", { name: "Set company" }).click();
  const form = page.getByRole("form", { name: DATE_SEARCH_TEXTS.setCompany });
  await form.getByRole("button", { name: "Set company" }).click();
  await expect(form.getByText(GUEST_TEXTS.companyAndDate)).toBeVisible();
  await form.getByLabel("Company").fill("Cedar Club");
  await form.getByRole("button", { name: "Set company" }).click();
  await dialogOf(page).getByRole("button", { name: "Set company" }).click();
  await expect(page.getByText(GUEST_TEXTS.updated)).toBeVisible();
  await expect(main.getByText("Cedar Club").first()).toBeVisible();
  await expectAccessible(page, "a date with what was done to it");

  // The way back outlives a reload.
  await page.reload();
  await page.getByRole("region", { name: "Company", exact: true }).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("region", { name: "Company", exact: true })).toHaveCount(0);
  await expect(main.getByText("Cedar Club")).toHaveCount(0);
  await expect(main.getByText("MEA").first()).toBeVisible();
  await duplicates.getByRole("button", { name: "Undo" }).click();
  await expect(duplicates).toHaveCount(0);
  expect(rowsOfDay(house)).toBe(3);
});

test("a date without guests, one that is no date, and a server that is away are said", inTurn(0), async ({ page, house }) => {
  await signIn(page, undefined, "/search-date?date=2026-11-01");
  const main = page.getByRole("main");
  await expect(main.getByText(DATE_SEARCH_TEXTS.empty)).toBeVisible();
  await expect(main.getByRole("button", { name: DATE_SEARCH_TEXTS.exportVcf })).toHaveCount(0);
  await main.getByRole("textbox", { name: "Date" }).fill("31/31/2026");
  await main.getByRole("textbox", { name: "Date" }).press("Enter");
  await expect(main.getByText(DATE_SEARCH_TEXTS.invalidDate)).toBeVisible();
  await main.getByRole("textbox", { name: "Date" }).fill("11/20/2026");
  await house.stop();
  await main.getByRole("button", { name: "Search", exact: true }).click();
  await expect(main.getByText(DATE_SEARCH_TEXTS.failed)).toBeVisible();
});

test("somebody whom another device corrected is not written over, and the keys reach the row", inTurn(1), async ({ page, house }) => {
  await evening(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Rami Khoury").first()).toBeVisible();
  await main.getByRole("button", { name: "What to do with Rami Khoury" }).first().focus();
  await page.keyboard.press("e");
  const dialog = dialogOf(page);
  await expect(dialog.getByRole("heading", { name: "Adjust Contact" })).toBeVisible();
  await dialog.getByLabel("Name").fill("Rami Khoury junior");
  const day = (await (await house.api("/search-by-date?date=2026-11-20")).json()) as { contacts: { id: string; name: string }[] };
  const rows = day.contacts.filter(({ name }) => name === "Rami Khoury");
  for (const { id } of rows) {
    await post(house, "/update-contact", { id, name: "Rami El Khoury" });
  }
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText(/changed|another/i);
  await expect(dialog.getByLabel("Name")).toHaveValue("Rami Khoury junior");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(main.getByText("Rami El Khoury").first()).toBeVisible();
  await main.getByRole("button", { name: "What to do with Rami El Khoury" }).first().focus();
  await page.keyboard.press("Delete");
  await expect(dialogOf(page)).toContainText("Delete Rami El Khoury?");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
});
