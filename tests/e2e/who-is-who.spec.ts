import type { Locator, Page } from "playwright/test";
import { GUEST_PAGE_TEXTS } from "../../lib/guest-page/guest-page-texts";
import { GUEST_SEARCH_TEXTS, WHO_IS_WHO_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { expectAccessible } from "./accessible";
import { expect, expectNoSidewaysScroll, FLOOR, inTurn, signIn, test } from "./fixtures";

const fieldOf = (page: Page) => page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);
const cardOf = (page: Page, name: string): Locator => page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();
const detailsOf = (page: Page, name: string): Locator =>
  (page.viewportSize()?.width ?? 0) >= 1200 ? page.getByRole("region", { name: "Guest" }) : cardOf(page, name);

/** Finds somebody by a number, and opens the one of a name. */
async function open(page: Page, typed: string, name: string): Promise<Locator> {
  await fieldOf(page).fill(typed);
  await fieldOf(page).press("Enter");
  const toggle = cardOf(page, name).locator("[data-guest-toggle]");
  await expect(toggle).toBeVisible();
  if ((await toggle.getAttribute("aria-expanded")) === "false") await toggle.click();
  await expect(detailsOf(page, name).getByRole("button", { name: "Edit" })).toBeVisible();
  return detailsOf(page, name);
}

test("two people of one number are parted, told where from, and made one again", FLOOR, async ({ page, house }) => {
  const headers = { "content-type": "text/csv" };
  const book = "name,phones,company\nMaya Testfamily,03 998811,MEA\nRima Testfamily,03 998811,Murex\n";
  expect((await house.api("/contacts/import", { method: "POST", headers, body: book })).status).toBe(200);
  await signIn(page, undefined, "/guest-search");
  const details = await open(page, "998811", "Maya Testfamily");
  await details.getByRole("button", { name: WHO_IS_WHO_TEXTS.two }).click();
  const dialog = page.getByRole("dialog", { name: WHO_IS_WHO_TEXTS.two });
  await expect(dialog.getByRole("checkbox", { name: "Rima Testfamily" })).toBeChecked();
  await expectAccessible(page, "the names of another person");
  await dialog.getByRole("button", { name: WHO_IS_WHO_TEXTS.part }).click();
  await expect(
    page.getByText("Maya Testfamily and Rima Testfamily are two guests now. Both keep the number +961 3 998 811."),
  ).toBeVisible();
  const rima = await open(page, "998811", "Rima Testfamily");
  await expect(rima.getByText("Murex")).toBeVisible();

  await rima.getByRole("link", { name: GUEST_PAGE_TEXTS.open }).click();
  const known = page.getByRole("region", { name: GUEST_PAGE_TEXTS.known });
  await known.getByRole("button", { name: WHO_IS_WHO_TEXTS.whereFrom, exact: true }).click();
  await expect(known.getByText(/^from the file that .+ brought in on/).first()).toBeVisible();
  await expectAccessible(page, "where a guest's values come from");
  await expectNoSidewaysScroll(page);
  await known.getByRole("button", { name: WHO_IS_WHO_TEXTS.end }).click();
  await expect(page.getByText("Maya Testfamily is one guest again.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Maya Testfamily" })).toBeVisible();
  expect(house.rows("jounieh/contacts.db", "SELECT name, also FROM contact WHERE phones = '03 998811'")).toEqual([
    { name: "Maya Testfamily", also: "Rima Testfamily" },
  ]);
});

test("two guests are said to be one person, and that is undone", inTurn(4, FLOOR), async ({ page, house }) => {
  const headers = { "content-type": "text/csv" };
  const book = "name,phones\nNadia Testfamily,03 998822\nNadoush,70 998833\n";
  expect((await house.api("/contacts/import", { method: "POST", headers, body: book })).status).toBe(200);
  await signIn(page, undefined, "/guest-search");
  const details = await open(page, "998822", "Nadia Testfamily");
  await details.getByRole("button", { name: WHO_IS_WHO_TEXTS.one }).click();
  const dialog = page.getByRole("dialog", { name: WHO_IS_WHO_TEXTS.one });
  await expect(dialog.getByText(WHO_IS_WHO_TEXTS.nobodyElse)).toBeVisible();
  await dialog.getByRole("textbox", { name: WHO_IS_WHO_TEXTS.who }).fill("998833");
  await expect(dialog.getByRole("button", { name: "Nadoush is the same person" })).toBeVisible();
  await expectAccessible(page, "who else a guest is");
  await dialog.getByRole("button", { name: "Nadoush is the same person" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: WHO_IS_WHO_TEXTS.unite }).click();
  await expect(page.getByText("Nadia Testfamily and Nadoush are one guest now.")).toBeVisible();
  const phones = () =>
    house.rows("jounieh/contacts.db", "SELECT phones FROM contact WHERE search_text LIKE '%99882%' OR search_text LIKE '%998833%'");
  expect(phones()).toEqual([{ phones: "03 998822, 70 998833" }]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Nadia Testfamily and Nadoush are two guests again.")).toBeVisible();
  expect(phones()).toHaveLength(2);
});

test(
  "with the line cut, who is who says so, keeps what was chosen and typed, and can be tried again",
  inTurn(5),
  async ({ page, house }) => {
    const headers = { "content-type": "text/csv" };
    const book = "name,phones\nمايا الخوري,03 998855\nريما سعد,03 998855\nTony Testfamily,03 998866\n";
    expect((await house.api("/contacts/import", { method: "POST", headers, body: book })).status).toBe(200);
    await signIn(page, undefined, "/guest-search");
    const details = await open(page, "998855", "مايا الخوري");
    await details.getByRole("link", { name: GUEST_PAGE_TEXTS.open }).click();
    const known = page.getByRole("region", { name: GUEST_PAGE_TEXTS.known });
    await page.route("**/where-from", (route) => route.abort());
    await known.getByRole("button", { name: WHO_IS_WHO_TEXTS.whereFrom, exact: true }).click();
    await expect(known.getByText(WHO_IS_WHO_TEXTS.notTold)).toBeVisible();
    await page.unroute("**/where-from");
    await known.getByRole("button", { name: "Retry" }).click();
    await expect(known.getByText(/^from the file that .+ brought in on/).first()).toBeVisible();
    await page.goBack();
    await expect(details.getByRole("button", { name: "Edit" })).toBeVisible();

    await page.route("**/api/contacts/two-people", (route) => route.abort());
    await details.getByRole("button", { name: WHO_IS_WHO_TEXTS.two }).click();
    const names = page.getByRole("dialog", { name: WHO_IS_WHO_TEXTS.two });
    await names.getByRole("button", { name: WHO_IS_WHO_TEXTS.part }).click();
    await expect(page.getByRole("alertdialog").getByText("The server did not answer.")).toBeVisible();
    await page.getByRole("alertdialog").getByRole("button", { name: "OK" }).click();
    await expect(names.getByRole("checkbox", { name: "ريما سعد" })).toBeChecked();
    await page.unroute("**/api/contacts/two-people");
    await names.getByRole("button", { name: WHO_IS_WHO_TEXTS.part }).click();
    await expect(page.getByText("مايا الخوري and ريما سعد are two guests now.")).toBeVisible();
    // The list is fetched anew: pressed in that moment, the card of the one is where that of the other was.
    await expect(page.getByRole("status").filter({ hasText: "2 guests in the book" })).toBeVisible();
    await expect(cardOf(page, "ريما سعد")).toBeVisible();

    const maya = await open(page, "998855", "مايا الخوري");
    await maya.getByRole("button", { name: WHO_IS_WHO_TEXTS.one }).click();
    const dialog = page.getByRole("dialog", { name: WHO_IS_WHO_TEXTS.one });
    await expect(dialog.getByRole("button", { name: "ريما سعد is the same person" })).toBeVisible();
    await page.route(/\/api\/contacts\?/, (route) => route.abort());
    await dialog.getByRole("textbox", { name: WHO_IS_WHO_TEXTS.who }).fill("998866");
    await expect(dialog.getByRole("alert")).toContainText(GUEST_SEARCH_TEXTS.failed);
    await page.unroute(/\/api\/contacts\?/);
    await dialog.getByRole("button", { name: "Retry" }).click();
    await expect(dialog.getByRole("button", { name: "Tony Testfamily is the same person" })).toBeVisible();
  },
);
