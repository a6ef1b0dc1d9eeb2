import type { Locator, Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/guest-texts";
import { celebrate, step } from "./birthday-page";
import { OFFICE_PC, tabTo } from "./by-keyboard";
import { WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, type House, ONE_SIZE, signIn, test } from "./fixtures";

/** Friday 20 November 2026, 14:00 in Beirut. */
const NOON = "2026-11-20T12:00:00.000Z";
const DATE = "2026-11-20";

test.use({ settings: WITH_WORKERS });
test.beforeEach(({ house }) => house.setClock(NOON));

const queued = (house: House) => house.rows("hub.db", "SELECT name FROM queue_item");

/** A finger that comes down twice on one place, whatever has come there meanwhile. */
async function tapTwice(page: Page, button: Locator, apart: number): Promise<void> {
  const box = await button.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  const place = [box.x + box.width / 2, box.y + box.height / 2] as const;
  await page.touchscreen.tap(...place);
  await page.waitForTimeout(apart);
  await page.touchscreen.tap(...place);
  await page.waitForTimeout(700);
}

test("the second tap on Write does not queue the letter that comes to its place", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", "Customer Service");
  const letter = page.getByRole("dialog", { name: "Customer Service" });
  await letter.getByPlaceholder("Search by name or phone").fill("nour");
  await letter.getByRole("checkbox", { name: "Choose Nour Karam" }).check();
  await letter.getByRole("button", { name: "Write to 1 guest" }).tap();
  await letter.getByRole("textbox", { name: "Message" }).fill("See you soon, {name}");
  await letter.getByText("1 People", { exact: false }).tap();
  await tapTwice(page, letter.getByRole("button", { name: "Write to 1 guest" }), 150);
  await expect(letter.getByRole("textbox", { name: "Message" })).toHaveValue("See you soon, {name}");
  expect(queued(house)).toEqual([]);
  await letter.getByRole("button", { name: "Queue 1 message" }).tap();
  await expect(page.getByRole("alertdialog")).toContainText("Queued 1 message(s) to Customer Service.");
});

test.describe("at the office PC", () => {
  test.use(OFFICE_PC);

  test("Enter pressed twice, or held, opens the campaign's question and does not answer it", ONE_SIZE, async ({ page, house }) => {
    await celebrate(house, ["Élodie Saba,70 555 999,20/11", "Tony Frangieh,71 220 901,20/11"]);
    await (await house.api(`/birthdays/generate-vouchers-stream?date=${DATE}`)).text();
    await signIn(page, undefined, "/birthdays");
    await expect(step(page)).toContainText("Send");
    const send = page.getByRole("main").getByRole("button", { name: BIRTHDAY_TEXTS.send });
    const question = page.getByRole("dialog", { name: BIRTHDAY_TEXTS.send });
    await tabTo(page, send);
    for (const isHeld of [false, true, false]) {
      await page.keyboard.down("Enter");
      if (isHeld) {
        for (let repeat = 0; repeat < 16; repeat++) {
          await page.waitForTimeout(40);
          await page.keyboard.down("Enter");
        }
      } else {
        await page.keyboard.up("Enter");
        await expect(question).toBeVisible();
        await page.waitForTimeout(60);
        await page.keyboard.down("Enter");
      }
      await page.keyboard.up("Enter");
      await page.waitForTimeout(700);
      await expect(question).toBeVisible();
      await expect(question.getByRole("button", { name: "Close" })).toBeFocused();
      expect(queued(house)).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(question).toHaveCount(0);
      await expect(send).toBeFocused();
    }
    await page.keyboard.press("Enter");
    await question.getByRole("button", { name: "Send to 2 guests" }).click();
    await expect.poll(() => queued(house).length).toBe(2);
  });
});

test("the password of a new user, shown once, stays until somebody has seen it", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  for (const [username, twice] of [
    ["rana", "tap"],
    ["ziad", "Enter"],
  ] as const) {
    await choose(page, "Options", "New User");
    const dialog = dialogOf(page);
    await dialog.getByLabel("Username").fill(username);
    await dialog.getByRole("button", { name: "Generate" }).tap();
    await dialog.getByRole("radio", { name: /^staff/i }).check({ force: true });
    if (twice === "tap") await tapTwice(page, dialog.getByRole("button", { name: "Create user" }), 350);
    else {
      await dialog.getByLabel("Password", { exact: true }).press("Enter");
      await expect(dialog.getByRole("button", { name: "Done" })).toBeVisible();
      await page.keyboard.press("Enter");
      await page.waitForTimeout(700);
    }
    await expect(dialog.getByText("The password is shown here once.")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
