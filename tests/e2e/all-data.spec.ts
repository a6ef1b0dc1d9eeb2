import { expectAccessible } from "./accessible";
import { dialogOf, expect, type House, inTurn, OFFICE, PHONE_FIRST, STAFF, signIn, test } from "./fixtures";

/** Sixty guests, of whom one is written to in Armenian, and whose names are of two scripts. @returns how many the book has then, in words */
async function bring(house: House): Promise<string> {
  const lines = Array.from(
    { length: 60 },
    (_, at) => `${at % 2 ? `Maya ${at} Khoury` : `مايا ${at} خوري`},70 ${100_000 + at},${at === 7 ? "hy" : ""}`,
  );
  const body = ["name,phones,language", ...lines].join("\n");
  const { status } = await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body });
  expect(status).toBe(200);
  const [book] = house.rows<{ guests: number }>("jounieh/contacts.db", "SELECT count(*) AS guests FROM contact");
  return `${book?.guests} guests`;
}

test(
  "the grid pages, filters, keeps a view for the next visit, and the arrows and Enter open a guest; a deletion is undone",
  inTurn(2, OFFICE),
  async ({ page, house }) => {
    const all = await bring(house);
    await signIn(page, undefined, "/all");
    const main = page.getByRole("main");
    await expect(main.getByText(all, { exact: true })).toBeVisible();
    await main.getByRole("button", { name: "Show more" }).click();
    await expect(main.getByRole("button", { name: "Show more" })).toBeHidden();
    await expect(main.getByRole("table")).toHaveAttribute("aria-rowcount", String(1 + Number.parseInt(all, 10)));
    await main.getByRole("button", { name: "Filters" }).click();
    await expectAccessible(page, "All data with its filters");
    await main.getByLabel("Language", { exact: true }).selectOption("Armenian");
    await expect(main.getByText("1 guest", { exact: true })).toBeVisible();
    await main.getByRole("button", { name: "Keep these filters as a view" }).click();
    await page.getByRole("dialog", { name: "Keep this view" }).getByLabel("Name of the view").fill("In Armenian");
    const isKept = page.waitForResponse((answer) => answer.url().endsWith("/all-data/choices") && answer.request().method() === "PUT");
    await page.keyboard.press("Enter");
    expect((await isKept).status()).toBe(200);
    await page.reload();
    await expect(main.getByLabel("View", { exact: true })).toHaveValue("own 0");
    await expect(main.getByText("1 guest", { exact: true })).toBeVisible();
    await main.getByLabel("View", { exact: true }).selectOption("Everybody");
    await main.getByLabel("Choose", { exact: false }).first().check();
    await main.getByRole("button", { name: "Change 1 chosen guest…" }).click();
    await page.getByRole("radio", { name: "Delete" }).check();
    await expectAccessible(page, "Changing many guests");
    await page.getByRole("button", { name: "Delete 1 guest" }).click();
    await main.getByRole("button", { name: "Bin" }).click();
    await expect(page.getByRole("button", { name: /^Put .+ back$/ })).toHaveCount(1);
    await expectAccessible(page, "The bin");
    await page.getByRole("button", { name: "Close" }).click();
    await main.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undone: 1 guest as before.")).toBeVisible();
    const text = main.getByLabel("Name or phone");
    await text.fill("70 10002");
    await expect(main.getByText("10 guests", { exact: true })).toBeVisible();
    await text.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(dialogOf(page).getByText("مايا 28 خوري").first()).toBeVisible();
  },
);

test("on a phone the guests are cards, without whole phones for who lacks the key", inTurn(4), async ({ page, house }) => {
  const all = await bring(house);
  await signIn(page, STAFF, "/all");
  const main = page.getByRole("main");
  await expect(main.getByText(all, { exact: true })).toBeVisible();
  await expect(main.getByText("+96170 ••• •59").first()).toBeVisible();
  await expect(main.getByText("Only the last digits of phones are shown")).toBeVisible();
  await main.getByLabel("Name", { exact: true }).fill("مايا 4");
  await expect(main.getByText("10 guests", { exact: true })).toBeVisible();
  await expectAccessible(page, "All data as cards");
  await main.getByRole("button", { name: "مايا 48 خوري" }).first().click();
  await expect(dialogOf(page).getByText("مايا 48 خوري").first()).toBeVisible();
});

test("who may take guests out says why, and gets a file of those who are shown", PHONE_FIRST, async ({ page, house }) => {
  await bring(house);
  await signIn(page, undefined, "/all");
  const main = page.getByRole("main");
  await main.getByLabel("Name or phone", { exact: true }).fill("70 10002");
  await expect(main.getByText("10 guests", { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog", { name: "Export 10 guests" });
  await dialog.getByLabel("Why do you need it?").fill("Letters of the accountant");
  await dialog.getByRole("radio", { name: "Excel" }).check();
  await expectAccessible(page, "Exporting guests");
  const file = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export as Excel" }).click();
  expect((await file).suggestedFilename()).toMatch(/^guests-jounieh-.+\.xlsx$/);
  await expect(dialog).toBeHidden();
  const [event] = house.rows<{ payload: string }>(
    "hub.db",
    "SELECT payload FROM event WHERE kind = 'data.exported' ORDER BY seq DESC LIMIT 1",
  );
  expect(JSON.parse(event?.payload ?? "{}")).toMatchObject({ guests: 10, reason: "Letters of the accountant", format: "xlsx" });
});
