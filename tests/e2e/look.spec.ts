import type { Locator, Page } from "playwright/test";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { celebrate } from "./birthday-page";
import { beginTable, choose, dialogOf, expect, type House, ONE_SIZE, pageListens, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** What the eye found once: nothing of it is a wrong word or a wrong step, and all of it was seen to be wrong. */

const LYING = { width: 844, height: 390 };

async function saveTable(house: House, contacts: readonly { name: string; phones: string; birthday?: string }[]): Promise<void> {
  const body = JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number: "12" }, contacts });
  expect((await house.api("/save-table", { method: "POST", headers: JSON_BODY, body })).status).toBe(200);
}

/** The box of what is on the screen. */
async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return box;
}

test("a refused sign-in leaves its button as strong as before, and shows where the next letter goes", ONE_SIZE, async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill("admin");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("wrong-password");
  const button = page.getByRole("button", { name: "Sign in" });
  await button.click();
  await expect(page.getByText("Wrong username or password.")).toBeVisible();
  await expect(button).toHaveCSS("opacity", "1");
  await expect(password).toBeFocused();
  await expect(page.locator(".mantine-PasswordInput-input")).toHaveCSS("outline-style", "solid");
});

test("on a phone that lies on its side the dialogs of a table are whole, with room around", ONE_SIZE, async ({ page, house }) => {
  await saveTable(house, [
    { name: "رامي خوري", phones: "03 123456" },
    { name: "Nour Karam", phones: "76 400 118" },
  ]);
  await page.setViewportSize(LYING);
  await signIn(page);
  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Jad" });
  await expectWhole(select);
  await select.getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 12/ })
    .click();
  const edit = dialogOf(page);
  await expect(edit.getByRole("button", { name: "Add Blank Contact" })).toBeVisible();
  await expectWhole(edit);

  // The grid is wider than this screen: who was removed is said where the grid is looked at.
  await edit.getByRole("button", { name: "Remove Nour Karam" }).click();
  await expect(edit.getByText("Removed Nour Karam")).toBeInViewport({ ratio: 1 });
});

async function expectWhole(dialog: Locator): Promise<void> {
  const { y, height } = await boxOf(dialog);
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(LYING.height);
}

test("with the keyboard up, what has no room in a table's heading is left out as a whole", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "115", hostess: "Rima", waiter: "Georges" });
  await expect(select.getByText("Jounieh", { exact: true })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 390, height: 470 });
  const [chip, line] = [select.getByText("Jounieh", { exact: true }), select.getByText("Rima").locator("../..")];
  const [{ y }, seen] = [await boxOf(chip), await boxOf(line)];
  expect(y, "the chip stands below the one line that is seen").toBeGreaterThanOrEqual(seen.y + seen.height);
});

test("a button that works has its ring in the middle, on a device that was asked for less movement too", ONE_SIZE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/login");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await page.route("**/api/auth/login", () => new Promise<void>(() => {}));
  const button = page.getByRole("button", { name: "Sign in" });
  await button.click();
  const [ring, around] = [await boxOf(button.locator(".mantine-Button-loader")), await boxOf(button)];
  for (const [start, size] of [
    ["x", "width"],
    ["y", "height"],
  ] as const) {
    expect(Math.abs(ring[start] + ring[size] / 2 - around[start] - around[size] / 2), start).toBeLessThanOrEqual(1);
  }
});

test("with less movement, the other colours are all there at once", ONE_SIZE, async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await signIn(page);
  await pageListens(page); // the app sets the scheme once more when it begins
  expect(await coloursLeftBehind(page)).toEqual([]);
});

/** Goes from dark to light. @returns the texts whose colour is another one a while later than in the first frame */
function coloursLeftBehind(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const elements = [...document.querySelectorAll<HTMLElement>("main *, nav *")];
    const colours = () => elements.map((element) => getComputedStyle(element).color);
    document.documentElement.dataset.mantineColorScheme = "light";
    await frame();
    const first = colours();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return colours().flatMap((colour, index) => (colour === first[index] ? [] : [elements[index]?.textContent ?? ""]));
  });
}

test("two birthdays of a table stand in a line each", ONE_SIZE, async ({ page, house }) => {
  await saveTable(house, [
    { name: "سارة", phones: "03 123456", birthday: "--11-24" },
    { name: "Jo", phones: "71 222 333", birthday: "--11-20" },
  ]);
  await signIn(page);
  const card = page.getByRole("main").getByRole("button", { name: /^Table 12/ });
  const [first, second] = [await boxOf(card.getByText("24 Nov")), await boxOf(card.getByText("20 Nov"))];
  expect(Math.abs(second.y - first.y)).toBeGreaterThanOrEqual(Math.min(first.height, second.height));
});

test("what stops the making of vouchers is whole beside its sentence", ONE_SIZE, async ({ page, house }) => {
  await celebrate(
    house,
    Array.from({ length: 40 }, (_, n) => `Guest ${n},03${311_111 + n},20/11`),
  );
  await signIn(page, undefined, "/birthdays");
  await page.getByRole("main").getByRole("button", { name: BIRTHDAY_TEXTS.generate }).click();
  const label = page.getByRole("button", { name: "Stop", exact: true }).locator(".mantine-Button-label");
  expect(await label.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
});

test("on a phone that lies on its side the calendar of a date is whole", ONE_SIZE, async ({ page }) => {
  await page.setViewportSize(LYING);
  await signIn(page, undefined, "/search-date");
  await page.getByLabel("Date", { exact: true }).click();
  const calendar = page.locator(".react-datepicker");
  await expect(calendar).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("main").getByRole("button", { name: "Search", exact: true })).toBeInViewport({ ratio: 1 });
  await calendar.getByRole("gridcell", { name: /November 27th/ }).click();
  await expect(page.getByLabel("Date", { exact: true })).toHaveValue("11/27/2026");
});
