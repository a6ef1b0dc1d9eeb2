import type { TestInfo } from "playwright/test";
import { expectAccessible } from "./accessible";
import { AFTER_2315, AXE_ALONE, beginTable, choose, dialogOf, expect, type House, STAFF, signIn, test } from "./fixtures";

const isPhone = (info: TestInfo) => info.project.name === "phone";

/** A table that is saved without the screens. */
async function saveTable(house: House, table_number: string, contacts: object[], table_name?: string): Promise<string> {
  const answer = await house.api("/save-table", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata: { hostess: "Rima", waiter: "Jad", table_number }, contacts, table_name }),
  });
  return ((await answer.json()) as { table_name: string }).table_name;
}

const NOUR = { name: "Nour Karam", phones: "76 400 118" };

test("the sign-in, Home, what opens from its bars and the key list", async ({ page, house }, info) => {
  house.setClock(AFTER_2315);
  await page.goto("/login");
  await expectAccessible(page, "sign-in");
  await signIn(page);
  await expect(page.getByRole("region", { name: "End of Day" })).toBeVisible();
  await expectAccessible(page, "Home with the banner");
  if (isPhone(info)) {
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
    await expect(dialogOf(page).getByText("Merge all", { exact: true })).toBeVisible();
    await expectAccessible(page, "the More sheet");
    await dialogOf(page).getByRole("button", { name: "Close" }).click();
    await expect(dialogOf(page)).toBeHidden();
  }
  for (const group of isPhone(info) ? [] : ["Actions", "Navigate", "End", "Options"]) {
    await page.getByRole("banner").getByRole("button", { name: group }).click();
    await expect(page.getByRole("menu")).toBeVisible();
    await expectAccessible(page, `the menu ${group}`);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
  }
  await page.keyboard.press("?");
  await expect(dialogOf(page).getByText("Single keys work outside fields")).toBeVisible();
  await expectAccessible(page, "the key list");
});

test("the live feed, the ways to reach a guest, and the other pages", AXE_ALONE, async ({ page, house }) => {
  await saveTable(house, "9", [NOUR]);
  // The menu opens over what stands below: over another table, and not over half of the next section's heading.
  await saveTable(house, "10", [{ ...NOUR, phones: "" }]);
  await saveTable(house, "11", [{ ...NOUR, phones: "" }]);
  await signIn(page);
  await page.getByRole("button", { name: /For Data Group/ }).click();
  const feed = page.getByRole("main");
  await expect(feed.getByText("Nour Karam").first()).toBeVisible();
  await expectAccessible(page, "the live feed");
  await feed
    .getByRole("button", { name: /76.?400.?118/ })
    .last()
    .click();
  await expect(page.getByRole("menuitem", { name: "WhatsApp" })).toBeVisible();
  await expectAccessible(page, "the ways to reach a guest");
  await page.goto("/search-date");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText(/Total fetched: \d+/)).toBeVisible();
  await expectAccessible(page, "Search Contacts by Date");
  await page.goto("/merge-by-date-all");
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(page.getByText("Inserted")).toBeVisible();
  await expectAccessible(page, "Merge by Date");
  await page.goto("/control");
  await expectAccessible(page, "Control Panel");
  await signIn(page, STAFF);
  await page.goto("/merge-by-date-all");
  await expect(page.getByText("You don't have permission to view this page.")).toBeVisible();
  await expectAccessible(page, "a page without its permission");
});

test("a new table, from its number to the question before it is left", AXE_ALONE, async ({ page }, info) => {
  await signIn(page);
  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeFocused();
  await dialogOf(page).getByRole("button", { name: "Save and add guests" }).click();
  await expect(page.getByText("Please fill all fields")).toBeVisible();
  await expectAccessible(page, "Table Info with what is missing");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();

  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Jad" });
  const search = select.getByPlaceholder("Search by name or phone");
  await search.fill("g");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await expectAccessible(page, "Select Contacts with results");
  await search.fill("Zzz");
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await expect(form.getByText("Name and Phone are required!")).toBeVisible();
  await expectAccessible(page, "Add New Contact with what is missing");
  if (info.project.name !== "desktop") await form.getByRole("button", { name: "Close" }).click();
  await search.fill("");
  await expect(select.getByRole("button", { name: /^Go on with/ }).first()).toBeVisible();
  await select.getByRole("button", { name: "Cancel" }).click();
  await expect(dialogOf(page).getByText("Leave table 5?")).toBeVisible();
  await expectAccessible(page, "the question before a table is left");
});

test("drafts and saved tables, and what somebody else made of one", AXE_ALONE, async ({ page, house }, info) => {
  await signIn(page);
  await choose(page, "Actions", "Saved tables");
  await expect(dialogOf(page).getByText("No saved tables yet")).toBeVisible();
  await expectAccessible(page, "Saved Tables without a table");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  const select = await beginTable(page, { number: "6", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("g");
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await page.reload();
  await expect(page.getByText("1 table not finished on this device")).toBeVisible();
  await expectAccessible(page, "Home with a draft");
  const name = await saveTable(house, "9", [NOUR]);
  await choose(page, "Actions", "Saved tables");
  await expect(dialogOf(page).getByRole("button", { name: /^Table 9/ })).toBeVisible();
  await expect(dialogOf(page).getByText("Drafts on this device")).toBeVisible();
  await expectAccessible(page, "Saved Tables with a draft");

  await dialogOf(page)
    .getByRole("button", { name: /^Table 9/ })
    .click();
  const edit = dialogOf(page);
  await expect(edit.getByRole("button", { name: "Add Blank Contact" })).toBeVisible();
  if (info.project.name === "phone") await edit.getByRole("button", { name: /^Nour/ }).click();
  await edit.getByLabel(/^Name/).first().fill("Nour K.");
  await expectAccessible(page, "Edit Table");
  await saveTable(
    house,
    "9",
    [
      { ...NOUR, name: "Nour Karam-Saba" },
      { name: "Hala Mansour", phones: "76 912 345" },
    ],
    name,
  );
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialogOf(page).getByText(/Somebody else saved this table/)).toBeVisible();
  await expectAccessible(page, "the panel of a conflict");
});

test("Merge All, End of Day and their results", AXE_ALONE, async ({ page, house }) => {
  house.setClock(AFTER_2315);
  await saveTable(house, "9", [NOUR]);
  await signIn(page);
  await choose(page, "Actions", "Merge all");
  await expect(dialogOf(page).getByText("Merge all saved tables into one table.db?")).toBeVisible();
  await expectAccessible(page, "the question before Merge All");
  await dialogOf(page).getByRole("button", { name: /merge/i }).click();
  await expect(dialogOf(page).getByText("Inserted")).toBeVisible();
  await expectAccessible(page, "the result of Merge All");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await choose(page, "End", "End of day");
  await expect(dialogOf(page).getByText("Run End of Day now?")).toBeVisible();
  await expectAccessible(page, "the question before End of Day");
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(dialogOf(page).getByText("End of Day is done")).toBeVisible();
  await expectAccessible(page, "the result of End of Day");
});
