import {
  AFTER_2315,
  beginTable,
  choose,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  FLOOR,
  goOn,
  type House,
  inTurn,
  signIn,
  test,
} from "./fixtures";

const ZIAD = { name: "Ziad Sarkis", phones: "71234567", email: "z@x.lb", company: "MEA", birthday: "14/5/1990", address: "Batroun" };

async function saveTable(house: House, table_number: string, contacts: object[]): Promise<void> {
  const answer = await house.api("/save-table", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number }, contacts }),
  });
  expect(answer.status).toBe(200);
}

test("a guest of tonight is found before any merge, says where, and moves without being typed again", FLOOR, async ({ page, house }) => {
  await saveTable(house, "99", [ZIAD]);
  const book = "name,phones\nMia Najjar,03 111222\nWalid Sabbagh,03 111222\n";
  expect((await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: book })).status).toBe(200);
  house.setClock(AFTER_2315);
  await signIn(page);
  const select = await beginTable(page, { number: "8", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("ziad");
  const results = select.getByRole("region", { name: "Search Results" });
  await expect(results.getByText("at table 99 tonight")).toBeVisible();
  await expect(results.getByText("+961 71 234 567")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await results.getByRole("button", { name: "Add Ziad Sarkis" }).click();
  await expect(results.getByRole("button", { name: "Added: Ziad Sarkis" })).toBeVisible();
  await select.getByRole("button", { name: "Save 1 guest to table 8" }).click();
  await expect(page.getByText(/^Loyalty: \+5 awarded/)).toBeVisible();
  const guests = house.rows(
    "jounieh/table.db",
    "SELECT g.name, g.email, g.company, g.birthday, g.birth_year, g.address FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.table_number = '8'",
  );
  expect(guests).toEqual([
    { name: "Ziad Sarkis", email: "z@x.lb", company: "MEA", birthday: "--05-14", birth_year: 1990, address: "Batroun" },
  ]);

  const again = await beginTable(page, { number: "9", hostess: "Rima", waiter: "Jad" });
  await again.getByPlaceholder("Search by name or phone").fill("7");
  await expect(again.getByText("at table 8 tonight")).toBeVisible();

  // Who has several names sits down by the one that was searched for, or by another one of them.
  await again.getByPlaceholder("Search by name or phone").fill("walid");
  const called = again.getByLabel("Name at the table of Mia Najjar");
  await expect(called).toHaveValue("Walid Sabbagh");
  await called.selectOption("Mia Najjar");
  await expect(again.getByRole("button", { name: "Add Mia Najjar" })).toBeVisible();
  await called.selectOption("Walid Sabbagh");
  await again.getByRole("button", { name: "Add Walid Sabbagh" }).click();
  await expect(called).toHaveCount(0);
  await again.getByRole("button", { name: "Save 1 guest to table 9" }).click();
  await expect
    .poll(() =>
      house.rows("jounieh/table.db", "SELECT g.name FROM table_guest g JOIN saved_table t ON t.id = g.table_id WHERE t.table_number = '9'"),
    )
    .toEqual([{ name: "Walid Sabbagh" }]);
});

test("a guest looks the same in the search, the feed, the date search and Edit Table", inTurn(5), async ({ page, house }, info) => {
  await saveTable(house, "12", [
    { ...ZIAD, birthday: "24/11" },
    { name: "رامي خوري", phones: "87 654321" },
  ]);
  await signIn(page);
  if (info.project.name !== "desktop") await page.getByRole("button", { name: /For Data Group/ }).click();
  const block = page.getByRole("article").first();
  await expect(block.getByRole("button", { name: "+961 71 234 567" })).toBeVisible();
  await expect(block.getByText("Next 7 days")).toBeVisible();
  const edges = await block
    .getByRole("button", { name: /^\+961/ })
    .evaluateAll((phones) => phones.map((one) => one.getBoundingClientRect().left));
  expect(edges).toEqual([edges[0], edges[0]]);
  await expect(block.getByRole("img", { name: "Check this number" })).toBeVisible();
  await block.getByRole("button", { name: "+961 71 234 567" }).click();
  await expect(page.getByRole("menuitem", { name: "Call" })).toHaveAttribute("href", "tel:+96171234567");
  await expect(page.getByRole("menuitem", { name: "Copy" })).toBeVisible();
  await page.keyboard.press("Escape");

  await goOn(page, "/search-date?date=2026-11-20");
  await expect(page.getByRole("button", { name: "+961 71 234 567" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.goto("/");
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 12/ })
    .click();
  await expect(dialogOf(page).getByText("Next 7 days")).toBeVisible();
  if (info.project.name === "phone") await expect(dialogOf(page).getByText("+961 71 234 567")).toBeVisible();
});

test("the calendar of a birthday leaves the button free that comes next, chosen or typed", inTurn(6), async ({ page, house }, info) => {
  await signIn(page);
  const select = await beginTable(page, { number: "8", hostess: "Rima", waiter: "Jad" });
  const form = select.getByRole("form", { name: "Add New Contact" });
  const birthday = form.getByLabel("Birthday");
  const calendar = page.getByRole("group", { name: "Month and day" });
  const add = form.getByRole("button", { name: "Add", exact: true });
  if (info.project.name !== "desktop") {
    await select.getByPlaceholder("Search by name or phone").fill("Ziad");
    await select.getByRole("button", { name: /^Add new/ }).click();
  }
  await form.getByLabel("Name").fill("Ziad Sarkis");
  await form.getByLabel("Phone").fill("71 234 567");
  await birthday.click();
  await expect(calendar).toBeVisible();
  await birthday.pressSequentially("14/5/1990");
  await expect(calendar).toBeHidden();
  await expect(birthday).toBeFocused();
  // This Escape is the calendar's still: the form around stays, and shows what was understood.
  await birthday.press("Escape");
  await expect(birthday).toHaveValue("14 May 1990");
  await add.click();

  if (info.project.name !== "desktop") {
    await select.getByPlaceholder("Search by name or phone").fill("Maya");
    await select.getByRole("button", { name: /^Add new/ }).click();
  }
  await form.getByLabel("Name").fill("Maya Azar");
  await form.getByLabel("Phone").fill("71 234 568");
  await birthday.click();
  await calendar.getByRole("button", { name: "May" }).click();
  await expect(calendar.getByRole("button", { name: "31 May" })).toBeVisible();
  // On a PC it stands beside the field, and what was filled in is added with one click.
  if (info.project.name !== "desktop") await calendar.getByRole("button", { name: "14 May" }).click();
  await add.click();
  await select.getByRole("button", { name: "Save 2 guests to table 8" }).click();
  await expect(page.getByText(/^Loyalty: \+5 awarded/)).toBeVisible();
  const born = house.rows("jounieh/table.db", "SELECT birthday, birth_year FROM table_guest ORDER BY position");
  expect(born[0]).toEqual({ birthday: "--05-14", birth_year: 1990 });
});

test(
  "a birthday that is none is a change of Edit Table, which leaving asks about and a save refuses",
  inTurn(0),
  async ({ page, house }) => {
    await saveTable(house, "14", [
      { ...ZIAD, birthday: "2/7/1990" },
      { name: "Hala Mansour", phones: "76 912 345" },
    ]);
    await signIn(page);
    await choose(page, "Actions", "Saved tables");
    await dialogOf(page)
      .getByRole("button", { name: /^Table 14/ })
      .click();
    const edit = dialogOf(page);
    const card = edit.getByRole("button", { name: /^Ziad Sarkis/ });
    await card.click();
    const birthday = edit.getByLabel("Birthday");
    await birthday.fill("30/2");
    await birthday.press("Tab");
    await expect(birthday).toHaveAccessibleDescription("This day does not exist");
    await expect(edit.getByText("1 unsaved change")).toBeVisible();
    await card.click();
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await expect(edit.getByText("Birthday of guest 1: this day does not exist.")).toBeVisible();
    await expect(birthday).toBeFocused();
    await edit.getByRole("button", { name: "Back" }).click();
    await dialogOf(page).getByRole("button", { name: "Keep as draft" }).click();
    await dialogOf(page)
      .getByRole("button", { name: /^Table 14/ })
      .click();
    await edit.getByRole("button", { name: /^Ziad Sarkis/ }).click();
    await expect(birthday).toHaveValue("30/2");
    expect(house.rows("jounieh/table.db", "SELECT birthday, birth_year FROM table_guest ORDER BY position")).toEqual([
      { birthday: "--07-02", birth_year: 1990 },
      { birthday: "", birth_year: null },
    ]);
    await birthday.fill("29/2/1992");
    await edit.getByRole("button", { name: "Save Changes" }).click();
    await expect(page.getByText("Table saved", { exact: true })).toBeVisible();
    expect(house.rows("jounieh/table.db", "SELECT birthday, birth_year FROM table_guest ORDER BY position LIMIT 1")).toEqual([
      { birthday: "--02-29", birth_year: 1992 },
    ]);
  },
);
