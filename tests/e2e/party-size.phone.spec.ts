import { dialogOf, expect, expectNoSidewaysScroll, inTurn, signIn, test } from "./fixtures";

test.describe.configure({ timeout: 60_000 });

const SIZES = "SELECT party_size FROM saved_table WHERE table_number = '41'";

test(
  "how many people sit there is one field beside the table's number, kept from the first digit, and corrected later",
  inTurn(3),
  async ({ page, house }) => {
    await signIn(page);
    await page.getByRole("button", { name: "New table" }).last().tap();
    const info = dialogOf(page);
    const number = info.getByLabel("Table number");
    const people = info.getByLabel("People");
    await expect(people).toHaveAttribute("inputmode", "numeric");
    const [numberBox, peopleBox] = [await number.boundingBox(), await people.boundingBox()];
    expect(peopleBox?.y).toBe(numberBox?.y);
    await expectNoSidewaysScroll(page);
    await number.fill("41");
    await people.fill("0");
    await expect(info.getByText("1 to 99", { exact: true })).toBeVisible();
    await info.getByRole("radio", { name: "Rima" }).tap();
    await info.getByRole("radio", { name: "Jad" }).tap();
    await info.getByRole("button", { name: "Save and add guests" }).tap();
    await expect(people).toBeVisible(); // nobody sits there as nobody
    await people.fill("6");
    await expect(info.getByText("1 to 99", { exact: true })).toBeHidden();

    // The phone is put away in the middle of it.
    await page.reload();
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Saved tables/ })
      .tap();
    await dialogOf(page).getByRole("button", { name: "Open table 41" }).tap();
    await expect(dialogOf(page).getByLabel("People")).toHaveValue("6");
    await dialogOf(page).getByRole("button", { name: "Save and add guests" }).tap();
    const select = dialogOf(page);
    await select.getByPlaceholder("Search by name or phone").fill("Nour");
    await select.getByRole("button", { name: "Add Nour Karam" }).tap();
    await select.getByRole("button", { name: "Save 1 guest to table 41" }).tap();
    await expect.poll(() => house.rows("jounieh/table.db", SIZES)).toEqual([{ party_size: 6 }]);

    const card = page.getByRole("main").getByRole("button", { name: /^Table 41/ });
    await expect(card).toContainText("1 guest · party of 6");
    await card.tap();
    const edit = dialogOf(page);
    await expect(edit.getByLabel("People")).toHaveValue("6");
    await expect(edit.getByText("No changes")).toBeVisible();
    await edit.getByLabel("People").fill("7");
    await expect(edit.getByText("1 unsaved change")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await edit.getByRole("button", { name: "Save Changes" }).tap();
    await expect.poll(() => house.rows("jounieh/table.db", SIZES)).toEqual([{ party_size: 7 }]);
    await expect(edit.getByText("No changes")).toBeVisible();
  },
);
