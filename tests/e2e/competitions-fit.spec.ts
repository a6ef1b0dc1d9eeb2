import type { Page } from "playwright/test";
import { press, tabTo } from "./by-keyboard";
import { competitionOf, openDialog, people, SETTINGS, WHILE_OPEN } from "./competitions-house";
import { tooSmall } from "./fingers";
import { expect, expectNoSidewaysScroll, type House, inTurn, ONE_SIZE, PHONE_FIRST, STAFF, signIn, test } from "./fixtures";
import { lookAt } from "./looks";
import { expectWhole, LARGE_LETTERS } from "./whole";

test.use({ settings: SETTINGS });

/** Every screen of competitions, one after the other. */
async function everyScreen(page: Page, house: House, look: (what: string) => Promise<void>): Promise<void> {
  const id = await competitionOf(house, "DRAWN");
  await signIn(page, undefined, "/competitions");
  await expect(page.getByRole("button", { name: /Autumn dinner/ })).toBeVisible();
  await look("the list");
  await page.getByRole("button", { name: "New competition" }).click();
  await expect(openDialog(page).getByLabel("Title")).toBeVisible();
  await look("the form");
  await openDialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.goto(`/competitions?id=${id}`);
  await expect(page.getByRole("list", { name: "Winners and reserves" })).toBeVisible();
  await look("a drawn competition");
  await page.getByRole("button", { name: "Say which guest this is" }).first().click();
  await expect(openDialog(page).getByLabel("Phone")).toBeVisible();
  await look("the guest");
  await openDialog(page).getByRole("button", { name: "Cancel" }).click();
}

test(
  "everything that is touched in Competitions is as large as a finger, and nothing scrolls sideways",
  inTurn(2),
  async ({ page, house }) => {
    await everyScreen(page, house, async (what) => {
      const dialog = openDialog(page);
      expect(await tooSmall((await dialog.count()) > 0 ? dialog : page.locator("body")), what).toEqual([]);
      await expectNoSidewaysScroll(page);
    });
  },
);

test.describe("with letters of twice the size", () => {
  test.use(LARGE_LETTERS);
  test("nothing of Competitions is cut, lies over another thing, or scrolls sideways", inTurn(4), async ({ page, house }) => {
    await everyScreen(page, house, (what) => expectWhole(page, what));
  });
});

test("Home says what runs, how long it still does, and how many take part", PHONE_FIRST, async ({ page, house }) => {
  await competitionOf(house, "OPEN");
  await signIn(page);
  const section = page.getByRole("button", { name: /^Insta Competitions/ });
  await expect(section).toContainText("1 running · 8 comments");
  await section.click();
  const list = page.getByRole("list", { name: "Competitions that run" });
  await expect(list).toContainText("Closes in 23 h 0 min.");
  await expect(list).toContainText("Jounieh · 8 comments");
  await lookAt(page, "competitions-home");
  await list.getByRole("link", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Autumn dinner" })).toBeVisible();
});

test("a competition is made and opened by the keyboard alone", inTurn(5), async ({ page, house }) => {
  house.setClock(WHILE_OPEN);
  await signIn(page, undefined, "/competitions");
  await press(page, page.getByRole("button", { name: "New competition" }));
  const dialog = openDialog(page);
  await tabTo(page, dialog.getByLabel("Title"));
  await page.keyboard.type("Brunch");
  await tabTo(page, dialog.getByLabel("Prize"));
  await page.keyboard.type("Brunch for four");
  await press(page, dialog.getByRole("button", { name: "Make a draft" }));
  await press(page, page.getByRole("button", { name: "Open it" }));
  await press(page, dialog.getByRole("button", { name: "Open it" }));
  await expect(page.getByText("Open", { exact: true })).toBeVisible();
  await press(page, page.getByRole("button", { name: "Bring comments in" }));
  await tabTo(page, dialog.getByLabel("Or paste the comments"));
  await page.keyboard.type("@rana.k @maya yes");
  await page.keyboard.press("Escape");
  await press(page, page.getByRole("button", { name: "Bring comments in" }));
  await expect(dialog.getByLabel("Or paste the comments")).toHaveValue("@rana.k @maya yes");
  await press(page, dialog.getByRole("button", { name: "Bring in what is pasted" }));
  await expect(page.getByRole("list", { name: "Comments" })).toContainText("@rana.k");
});

test(
  "staff without the key see no competition, and a server that does not answer is said in plain words",
  ONE_SIZE,
  async ({ page, house }) => {
    await competitionOf(house, "OPEN", people(3));
    await signIn(page, STAFF);
    expect((await page.goto("/competitions"))?.status()).toBe(403);
    await signIn(page, undefined, "/competitions");
    await page.route("**/api/competitions/*", (route) => route.abort());
    await page.getByRole("button", { name: /Autumn dinner/ }).click();
    await expect(page.getByText("This competition could not be loaded.")).toBeVisible();
    await page.unroute("**/api/competitions/*");
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Autumn dinner" })).toBeVisible();
  },
);
