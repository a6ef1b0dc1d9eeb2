import { beginTable, dialogOf, expect, signIn, test } from "./fixtures";

test("four guests, two known and two new, are recorded in at most twelve taps", async ({ page, house }) => {
  await page.addInitScript(() => {
    window.addEventListener("pointerdown", () => localStorage.setItem("taps", String(Number(localStorage.getItem("taps") ?? 0) + 1)), true);
  });
  await signIn(page);
  // An earlier table: from then on the hostess is remembered.
  const first = await beginTable(page, { number: "1", hostess: "Maya", waiter: "Jad" });
  await first.getByPlaceholder("Search by name or phone").fill("Nour");
  await first.getByRole("button", { name: "Add Nour Karam" }).tap();
  await first.getByRole("button", { name: /^Save 1 guest/ }).tap();
  await expect(dialogOf(page)).toBeHidden();
  await page.evaluate(() => localStorage.setItem("taps", "0"));

  await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "New table" }).tap();
  const tableInfo = dialogOf(page);
  await expect(tableInfo.getByLabel("Table number")).toBeFocused();
  await page.keyboard.type("7");
  await tableInfo.getByRole("radio", { name: "Elie" }).tap();
  await tableInfo.getByRole("button", { name: "Save and add guests" }).tap();
  const select = dialogOf(page);
  await expect(select.getByPlaceholder("Search by name or phone")).toBeFocused();
  for (const name of ["Georges Khoury", "رامي خوري"]) {
    await page.keyboard.type(name);
    await select.getByRole("button", { name: `Add ${name}` }).tap();
    await expect(select.getByPlaceholder("Search by name or phone")).toBeFocused();
  }
  for (const [name, phone] of [
    ["Zeina Tabet", "71 000 111"],
    ["طوني سابا", "03 777 111"],
  ] as const) {
    await page.keyboard.type(name);
    await select.getByRole("button", { name: /^Add new/ }).tap();
    const form = select.getByRole("form", { name: "Add New Contact" });
    await expect(form.getByLabel("Phone")).toBeFocused();
    await page.keyboard.type(phone);
    await form.getByRole("button", { name: "Add", exact: true }).tap();
    await expect(select.getByPlaceholder("Search by name or phone")).toBeFocused();
  }
  await select.getByRole("button", { name: "Save 4 guests to table 7" }).tap();
  await expect(page.getByText("Loyalty: +5 awarded to 4 contact(s).")).toBeVisible();
  const taps = Number(await page.evaluate(() => localStorage.getItem("taps")));
  expect(taps).toBeGreaterThanOrEqual(10);
  expect(taps).toBeLessThanOrEqual(12);
  expect(house.rows("jounieh/table.db", "SELECT count(*) AS n FROM table_guest")).toEqual([{ n: 5 }]);
});

test("a dialog's frame answers the finger before its body is drawn, and Back takes either away", async ({ page }) => {
  const phone = await page.context().newCDPSession(page);
  await signIn(page);
  const newTable = page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "New table" });
  await expect(newTable).toBeVisible();
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 8 });
  await page.evaluate(watchFrames);
  await newTable.tap();
  await expect(dialogOf(page).getByLabel("Table number")).toBeFocused();
  const seen = await page.evaluate(() => (window as Window & { framesSeen?: string[] }).framesSeen);
  expect(seen).toEqual(["page", "opening", "dialog"]);
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  // Back while there is nothing but the frame.
  await page.evaluate(() => {
    const opening = new MutationObserver(() => {
      if (!document.querySelector("[data-opening]")) return;
      opening.disconnect();
      setTimeout(() => window.history.back()); // its entry in the history is made in the same moment
    });
    opening.observe(document.body, { childList: true, subtree: true });
  });
  await newTable.tap();
  await phone.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await expect(page.locator("[data-opening]")).toHaveCount(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  await newTable.tap();
  await expect(dialogOf(page).getByLabel("Table number")).toBeFocused();
});

/** Runs in the page: writes down what its frames showed, each once, in their order. */
function watchFrames(): void {
  const seen: string[] = [];
  (window as Window & { framesSeen?: string[] }).framesSeen = seen;
  const look = () => {
    const shown = document.querySelector("[role=dialog]") ? "dialog" : document.querySelector("[data-opening]") ? "opening" : "page";
    if (seen.at(-1) !== shown) seen.push(shown);
    requestAnimationFrame(look);
  };
  look();
}

test("Save answers before everything else in the dialog is drawn anew, and a second order in the same moment counts for nothing", async ({
  page,
  house,
}) => {
  await signIn(page);
  const select = await beginTable(page, { number: "7", hostess: "Maya", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).tap();
  await select.getByRole("button", { name: /^Save 1 guest/ }).evaluate((button: HTMLButtonElement) => {
    const search = document.querySelector<HTMLInputElement>("[role=dialog] input[placeholder='Search by name or phone']");
    const answered = new MutationObserver(() => {
      if (!button.disabled) return;
      answered.disconnect();
      Object.assign(window, { waited: search?.disabled });
    });
    answered.observe(button, { attributes: true });
    button.click();
    button.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
  });
  await expect(dialogOf(page)).toBeHidden();
  expect(await page.evaluate(() => (window as Window & { waited?: boolean }).waited)).toBe(false);
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toHaveCount(1);
  expect(house.rows("jounieh/table.db", "SELECT count(*) AS n FROM saved_table")).toEqual([{ n: 1 }]);
});
