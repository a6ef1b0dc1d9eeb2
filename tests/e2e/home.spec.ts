import { celebrate } from "./birthday-page";
import {
  beginTable,
  dialogOf,
  EVENING,
  everythingLoaded,
  expect,
  expectNoSidewaysScroll,
  type House,
  inTurn,
  PHONE_FIRST,
  pageListens,
  saveElsewhere,
  signIn,
  test,
} from "./fixtures";

function save(house: House, table_number: string, contacts: object[], branch?: string) {
  return house.api("/save-table", {
    method: "POST",
    branch,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { hostess: "Maya", waiter: "Elie", table_number }, contacts }),
  });
}

test("home is tonight's floor: each table of this branch with who serves it and whose birthday is near", async ({ page, house }, info) => {
  await signIn(page);
  const main = page.getByRole("main");
  await expect(main.getByText("No tables yet tonight.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await save(house, "12", [
    { name: "Nour Karam", phones: "76 400 118", birthday: "24/11" },
    { name: "سارة معلوف", phones: "81 700 456", birthday: "14/5" },
  ]);
  await save(house, "3", [{ name: "Ziad", phones: "" }]);
  await save(house, "7", [{ name: "Hala Mansour", phones: "76 912 345", birthday: "21/11" }], "batroun");
  const floor = main.getByRole("region", { name: /^Tonight’s tables/ });
  const cards = floor.getByRole("button", { name: /^Table/ });
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText("3");
  await expect(cards.last()).toContainText("Maya · Elie");
  await expect(cards.last()).toContainText("2 guests · since 21:40");
  await expect(cards.last()).toContainText("Nour Karam 24 Nov");
  // Among whom the birthdays are: tonight's guests of this branch.
  await expect(floor.getByRole("heading")).toContainText("2 tables · 3 guests · 1 of them with a birthday in the next 7 days");
  await expectNoSidewaysScroll(page);
  await cards.last().click();
  await expect(dialogOf(page).getByRole("heading", { name: "Table 12" })).toBeVisible();
  await expect(dialogOf(page).getByText("No changes")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Back" }).click();
  await page.keyboard.press("Escape");

  // The feed of every branch is there once, in the rail or in its section.
  const rail = page.getByRole("complementary", { name: "Live feed" });
  await expect(rail).toBeVisible({ visible: info.project.name === "desktop" });
  await main.getByRole("button", { name: /For Data Group/ }).click();
  await expect(main.getByText("Hala Mansour")).toHaveCount(1);
  await expect(rail).toHaveCount(0);
});

test("who comes in the morning sees how many guests have their birthday, and is one tap from them", inTurn(1), async ({ page, house }) => {
  await signIn(page);
  const line = page.getByRole("main").getByRole("link", { name: /birthday/ });
  await expect(line).toHaveText("No guest of the book has a birthday today");
  await celebrate(house, ["Rima Aoun,76 555 001,20/11", "Jad Saba,76 555 002,20/11/1990"]);
  await celebrate(house, ["Not Ours,76 555 003,20/11"], "batroun");
  await page.reload();
  await expect(line).toHaveText("2 guests of the book have their birthday today · nobody greeted yet");
  await expectNoSidewaysScroll(page);
  await line.click();
  await expect(page.getByRole("main").getByText("Rima Aoun").filter({ visible: true })).toBeVisible();
});

test(
  "a table that is on this device only stands marked on the floor, and one with a number alone asks for nothing",
  inTurn(2),
  async ({ page }) => {
    await signIn(page);
    const select = await beginTable(page, { number: "21", hostess: "Rima", waiter: "Jad" });
    await page.reload();
    const main = page.getByRole("main");
    await expect(main.getByText("No tables yet tonight.")).toBeVisible();
    await expect(page.getByText(/not finished on this device/)).toHaveCount(0);
    await main.getByRole("button", { name: /^Saved tables/ }).click();
    await dialogOf(page).getByRole("button", { name: "Open table 21" }).click();
    await select.getByPlaceholder("Search by name or phone").fill("Nour");
    await select.getByRole("button", { name: "Add Nour Karam" }).click();
    await page.reload();
    await expect(page.getByText("1 table not finished on this device")).toBeVisible();
    const card = main.getByRole("button", { name: /^Table 21/ });
    await expect(card).toContainText("Draft on this device");
    await card.click();
    await dialogOf(page).getByRole("button", { name: "Save 1 guest to table 21" }).click();
    await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
    await expect(main.getByRole("button", { name: /^Table 21/ })).not.toContainText("Draft");
  },
);

test(
  "the server draws the frame and tonight's tables, and nothing moves under the finger when the code is there",
  PHONE_FIRST,
  async ({ page, house, browser }) => {
    await saveElsewhere(house, "51");
    await signIn(page);
    const storage = await page.context().storageState();
    const size = page.viewportSize();
    const bare = await browser.newContext({ storageState: storage, viewport: size, javaScriptEnabled: false, baseURL: house.url });
    const drawn = await bare.newPage();
    await drawn.goto("/");
    await expect(drawn.getByRole("button", { name: "New table" }).last()).toBeVisible();
    await expect(drawn.getByRole("heading", { level: 1 })).toContainText("admin");
    await expect(drawn.getByText("1 table", { exact: true })).toBeVisible();
    await expect(drawn.getByRole("button", { name: /^Table 51 Rima · Jad 1 guest/ })).toBeVisible();
    await bare.close();

    await page.addInitScript(() => {
      const seen = window as Window & { shift?: number };
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          seen.shift = (seen.shift ?? 0) + ((entry as PerformanceEntry & { value: number }).value ?? 0);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.reload();
    await everythingLoaded(page);
    expect(await page.evaluate(() => (window as Window & { shift?: number }).shift)).toBeLessThan(0.02);
  },
);

const HOUR_MS = 3_600_000;

for (const [device, ahead, later] of [
  ["whose clock is 400 days ahead", 400 * 24 * HOUR_MS, 400 * 24 * HOUR_MS],
  ["whose clock was an hour ahead and is right now", HOUR_MS, 0],
] as const) {
  test(`on a device ${device}, a page that is opened again shows the newest list`, inTurn(3), async ({ page, house }) => {
    await page.addInitScript(() => {
      const now = Date.now;
      const ms = Number(localStorage.getItem("ahead"));
      Date.now = () => now() + ms;
    });
    const setAhead = (ms: number) => page.evaluate((value) => localStorage.setItem("ahead", String(value)), ms);
    await saveElsewhere(house, "51");
    await signIn(page);
    await setAhead(ahead);
    await page.reload();
    const saved = page.getByRole("button", { name: /^Saved tables/ });
    await expect(saved).toHaveText("Saved tables1");
    await pageListens(page);
    // What this device keeps is kept a moment after it came.
    await page.waitForTimeout(2_500);
    // The server's clock stands still in these tests, and an evening goes on.
    house.setClock(new Date(Date.parse(EVENING) + 60_000).toISOString());
    await saveElsewhere(house, "52");
    await setAhead(later);
    // The list that comes with the page and the one that was kept are judged by their ages alone: no newer one comes.
    await page.route("**/api/saved-tables", () => new Promise<void>(() => {}));
    await page.reload();
    await pageListens(page);
    await page.waitForTimeout(1_500); // by now what was kept is back
    await expect(saved).toHaveText("Saved tables2");
  });
}

test("letters that stand in until the page's own have come move nothing below them", inTurn(4), async ({ page, house }) => {
  await saveElsewhere(house, "51");
  await signIn(page);
  const main = page.getByRole("main");
  const places = async () => {
    const boxes = [main.getByRole("button", { name: /^Table 51/ }), main.getByRole("button", { name: /For Data Group/ })];
    return Promise.all(boxes.map(async (box) => (await box.boundingBox())?.y));
  };
  await pageListens(page);
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 });
    const before = await places();
    const wider = await page.addStyleTag({ content: "* { letter-spacing: 0.06em }" });
    expect(await places(), `${width} px`).toEqual(before);
    await wider.evaluate((style) => style.parentNode?.removeChild(style));
    const [label, shown] = await main
      .getByRole("button", { name: "End of day" })
      .locator(".mantine-Button-label")
      .evaluate((text) => [text.scrollWidth, text.clientWidth]);
    expect(shown, `${width} px`).toBeGreaterThanOrEqual(label ?? 0);
  }
});

test("a panel of home that breaks leaves the others", inTurn(5), async ({ page, house }) => {
  await save(house, "7", [{ name: "Hala Mansour", phones: "76 912 345" }]);
  await save(house, "8", [{ name: "Ziad", phones: "" }]);
  // The floor alone sorts by numbers.
  await page.addInitScript(() => {
    const compare = String.prototype.localeCompare;
    String.prototype.localeCompare = function (that: string, locales?: string | string[], options?: Intl.CollatorOptions) {
      if (options?.numeric) throw new Error("This browser cannot sort by numbers.");
      return compare.call(this, that, locales as string, options);
    };
  });
  await signIn(page);
  const main = page.getByRole("main");
  await expect(main.getByText("This part could not be shown.")).toBeVisible();
  await expect(main.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(main.getByRole("button", { name: /For Data Group/ })).toBeVisible();
  await expect(page.getByText("This page could not be shown")).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: "Bottom" })).toBeVisible();
});

test("a Home that stands still loads nothing that the browser complains of, and everything that is needed", inTurn(6), async ({ page }) => {
  const said: string[] = [];
  page.on("console", (message) => message.text().includes("preload") && said.push(message.text()));
  await signIn(page);
  await everythingLoaded(page);
  // What was loaded for nothing, the browser says at the first call five seconds after it.
  for (const _ of ["once", "twice"]) {
    await page.waitForTimeout(5_500);
    await page.evaluate(() => fetch("/icon.svg"));
  }
  expect(said).toEqual([]);
  await page.context().setOffline(true);
  await page.getByRole("navigation", { name: "Bottom" }).getByText("Birthdays").click();
  await expect(page.locator("form", { has: page.getByLabel("Date", { exact: true }) })).toHaveCSS("position", "sticky");
});
