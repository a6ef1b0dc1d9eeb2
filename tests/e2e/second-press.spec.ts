import type { Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { celebrate, step } from "./birthday-page";
import { OFFICE_PC, tabTo } from "./by-keyboard";
import { WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, type House, MOVING, ONE_SIZE, signIn, test } from "./fixtures";

/** Friday 20 November 2026, 14:00 in Beirut. */
const NOON = "2026-11-20T12:00:00.000Z";
const DATE = "2026-11-20";

test.use({ settings: WITH_WORKERS, ...MOVING });
test.beforeEach(({ house }) => house.setClock(NOON));

const queued = (house: House) => house.rows("hub.db", "SELECT name FROM queue_item");

/**
 * The second press, so long after what stands in that place has come: a tap there, or Enter on what has the focus. In the
 * page, because a busy machine would bring it later.
 */
async function pressAgain(page: Page, shown: string, after: number, how: "tap" | "Enter" = "tap"): Promise<void> {
  await page.evaluate(
    ([words, wait, way]) => {
      delete document.body.dataset.pressedAgain;
      const watch = new MutationObserver(() => {
        const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent?.trim() === words);
        if (!button) return;
        watch.disconnect();
        setTimeout(() => {
          const pressed = way === "tap" ? button : document.activeElement;
          if (pressed instanceof HTMLElement) pressed.click();
          document.body.dataset.pressedAgain = "";
        }, wait);
      });
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    },
    [shown, after, how] as const,
  );
}

async function expectPressedAgain(page: Page): Promise<void> {
  await expect(page.locator("body[data-pressed-again]")).toBeAttached();
  await page.waitForTimeout(300); // what it would have done
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
  await pressAgain(page, "Queue 1 message", 150);
  await letter.getByRole("button", { name: "Write to 1 guest" }).tap();
  await expectPressedAgain(page);
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
      if (!isHeld) await pressAgain(page, "Send to 2 guests", 250, "Enter");
      await page.keyboard.down("Enter");
      for (let repeat = 0; isHeld && repeat < 16; repeat++) {
        await page.waitForTimeout(40);
        await page.keyboard.down("Enter");
      }
      await page.keyboard.up("Enter");
      if (!isHeld) await expectPressedAgain(page);
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
    await pressAgain(page, "Done", 350, twice);
    if (twice === "tap") await dialog.getByRole("button", { name: "Create user" }).tap();
    else await dialog.getByLabel("Password", { exact: true }).press("Enter");
    await expectPressedAgain(page);
    await expect(dialog.getByText("The password is shown here once.")).toBeVisible();
    await dialog.getByRole("button", { name: "Done" }).tap();
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
});
