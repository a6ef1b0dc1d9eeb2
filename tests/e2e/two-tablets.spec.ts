import type { Browser, Locator, Page } from "playwright/test";
import { choose, dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, PHONE_FIRST, signIn, test } from "./fixtures";

interface Saved {
  name: string;
  phones: string;
  company?: string;
}

const NOUR: Saved = { name: "Nour Karam", phones: "76 400 118" };
const GEORGES: Saved = { name: "Georges Khoury", phones: "71 222 333" };
const ZIAD: Saved = { name: "Ziad Sarkis", phones: "" };

async function saveTable(house: House, contacts: Saved[], table_name?: string): Promise<string> {
  const metadata = { hostess: "Rima", waiter: "Jad", table_number: "9" };
  const saved = await house.api("/save-table", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ metadata, contacts, table_name }),
  });
  expect(saved.status).toBe(200);
  return ((await saved.json()) as { table_name: string }).table_name;
}

async function openEdit(page: Page): Promise<Locator> {
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 9/ })
    .click();
  const edit = dialogOf(page);
  await expect(edit.getByText("No changes")).toBeVisible();
  return edit;
}

/** The second tablet, at the table that the first has open: a browser of its own, which knows nothing of the drafts of the first. */
async function secondTablet(browser: Browser, { url }: House): Promise<Locator> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await signIn(page);
  return openEdit(page);
}

/** Guests are cards on a phone, which open at a touch. */
async function open(edit: Locator, name: string): Promise<void> {
  if ((edit.page().viewportSize()?.width ?? 0) >= 640) return;
  const card = edit.getByRole("button", { name: new RegExp(`^${name}`) });
  if ((await card.getAttribute("aria-expanded")) === "false") await card.click();
}

async function add(edit: Locator, name: string, phones: string): Promise<void> {
  await edit.getByRole("button", { name: "Add Blank Contact" }).click();
  await edit.getByLabel("Name").last().fill(name);
  await edit.getByLabel("Phones").last().fill(phones);
}

async function remove(edit: Locator, name: string): Promise<void> {
  await open(edit, name);
  await edit.getByRole("button", { name: `Remove ${name}` }).click();
}

async function write(edit: Locator, guest: { at: number; name: string }, field: string, text: string): Promise<void> {
  await open(edit, guest.name);
  const phone = (edit.page().viewportSize()?.width ?? 0) < 640;
  await (phone ? edit.getByLabel(field, { exact: true }) : edit.getByLabel(`${field} of guest ${guest.at}`)).fill(text);
}

const save = (edit: Locator) => edit.getByRole("button", { name: "Save Changes" }).click();
const isSaved = (edit: Locator) => expect(edit.getByText("No changes")).toBeVisible();
const people = (house: House) =>
  house.rows<Saved>("jounieh/table.db", "SELECT name, phones, company FROM table_guest ORDER BY name").map(({ name }) => name);

test(
  "who is added by either tablet stays, and who is removed by one goes, and the one that saves later says so",
  PHONE_FIRST,
  async ({ page, browser, house }) => {
    await saveTable(house, [NOUR, GEORGES, ZIAD]);
    await signIn(page);
    const late = await openEdit(page);
    const early = await secondTablet(browser, house);
    await add(late, "Hala Mansour", "76 912 345");
    await remove(late, "Ziad Sarkis");
    await add(early, "سارة معلوف", "70 999 888");
    await remove(early, "Georges Khoury");
    await save(early);
    await isSaved(early);
    await save(late);
    // Nothing is asked: each wanted something else. What the other tablet did is said, and the rows show it.
    await isSaved(late);
    const note = late.getByText(/^Another tablet saved table 9 meanwhile/);
    await expect(note).toContainText("سارة معلوف");
    await expect(note).toContainText("Georges Khoury");
    await expectNoSidewaysScroll(page);
    expect(people(house)).toEqual(["Hala Mansour", "Nour Karam", "سارة معلوف"]);
    // Points once for each of the two who came, whichever tablet saved them.
    const points = "SELECT c.name FROM loyalty_visit v JOIN loyalty_customer c ON c.id = v.customer_id ORDER BY c.name";
    await expect.poll(() => house.rows("hub.db", points)).toEqual([{ name: "Hala Mansour" }, { name: "سارة معلوف" }]);
    await early.page().context().close();
  },
);

test("only what both tablets changed is asked for, and the rest is joined", inTurn(1), async ({ page, house }) => {
  const table_name = await saveTable(house, [NOUR, GEORGES, ZIAD]);
  await signIn(page);
  const edit = await openEdit(page);
  await write(edit, { at: 1, name: "Nour Karam" }, "Company", "Alfa");
  await write(edit, { at: 1, name: "Nour Karam" }, "Email", "nour@example.com");
  await write(edit, { at: 2, name: "Georges Khoury" }, "Company", "Ogero");
  await add(edit, "<img src=x onerror=alert(1)> مها", "70 111 222");
  await saveTable(house, [{ ...NOUR, company: "Touch" }, ZIAD], table_name); // the other tablet, which has read the table too
  await save(edit);

  const panel = edit.getByRole("alert").filter({ hasText: "Somebody else saved this table" });
  await expect(panel).toBeVisible();
  await expect(panel.getByRole("heading")).toBeInViewport({ ratio: 1 });
  expect(people(house)).toEqual(["Nour Karam", "Ziad Sarkis"]);
  await expect(panel.getByRole("group")).toHaveCount(2);
  const both = panel.getByRole("button", { name: "Keep both and save" });
  await expect(both).toBeDisabled();
  await panel.getByRole("group", { name: "Company of Nour Karam" }).getByRole("radio", { name: /Touch/ }).click();
  await panel
    .getByRole("group", { name: /^Georges Khoury/ })
    .getByRole("radio", { name: /Stays/ })
    .click();
  await expectNoSidewaysScroll(page);
  await expect(panel).not.toContainText("Both are kept");
  await both.click();
  await isSaved(edit);
  // What was thrown away is said, and is not said to be kept.
  const note = edit.getByText(/^Another tablet saved table 9 meanwhile/);
  await expect(note).toContainText("Company of \u2068Nour Karam\u2069 is \u2068Touch\u2069 and not \u2068Alfa\u2069");
  await expect(note).toContainText("\u2068Georges Khoury\u2069 stays. All else of both is kept.");
  await expect(note).not.toContainText("Both are kept");
  expect(house.rows("jounieh/table.db", "SELECT name, company, email FROM table_guest ORDER BY name")).toEqual([
    { name: "<img src=x onerror=alert(1)> مها", company: "", email: "" },
    { name: "Georges Khoury", company: "Ogero", email: "" },
    { name: "Nour Karam", company: "Touch", email: "nour@example.com" },
    { name: "Ziad Sarkis", company: "", email: "" },
  ]);
});

test("a choice that is put off is there after a reload, and leaving drops only one's own changes", inTurn(2), async ({ page, house }) => {
  const name = await saveTable(house, [NOUR]);
  await signIn(page);
  const edit = await openEdit(page);
  await write(edit, { at: 1, name: "Nour Karam" }, "Company", "Alfa");
  await saveTable(house, [{ ...NOUR, company: "Touch" }, ZIAD], name);
  await save(edit);
  await expect(edit.getByRole("button", { name: "Keep both and save" })).toBeDisabled();
  await page.reload();
  // The table is still being read when the changes that came back are saved.
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/api/table/*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Open", exact: true }).click();
  const again = dialogOf(page);
  await save(again);
  await expect(again.getByRole("group", { name: "Company of Nour Karam" })).toBeVisible();
  const read = page.waitForResponse("**/api/table/*");
  arrive();
  await read;
  await expect(again.getByRole("group", { name: "Company of Nour Karam" })).toBeVisible();
  await again.getByRole("button", { name: "Discard my changes" }).click();
  await isSaved(again);
  expect(house.rows("jounieh/table.db", "SELECT name, company FROM table_guest ORDER BY name")).toEqual([
    { name: "Nour Karam", company: "Touch" },
    { name: "Ziad Sarkis", company: "" },
  ]);
});

test("a table number that is open tonight is said when it is typed", inTurn(3), async ({ page, house }) => {
  await saveTable(house, [NOUR, GEORGES]);
  await signIn(page);
  await page.getByRole("button", { name: "New table" }).last().click();
  const info = dialogOf(page);
  const number = info.getByLabel("Table number");
  const note = info.getByRole("status").filter({ hasText: "Table 9 is open: 2 guests, Rima" });
  await number.fill("99");
  await expect(note).toBeHidden();
  await number.fill("9");
  await expect(note).toBeVisible();
  await info.getByRole("button", { name: "New table all the same" }).click();
  await expect(note).toBeHidden();
  await number.fill("");
  await info.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "New table" }).last().click();
  await number.fill("٩");
  await expect(note).toBeVisible();
  await expectNoSidewaysScroll(page);
  await info.getByRole("button", { name: "Open it" }).click();
  await expect(dialogOf(page).getByRole("heading", { name: "Table 9" })).toBeVisible();
  await expect(dialogOf(page).getByText("No changes")).toBeVisible();
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("daftar_draft_")))).toEqual([]);
});
