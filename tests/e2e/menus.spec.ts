import { mkdirSync } from "node:fs";
import type { Page } from "playwright/test";
import { VERSION_TEXTS } from "../../lib/menu-versions/version-texts";
import { HOSTILE, menuBytes } from "../support/menus";
import { expectAccessible } from "./accessible";
import { choose, expect, expectNoSidewaysScroll, goOn, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** A picture for whoever looks at the screens: `LOOK=folder`. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${test.info().project.name}-${name}.png`, fullPage: true });
}

/** The browser's own dialog: the calendar within one of them says that it is a dialog too. */
const openDialog = (page: Page) => page.locator("dialog[open], [role=dialog]:not(dialog *)").last();

async function upload(page: Page, bytes: Uint8Array, name: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: VERSION_TEXTS.upload }).click();
  const dialog = openDialog(page);
  await dialog.locator("input[type=file]").setInputFiles({ name: "menu.pdf", mimeType: "application/pdf", buffer: Buffer.from(bytes) });
  await dialog.getByLabel(/^What this version is called/).fill(name);
  await dialog.getByRole("button", { name: "Upload and look at it" }).click();
}

/** A PDF is read and judged by a process of its own, which a busy machine lets wait. */
const READ = { timeout: 60_000 };

const card = (page: Page) => page.getByRole("region", { name: "Menu of Jounieh" });

test("a menu is uploaded, looked at and published; the next one too, with other prices, and the first is one tap back", async ({
  page,
  house,
}) => {
  await signIn(page, undefined, "/menu-price-editor");
  await expect(page.getByRole("heading", { level: 1, name: VERSION_TEXTS.title })).toBeVisible();
  await expect(page.getByText(VERSION_TEXTS.none)).toBeVisible();
  const dialog = openDialog(page);
  await upload(page, (await HOSTILE["an attached file"]?.make()) ?? new Uint8Array(), "Winter");
  await expect(dialog.getByRole("alert")).toContainText("This PDF holds an attached file", READ);
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await upload(page, await menuBytes("Hummus 120,000 LBP"), "Winter");
  await expect(dialog.getByRole("img", { name: "Page 1 of Winter" })).toBeVisible(READ);
  await expectAccessible(page, "a version of a menu");
  await look(page, "version");
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(card(page)).toContainText("Guests get it");
  await card(page).getByRole("link", { name: "Calibrate Winter (version 1)" }).click();
  await expect(page.getByRole("main")).toContainText("Winter (version 1)");
  await expect(page.getByRole("main").getByText("120,000").first()).toBeVisible(READ);
  await page.goBack();

  await card(page).getByRole("button", { name: "Look at Winter (version 1)" }).click();
  await dialog.getByRole("button", { name: "Change prices" }).click();
  await dialog.getByLabel(/^New price in the place of 120,000/).fill("200,000");
  await dialog.getByLabel(/^What the new version is called/).fill("Spring");
  await expectAccessible(page, "other prices");
  await look(page, "prices");
  await dialog.getByRole("button", { name: "Make a draft with 1 other price" }).click();
  await dialog.getByLabel(/67 % dearer than 120,000/).check();
  await dialog.getByRole("button", { name: "Make a draft with 1 other price" }).click();
  await expect(dialog.getByRole("list", { name: "Changed prices" })).toContainText("200,000", READ);
  await expect(dialog.getByRole("img", { name: "Page 1 of Spring, before" })).toBeVisible();
  await expect(dialog.getByRole("img", { name: "Page 1 of Spring, after" })).toBeVisible();
  await expectAccessible(page, "the proof");
  await look(page, "proof");
  await dialog.getByRole("button", { name: "Publish now" }).click();
  await expect(card(page).getByRole("listitem").first()).toContainText(/Spring \(version 2\).*Guests get it/);
  await expectAccessible(page, "the menus");
  await expectNoSidewaysScroll(page);
  await look(page, "menus");

  await card(page).getByRole("button", { name: "Back to Winter (version 1)" }).click();
  await expect(card(page).getByRole("listitem").last()).toContainText(/Winter \(version 1\).*Guests get it/);
  expect(house.rows("hub.db", "SELECT count(*) AS decided FROM menu_publication")).toEqual([{ decided: 3 }]);
});

test("staff upload drafts and publish none; Send Menu names the version that goes along", async ({ page, house }) => {
  await signIn(page, STAFF, "/menu-price-editor");
  await upload(page, await menuBytes("Hummus 120,000 LBP"), "Winter");
  const dialog = openDialog(page);
  await expect(dialog.getByText(VERSION_TEXTS.onlyPublishers)).toBeVisible(READ);
  await expect(dialog.getByRole("button", { name: "Publish now" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Close" }).click();
  const [version] = house.rows<{ id: string; sha256: string }>("hub.db", "SELECT id, sha256 FROM menu_version");
  const published = await house.api(`/menus/versions/${version?.id}/publish`, { method: "POST", headers: JSON_BODY, body: "{}" });
  expect(published.status).toBe(200);
  const body = JSON.stringify({
    metadata: { hostess: "Rima", waiter: "Jad", table_number: "12" },
    contacts: [{ name: "Maya Khoury", phones: "03 111111" }],
  });
  expect((await house.api("/save-table", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
  await goOn(page, "/");
  await choose(page, "Actions", "Saved tables");
  await dialog.getByRole("button", { name: /^Table 12/ }).click();
  await page.getByRole("button", { name: "Send Menu (enqueue)" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("The menu Winter (version 1) goes along.");
  await expect(question).toContainText(`SHA-256 ${version?.sha256.slice(0, 12)}`);
  await question.getByRole("button", { name: "Send to 1 guest" }).click();
  const box = page.getByRole("region", { name: "Menu sending" });
  await box.getByRole("button", { expanded: false }).first().click();
  await expect(box).toContainText(`Winter (version 1), SHA-256 ${version?.sha256.slice(0, 12)}`);
});
