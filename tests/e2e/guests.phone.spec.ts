import type { Locator, Page } from "playwright/test";
import { beginTable, dialogOf, expect, expectNoSidewaysScroll, type House, inTurn, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

test.describe.configure({ timeout: 60_000 });

const BOX = "Search by name or phone";

async function boxOf(one: Locator) {
  const box = await one.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  return box;
}

const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;

async function moreGuests(house: House, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => `Nadine ${String.fromCharCode(65 + n)}ttar,7000010${n},`);
  await house.api("/contacts/import", {
    method: "POST",
    headers: { "content-type": "text/csv" },
    body: ["name,phones,birthday", ...rows].join("\n"),
  });
}

/** Holds the answers of the search back until it is told to let them go. */
async function holdSearch(page: Page, search: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (url) => url.pathname.endsWith("/contacts") && url.searchParams.get("search") === search,
    async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    },
  );
  return release;
}

test(
  "rows of the text before are dimmed and inert while the next answer is under way, and Add new stays where it is",
  inTurn(4),
  async ({ page }) => {
    await signIn(page);
    const select = await beginTable(page, { number: "31", hostess: "Rima", waiter: "Jad" });
    const results = select.getByRole("region", { name: "Search Results" });
    const release = await holdSearch(page, "khoury");
    await select.getByPlaceholder(BOX).fill("a");
    const add = results.getByRole("button", { name: "Add Georges Khoury" });
    const addNew = results.getByRole("button", { name: /^Add new/ });
    await select.getByPlaceholder(BOX).fill("k");
    await expect(add).toBeVisible();
    const before = await boxOf(addNew);
    const row = await boxOf(add);
    await select.getByPlaceholder(BOX).fill("khoury");
    const list = results.locator("ul");
    await expect(list).toHaveAttribute("inert");
    await expect(list).toHaveCSS("opacity", "0.4");
    await page.touchscreen.tap(row.x + row.width / 2, row.y + row.height / 2);
    expect(await boxOf(addNew)).toEqual(before);
    release();
    await expect(list).not.toHaveAttribute("inert");
    await expect(add).toBeVisible();
    await expect(select.getByRole("region", { name: "Added to Table" }).getByText("0 guests")).toBeVisible();
    expect(await boxOf(addNew)).toEqual(before);
    // Nobody is found by that, and the row still keeps its place.
    await select.getByPlaceholder(BOX).fill("xyz");
    await expect(results.getByText(/^Nobody found by that/)).toBeVisible();
    expect(await boxOf(addNew)).toEqual(before);
  },
);

test("Enter pressed before the answer is there counts for that answer", inTurn(5), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "32", hostess: "Rima", waiter: "Jad" });
  const release = await holdSearch(page, "nour");
  await select.getByPlaceholder(BOX).fill("geo");
  await expect(select.getByRole("button", { name: "Add Georges Khoury" })).toBeVisible();
  await select.getByPlaceholder(BOX).fill("nour");
  await page.keyboard.press("Enter");
  release();
  await expect(select.getByRole("button", { name: "Added: Nour Karam" })).toBeVisible();
  // Who is there is not offered to Enter any more.
  await expect(select.getByText("1 result. Nour Karam is at this table.")).toBeAttached();
});

test("removing a guest moves nothing under the finger, and each can come back", inTurn(6), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "33", hostess: "Rima", waiter: "Jad" });
  for (const name of ["Georges Khoury", "Élodie Haddad", "Nour Karam"]) {
    await select.getByPlaceholder(BOX).fill(name);
    await select.getByRole("button", { name: `Add ${name}` }).tap();
  }
  await select.getByRole("button", { name: /Added to Table/ }).tap();
  const [last, middle, first] = ["Nour Karam", "Élodie Haddad", "Georges Khoury"].map((name) =>
    select.getByRole("button", { name: `Remove ${name}` }),
  );
  if (!last || !middle || !first) throw new Error("Three guests were added.");
  const places = [await boxOf(last), await boxOf(first)];
  const cross = await boxOf(middle);
  await middle.tap();
  await expect(select.getByText("Removed Élodie Haddad", { exact: true })).toBeVisible();
  await expect(select.getByRole("button", { name: "Undo" })).toBeFocused();
  expect([await boxOf(last), await boxOf(first)]).toEqual(places);
  // The second tap of a nervous finger hits nobody.
  await page.touchscreen.tap(cross.x + cross.width / 2, cross.y + cross.height / 2);
  await expect(select.getByRole("button", { name: "Save 2 guests to table 33" })).toBeVisible();
  await last.tap();
  await expect(select.getByRole("button", { name: "Save 1 guest to table 33" })).toBeVisible();
  expect(await boxOf(first)).toEqual(places[1]);
  for (const name of ["Élodie Haddad", "Nour Karam"]) {
    await select.getByRole("listitem").filter({ hasText: name }).getByRole("button", { name: "Undo" }).tap();
    await expect(select.getByRole("button", { name: `Remove ${name}` })).toBeFocused();
  }
  expect([await boxOf(last), await boxOf(first)]).toEqual(places);
});

test("so does Edit Table: Undo stands in the guest's place, and the focus goes to it and back", inTurn(0), async ({ page, house }) => {
  const contacts = ["Rami", "Nour", "Ziad"].map((name, at) => ({ name, phones: `71 444 50${at}` }));
  const metadata = { hostess: "Rima", waiter: "Jad", table_number: "35" };
  await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ metadata, contacts }) });
  await signIn(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Table 35/ })
    .tap();
  const edit = dialogOf(page);
  const card = (name: string) => edit.getByRole("button", { name: new RegExp(`^${name}`) });
  const places = [await boxOf(card("Rami")), await boxOf(card("Ziad"))];
  await card("Nour").tap();
  await edit.getByRole("button", { name: "Remove Nour" }).tap();
  const undo = edit.getByRole("listitem").filter({ hasText: "Removed Nour" }).getByRole("button", { name: "Undo" });
  await expect(undo).toBeFocused();
  expect(await boxOf(card("Rami"))).toEqual(places[0]);
  await card("Rami").tap();
  await edit.getByRole("button", { name: "Remove Rami" }).tap();
  await edit.getByRole("listitem").filter({ hasText: "Removed Rami" }).getByRole("button", { name: "Undo" }).tap();
  await expect(card("Rami")).toBeFocused();
  await undo.tap();
  await expect(card("Nour")).toBeFocused();
  expect([await boxOf(card("Rami")), await boxOf(card("Ziad"))]).toEqual(places);
  await expect(edit.getByText("No changes")).toBeVisible();
});

test("the phone field groups while it is typed, says what is kept, and asks what it cannot know", inTurn(1), async ({ page, house }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "34", hostess: "Rima", waiter: "Jad" });
  const form = select.getByRole("form", { name: "Add New Contact" });
  const phone = form.getByLabel("Phone");
  const add = form.getByRole("button", { name: "Add", exact: true });
  const begin = async (name: string) => {
    await select.getByPlaceholder(BOX).fill(name);
    await select.getByRole("button", { name: /^Add new/ }).tap();
    await expect(phone).toBeFocused();
  };
  await begin("Ziad One");
  await page.keyboard.type("71234567");
  await expect(phone).toHaveValue("71 234 567");
  await expect(form.getByText("will be saved as 96171234567")).toBeVisible();
  await form.getByLabel("Birthday").fill("14.05.1990");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Birthday")).toHaveValue("14 May 1990");
  await add.tap();

  await begin("Ziad Two");
  await phone.fill("03 123 457 / 71 234 568");
  await add.tap();
  await expect(form.getByText("These are 2 numbers.")).toBeVisible();
  await expect(form.getByText("Say first how this phone is meant.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Keep both" })).toBeFocused();
  await form.getByRole("button", { name: "Keep both" }).tap();
  await expect(form.getByText("will be saved as 9613123457, 96171234568")).toBeVisible();
  await form.getByLabel("Birthday").fill("May 14");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Birthday")).toHaveValue("14 May");
  await add.tap();

  await begin("Ziad Three");
  await page.keyboard.type("123");
  await add.tap();
  await expect(form.getByText("This number looks too short. Check it.", { exact: true })).toBeVisible();
  await phone.fill("04 123456 ext 5");
  await add.tap();
  await form.getByRole("button", { name: "Only 9614123456" }).tap();
  await expect(phone).toHaveValue("+961 4 123 456");
  await add.tap();
  await select.getByRole("button", { name: "Save 3 guests to table 34" }).tap();
  await expect(page.getByText(/^Loyalty: \+5 awarded/)).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT name, phones, birthday, birth_year FROM table_guest ORDER BY position")).toEqual([
    { name: "Ziad One", phones: "96171234567", birthday: "--05-14", birth_year: 1990 },
    { name: "Ziad Two", phones: "9613123457, 96171234568", birthday: "--05-14", birth_year: null },
    { name: "Ziad Three", phones: "9614123456", birthday: "", birth_year: null },
  ]);
});

test("the guests seated last are offered before anything is typed, and one in the form counts everywhere", async ({ page, house }) => {
  await signIn(page);
  const empty = await beginTable(page, { number: "61", hostess: "Rima", waiter: "Jad" });
  await expect(empty.getByText("Type a name or phone. One letter or digit is enough.")).toBeVisible();
  await empty.getByRole("button", { name: "Cancel" }).tap();
  const contacts = [...Array(12).keys()].map((at) => ({ name: `Guest ${at + 1}`, phones: `71 444 6${String(at).padStart(2, "0")}` }));
  const metadata = { hostess: "Rima", waiter: "Jad", table_number: "60" };
  await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ metadata, contacts }) });
  await page.reload();
  const select = await beginTable(page, { number: "62", hostess: "Rima", waiter: "Jad" });
  await expect(select.getByText("Newest guests tonight")).toBeVisible();
  await expect(select.getByRole("button", { name: /^Add Guest/ })).toHaveCount(10);
  await expect(select.getByText("at table 60 tonight").first()).toBeVisible();
  await select.getByRole("button", { name: "Add Guest 3", exact: true }).tap();
  await expect(select.getByRole("button", { name: "Added: Guest 3" })).toBeDisabled();

  await select.getByPlaceholder(BOX).fill("Zed Zed");
  await select.getByRole("button", { name: /^Add new/ }).tap();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByLabel("Phone").fill("711");
  await form.getByRole("button", { name: "Add", exact: true }).tap();
  // A keyboard comes up: the question and its answer are above the buttons, whole.
  await page.setViewportSize({ width: 390, height: 400 });
  const anyway = form.getByRole("button", { name: "Use it anyway" });
  await expect(anyway).toBeFocused();
  const foot = await boxOf(form.getByRole("alert").last());
  for (const part of [form.getByText("This number looks too short. Check it.", { exact: true }), anyway]) {
    await expect.poll(async () => foot.y - bottomOf(await boxOf(part))).toBeGreaterThanOrEqual(0);
    expect((await boxOf(part)).y).toBeGreaterThanOrEqual(bottomOf(await boxOf(form.getByRole("heading"))));
  }
  await anyway.tap();
  await form.getByRole("button", { name: /^More/ }).tap();
  const email = await boxOf(form.getByLabel("Email"));
  expect(bottomOf(email)).toBeLessThanOrEqual((await boxOf(form.getByRole("button", { name: "Add", exact: true }))).y);
  await page.setViewportSize({ width: 390, height: 844 });
  await form.getByRole("button", { name: "Close" }).tap();

  await expect(select.getByRole("button", { name: "Save 2 guests to table 62" })).toBeVisible();
  await select.getByRole("button", { name: /Added to Table/ }).tap();
  const tray = select.getByRole("region", { name: "Added to Table" });
  await expect(tray.getByText("2 guests", { exact: true })).toBeVisible();
  await expect(tray.getByRole("listitem")).toHaveCount(2);
  await expect(tray.getByRole("listitem").filter({ hasText: "Zed Zed" }).getByText("Not added yet")).toBeVisible();
  await tray.getByRole("button", { name: "Go on with Zed Zed" }).tap();
  await expect(form.getByLabel("Name")).toHaveValue("Zed Zed");
});

test("with the keyboard up the tray is one line and five guests are seen", inTurn(2), async ({ page, house }) => {
  await moreGuests(house, 8);
  await signIn(page);
  const select = await beginTable(page, { number: "35", hostess: "Rima", waiter: "Jad" });
  expect(await page.locator("meta[name=viewport]").getAttribute("content")).toContain("interactive-widget=resizes-content");
  await page.setViewportSize({ width: 390, height: 470 });
  await select.getByPlaceholder(BOX).fill("nadine");
  const adds = select.getByRole("button", { name: /^Add Nadine/ });
  await expect(adds).toHaveCount(8);
  const addNew = await boxOf(select.getByRole("button", { name: /^Add new/ }));
  let seen = 0;
  for (const add of await adds.all()) {
    const box = await boxOf(add);
    if (box.y >= 0 && box.y + box.height <= addNew.y) seen++;
  }
  expect(seen).toBeGreaterThanOrEqual(5);
  const save = await boxOf(select.getByRole("button", { name: "Save table 35" }));
  const toggle = await boxOf(select.getByRole("button", { name: /Added to Table/ }));
  expect(Math.abs(save.y + save.height / 2 - toggle.y - toggle.height / 2)).toBeLessThan(6);
  await expectNoSidewaysScroll(page);
});

test("on its side the form is whole, and large text covers nothing", inTurn(3), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "36", hostess: "Rima", waiter: "Jad" });
  await page.addStyleTag({ content: "html { font-size: 200% }" });
  await select.getByPlaceholder(BOX).fill("nour");
  const row = select.getByRole("listitem").filter({ hasText: "Nour Karam" });
  const phone = await boxOf(row.getByText("+961 76 400 118"));
  const add = await boxOf(row.getByRole("button"));
  expect(add.y).toBeGreaterThanOrEqual(phone.y + phone.height);
  expect(phone.x + phone.width).toBeLessThanOrEqual(390);
  await expectNoSidewaysScroll(page);

  await page.addStyleTag({ content: "html { font-size: 100% }" });
  await page.setViewportSize({ width: 844, height: 390 });
  await select.getByPlaceholder(BOX).fill("Hala");
  await select.getByRole("button", { name: /^Add new/ }).tap();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await expect(form.getByLabel("Phone")).toBeFocused();
  const [name, number, button] = [
    await boxOf(form.getByLabel("Name")),
    await boxOf(form.getByLabel("Phone")),
    await boxOf(form.getByRole("button", { name: "Add", exact: true })),
  ];
  expect(number.y).toBeGreaterThan(name.y);
  expect(number.y + number.height).toBeLessThanOrEqual(button.y);
  expect(button.y + button.height).toBeLessThanOrEqual(390);
});

test("every field has the one focus ring", inTurn(4), async ({ page }) => {
  await signIn(page);
  const select = await beginTable(page, { number: "37", hostess: "Rima", waiter: "Jad" });
  const ring = (field: Locator) =>
    field.evaluate((element) => {
      const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = getComputedStyle(element);
      return [outlineStyle, outlineWidth, outlineColor, outlineOffset].join(" ");
    });
  const box = select.getByPlaceholder(BOX);
  await box.tap();
  const wanted = await ring(box);
  expect(wanted).toMatch(/^solid 2px .* 2px$/);
  await box.fill("Hala");
  await select.getByRole("button", { name: /^Add new/ }).tap();
  const form = select.getByRole("form", { name: "Add New Contact" });
  for (const label of ["Name", "Phone", "Birthday"]) {
    await form.getByLabel(label).tap();
    expect(await ring(form.getByLabel(label)), label).toBe(wanted);
  }
});
