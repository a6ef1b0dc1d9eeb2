import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { WORDS_NOT_YOURS } from "../../components/queue/limits-form";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { FRAME_TEXTS } from "../../lib/frame-texts";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { celebrate, press } from "./birthday-page";
import { FakeWorker, WITH_WORKERS } from "./fake-worker";
import { choose, dialogOf, expect, type House, ONE_SIZE, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** As look.spec.ts, of the screens that send: what the eye found once. */

test.use({ settings: WITH_WORKERS });
const NOON = "2026-11-20T12:00:00.000Z";
const DESKTOP = { width: 1440, height: 900 };
const OFFICIAL = "cloud:106540352242922";

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return box;
}

/** By an official number without a template. */
async function withOfficial(house: House): Promise<void> {
  house.setClock(NOON);
  await new FakeWorker(house, "cs-pc", OFFICIAL).register();
}

test("no box of Birthday Search's send dialog touches the edge of a phone", ONE_SIZE, async ({ page, house }) => {
  await withOfficial(house);
  await celebrate(house, ["Élodie Saba,70 555 999,20/11"]);
  await (await house.api("/birthdays/generate-vouchers-stream?date=2026-11-20")).text();
  await signIn(page, undefined, "/birthdays");
  await press(page, BIRTHDAY_TEXTS.send);
  const dialog = page.getByRole("dialog", { name: BIRTHDAY_TEXTS.send });
  const note = dialog.getByText("Nothing goes out yet").locator("xpath=ancestor::div[1]");
  const [around, box] = [await boxOf(dialog), await boxOf(note)];
  expect(box.x - around.x).toBeGreaterThanOrEqual(12);
  expect(around.x + around.width - box.x - box.width).toBeGreaterThanOrEqual(12);
});

async function askForMenu(page: Page, house: House): Promise<void> {
  mkdirSync(path.join(house.data, "menus"), { recursive: true });
  writeFileSync(path.join(house.data, "menus", "menu.pdf"), "%PDF-1.4");
  const contacts = [
    ...Array.from({ length: 8 }, (_, n) => ({ name: `Guest ${n}`, phones: `71 222 33${n}` })),
    { name: "Ziad Aoun", phones: "" },
  ];
  const body = JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number: "12" }, contacts });
  await house.api("/save-table", { method: "POST", headers: JSON_BODY, body });
  await signIn(page);
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 12/ })
    .click();
  await page.getByRole("button", { name: "Send Menu (enqueue)" }).click();
}

test("however much stands before the menu goes out, the buttons stay in sight", ONE_SIZE, async ({ page, house }) => {
  await withOfficial(house);
  await askForMenu(page, house);
  await page.setViewportSize({ width: 390, height: 600 });
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Here is our menu.");
  await question.evaluate((dialog) => dialog.scrollTo(0, 0));
  for (const name of ["Cancel", "Send to 8 guests"]) await expect(question.getByRole("button", { name })).toBeInViewport({ ratio: 1 });
});

test("the three answers of the Cancel switch stand in one row where there is room", ONE_SIZE, async ({ page, house }) => {
  await withOfficial(house);
  await page.setViewportSize(DESKTOP);
  await signIn(page);
  await choose(page, "Options", "WhatsApp Cancel");
  const answers = ["Keep sending", "Only stop", "Cancel sending"].map((name) => dialogOf(page).getByRole("button", { name }));
  const [first, ...others] = await Promise.all(answers.map(async (button) => (await boxOf(button)).y));
  expect(others).toEqual([first, first]);
});

test("words of guests that are only read look so, and begin on one line", ONE_SIZE, async ({ page, house }) => {
  const permissions = ["nav_home", "options_open", "user_create", "auth_signin", "auth_logout"];
  await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  await page.setViewportSize(DESKTOP);
  await signIn(page, STAFF);
  await choose(page, "Options", QUEUE_TEXTS.limits);
  const words = dialogOf(page).getByRole("group", { name: "Words of guests" });
  await expect(words).toContainText(WORDS_NOT_YOURS);
  const [no, yes] = [await boxOf(words.getByText("No more messages")), await boxOf(words.getByText("Messages again"))];
  expect(Math.abs(no.y - yes.y)).toBeLessThanOrEqual(1);
  const others = dialogOf(page).getByRole("group", { name: "Quiet hours" }).getByLabel("From");
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    const colourOf = (field: Locator) => field.evaluate((element) => getComputedStyle(element).borderColor);
    expect(await colourOf(words.getByLabel("Messages again")), colorScheme).not.toBe(await colourOf(others));
  }
});

test("whoever stands at the sign-in page without network reads that, and it goes with the line", ONE_SIZE, async ({ page, context }) => {
  await page.goto("/login");
  await expect(page.getByText("Enter your username.")).toBeVisible();
  await expect(page.getByText(FRAME_TEXTS.signInOffline)).toHaveCount(0);
  await context.setOffline(true);
  await expect(page.getByText(FRAME_TEXTS.signInOffline)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(FRAME_TEXTS.signInOffline)).toBeHidden();
});
