import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright/test";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { PERSONAL_DATA_TEXTS } from "../../lib/personal-data/personal-data-texts";
import { expectAccessible } from "./accessible";
import { ADMIN, dialogOf, expect, expectNoSidewaysScroll, inTurn, OFFICE, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const METADATA = { hostess: "Rima", waiter: "Jad", table_number: "7" };
/** Georges stands in the guest book of the template, too. */
const CONTACTS = [
  { name: "Georges Khoury", phones: "71/222333" },
  { name: "Karim Saab", phones: "03 222333" },
];

test.beforeEach(async ({ house }) => {
  const body = JSON.stringify({ metadata: METADATA, contacts: CONTACTS });
  await house.api("/save-table", { method: "POST", headers: JSON_BODY, body });
  await house.api("/merge-tables", { method: "POST" });
});

/** Finds a guest of the guest book. @returns where the details stand: in the card, or on a wide screen beside the list */
async function open(page: Page, name: string): Promise<Locator> {
  const field = page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);
  await field.fill(name);
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();
  await expect(card).toBeVisible();
  await field.press("Enter");
  return (page.viewportSize()?.width ?? 0) >= 1200 ? page.getByRole("region", { name: "Guest" }) : card;
}

test("an admin takes out all that is kept of a guest, and erases them", OFFICE, async ({ page, house }) => {
  await signIn(page, ADMIN, "/guest-search");
  const card = await open(page, "Georges Khoury");
  const downloading = page.waitForEvent("download");
  await card.getByRole("button", { name: PERSONAL_DATA_TEXTS.take }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^personal-data-.*\.json$/);
  const kept = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(kept.names).toEqual(["Georges Khoury"]);

  await expect(card.getByRole("button").last()).toHaveText(PERSONAL_DATA_TEXTS.erase);
  await card.getByRole("button", { name: PERSONAL_DATA_TEXTS.erase }).click();
  const dialog = dialogOf(page);
  await expect(dialog).toContainText("Erase Georges Khoury?");
  await expect(dialog).toContainText("+961 71 222 333");
  await expect(dialog).toContainText("This cannot be undone.");
  await expectAccessible(page, "the question before a guest is erased");
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toBeVisible();

  await card.getByRole("button", { name: PERSONAL_DATA_TEXTS.erase }).click();
  await dialogOf(page).getByRole("button", { name: PERSONAL_DATA_TEXTS.erase }).click();
  await expect(page.getByText("This person is erased.")).toBeVisible();
  await expect(card).toHaveCount(0);
  expect(house.rows("jounieh/contacts.db", "SELECT name FROM contact WHERE name LIKE 'Georges%'")).toEqual([]);
  expect(house.rows("jounieh/table.db", "SELECT name FROM guest_row ORDER BY name")).toEqual([{ name: "Karim Saab" }]);
});

test("staff are not asked whether somebody should go", inTurn(3), async ({ page }) => {
  await signIn(page, STAFF, "/guest-search");
  const card = await open(page, "Georges Khoury");
  await expect(card.getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(card.getByRole("button", { name: PERSONAL_DATA_TEXTS.erase })).toHaveCount(0);
  await expect(card.getByRole("button", { name: PERSONAL_DATA_TEXTS.take })).toHaveCount(0);
});
