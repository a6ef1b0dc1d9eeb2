import { DATE_MERGE_TEXTS } from "../../lib/merging/merge-by-date-texts";
import {
  AFTER_2315,
  choose,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  type House,
  nothingMoves,
  ONE_SIZE,
  signIn,
  tapOnce,
  test,
} from "./fixtures";

const save = (house: House) =>
  house.api("/save-table", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      metadata: { hostess: "Maya", waiter: "Elie", table_number: "3" },
      contacts: [{ name: "Hala Mansour", phones: "76 912 345" }],
    }),
  });

test("the date search opens with today's guests, and what is no date is said and stays to be mended", ONE_SIZE, async ({ page, house }) => {
  await save(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();
  const date = main.getByLabel("Date", { exact: true });
  await expect(date).toHaveValue("11/20/2026");
  await date.fill("13/45/2026");
  await date.press("Tab");
  await expect(main.getByText("Date input not valid")).toBeVisible();
  await expect(date).toHaveValue("13/45/2026");
  await main.getByRole("button", { name: "Search", exact: true }).click();
  await expect(main.getByText("Date input not valid")).toBeVisible();
  await expect(date).toHaveValue("13/45/2026");
  await date.fill("11/19/2026");
  await date.press("Enter");
  await expect(main.getByText("Date input not valid")).toBeHidden();
  await expect(main.getByText("No contacts found for this date.")).toBeVisible();
  // Outside of the field the arrow keys go from day to day; with another key they are the browser's.
  await date.blur();
  await page.keyboard.press("Control+ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(main.getByText("Hala Mansour").first()).toBeVisible();
  await expect(date).toHaveValue("11/20/2026");
  await expectNoSidewaysScroll(page);
});

test("a date is typed month first until Control Panel says that the day stands first", ONE_SIZE, async ({ page, house }) => {
  await save(house);
  await signIn(page, undefined, "/search-date");
  const main = page.getByRole("main");
  const date = main.getByLabel("Date", { exact: true });
  const search = async (typed: string, found: boolean) => {
    await date.fill(typed);
    await date.press("Enter");
    await expect(found ? main.getByText("Hala Mansour").first() : main.getByText("No contacts found for this date.")).toBeVisible();
  };
  await expect(date).toHaveValue("11/20/2026");
  await search("11/19/2026", false);
  await search("11/20/2026", true);

  await page.goto("/control");
  const setting = page.getByRole("region", { name: "How dates are written" });
  await expect(setting.getByRole("radio", { name: "11/20/2026 month first" })).toBeChecked();
  await setting.getByRole("radio", { name: "20/11/2026 day first" }).check();
  await expect(page.getByText("Dates are written day first now: 20/11/2026.")).toBeVisible();
  await expect(setting.getByText(/^Chosen by admin, Fri 20 Nov 2026/)).toBeVisible();

  // Without opening the page anew.
  await page.getByRole("main").getByRole("link", { name: "Search Contacts by Date" }).click();
  await expect(date).toHaveValue("20/11/2026");
  await search("19/11/2026", false);
  await search("20/11/2026", true);
  await date.fill("11/20/2026");
  await date.press("Tab");
  await expect(main.getByText("Date input not valid")).toBeVisible();
  await page.reload();
  await expect(date).toHaveValue("20/11/2026");
});

test(
  "the answer of Merge by Date comes into sight, and an End of Day that finds nothing does not look like one that did",
  ONE_SIZE,
  async ({ page, house }) => {
    house.setClock(AFTER_2315);
    await save(house);
    expect((await house.api("/end-of-day", { method: "POST" })).status).toBe(200);
    await signIn(page, undefined, "/merge-by-date-all");
    // A label of two lines keeps clear of what stands under it.
    const under = page.getByText("Advanced");
    await expect(under).toBeVisible();
    const words = await page.getByText(DATE_MERGE_TEXTS.includeEarlier).evaluate((label) => {
      const range = document.createRange();
      range.selectNodeContents(label);
      return range.getBoundingClientRect().bottom;
    });
    expect(words).toBeLessThanOrEqual((await under.boundingBox())?.y ?? 0);
    await page.getByRole("button", { name: "Run Merge" }).click();
    await expect(page.getByRole("region", { name: "Result of the merge" }).getByText("Inserted")).toBeInViewport();

    await choose(page, "End", "End of day");
    await dialogOf(page)
      .getByRole("button", { name: /run end of day/i })
      .click();
    await expect(dialogOf(page).getByText("End of Day was already run")).toBeVisible();
    await expect(dialogOf(page).getByText(/^Nothing was waiting. Nothing was changed./)).toBeVisible();
    await expect(dialogOf(page).getByText("Inserted", { exact: true })).toHaveCount(0);
  },
);

test("Enter in a field or a box runs no merge, Ctrl Enter does, and Run stays where it is", ONE_SIZE, async ({ page }) => {
  let runs = 0;
  let tell = () => {};
  const held = new Promise<void>((resolve) => {
    tell = resolve;
  });
  page.on("request", (request) => {
    if (request.url().includes("action=merge_by_date_all_branches")) runs++;
  });
  await page.route("**/merge-by-date/waiting*", async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, undefined, "/merge-by-date-all");
  const run = page.getByRole("button", { name: "Run Merge" });
  await expect(page.getByText(/^API base: http/)).toBeVisible();
  await expect(run).toHaveJSProperty("disabled", true); // a press would be held back as soon as the answer is drawn, and lost
  const before = await run.boundingBox();
  const told = page.waitForResponse("**/merge-by-date/waiting*");
  tell();
  await told;
  await nothingMoves(page);
  expect(await run.boundingBox()).toEqual(before);
  const box = page.getByRole("checkbox", { name: "Save backups" });
  await box.press("Enter");
  await page.getByRole("textbox", { name: "Date" }).press("Enter");
  await box.press("Space");
  await expect(box).not.toBeChecked();
  expect(runs).toBe(0);
  await box.press("Control+Enter");
  await expect(page.getByRole("region", { name: "Result of the merge" })).toBeVisible();
  expect(runs).toBe(1);
});

test("Adjust Contact refuses a birthday that is none at the first touch of Save, and moves nothing", ONE_SIZE, async ({ page, house }) => {
  await save(house);
  await signIn(page, undefined, "/search-date");
  await page.getByRole("button", { name: "What to do with Hala Mansour" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const adjust = dialogOf(page);
  const birthday = adjust.getByLabel("Birthday");
  await birthday.fill("31/9");
  await tapOnce(page, adjust.getByRole("button", { name: "Save", exact: true }));
  await expect(adjust.getByRole("alert")).toHaveText("Birthday: this day does not exist.");
  await expect(birthday).toBeFocused();
  await birthday.fill("30/9/1988");
  await adjust.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Contact updated in table.db")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT birthday, birth_year FROM table_guest")).toEqual([
    { birthday: "--09-30", birth_year: 1988 },
  ]);
});
