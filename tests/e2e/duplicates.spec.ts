import { DUPLICATES_TEXTS } from "../../lib/duplicates/duplicates-texts";
import { expectAccessible } from "./accessible";
import { dialogOf, expect, expectNoSidewaysScroll, goOn, type House, inTurn, PHONE_FIRST, signIn, test } from "./fixtures";

async function bring(house: House, lines: string[]): Promise<void> {
  const body = ["name,phones,birthday,company", ...lines].join("\n");
  const { status } = await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body });
  expect(status).toBe(200);
}

test(
  "two guests are compared side by side and made one, with a receipt and its undo on the guest's page; two others are said to be two",
  PHONE_FIRST,
  async ({ page, house }) => {
    await bring(house, [
      "Charbel Zgheib,+961 3 445566,--05-14,Cedar Bank",
      "شربل زغيب,+961 70 998877,--05-14,Touch",
      "Hala Younes,+961 71 330011,,",
      "Hala Younis,+961 961 71 330011,,",
    ]);
    await signIn(page, undefined, "/all");
    const main = page.getByRole("main");
    await main.getByRole("link", { name: DUPLICATES_TEXTS.title }).click();
    await expect(page.getByRole("heading", { level: 1, name: DUPLICATES_TEXTS.title })).toBeVisible();
    await main.getByRole("button", { name: DUPLICATES_TEXTS.look }).click();
    const pair = main.getByRole("region", { name: "Charbel Zgheib and شربل زغيب" });
    await expect(pair).toContainText("Same birthday");
    await expectAccessible(page, "possible duplicates");
    await expectNoSidewaysScroll(page);

    // By keyboard alone: Enter opens the two, an arrow chooses, Enter unites.
    await pair.getByRole("button", { name: /^Compare/ }).focus();
    await page.keyboard.press("Enter");
    const dialog = dialogOf(page);
    await expect(dialog.getByRole("radiogroup", { name: "Company" })).toBeVisible();
    await expectAccessible(page, "two guests side by side");
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("radio", { name: "Cedar Bank" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(dialog.getByRole("radio", { name: "Touch" })).toBeChecked();
    await dialog.getByRole("button", { name: DUPLICATES_TEXTS.unite }).focus();
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(DUPLICATES_TEXTS.united)).toBeVisible();
    await expect(dialog.getByRole("list", { name: DUPLICATES_TEXTS.receipts })).toContainText("in place of Cedar Bank");
    await expectAccessible(page, "the receipt");
    await page.keyboard.press("Escape");
    await expect(pair).toBeHidden();

    const other = main.getByRole("region", { name: "Hala Younes and Hala Younis" });
    await other.getByRole("button", { name: /^Compare/ }).click();
    await dialog.getByRole("button", { name: DUPLICATES_TEXTS.not }).click();
    await expect(other).toBeHidden();
    await expect(page.getByText("They are not offered as one again.")).toBeVisible();

    const [guest] = house.rows<{ id: string }>("jounieh/contacts.db", "SELECT id FROM contact WHERE phones LIKE '%445566%'");
    await goOn(page, `/guest/${guest?.id}`);
    await page.getByRole("button", { name: DUPLICATES_TEXTS.receipts }).click();
    await page.getByRole("button", { name: DUPLICATES_TEXTS.undo }).click();
    await expect(page.getByText("are two guests again.")).toBeVisible();
    const might = page.getByRole("region", { name: DUPLICATES_TEXTS.mightBe });
    await expect(might).toContainText("شربل زغيب");
    await might.getByRole("button", { name: /^Compare/ }).click();
    await expect(dialog.getByRole("radiogroup", { name: "Company" })).toBeVisible();
  },
);

test("a book that nobody looked through says so, and what cannot be read says how to go on", inTurn(0), async ({ page }) => {
  await page.route("**/api/duplicates", (route) =>
    route.fulfill({ status: 503, json: { error: "The guest book cannot be read now.", code: "db_unavailable" } }),
  );
  await signIn(page, undefined, "/duplicates");
  const main = page.getByRole("main");
  await expect(main.getByText(DUPLICATES_TEXTS.failed)).toBeVisible();
  await page.unroute("**/api/duplicates");
  await main.getByRole("button", { name: "Retry" }).click();
  await expect(main.getByText(DUPLICATES_TEXTS.failed)).toBeHidden();
});
