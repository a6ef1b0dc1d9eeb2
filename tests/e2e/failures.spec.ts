import type { Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { DATE_SEARCH_TEXTS } from "../../lib/date-search/date-search-texts";
import { EVENING_TEXTS } from "../../lib/evening/evening-texts";
import { FRAME_TEXTS } from "../../lib/frame-texts";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { GUEST_TEXTS } from "../../lib/guests/guest-texts";
import { DATE_MERGE_TEXTS } from "../../lib/merging/merge-by-date-texts";
import { FEED_TEXTS } from "../../lib/tables/feed-texts";
import { TABLE_TEXTS } from "../../lib/tables/table-texts";
import { VOUCHER_TEXTS } from "../../lib/vouchers/voucher-texts";
import { celebrate, press } from "./birthday-page";
import { AFTER_2315, beginTable, choose, dialogOf, expect, goOn, nothingMoves, ONE_SIZE, saveElsewhere, signIn, test } from "./fixtures";

/** The sentences of the error catalogues that the screens' own tests do not come to: each where somebody would read it. */

/** A tunnel that stands while the server behind it is away answers with a page of its own. */
const TUNNEL = { status: 502, contentType: "text/html", body: "<html>Bad Gateway</html>" };

const ok = (page: Page) => dialogOf(page).getByRole("button", { name: "OK" }).click();

/** Opens Edit or Delete of a guest of the date. */
async function chooseFor(page: Page, name: string, action: "Edit" | "Delete"): Promise<void> {
  await page
    .getByRole("main")
    .getByRole("button", { name: `What to do with ${name}` })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("Search Contacts by Date says what was not changed, and what was", ONE_SIZE, async ({ page, house }) => {
  await saveElsewhere(house, "3");
  await celebrate(house, ["Tia Book,70 123 123,"]);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await chooseFor(page, "Tia Book", "Edit");
  const adjust = dialogOf(page);
  await adjust.getByLabel("Name").fill("Tia Booker");
  await adjust.getByRole("radio", { name: /Tables of this evening/ }).click();
  await adjust.getByRole("button", { name: "Save", exact: true }).click();
  await expect(adjust.getByText(GUEST_TEXTS.missingIdToUpdate)).toBeVisible();
  await adjust.getByRole("radio", { name: /Guest book/ }).click();
  await page.route("**/api/contacts", (route) => route.abort());
  await adjust.getByRole("button", { name: "Save", exact: true }).click();
  await expect(adjust.getByText(`${GUEST_TEXTS.updateFailed} The server did not answer.`)).toBeVisible();
  await page.unroute("**/api/contacts");
  await adjust.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();

  await page.route("**/api/delete-contact*", (route) => route.fulfill(TUNNEL), { times: 1 });
  await chooseFor(page, "Tia Booker", "Delete");
  await dialogOf(page).getByRole("button", { name: "Delete Tia Booker" }).click();
  await expect(page.getByText(`${GUEST_TEXTS.deleteFailed} HTTP 502 Bad Gateway`)).toBeVisible();
  await chooseFor(page, "Tia Booker", "Delete");
  await dialogOf(page).getByRole("button", { name: "Delete Tia Booker" }).click();
  await expect(page.getByText(GUEST_TEXTS.deletedFromContacts)).toBeVisible();

  await main.getByRole("button", { name: "Set company" }).click();
  const form = page.getByRole("form", { name: DATE_SEARCH_TEXTS.setCompany });
  await form.getByLabel("Company").fill("MEA");
  await page.route("**/api/update-company-by-date", (route) => route.fulfill(TUNNEL), { times: 1 });
  await form.getByRole("button", { name: "Set company" }).click();
  await dialogOf(page).getByRole("button", { name: "Set company" }).click();
  await expect(form.getByText(`${GUEST_TEXTS.failedToUpdate} HTTP 502 Bad Gateway`)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  // Another server's search, whose rows have no ids.
  await page.route("**/api/search-by-date*", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"id":"[^"]+"/g, '"id":""').replace(/"company":"[^"]*"/g, '"company":"Another server"');
    await route.fulfill({ response: answer, body });
  });
  await main.getByRole("button", { name: "Search", exact: true }).click();
  // Those who were found before have ids, and can be pressed until this answer is there.
  await expect(main.getByText("Another server").filter({ visible: true }).first()).toBeVisible();
  await chooseFor(page, "Hala Mansour", "Delete");
  await dialogOf(page).getByRole("button", { name: "Delete Hala Mansour" }).click();
  await expect(page.getByText(GUEST_TEXTS.missingIdToDelete)).toBeVisible();
  await chooseFor(page, "Hala Mansour", "Edit");
  await adjust.getByLabel("Name").fill("Hala M.");
  await adjust.getByRole("button", { name: "Save", exact: true }).click();
  await expect(adjust.getByText(GUEST_TEXTS.missingIdToUpdate)).toBeVisible();
  await adjust.getByRole("button", { name: "Cancel" }).click();
  await expect(adjust).toHaveCount(0);
  await main.getByRole("button", { name: "What to do with Nour Karam" }).press("e");
  await expect(adjust.getByLabel("Name")).toHaveValue("Nour Karam");
});

test("Table Info and Select Contacts say what a table still needs", ONE_SIZE, async ({ page }) => {
  await signIn(page, undefined, "/?branch=jounieh");
  // A device that was set to the central book, which seats nobody.
  await page.evaluate(() => localStorage.setItem("BRANCH", "central"));
  await page.goto("/");
  await page.getByRole("button", { name: "New table" }).last().click();
  await dialogOf(page).getByRole("button", { name: "Save and add guests" }).click();
  await expect(dialogOf(page).getByRole("alert").getByText(TABLE_TEXTS.chooseBranch)).toBeVisible();
  await expect(dialogOf(page).getByRole("alert").getByText(TABLE_TEXTS.fillAllFields)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();

  await goOn(page, "/?branch=jounieh");
  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Jad" });
  await select.getByRole("button", { name: "Save table 5" }).click();
  await expect(select.getByText(TABLE_TEXTS.addAtLeastOne)).toBeVisible();
  await select.getByPlaceholder(TABLE_TEXTS.searchPlaceholder).fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  // A table that was begun before this device knew of any server.
  await page.evaluate(() => {
    for (const [key, text] of Object.entries(localStorage))
      if (key.includes("draft")) localStorage.setItem(key, text.replace(/"api_base":"[^"]*"/, '"api_base":""'));
  });
  await page.reload();
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Table 5/ })
    .click();
  await select.getByRole("button", { name: "Save 1 guest to table 5" }).click();
  await expect(select.getByText(TABLE_TEXTS.missingBase)).toBeVisible();
});

test("a loyalty service that answers for nobody is said, and the points come later", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "6", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder(TABLE_TEXTS.searchPlaceholder).fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  await page.route("**/api/loyalty/**", (route) => route.abort());
  await select.getByRole("button", { name: "Save 1 guest to table 6" }).click();
  await expect(page.getByText(TABLE_TEXTS.loyaltyBroke)).toBeVisible();
  await page.unroute("**/api/loyalty/**");
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible({ timeout: 30_000 });
  expect(house.rows("hub.db", "SELECT points FROM loyalty_visit")).toEqual([{ points: 5 }]);
});

test("the evening's screens say what did not work, and leave everything as it was", ONE_SIZE, async ({ page, house }) => {
  house.setClock(AFTER_2315);
  await signIn(page);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: /For Data Group/ }).click();
  await expect(main.getByText(FEED_TEXTS.empty)).toBeVisible();
  await saveElsewhere(house, "3");
  await page.reload();
  await main.getByRole("button", { name: /For Data Group/ }).click();
  // The clipboard of a page that is not allowed to write to it.
  await page.evaluate(() => {
    document.execCommand = () => false;
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  const copy = main.getByRole("button", { name: FEED_TEXTS.copy });
  await expect(copy).toBeVisible();
  await nothingMoves(page);
  await copy.click();
  await expect(page.getByText(FEED_TEXTS.copyFailed)).toBeVisible();

  await page.route("**/api/merge-tables", (route) => route.fulfill(TUNNEL));
  await choose(page, "Actions", "Merge all");
  await dialogOf(page).getByRole("button", { name: "Merge all tables" }).click();
  const failed = page.getByRole("alertdialog", { name: EVENING_TEXTS.mergeFailed });
  for (const hint of EVENING_TEXTS.mergeHints) await expect(failed.getByText(hint)).toBeVisible();
  await ok(page);
  await page.route("**/api/end-of-day", (route) => route.abort());
  await choose(page, "End", "End of day");
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(page.getByRole("alertdialog", { name: EVENING_TEXTS.endOfDayNetwork })).toBeVisible();
  await ok(page);

  await choose(page, "Actions", "Saved tables");
  await page.route("**/api/table/*", (route) => route.fulfill({ status: 500, json: { error: "The store is busy.", code: "busy" } }));
  await dialogOf(page)
    .getByRole("button", { name: /^Table 3/ })
    .click();
  await expect(dialogOf(page).getByText(TABLE_TEXTS.loadTableFailed)).toBeVisible();
  await expect(dialogOf(page).getByText("The store is busy.")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT count(*) AS n FROM saved_table WHERE closed_by IS NULL")).toEqual([{ n: 1 }]);
});

test(
  "vouchers that are looked for, or cannot be listed, and a campaign that lost its guests meanwhile",
  ONE_SIZE,
  async ({ page, house }) => {
    await celebrate(house, ["Maya,03 999333,20/11"]);
    expect(await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-20")).text()).toContain("event: done");
    let tell = () => {};
    let held = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const hold = async (route: { continue: () => Promise<void> }) => {
      await held;
      await route.continue();
    };
    await page.route(/\/api\/vouchers\/(check|[^/]+\/image)/, hold);
    await signIn(page, undefined, "/guest-search");
    const main = page.getByRole("main");
    await main.getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("Maya");
    await expect(main.getByText(GUEST_SEARCH_TEXTS.checking)).toBeVisible();
    tell();
    const badge = main.getByRole("button", { name: /^1 voucher/ });
    await expect(badge).toBeVisible();
    held = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await badge.click();
    await expect(dialogOf(page).getByText(VOUCHER_TEXTS.loading)).toBeVisible();
    tell();
    await expect(dialogOf(page).getByRole("img")).toBeVisible();

    await page.route("**/api/birthdays/vouchers*", (route) => route.fulfill(TUNNEL));
    held = new Promise<void>((resolve) => {
      tell = resolve;
    });
    await page.route("**/api/birthdays/campaign*", hold);
    await page.goto("/birthdays");
    await expect(main.getByText(BIRTHDAY_TEXTS.vouchersNotLoaded)).toBeVisible();
    // Whoever was the last guest of the date is deleted by another device.
    const [guest] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE name = 'Maya'");
    expect((await house.api(`/delete-contact?id=${guest?.id}&store=contacts`, { method: "DELETE" })).status).toBe(200);
    tell();
    await press(page, BIRTHDAY_TEXTS.send);
    await expect(page.getByRole("alertdialog", { name: BIRTHDAY_TEXTS.noRows })).toBeVisible();
  },
);

test("a Merge by Date that fails both ways says status, cause and the second failure", ONE_SIZE, async ({ page }) => {
  await signIn(page, undefined, "/merge-by-date-all");
  for (const name of [DATE_MERGE_TEXTS.force, DATE_MERGE_TEXTS.includeServerTable])
    await expect(page.getByRole("checkbox", { name })).toBeChecked();
  await page.route("**/api/proxy/echo*", (route) => route.fulfill({ status: 503, json: { error: "The hub is busy.", code: "busy" } }));
  await page.route("**/api/merge-by-date/all-branches*", (route) => route.abort());
  await page.getByRole("button", { name: DATE_MERGE_TEXTS.run }).click();
  await expect(page.getByText("HTTP 503 Service Unavailable: The hub is busy.")).toBeVisible();
  await expect(page.getByText("Fallback also failed: The server did not answer.")).toBeVisible();
});

test("an application that cannot start says so, and why", ONE_SIZE, async ({ page }) => {
  // A browser that lacks what the whole page is built on.
  await page.addInitScript(() => {
    window.matchMedia = () => {
      throw new Error("This browser cannot match media.");
    };
  });
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: FRAME_TEXTS.crashed })).toBeVisible();
  await expect(page.getByText("This browser cannot match media.", { exact: true })).toBeVisible();
});
