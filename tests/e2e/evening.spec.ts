import { BACKUPS_KEPT } from "../../lib/evening/evening-texts";
import {
  AFTER_2315,
  beginTable,
  choose,
  dialogOf,
  EVENING,
  expect,
  expectNoSidewaysScroll,
  FLOOR,
  inTurn,
  MOVING,
  signIn,
  test,
} from "./fixtures";
import { JSON_BODY } from "./house";

test.use(MOVING);

test("the evening, from the first table to the central guest book", FLOOR, async ({ page, house }, info) => {
  await page.goto("/search-date?from=menu");
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsearch-date%3Ffrom%3Dmenu$/);
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("wrong-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong username or password.")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill("seven brass lanterns");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/search-date\?from=menu$/);
  await page.goto("/");
  await expect(page.getByRole("banner").getByText("API OK")).toBeVisible();

  // A table at Jounieh: one known guest found by two spellings of his phone, one known by a part of her name, one new.
  const select = await beginTable(page, { number: "12", hostess: "Rima", waiter: "Jad" });
  const search = select.getByPlaceholder("Search by name or phone");
  const results = select.getByRole("region", { name: "Search Results" });
  for (const typed of ["+961 3 123456", "03 123456", "03/123", "٠٣١٢٣٤٥٦"]) {
    await search.fill(typed);
    await expect(results.getByText("رامي خوري")).toBeVisible();
  }
  await expect(results.getByText("Next 7 days")).toBeVisible();
  await results.getByRole("button", { name: "Add رامي خوري" }).click();
  await expect(results.getByRole("button", { name: "Added: رامي خوري" })).toBeDisabled();
  await search.fill("elodie");
  await expect(results.getByText("Last month")).toBeVisible();
  await results.getByRole("button", { name: "Add Élodie Haddad" }).click();

  // The same phone in another spelling is the same person: the form says so and adds nobody.
  await search.fill("Rami K");
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await expect(form.getByLabel("Name")).toHaveValue("Rami K");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Name and Phone are required!")).toBeVisible();
  await form.getByLabel("Phone").fill("009613123456");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("This contact (same phone) is already added.")).toBeVisible();
  await form.getByLabel("Name").fill("سارة معلوف");
  await form.getByLabel("Phone").fill("70 999 888");
  await expect(form.getByText(/96170999888/)).toBeVisible();
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expectNoSidewaysScroll(page);
  await select.getByRole("button", { name: "Save 3 guests to table 12" }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 3 contact(s).")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name FROM table_guest ORDER BY position")).toEqual([
    { name: "رامي خوري" },
    { name: "Élodie Haddad" },
    { name: "سارة معلوف" },
  ]);
  expect(house.rows("hub.db", "SELECT sum(points) AS points, count(*) AS visits FROM loyalty_visit")).toEqual([{ points: 15, visits: 3 }]);

  // The table is opened and edited: one guest goes, one row is added, and the rest keep their place.
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 12/ })
    .click();
  const edit = dialogOf(page);
  await expect(edit.getByText("Rima")).toBeVisible();
  const isPhone = info.project.name === "phone"; // guests are cards there, which open at a touch
  if (isPhone) await edit.getByRole("button", { name: /^Élodie Haddad/ }).click();
  await edit.getByRole("button", { name: "Remove Élodie Haddad" }).click();
  await edit.getByRole("button", { name: "Add Blank Contact" }).click();
  await edit.getByLabel("Name").last().fill("Georges Khoury");
  await edit.getByLabel("Phones").last().fill("71 222 333");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Table saved", { exact: true })).toBeVisible();
  await edit.getByRole("button", { name: "Back" }).click();
  expect(house.rows("jounieh/table.db", "SELECT name FROM table_guest ORDER BY position")).toEqual([
    { name: "رامي خوري" },
    { name: "سارة معلوف" },
    { name: "Georges Khoury" },
  ]);

  // The same guest sits at Batroun on the same evening, with the other spelling of his phone.
  const elsewhere = await house.api("/save-table", {
    method: "POST",
    branch: "batroun",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      metadata: { hostess: "Maya", waiter: "Elie", table_number: "3" },
      contacts: [
        { name: "Rami Khoury", phones: "+961 3 123456", email: "rami@example.com" },
        { name: "Hala Mansour", phones: "76 912 345" },
      ],
    }),
  });
  expect(elsewhere.status).toBe(200);

  // The live feed knows both branches.
  await page.goto("/");
  await page.getByRole("button", { name: /For Data Group/ }).click();
  const feed = page.getByRole("main");
  await expect(feed.getByText("Hala Mansour").first()).toBeVisible();
  await expect(feed.getByText("سارة معلوف").first()).toBeVisible();

  // Before 23:15 the gate is closed; Merge All is not.
  await choose(page, "End", "End of day");
  await expect(page.getByText("End of Day is available after 23:15")).toBeVisible();
  await choose(page, "Actions", "Merge all");
  await expect(dialogOf(page).getByText("Merge all saved tables into one table.db?")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: /merge/i }).click();
  await expect(dialogOf(page).getByText("Inserted")).toBeVisible();
  await expect(dialogOf(page).getByText(BACKUPS_KEPT)).toBeHidden();
  await dialogOf(page).getByText("Backup", { exact: true }).click();
  await expect(dialogOf(page).getByText(BACKUPS_KEPT)).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT count(*) AS n FROM guest_row")).toEqual([{ n: 3 }]);
  await page.keyboard.press("Escape");

  // After 23:15 the banner is there, and two presses close the evening.
  house.setClock(AFTER_2315);
  await page.goto("/");
  const banner = page.getByRole("region", { name: "End of Day" });
  await expect(banner.getByText("End of Day is ready")).toBeVisible();
  await banner.getByRole("button", { name: "Run End of Day" }).click();
  await expect(dialogOf(page).getByText("Run End of Day now?")).toBeVisible();
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(dialogOf(page).getByText("Skipped")).toBeVisible();
  // Each number once.
  await expect(dialogOf(page).getByText("1 table with 3 guests is closed.")).toBeVisible();
  await expect(dialogOf(page).getByText(/inserted|there already/i)).toHaveCount(2);
  await dialogOf(page).getByText("Backup", { exact: true }).click();
  await expect(dialogOf(page).getByText(BACKUPS_KEPT)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(banner).toBeHidden();
  const book = house.rows<{ name: string }>("jounieh/contacts.db", "SELECT name FROM contact");
  expect(book.filter((row) => row.name === "سارة معلوف")).toHaveLength(1);
  expect(book).toHaveLength(6);
  await choose(page, "Actions", "Saved tables");
  await expect(dialogOf(page).getByText("No saved tables yet")).toBeVisible();
  await page.keyboard.press("Escape");
  const batroun = await house.api("/end-of-day", { method: "POST", branch: "batroun" });
  expect(await batroun.json()).toMatchObject({ inserted: 2, skipped: 0 });

  // The guests are found by date.
  await choose(page, "Navigate", "Search Contacts by Date");
  await expect(page).toHaveURL(/\/search-date$/);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("سارة معلوف").first()).toBeVisible();
  await expect(page.getByText(/Total fetched: \d+/)).toBeVisible();
  await expectNoSidewaysScroll(page);

  // Both branches become one book: the guest of both stands in it once, with what either knew of him.
  await page.goto("/merge-by-date-all");
  await expect(page.getByRole("checkbox", { name: "Save backups" })).toHaveAccessibleDescription(BACKUPS_KEPT);
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(page.getByText("Inserted")).toBeVisible();
  const result = page.getByRole("region", { name: "Result of the merge" });
  await expect(result.getByRole("heading", { level: 2 })).toHaveText("New guests of Fri 20 Nov 2026 are in the central book.");
  await result.getByText("Details: sources and backup").click();
  await expect(result.getByText(BACKUPS_KEPT)).toBeVisible();
  await expect(result.getByText("batroun/table.db")).toBeVisible();
  await expectNoSidewaysScroll(page);
  const central = house.rows<{ name: string; email: string }>("central/contacts.db", "SELECT name, email FROM contact ORDER BY name");
  expect(central).toHaveLength(4);
  expect(central.filter((row) => row.email === "rami@example.com")).toHaveLength(1);
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(page.getByText("Inserted")).toBeVisible();
  expect(house.rows("central/contacts.db", "SELECT count(*) AS n FROM contact")).toEqual([{ n: 4 }]);
  house.setClock(EVENING);
});

test("an End of Day that is done asks nobody again, until a table comes late and is taken too", inTurn(6), async ({ page, house }) => {
  house.setClock(AFTER_2315);
  const save = (table_number: string) =>
    house.api("/save-table", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        metadata: { hostess: "Maya", waiter: "Elie", table_number },
        contacts: [{ name: "Hala Mansour", phones: "76 912 345" }],
      }),
    });
  await save("3");
  // Another device ran it.
  expect((await house.api("/end-of-day", { method: "POST" })).status).toBe(200);
  await signIn(page);
  const main = page.getByRole("main");
  await expect(main.getByText("Closed by End of Day")).toBeVisible();
  await expect(main.getByLabel("0 saved tables")).toBeVisible();
  const banner = page.getByRole("region", { name: "End of Day" });
  await expect(banner).toBeHidden();
  await save("4");
  await page.reload();
  await expect(banner).toContainText("Late tables are waiting. 1 table, 1 guest go to the guest book.");
  await banner.getByRole("button", { name: "Run End of Day again" }).click();
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(dialogOf(page).getByText("End of Day is done: Jounieh")).toBeVisible();
  await expect(dialogOf(page).getByText("1 table with 1 guest is closed.")).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("Merge by Date says first which branches are not closed, and closes them from there", inTurn(0), async ({ page, house }) => {
  const save = async (branch: string, table_number: string, ...contacts: { name: string; phones: string }[]) => {
    const body = JSON.stringify({ metadata: { hostess: "Maya", waiter: "Elie", table_number }, contacts });
    expect((await house.api("/save-table", { method: "POST", branch, headers: JSON_BODY, body })).status).toBe(200);
  };
  await save("batroun", "3", { name: "Hala Mansour", phones: "76 912 345" }, { name: "Omar Saad", phones: "71 333 444" });
  await save("ehden", "1", { name: "Ziad Sarkis", phones: "71 444 555" });
  await save("ehden", "2", { name: "Rana Aoun", phones: "71 666 777" });
  await signIn(page, undefined, "/merge-by-date-all");
  const block = page.getByRole("region", { name: "Branches that are not closed" });
  const head = block.getByRole("heading");
  await expect(head).toHaveText("2 branches are not closed: 3 tables (4 guests) are not in the central book");
  await expect(block).toContainText("End of Day is available after 23:15");
  await expect(block.getByRole("button")).toHaveCount(0);

  // A merge of nothing is no success, and what is missing stands above it still.
  await page.getByRole("button", { name: "Run Merge" }).click();
  const result = page.getByRole("region", { name: "Result of the merge" });
  const outcome = result.getByRole("heading", { level: 2 });
  await expect(outcome).toHaveText("Nothing came: no branch that was read has merged guests of Fri 20 Nov 2026.");
  await expect(head).toHaveText("2 branches are not closed: 3 tables (4 guests) are not in the central book");
  await expect(head).toBeInViewport();
  await result.getByText("Details: sources and backup").click();
  await expect(result.getByText("no merged guests of this date")).toHaveCount(5);
  await expect(result.locator("[data-used]")).toHaveCount(0);
  await expectNoSidewaysScroll(page);

  house.setClock(AFTER_2315);
  await page.reload();
  for (const branch of ["Batroun", "Ehden"]) {
    await block.getByRole("button", { name: `Run End of Day in ${branch}` }).click();
    await expect(dialogOf(page)).toContainText(`${branch}. Tonight's guests`);
    await dialogOf(page)
      .getByRole("button", { name: /run end of day/i })
      .click();
    await expect(dialogOf(page).getByText(`End of Day is done: ${branch}`)).toBeVisible();
    await page.keyboard.press("Escape");
  }
  await expect(block).toHaveCount(0);
  expect(house.rows("ehden/table.db", "SELECT count(*) AS n FROM saved_table WHERE closed_by IS NULL")).toEqual([{ n: 0 }]);
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(outcome).toHaveText("New guests of Fri 20 Nov 2026 are in the central book.");
  expect(house.rows("central/contacts.db", "SELECT count(*) AS n FROM contact")).toEqual([{ n: 4 }]);
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(outcome).toHaveText("Nothing new: the guests of Fri 20 Nov 2026 were in the central book already.");
  house.setClock(EVENING);
});
