import { AFTER_2315, beginTable, choose, dialogOf, expect, type House, signIn, test } from "./fixtures";

const json = { "content-type": "application/json" };
const post = (house: House, path: string, body: unknown) => house.api(path, { method: "POST", headers: json, body: JSON.stringify(body) });

const NADA = "SELECT name, phones FROM contact WHERE name LIKE 'Nada%'";

test("a guest who was corrected, came late with a second number and was awarded twice is one guest with her points", async ({
  page,
  house,
}) => {
  await signIn(page);
  const select = await beginTable(page, { number: "12", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nada Hadad");
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByLabel("Phone").fill("03 777 111");
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: "Save 1 guest to table 12" }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();

  // Another tablet awards the same visit: the points are not given twice.
  const [customer] = house.rows<{ id: string }>("hub.db", "SELECT id FROM loyalty_customer");
  const again = await post(house, "/loyalty/visit", { customer_id: customer?.id, table_number: "12", points: 5 });
  expect(await again.json()).toMatchObject({ already_awarded: true, points_total: 5 });

  // Merged, and corrected after it: what was typed first reaches no book.
  await choose(page, "Actions", "Merge all");
  await dialogOf(page).getByRole("button", { name: /merge/i }).click();
  await expect(dialogOf(page).getByText("Inserted")).toBeVisible();
  await page.keyboard.press("Escape");
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 12/ })
    .click();
  const edit = dialogOf(page);
  await edit.getByRole("button", { name: /^Nada Hadad/ }).click();
  await edit.getByLabel("Name").fill("Nada Haddad");
  await edit.getByLabel("Phones").fill("03 777 222");
  await edit.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByText("Table saved", { exact: true })).toBeVisible();

  house.setClock(AFTER_2315);
  await page.goto("/");
  const banner = page.getByRole("region", { name: "End of Day" });
  await banner.getByRole("button", { name: "Run End of Day" }).click();
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(dialogOf(page).getByText("End of Day is done")).toBeVisible();
  expect(house.rows("jounieh/contacts.db", NADA)).toEqual([{ name: "Nada Haddad", phones: "03 777 222" }]);

  // After it she is seated once more, with another number beside the one that is known.
  const late = {
    metadata: { hostess: "Rima", waiter: "Jad", table_number: "13" },
    contacts: [{ name: "Nada", phones: "70 888 999 / 03 777 222" }],
  };
  expect((await post(house, "/save-table", late)).status).toBe(200);
  await page.goto("/");
  await expect(banner).toContainText("Late tables are waiting. 1 table, 1 guest go to the guest book.");
  await banner.getByRole("button", { name: "Run End of Day again" }).click();
  await dialogOf(page)
    .getByRole("button", { name: /run end of day/i })
    .click();
  await expect(dialogOf(page).getByText("1 table with 1 guest is closed.")).toBeVisible();
  expect(house.rows("jounieh/contacts.db", NADA)).toEqual([{ name: "Nada Haddad", phones: "03 777 222, 70 888 999" }]);
  expect(house.rows("hub.db", "SELECT count(*) AS visits, sum(points) AS points FROM loyalty_visit")).toEqual([{ visits: 2, points: 10 }]);
  expect(house.rows("hub.db", "SELECT max(points) AS points FROM loyalty_customer")).toEqual([{ points: 10 }]);

  await page.goto("/merge-by-date-all");
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(page.getByText("Inserted")).toBeVisible();
  expect(house.rows("central/contacts.db", NADA)).toEqual([{ name: "Nada Haddad", phones: "03 777 222, 70 888 999" }]);
});
