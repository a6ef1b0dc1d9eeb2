import { beginTable, dialogOf, expect, inTurn, ONE_SIZE, saveElsewhere, signIn, test } from "./fixtures";

test("a save whose line is cut keeps what was typed, over a reload, and saves and awards once", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "21", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  // The server does its work, and the answer is lost on the way.
  await page.route("**/api/save-table", async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(page.getByText("Failed to save table.")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toHaveLength(1);
  await page.unroute("**/api/save-table");
  await page.reload();
  // Nobody presses anything: the server answers again.
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toHaveLength(1);
  expect(house.rows("hub.db", "SELECT points FROM loyalty_visit")).toEqual([{ points: 5 }]);
  await page.reload();
  await expect(page.getByText(/waiting to send/)).toHaveCount(0);
});

test("a tab that dies in the middle of Select Contacts loses nothing", inTurn(1), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "22", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("khour");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await page.reload();
  await expect(page.getByText("1 table not finished on this device")).toBeVisible();
  await expect(page.getByText(/belongs? to the server/)).toHaveCount(0);
  await page
    .getByRole("button", { name: /^Saved tables/ })
    .first()
    .click();
  await expect(dialogOf(page).getByText("Drafts on this device")).toBeVisible();
  await expect(dialogOf(page).getByText(/Table 22/)).toBeVisible();
});

test("a guest in the form goes with the save, and half a guest holds it up", inTurn(2), async ({ page, house }, info) => {
  await signIn(page);
  const select = await beginTable(page, { number: "23", hostess: "Rima", waiter: "Jad" });
  const search = select.getByPlaceholder("Search by name or phone");
  const form = select.getByRole("form", { name: "Add New Contact" });
  // On a wide screen the form is always there.
  const closeForm = async () => {
    if (info.project.name !== "desktop") await form.getByRole("button", { name: "Close" }).click();
  };
  await search.fill("Ziad Sarkis");
  await select.getByRole("button", { name: /^Add new/ }).click();
  await closeForm();
  await select.getByRole("button", { name: "Save 1 guest to table 23" }).click();
  await expect(form.getByText("Name and Phone are required!")).toBeVisible();
  await expect(form.getByLabel("Phone")).toBeFocused();
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toEqual([]);

  await closeForm();
  await search.fill("71 444 555");
  const results = select.getByRole("region", { name: "Search Results" });
  await results.getByRole("button", { name: /^Go on with ‘Ziad Sarkis’/ }).click();
  await expect(form.getByLabel("Name")).toHaveValue("Ziad Sarkis");
  await expect(form.getByLabel("Phone")).toHaveValue("71 444 555");
  await form.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(form.getByLabel("Name")).toHaveValue("");
  await form.getByRole("button", { name: "Undo clear" }).click();
  await closeForm();
  await select.getByRole("button", { name: "Save 1 guest to table 23" }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name, phones FROM table_guest")).toEqual([{ name: "Ziad Sarkis", phones: "96171444555" }]);
});

test("Table Info that was opened by the pencil and cancelled changes nothing and loses nothing", inTurn(3), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "24", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Hala");
  await select.getByRole("button", { name: /^Add new/ }).click();
  await select.getByRole("button", { name: "Change table, hostess or waiter" }).click();
  await dialogOf(page).getByLabel("Table number").fill("99");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page).getByRole("heading", { name: "Table 24" })).toBeVisible();
  await expect(dialogOf(page).getByRole("form", { name: "Add New Contact" }).getByLabel("Name")).toHaveValue("Hala");
  await page.reload();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialogOf(page).getByRole("heading", { name: "Table 24" })).toBeVisible();
  await expect(dialogOf(page).getByRole("form", { name: "Add New Contact" }).getByLabel("Name")).toHaveValue("Hala");
});

test("Ctrl S leaves somebody in the cell where they type", inTurn(4), async ({ page, house }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await saveElsewhere(house, "25");
  await signIn(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Table 25/ })
    .click();
  const edit = dialogOf(page);
  const company = edit.getByLabel("Company of guest 1");
  await company.fill("Alfa");
  await page.keyboard.press("Control+s");
  await expect(edit.getByText("No changes")).toBeVisible();
  await expect(company).toBeFocused();
  await page.keyboard.press("End");
  await page.keyboard.type(" Group");
  await expect(company).toHaveValue("Alfa Group");
  // Of somebody who is new, too.
  const focused = await edit.getByRole("button", { name: "Add Blank Contact" }).evaluate((button: HTMLElement) => {
    button.click();
    return document.activeElement?.getAttribute("aria-label");
  });
  expect(focused, "before anything is drawn again").toBe("Name of guest 2");
  await page.keyboard.type("Ziad");
  await page.keyboard.press("Control+s");
  await expect(edit.getByText("No changes")).toBeVisible();
  await expect(edit.getByLabel("Name of guest 2")).toBeFocused();
  // And in a day that is only being understood.
  await edit.getByLabel("Birthday of guest 2").click();
  await page.keyboard.type("24/11");
  await page.keyboard.press("Control+s");
  await expect(edit.getByText("No changes")).toBeVisible();
  // Undo stands in the place of whoever was taken off.
  await edit.getByRole("button", { name: "Remove Hala Mansour" }).click();
  await expect(edit.getByRole("row").nth(1).getByRole("button", { name: "Undo" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(edit.getByRole("button", { name: "Remove Hala Mansour" })).toBeFocused();
});

test(
  "a birthday that is none holds up Add and Save, outlasts a reload, and nothing is saved in its place",
  inTurn(5),
  async ({ page, house }) => {
    await signIn(page);
    const select = await beginTable(page, { number: "26", hostess: "Rima", waiter: "Jad" });
    const form = select.getByRole("form", { name: "Add New Contact" });
    const birthday = form.getByLabel("Birthday");
    await select.getByPlaceholder("Search by name or phone").fill("Ziad Sarkis");
    await select.getByRole("button", { name: /^Add new/ }).click();
    await form.getByLabel("Phone").fill("71 444 555");
    const type = async (text: string) => {
      await birthday.fill(text);
      await birthday.press("Tab");
    };
    await type("2/7/1990");
    await expect(birthday).toHaveValue("2 Jul 1990");
    for (const [text, said] of [
      ["1/1/1800", "This year is before 1900"],
      ["25/12/2099", "This day lies in the future"],
      ["31/4", "This day does not exist"],
    ] as const) {
      await type(text);
      await expect(birthday).toHaveAccessibleDescription(said);
      await expect(birthday).toHaveValue(text);
    }
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(form.getByRole("alert")).toHaveText("Birthday: this day does not exist.");
    await expect(birthday).toBeFocused();
    await form.getByRole("button", { name: "Close" }).click();
    await select.getByRole("button", { name: "Save 1 guest to table 26" }).click();
    await expect(form.getByRole("alert")).toHaveText("Birthday: this day does not exist.");
    await expect(birthday).toBeFocused();
    expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toEqual([]);

    await page.reload();
    await page
      .getByRole("button", { name: /^Saved tables/ })
      .first()
      .click();
    await dialogOf(page).getByRole("button", { name: "Open table 26" }).click();
    await expect(birthday).toHaveValue("31/4");
    await type("30/4");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await select.getByRole("button", { name: "Save 1 guest to table 26" }).click();
    await expect(page.getByText(/^Loyalty: \+5 awarded/)).toBeVisible();
    expect(house.rows("jounieh/table.db", "SELECT birthday, birth_year FROM table_guest")).toEqual([
      { birthday: "--04-30", birth_year: 1990 },
    ]);
  },
);
