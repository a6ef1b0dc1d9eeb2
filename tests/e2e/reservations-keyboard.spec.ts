import type { Page } from "playwright/test";
import { expectFocus, OFFICE_PC, press, tabTo } from "./by-keyboard";
import { dialogOf, expect, inTurn, ONE_SIZE, pageListens, signIn, test } from "./fixtures";
import { bookElsewhere, reservationsIn, sayRules } from "./reservations-house";

test.use(OFFICE_PC);

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name }).first();

/** Opens the menu of a card and goes down to an entry. */
async function fromMore(page: Page, name: string, entry: string): Promise<void> {
  await press(page, card(page, name).getByRole("button", { name: `More for ${name}` }));
  const wanted = page.getByRole("menuitem", { name: entry });
  await expect(wanted).toBeVisible();
  for (let steps = 0; steps < 12; steps++) {
    if (await wanted.evaluate((one) => one === document.activeElement)) break;
    await page.keyboard.press("ArrowDown");
  }
  await expect(wanted, "reached by the arrow keys").toBeFocused({ timeout: 1 });
  await page.keyboard.press("Enter");
}

/** Goes to a group of choices and on by the arrow keys until one is chosen. */
async function chooseByArrows(page: Page, group: string | RegExp, choice: string | RegExp): Promise<void> {
  const choices = dialogOf(page).getByRole("group", { name: group });
  const wanted = choices.getByRole("radio", { name: choice });
  const first = (await choices.getByRole("radio", { checked: true }).count()) > 0 ? { checked: true } : {};
  await tabTo(page, choices.getByRole("radio", first).first());
  await page.keyboard.press("Space");
  for (let steps = 0; steps < 40 && !(await wanted.isChecked()); steps++) await page.keyboard.press("ArrowRight");
  await expect(wanted).toBeChecked();
}

test("a host without a mouse: books, seats, marks a no-show and takes it back", inTurn(5), async ({ page, house }) => {
  await sayRules(house);
  await bookElsewhere(house, { name: "Hala Mansour", time: "21:15", party: 2 });
  await signIn(page, undefined, "/reservations");
  await pageListens(page);
  await expect(card(page, "Hala Mansour")).toContainText("Not here yet");

  await press(page, page.getByRole("button", { name: "New booking" }).first());
  await expect(dialogOf(page).getByLabel("Who comes?")).toBeFocused();
  await page.keyboard.type("400118");
  await expect(dialogOf(page).getByRole("button", { name: "Choose Nour Karam" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByLabel("Name")).toHaveValue("Nour Karam");
  await chooseByArrows(page, "How many people?", "4");
  await chooseByArrows(page, /At what time/, /^22:30/);
  await page.keyboard.press("Control+Enter");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(card(page, "Nour Karam")).toContainText("Table 5");
  await expectFocus(page.getByRole("main"));

  await fromMore(page, "Hala Mansour", "No-show");
  await press(page, page.getByRole("button", { name: /^Show 1 finished/ }));
  await press(page, card(page, "Hala Mansour").getByRole("button", { name: "Back to confirmed" }));
  await expect(card(page, "Hala Mansour")).toContainText("Not here yet");

  await press(page, card(page, "Hala Mansour").getByRole("button", { name: "Arrived" }));
  await press(page, card(page, "Hala Mansour").getByRole("button", { name: "Seat", exact: true }));
  await expect(dialogOf(page).getByLabel("People")).toHaveValue("2");
  await page.keyboard.press("Escape");
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(card(page, "Hala Mansour").getByText("Seated", { exact: true })).toBeVisible();
  await fromMore(page, "Hala Mansour", "Back to arrived");
  await expect(card(page, "Hala Mansour").getByText("Arrived", { exact: true }).first()).toBeVisible();
  expect(reservationsIn(house).map(({ name, status }) => [name, status])).toEqual([
    ["Hala Mansour", "ARRIVED"],
    ["Nour Karam", "CONFIRMED"],
  ]);
});

test(
  "the waitlist and the floor without a mouse: a party waits, is called and seated, and a booking is moved",
  ONE_SIZE,
  async ({ page, house }) => {
    await sayRules(house);
    await bookElsewhere(house, { name: "Hala Mansour", time: "22:30", party: 4, tables: ["5"] });
    await signIn(page, undefined, "/reservations");
    await pageListens(page);
    await press(page, page.getByRole("button", { name: "Put on the waitlist" }));
    await expect(dialogOf(page).getByLabel("Who comes?")).toBeFocused();
    await page.keyboard.type("Ziad Sarkis");
    await expect(dialogOf(page).getByRole("button", { name: /^Book as new/ })).toBeVisible();
    await page.keyboard.press("Enter");
    await chooseByArrows(page, "How many people?", "3");
    await chooseByArrows(page, /minutes/, /^10/);
    await page.keyboard.press("Control+Enter");
    await expect(dialogOf(page)).toHaveCount(0);

    // The views are radio buttons: the arrow keys go from one to the next.
    await tabTo(page, page.getByRole("radio", { name: "List", exact: true }));
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press("ArrowRight");
    const ziad = page.getByRole("listitem").filter({ hasText: "Ziad Sarkis" }).first();
    await press(page, ziad.getByRole("button", { name: "Call: table ready" }));
    await expect(ziad.getByText("Called", { exact: true })).toBeVisible();
    await press(page, ziad.getByRole("button", { name: "Seat", exact: true }));
    await chooseByArrows(page, "Which table?", /^6/);
    await press(page, dialogOf(page).getByRole("button", { name: "Seat", exact: true }));
    await expect(dialogOf(page).getByLabel("Table number")).toHaveValue("6");
    await page.keyboard.press("Escape");
    await expect(dialogOf(page)).toHaveCount(0);

    await tabTo(page, page.getByRole("radio", { name: /^Waitlist/ }));
    await page.keyboard.press("ArrowLeft");
    await press(page, page.getByRole("button", { name: "Move Hala Mansour" }));
    await press(page, page.getByRole("button", { name: "Here, to table 12" }));
    await expect(page.getByRole("region", { name: "Terrace" })).toContainText("Hala Mansour");
    const moved = "SELECT table_number FROM reservation_table t JOIN reservation r ON r.id = t.reservation_id WHERE r.party = 4";
    await expect.poll(() => house.rows("jounieh/table.db", moved)).toEqual([{ table_number: "12" }]); // the screen shows it before the server has it
  },
);
