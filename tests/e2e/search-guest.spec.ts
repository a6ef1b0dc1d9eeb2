import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { GUEST_TEXTS } from "../../lib/guests/guest-texts";
import { OPT_OUT_TEXTS } from "../../lib/opt-outs/opt-out-texts";
import { VOUCHER_TEXTS } from "../../lib/vouchers/voucher-texts";
import { expectAccessible } from "./accessible";
import {
  choose,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  FLOOR,
  type House,
  inTurn,
  OFFICE,
  pageListens,
  signIn,
  tapOnce,
  test,
} from "./fixtures";
import { JSON_BODY } from "./house";

/** Makes the vouchers of a birthday, and waits until the last one is drawn. */
async function makeVouchers(house: House, ...dates: string[]): Promise<void> {
  for (const date of dates) {
    const answer = await house.api(`/birthdays/generate-vouchers-stream?date=${date}`);
    expect(await answer.text()).toContain("event: done");
  }
}

interface File {
  path: string;
  serial: string;
}

async function vouchersOf(house: House, phone: string): Promise<File[]> {
  const answer = await house.api(`/vouchers/check?name=&phone=${encodeURIComponent(phone)}`);
  return ((await answer.json()) as { files: File[] }).files;
}

const RAMI = "رامي خوري";
const RAMIS = "03 123456";

const fieldOf = (page: Page) => page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder);

/** The card of a guest in the list. */
const cardOf = (page: Page, name: string): Locator => page.getByRole("main").getByRole("listitem").filter({ hasText: name }).first();

/** Where the details of an opened guest stand: in the card, or on a wide screen beside the list. */
const detailsOf = (page: Page, name: string): Locator =>
  (page.viewportSize()?.width ?? 0) >= 1200 ? page.getByRole("region", { name: "Guest" }) : cardOf(page, name);

async function find(page: Page, typed: string, name: string): Promise<Locator> {
  await fieldOf(page).fill(typed);
  await fieldOf(page).press("Enter");
  await expect(cardOf(page, name).getByRole("button", { expanded: true })).toBeVisible();
  return detailsOf(page, name);
}

test("a guest is found, looked at, corrected and saved as a card", FLOOR, async ({ page, house }) => {
  const body = {
    metadata: { hostess: "Rima", waiter: "Jad", table_number: "7" },
    contacts: [{ name: "Georges Khoury", phones: "71/222333" }],
  };
  await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  await signIn(page);
  await choose(page, "Navigate", "Search Guest");
  await expect(page.getByRole("main").getByRole("link", { name: "Home" })).toBeVisible();
  await fieldOf(page).press("ArrowDown"); // to nobody yet
  await page.route("**/api/contacts?**", async (route) => {
    await expect(page.locator("[data-skeleton-card]")).toHaveCount(3);
    await route.continue();
  });
  await fieldOf(page).fill("khou");
  await expect(cardOf(page, "Georges Khoury")).toBeVisible();
  await page.unroute("**/api/contacts?**");
  await expect(cardOf(page, "Georges Khoury").getByText(GUEST_SEARCH_TEXTS.noVoucher)).toBeVisible();

  await fieldOf(page).press("Enter");
  const details = detailsOf(page, "Georges");
  for (const name of ["Phone", "Email", "Company", "Title", "Birthday", "Address", "Language"]) {
    await expect(details.getByRole("term").filter({ hasText: name })).toBeVisible();
  }
  await expect(details.getByText("Last here Fri 20 Nov 2026, in Jounieh")).toBeVisible();
  await expect(details.getByText(/\d+ points?/)).toBeVisible();
  await expectAccessible(page, "an opened guest");

  const downloading = page.waitForEvent("download");
  await details.getByRole("button", { name: "Download vCard" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/Georges.*\.vcf$/);
  expect(readFileSync(await download.path(), "utf8")).toContain("FN:Georges Khoury");

  await details.getByRole("button", { name: "Edit" }).click();
  const form = details.getByRole("form");
  await expect(form.getByLabel("Name")).toBeFocused();
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByLabel("Name").fill("Georges Khoury Saba");
  await form.getByLabel("Birthday").fill("1990-05-14");
  await form.getByLabel("Birthday").press("Tab");
  await form.getByLabel("Language").selectOption("Armenian");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();
  await expect(cardOf(page, "Georges Khoury Saba")).toBeVisible();
  await expect(details.getByText("14 May 1990")).toBeVisible();
  await expect(details.getByText("Armenian", { exact: true })).toBeVisible();
  await expect(details.getByRole("button", { name: "Edit" })).toBeFocused();
  expect(house.rows("jounieh/contacts.db", "SELECT birth_year, language FROM contact WHERE name = 'Georges Khoury Saba'")).toEqual([
    { birth_year: 1990, language: "hy" },
  ]);
  await expectNoSidewaysScroll(page);
});

test("a guest's vouchers are looked at, one after the other and around, and saved", inTurn(2, OFFICE), async ({ page, house }) => {
  await makeVouchers(house, "2026-11-24", "2027-11-24");
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "123456", RAMI);
  const badge = cardOf(page, RAMI).getByRole("button", { name: /^2 vouchers/ });
  await expect(details.getByRole("button", { name: /^Open voucher/ })).toHaveCount(2);
  await badge.click();
  const viewer = dialogOf(page);
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await expect(viewer.getByRole("img")).toBeVisible();
  await viewer.getByRole("button", { name: VOUCHER_TEXTS.next }).click();
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await viewer.getByRole("button", { name: VOUCHER_TEXTS.next }).click();
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await viewer.getByRole("button", { name: VOUCHER_TEXTS.prev }).click();
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await expect(viewer.getByRole("img")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await viewer.getByRole("link", { name: VOUCHER_TEXTS.download }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^birthday_.*\.png$/);
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(/\/guest-search$/);
  await expect(badge).toBeFocused();
  await badge.click();
  await expect(dialogOf(page).getByText("1 / 2")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await expect(badge).toBeFocused();
});

/** Moves a finger sideways over the picture. */
async function swipe(page: Page, by: number): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (x: number) => ({ touchPoints: [{ x, y: 400 }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", ...at(200) });
  for (const part of [0.25, 0.5, 0.75, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", ...at(200 + by * part) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

test("a swipe of more than 40 px changes the voucher, a shorter one does not", inTurn(3), async ({ page, house }) => {
  await makeVouchers(house, "2026-11-24", "2027-11-24");
  await signIn(page, undefined, "/guest-search");
  await find(page, "123456", RAMI);
  await cardOf(page, RAMI)
    .getByRole("button", { name: /^2 vouchers/ })
    .click();
  const viewer = dialogOf(page);
  await expect(viewer.getByRole("img")).toBeVisible();
  await expectAccessible(page, "the voucher viewer");
  await swipe(page, -40);
  await expect(viewer.getByText("1 / 2")).toBeVisible();
  await swipe(page, -41);
  await expect(viewer.getByText("2 / 2")).toBeVisible();
  await expect(viewer.getByRole("img")).toBeVisible();
  await swipe(page, 80);
  await expect(viewer.getByText("1 / 2")).toBeVisible();
});

test("a voucher as a page, one whose picture is gone, and guests without any", inTurn(4), async ({ page, house }) => {
  await makeVouchers(house, "2026-11-24");
  const [voucher] = (await vouchersOf(house, RAMIS)) as [File];
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "123456", RAMI);
  const badge = cardOf(page, RAMI).getByRole("button", { name: /^1 voucher/ });
  await expect(badge).toBeVisible();
  rmSync(path.join(house.data, voucher.path));
  await badge.click();
  const viewer = dialogOf(page);
  await expect(viewer.getByText(VOUCHER_TEXTS.notOpened)).toBeVisible();
  await makeVouchers(house, "2026-11-24");
  await viewer.getByRole("button", { name: "Try again" }).click();
  await expect(viewer.getByRole("img")).toBeVisible();
  await viewer.getByRole("button", { name: "PDF" }).click();
  const shown = await page.evaluate(() => navigator.pdfViewerEnabled);
  if (shown) await expect(viewer.locator("iframe")).toBeVisible();
  else await expect(viewer.getByText(VOUCHER_TEXTS.noPreview)).toBeVisible();
  await page.keyboard.press("Escape");

  rmSync(path.join(house.data, voucher.path));
  await details.getByRole("button", { name: GUEST_SEARCH_TEXTS.refresh }).click();
  await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.noVouchers)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expect(cardOf(page, RAMI).getByText(GUEST_SEARCH_TEXTS.noVoucher)).toBeVisible();
  await house.stop();
  await details.getByRole("button", { name: GUEST_SEARCH_TEXTS.refresh }).click();
  await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.vouchersFailed)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expect(cardOf(page, RAMI).getByText(GUEST_SEARCH_TEXTS.checkFailed, { exact: true })).toBeVisible();
});

test("nobody found, nobody answering, and what was typed stays through it all", inTurn(5), async ({ page, house }) => {
  await signIn(page, undefined, "/guest-search");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("Type at least one letter or digit.")).toBeVisible();
  await fieldOf(page).fill("Nobody At All");
  await expect(page.getByText(GUEST_SEARCH_TEXTS.empty)).toBeVisible();
  const details = await find(page, "Nour", "Nour Karam");
  await details.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nour Karam-Saba");
  await house.stop();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.updateFailed)).toBeVisible();
  await expect(dialogOf(page).getByText(/What you typed is kept/)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await fieldOf(page).fill("Geor");
  await expect(page.getByText(GUEST_SEARCH_TEXTS.failed)).toBeVisible();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nour Karam-Saba");
  await house.start();
  // A check that was under way gives up after 8 s, and the next one begins 3 s later.
  await expect(cardOf(page, "Georges Khoury")).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nour Karam-Saba");
  await expect(fieldOf(page)).toHaveValue("Geor");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();
});

test("a guest whom somebody else changed or deleted meanwhile", inTurn(6), async ({ page, house }) => {
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "Nour", "Nour Karam");
  await details.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Birthday").fill("14/5");
  await page.getByLabel("Birthday").press("Tab");
  const correct = (body: object) => house.api("/contacts", { method: "PATCH", headers: JSON_BODY, body: JSON.stringify(body) });
  expect((await correct({ identifier: { name: "Nour Karam", phones: "76 400 118" }, name: "Nour Haddad" })).status).toBe(200);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.updateFailed)).toBeVisible();
  await expect(dialogOf(page).getByText(/Nothing was overwritten/)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expect(page.getByText(/In the guest book now: Nour Haddad/)).toBeVisible();
  await expectAccessible(page, "a guest who is edited, and was changed meanwhile");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();
  await expect(cardOf(page, "Nour Haddad")).toBeVisible();

  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByLabel("Name", { exact: true }).fill("Nour H.");
  const [{ id } = { id: "" }] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE name = 'Nour Haddad'");
  expect((await house.api(`/delete-contact?id=${id}&store=contacts`, { method: "DELETE" })).status).toBe(200);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialogOf(page).getByText(GUEST_SEARCH_TEXTS.updateFailed)).toBeVisible();
  await expect(dialogOf(page).getByText(/deleted the row already/)).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "OK" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nour H.");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Nour H.");
});

test("the whole job by keyboard", inTurn(0), async ({ page, house }) => {
  await makeVouchers(house, "2026-11-24");
  await signIn(page);
  await pageListens(page);
  await page.keyboard.press("/");
  await expect(page).toHaveURL(/\/guest-search$/);
  await expect(page.getByText("Find a guest of the book")).toBeVisible();
  await page.keyboard.press("/");
  await expect(fieldOf(page)).toBeFocused();
  await page.keyboard.type("123456");
  await expect(cardOf(page, RAMI).getByRole("button", { name: /^1 voucher/ })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  const toggle = cardOf(page, RAMI).getByRole("button").first();
  await expect(toggle).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toggle).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("v");
  await expect(dialogOf(page).getByText("1 / 1")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toBeHidden();
  await page.keyboard.press("e");
  await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Rami Khoury");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();
  await expect(cardOf(page, "Rami Khoury")).toBeVisible();
});

test("more guests than one answer holds are shown when they are asked for", inTurn(1), async ({ page, house }) => {
  const names = Array.from({ length: 45 }, (_, index) => `Tala Number${String(index).padStart(2, "0")},70 200 ${300 + index}`);
  await house.api("/contacts/import", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: `name,phones\n${names.join("\n")}\n`,
  });
  await signIn(page, undefined, "/guest-search");
  await fieldOf(page).fill("tala");
  await fieldOf(page).press("Enter");
  const cards = page.getByRole("main").getByRole("listitem").filter({ hasText: "Tala Number" });
  const more = page.getByRole("button", { name: "Show more guests" });
  for (const shown of [20, 40]) {
    await expect(cards).toHaveCount(shown);
    await more.click();
  }
  await expect(cards).toHaveCount(45);
  await expect(more).toHaveCount(0);
  expect(new Set(await cards.allInnerTexts()).size).toBe(45);
});

test("a device with a share sheet is given the card; closing the sheet saves nothing", inTurn(2), async ({ page }) => {
  // The sheet is the device's own, and this browser has none.
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    navigator.canShare = () => true;
    navigator.share = async ({ files = [] } = {}) => {
      for (const file of files) shared.push(`${file.name} ${file.type} ${(await file.text()).includes("FN:Georges Khoury")}`);
      if (shared.length > 1) throw new DOMException("closed", "AbortError");
    };
  });
  let downloads = 0;
  page.on("download", () => downloads++);
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "Georges", "Georges Khoury");
  const share = details.getByRole("button", { name: "Save vCard" });
  const card = expect.stringMatching(/Georges.*\.vcf text\/vcard.* true$/);
  await share.click();
  await expect.poll(() => page.evaluate(() => Object(window).shared)).toEqual([card]);
  await expect(share).toBeEnabled();
  await share.click();
  await expect.poll(() => page.evaluate(() => Object(window).shared)).toEqual([card, card]);
  await expect(share).toBeEnabled();
  expect(downloads).toBe(0);
});

test("a guest who wants no messages any more is noted, marked, and asked for again", inTurn(3), async ({ page, house }) => {
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "georges", "Georges Khoury");
  const offers = details.locator("dl > div", { hasText: OPT_OUT_TEXTS.offers });
  await expect(offers).toContainText(OPT_OUT_TEXTS.neverAsked);
  await details.getByRole("button", { name: OPT_OUT_TEXTS.agree }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "They have agreed" }).click();
  await expect(offers).toContainText("Agreed: told the house");
  await expect(details.getByRole("button", { name: OPT_OUT_TEXTS.agree })).toHaveCount(0);
  await details.getByRole("button", { name: OPT_OUT_TEXTS.stop }).click();
  await expect(page.getByRole("alertdialog")).toContainText("no menu, no birthday voucher, no letter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Stop messages" }).click();
  await expect(page.getByText("No WhatsApp message goes to this guest any more.")).toBeVisible();
  await expect(cardOf(page, "Georges Khoury")).toContainText(OPT_OUT_TEXTS.mark);
  const letter = { items: [{ name: "Georges Khoury", phone: "71 222333", message: "How was your evening?" }] };
  const queue = () => house.api("/queue/enqueue", { method: "POST", headers: JSON_BODY, body: JSON.stringify(letter) });
  expect(await (await queue()).json()).toMatchObject({ enqueued: 0 });
  await details.getByRole("button", { name: OPT_OUT_TEXTS.again }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Allow messages" }).click();
  await expect(cardOf(page, "Georges Khoury")).not.toContainText(OPT_OUT_TEXTS.mark);
  expect(await (await queue()).json()).toMatchObject({ enqueued: 1 });
});

test("a birthday that is none is said at the first touch of Save, moves nothing, and is mended", inTurn(4), async ({ page, house }) => {
  await signIn(page, undefined, "/guest-search");
  const details = await find(page, "Nour", "Nour Karam");
  await details.getByRole("button", { name: "Edit" }).click();
  const birthday = page.getByLabel("Birthday");
  await birthday.fill("31/2");
  await birthday.press("Escape"); // the calendar lies over Save
  await expect(page.getByRole("group", { name: "Month and day" })).toBeHidden();
  await tapOnce(page, page.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Birthday: this day does not exist.")).toBeVisible();
  await expect(birthday).toBeFocused();
  await expect(birthday).toHaveValue("31/2");
  await page.reload();
  await expect(birthday).toHaveValue("31/2");
  await birthday.fill("28/2/1991");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(GUEST_TEXTS.updatedInContacts)).toBeVisible();
  expect(house.rows("jounieh/contacts.db", "SELECT birthday, birth_year FROM contact WHERE name = 'Nour Karam'")).toEqual([
    { birthday: "--02-28", birth_year: 1991 },
  ]);
});

test("a birthday lies in the future by the server's clock, and not by the one of the tablet", inTurn(5), async ({ page, house }) => {
  house.setClock("2026-11-20T17:00:00Z");
  for (const [tablet, typed, wrong] of [
    ["2027-03-01T10:00:00Z", "25/12/2026", "This day lies in the future"],
    ["2025-10-01T10:00:00Z", "14/5/2026", ""],
  ] as const) {
    await page.clock.setFixedTime(tablet);
    const checked = page.waitForResponse("**/api/health*");
    await signIn(page, undefined, "/guest-search");
    await checked;
    const details = await find(page, "Nour", "Nour Karam");
    await details.getByRole("button", { name: "Edit" }).click();
    const birthday = page.getByLabel("Birthday");
    await birthday.fill(typed);
    await birthday.press("Enter");
    await expect(birthday, `${typed} on a tablet of ${tablet}`).toHaveAccessibleDescription(wrong);
    await page.getByRole("button", { name: "Cancel" }).click();
  }
});
