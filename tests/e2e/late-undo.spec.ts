import { expectAccessible } from "./accessible";
import { dialogOf, EVENING, expect, expectNoSidewaysScroll, type House, inTurn, OFFICE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

const later = (hours: number) => new Date(Date.parse(EVENING) + hours * 3_600_000).toISOString();
const names = (house: House) => house.rows<{ name: string }>("jounieh/contacts.db", "SELECT name FROM contact").map(({ name }) => name);

async function bringIn(house: House, csv: string): Promise<void> {
  const answer = await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: csv });
  expect(answer.status).toBe(200);
}

async function correct(house: House, name: string, phones: string, title: string): Promise<void> {
  const body = JSON.stringify({ identifier: { name, phones }, title });
  expect((await house.api("/contacts", { method: "PATCH", headers: JSON_BODY, body })).status).toBe(200);
}

test("an import of which a day has passed shows first, by name, what its undo takes away", inTurn(0, OFFICE), async ({ page, house }) => {
  await bringIn(
    house,
    "name,phones,email\nHala Mansour,76 912 345,\nسمير الحاج,03 998 877,\nNour Karam,76 400 118,nour@example.com\nOmar Saab,71 333 444,\n",
  );
  await correct(house, "Omar Saab", "71 333 444", "Dr.");
  house.setClock(later(25));
  await signIn(page, undefined, "/import");
  const last = page.getByRole("main").getByRole("region", { name: "Last import" });
  await last.getByRole("button", { name: "Undo…" }).click();
  const dialog = dialogOf(page);
  await expect(dialog.getByText("Will change: 3")).toBeVisible();
  await expect(dialog.getByText("Hala Mansour: Came with the import, and goes.")).toBeVisible();
  await expect(dialog.getByText("سمير الحاج")).toBeVisible();
  await expect(dialog.getByText("Nour Karam: Stays, without what the import says: email.")).toBeVisible();
  await expect(dialog.getByText("Stay as they are: 1")).toBeVisible();
  await expect(dialog.getByText("Omar Saab: Came with the import, and was changed since.")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "what a late undo takes away");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(names(house)).toContain("Hala Mansour");

  await last.getByRole("button", { name: "Undo…" }).click();
  await expect(dialog.getByText("Will change: 3")).toBeVisible();
  // Somebody else corrects one of them meanwhile: that is shown before anything is done.
  await correct(house, "Hala Mansour", "76 912 345", "Eng.");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(dialog.getByText("Something changed meanwhile.", { exact: false })).toBeVisible();
  await expect(dialog.getByText("Will change: 2")).toBeVisible();
  expect(names(house)).toContain("سمير الحاج");
  await dialog.getByRole("button", { name: "Undo the import" }).click();
  await expect(dialog.getByText("These guests stay as they are")).toBeVisible();
  expect(names(house)).not.toContain("سمير الحاج");
  expect(names(house)).toEqual(expect.arrayContaining(["Hala Mansour", "Omar Saab", "Nour Karam"]));
});

test("with the line cut, a late undo says so, changes nothing, and can be tried again", inTurn(1), async ({ page, house }) => {
  await bringIn(house, "name,phones\nHala Mansour,76 912 345\n");
  house.setClock(later(25));
  await signIn(page, undefined, "/import");
  const last = page.getByRole("main").getByRole("region", { name: "Last import" });
  await expect(last).toBeVisible();
  await page.route("**/api/contacts/import/undo", (route) => route.abort());
  await last.getByRole("button", { name: "Undo…" }).click();
  await expect(page.getByText("The server did not answer.").first()).toBeVisible();
  await page.unroute("**/api/contacts/import/undo");
  await last.getByRole("button", { name: "Undo…" }).click();
  await dialogOf(page).getByRole("button", { name: "Undo the import" }).click();
  await expect(page.getByText("The import was undone: 1 guests are gone again").first()).toBeVisible();
});

test("a Set Company of which a day has passed shows first who loses it", inTurn(2, OFFICE), async ({ page, house }) => {
  await bringIn(house, "name,phones,company,added_at\nTia Aoun,03 333 333,Tia & Co,2026-11-20T18:00:00Z\n");
  await signIn(page, undefined, "/search-date?date=2026-11-20");
  const main = page.getByRole("main");
  await expect(main.getByText("Tia Aoun").first()).toBeVisible();
  const narrow = main.getByRole("button", { name: "Set company" }).and(page.locator(":not([type=submit])"));
  if (await narrow.isVisible()) await narrow.click();
  const form = page.getByRole("form", { name: /set company/i });
  await form.getByRole("textbox", { name: "Company" }).fill("MEA");
  await form.getByRole("button", { name: "Set company" }).click();
  await dialogOf(page).getByRole("button", { name: "Set company" }).click();
  const notice = main.getByRole("region", { name: "Company", exact: true });
  await expect(notice.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  house.setClock(later(26));
  await page.reload();
  await notice.getByRole("button", { name: "Undo…" }).click();
  await expect(dialogOf(page).getByText("Tia Aoun: Loses MEA, and has Tia & Co again.")).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Undo Set Company" }).click();
  await expect(notice).toBeHidden();
  expect(house.rows("jounieh/contacts.db", "SELECT company FROM contact WHERE name = 'Tia Aoun'")).toEqual([{ company: "Tia & Co" }]);
});
