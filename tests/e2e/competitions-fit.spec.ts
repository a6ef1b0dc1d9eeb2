import { press, tabTo } from "./by-keyboard";
import { competitionOf, everyScreen, openDialog, people, SETTINGS, WHILE_OPEN } from "./competitions-house";
import { tooSmall } from "./fingers";
import { expect, expectNoSidewaysScroll, inTurn, ONE_SIZE, PHONE_FIRST, STAFF, signIn, test } from "./fixtures";
import { lookAt } from "./looks";

test.use({ settings: SETTINGS });

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

test("Home says what runs, how long it still does, and how many take part", PHONE_FIRST, async ({ page, house }) => {
  await competitionOf(house, "OPEN");
  await signIn(page);
  const section = page.getByRole("button", { name: /^Insta Competitions/ });
  await expect(section).toContainText("1 running · 8 comments");
  await section.click();
  const list = page.getByRole("list", { name: "Competitions that run" });
  await expect(list).toContainText(/Closes in 2[23] h \d+ min\./);
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
