import { dialogOf, EVENING, expect, expectNoSidewaysScroll, FLOOR, type House, OFFICE, saveElsewhere, signIn, test } from "./fixtures";

async function save(house: House, table_number: string, contacts: object[], party_size: number | null = null, branch?: string) {
  const body = JSON.stringify({ metadata: { hostess: "Maya", waiter: "Elie", table_number, party_size }, contacts });
  expect((await house.api("/save-table", { method: "POST", branch, headers: { "content-type": "application/json" }, body })).status).toBe(
    200,
  );
}

const NOUR = { name: "Nour Karam", phones: "76 400 118", birthday: "20/11" };

test(
  "the evening's figures open their rows, follow what is saved, turn grey when they are old, and name nobody on the wall",
  FLOOR,
  async ({ page, house }) => {
    await save(house, "12", [NOUR, { name: "Ziad", phones: "" }], 3);
    await signIn(page);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /Branch Live Stats/ }).click();
    const jounieh = main.getByRole("region", { name: "Jounieh" });
    await expect(jounieh.getByRole("button", { name: "People 3 known for 1 of 1 tables" })).toBeVisible();
    await expect(main.getByText("Nothing saved or sent yet tonight.")).toHaveCount(4);
    await expectNoSidewaysScroll(page);

    await saveElsewhere(house, "14");
    await expect(jounieh.getByRole("button", { name: "Guests 3" })).toBeVisible();
    await jounieh.getByRole("button", { name: /^With a valid phone 67%/ }).click();
    const behind = dialogOf(page);
    await expect(behind.getByText("Guests with at least one number that can be called, of all guests recorded.")).toBeVisible();
    await expect(behind.getByRole("listitem")).toHaveCount(2);
    await expectNoSidewaysScroll(page);
    await behind.getByRole("button", { name: "Nour Karam" }).click();
    await expect(dialogOf(page).getByRole("heading", { name: "Table 12" })).toBeVisible();
    await dialogOf(page).getByRole("button", { name: "Back" }).click();

    await expect(main.getByText("Nour Karam has a birthday today and sits at table 12, Jounieh.")).toBeVisible();
    await main.getByRole("button", { name: "Wall screen" }).click();
    const wall = page.getByRole("dialog", { name: "Wall screen" });
    await expect(wall.getByText("A guest has a birthday today and sits at table 12, Jounieh.")).toBeVisible();
    await expect(wall).not.toContainText("Nour");
    await page.keyboard.press("Escape");
    await main.getByRole("button", { name: "Hand over the shift" }).click();
    await dialogOf(page).getByLabel("Notes for the next shift").fill("Table 14 was promised a cake.");
    await expect(dialogOf(page)).toContainText("Jounieh, table 14: \u2068Rima\u2069, \u2068Jad\u2069; 1 guest since 21:40");
    await expect(dialogOf(page).locator("pre")).toContainText("Table 14 was promised a cake.");
    await dialogOf(page).getByRole("button", { name: "Close" }).click();

    await page.clock.install();
    await page.route("**/api/stats/**", (route) => route.abort());
    await page.clock.fastForward(40_000);
    await expect(main.getByText(/these numbers are old/)).toBeVisible();
    await expect(main.getByText("not live: the server does not answer")).toBeVisible();
  },
);

test(
  "past evenings are compared, each figure with its formula and its course, and saved as a workbook",
  OFFICE,
  async ({ page, house }) => {
    for (const [day, table] of [
      ["2026-11-13", "1"],
      ["2026-11-18", "2"],
    ]) {
      house.setClock(`${day}T19:00:00.000Z`);
      await save(house, table ?? "", [NOUR], 2);
      house.setClock(`${day}T21:30:00.000Z`);
      expect((await house.api("/end-of-day", { method: "POST" })).status).toBe(200);
    }
    house.setClock(EVENING);
    await signIn(page);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: /Branch History Stats/ }).click();
    await main.getByRole("radio", { name: "Last 7 days" }).click();
    const row = main.getByRole("row", { name: /^Different guests/ });
    await expect(row.getByRole("cell").first()).toHaveText("1");
    await main.getByRole("radio", { name: "Last 30 days" }).click();
    await expect(main.getByRole("row", { name: /^Visits 2/ })).toBeVisible();
    await row.getByRole("button").click();
    await expect(main.getByText(/^Visits without those of guests who were there before within these dates/)).toBeVisible();
    await main.getByText("Each day as a number").click();
    await expect(main.getByRole("link", { name: "18 Nov" })).toHaveAttribute("href", "/search-date?date=2026-11-18");
    await expect(
      main
        .getByRole("table")
        .last()
        .getByRole("row", { name: /^Wednesday/ }),
    ).toContainText("0.2");
    await expectNoSidewaysScroll(page);
    const download = page.waitForEvent("download");
    await main.getByRole("button", { name: "Export XLSX" }).click();
    expect((await download).suggestedFilename()).toBe("statistics-2026-10-21-2026-11-19.xlsx");
  },
);
