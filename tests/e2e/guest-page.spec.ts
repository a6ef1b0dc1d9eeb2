import { GUEST_PAGE_TEXTS } from "../../lib/guest-page/guest-page-texts";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, goOn, inTurn, PHONE_FIRST, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const NAME = "رنا حداد";

test("a guest is opened over a list and as a page, corrected there, and the list is where it was", PHONE_FIRST, async ({ page, house }) => {
  const headers = { "content-type": "text/csv" };
  expect((await house.api("/contacts/import", { method: "POST", headers, body: `name,phones\n${NAME},03 998811\n` })).status).toBe(200);
  for (const branch of ["jounieh", "batroun"]) {
    const metadata = { hostess: "Rima", waiter: "Jad", table_number: "31" };
    const body = JSON.stringify({ metadata, contacts: [{ name: NAME, phones: "03 998811" }] });
    expect((await house.api("/save-table", { method: "POST", headers: { ...JSON_BODY, "x-branch": branch }, body })).status).toBe(200);
  }
  await signIn(page, undefined, "/guest-search");
  const main = page.getByRole("main");
  await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("998811");
  await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).press("Enter");
  const link = main.getByRole("link", { name: GUEST_PAGE_TEXTS.open });
  await link.click();
  await expect(page).toHaveURL(/\/guest\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  const visits = page.getByRole("list", { name: GUEST_PAGE_TEXTS.visits }).getByRole("listitem");
  await expect(visits).toHaveCount(2);
  await expect(visits.filter({ hasText: "Batroun" })).toContainText("Hostess Rima");
  await expectAccessible(page, "a guest's page");
  await expectNoSidewaysScroll(page);

  const known = page.getByRole("region", { name: GUEST_PAGE_TEXTS.known });
  await known.getByRole("button", { name: "Edit" }).click();
  await known.getByLabel("Birthday").fill("1990-05-14");
  await known.getByLabel("Birthday").press("Tab");
  await known.getByRole("button", { name: "Save" }).click();
  await expect(known.getByText("14 May 1990")).toBeVisible();
  await expect(page.getByRole("list", { name: GUEST_PAGE_TEXTS.history })).toContainText("Birthday: nothing → 14 May");

  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${NAME} is as before.`)).toBeVisible();
  await expect(known.getByText("14 May 1990")).toBeHidden();

  // Back leads to the search as it was left, with the guest open.
  await page.goBack();
  await expect(main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder)).toHaveValue("998811");
  await expect(link).toBeVisible();

  await goOn(page, "/search-date?date=2026-11-20");
  await main.getByRole("button", { name: "Search", exact: true }).click();
  const name = main.getByRole("button", { name: NAME, exact: true }).filter({ visible: true });
  await name.click();
  const drawer = dialogOf(page);
  await expect(drawer.getByRole("list", { name: GUEST_PAGE_TEXTS.visits })).toContainText("Batroun");
  await expectAccessible(page, "a guest over a list");
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/search-date/);
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(drawer.getByRole("button", { name: "Edit" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await name.click();
  await drawer.getByRole("link", { name: GUEST_PAGE_TEXTS.open }).click();
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/search-date/);
});

test("a field is changed where it stands, left by Escape and taken back", inTurn(2), async ({ page, house }) => {
  const headers = { "content-type": "text/csv" };
  expect((await house.api("/contacts/import", { method: "POST", headers, body: `name,phones\n${NAME},03 998811\n` })).status).toBe(200);
  await signIn(page, undefined, "/guest-search");
  const main = page.getByRole("main");
  await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("998811");
  await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).press("Enter");
  await main.getByRole("link", { name: GUEST_PAGE_TEXTS.open }).click();
  const known = page.getByRole("region", { name: GUEST_PAGE_TEXTS.known });
  await known.getByRole("button", { name: "Change Company" }).click();
  await expect(known.getByLabel("Company", { exact: true })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(known.getByRole("button", { name: "Change Company" })).toBeFocused();
  await page.keyboard.press("Enter");
  await known.getByLabel("Company", { exact: true }).fill("Cedar Bank");
  await expectAccessible(page, "a field that is changed in its place");
  await page.keyboard.press("Enter");
  await expect(known.getByText("Cedar Bank")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(known.getByText("Cedar Bank")).toBeHidden();
});
