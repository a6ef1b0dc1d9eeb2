import type { Locator, Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { dialogOf, everythingLoaded, expect, expectNoSidewaysScroll, type House, inTurn, PHONE_FIRST, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";
import { bookElsewhere, reservationsIn, sayRules } from "./reservations-house";

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name }).first();

async function fromMore(page: Page, name: string, entry: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: `More for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Counts what a finger does, and which keys: a call lasts no longer than that. */
async function countWork(page: Page): Promise<() => Promise<{ taps: number; keys: number }>> {
  await page.evaluate(() => {
    const work = { taps: 0, keys: 0 };
    Object.assign(window, { work });
    window.addEventListener("pointerdown", () => work.taps++, true);
    window.addEventListener("keydown", () => work.keys++, true);
  });
  return () => page.evaluate(() => (window as Window & { work?: { taps: number; keys: number } }).work ?? { taps: 0, keys: 0 });
}

test.describe("a host’s evening", () => {
  test("a known guest calls: in at most eight taps and twenty keys", PHONE_FIRST, async ({ page, house }) => {
    await sayRules(house);
    await signIn(page, undefined, "/reservations");
    await expect(page.getByText("No reservations for this day")).toBeVisible();
    await expectAccessible(page, "an empty day");
    const work = await countWork(page);
    await page.getByRole("button", { name: "New booking" }).first().click();
    const form = dialogOf(page);
    await expect(form.getByLabel("Who comes?")).toBeFocused();
    await page.keyboard.type("400118");
    await form.getByRole("button", { name: "Choose Nour Karam" }).click();
    await form.getByRole("radio", { name: "4", exact: true }).click();
    await form.getByRole("radio", { name: /^22:30/ }).click();
    await expect(form.getByText("Table 5 is kept for them.")).toBeVisible();
    await expectAccessible(page, "the form of a booking");
    await form.getByRole("button", { name: "Book Nour Karam, 4 guests, 22:30" }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    const { taps, keys } = await work();
    console.log(`booking a known guest: ${taps} taps, ${keys} keys`);
    expect(taps).toBeLessThanOrEqual(8);
    expect(keys).toBeLessThanOrEqual(20);
    const nour = card(page, "Nour Karam");
    await expect(nour).toContainText("22:30");
    await expect(nour).toContainText("Table 5");
    await expect(nour).toContainText("Confirmed");
    expect(reservationsIn(house)).toEqual([{ name: "Nour Karam", status: "CONFIRMED", party: 4, time: "22:30" }]);
    await expectNoSidewaysScroll(page);
  });

  test("who arrives is seated at a table whose form is filled in, and is its first guest", inTurn(0), async ({ page, house }) => {
    await sayRules(house);
    await bookElsewhere(house, { name: "Nour Karam", phones: "76 400 118", time: "21:45", party: 3, guest_note: "Window, please" });
    await signIn(page, undefined, "/reservations");
    const nour = card(page, "Nour Karam");
    await nour.getByRole("button", { name: "Arrived" }).click();
    await expect(nour.getByText("Arrived", { exact: true }).first()).toBeVisible();
    await nour.getByRole("button", { name: "Seat", exact: true }).click();
    const info = dialogOf(page);
    await expect(info.getByLabel("Table number")).toHaveValue("5");
    await expect(info.getByLabel("People")).toHaveValue("3");
    await info.getByRole("radio", { name: "Maya" }).click();
    await info.getByRole("radio", { name: "Jad" }).click();
    await info.getByRole("button", { name: "Save and go on" }).click();
    const select = dialogOf(page);
    await select.getByRole("button", { name: "Save 1 guest to table 5" }).click();
    await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
    await expect(nour.getByRole("button", { name: "Open table" })).toBeVisible();
    expect(house.rows("jounieh/table.db", "SELECT name FROM table_guest")).toEqual([{ name: "Nour Karam" }]);
    const linked = "SELECT count(*) AS n FROM reservation r JOIN saved_table t ON t.id = r.saved_table_id";
    expect(house.rows("jounieh/table.db", linked)).toEqual([{ n: 1 }]);
    await nour.getByRole("button", { name: "Open table" }).click();
    await expect(dialogOf(page).getByText("No changes")).toBeVisible();
  });

  test("a walk-in sits at once; who waits turns red after the time that was said", inTurn(6), async ({ page, house }) => {
    await sayRules(house);
    await signIn(page, undefined, "/reservations");
    await page.getByRole("button", { name: "Walk-in" }).click();
    await dialogOf(page).getByRole("radio", { name: "2", exact: true }).click();
    await dialogOf(page).getByRole("button", { name: "Seat walk-in, 2 guests" }).click();
    await expect(dialogOf(page).getByLabel("Table number")).toHaveValue("1");
    await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
    await expect(card(page, "Walk-in").getByText("Seated", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Put on the waitlist" }).click();
    const form = dialogOf(page);
    await form.getByLabel("Who comes?").fill("Ziad Sarkis");
    await form.getByRole("button", { name: /^Book as new/ }).click();
    await form.getByRole("radio", { name: "3", exact: true }).click();
    await form
      .getByRole("group", { name: /minutes/ })
      .getByRole("radio", { name: /^10/ })
      .click();
    await form.getByRole("button", { name: /^Put Ziad Sarkis on the waitlist/ }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await page.getByText("Waitlist 1", { exact: true }).click();
    const ziad = page.getByRole("listitem").filter({ hasText: "Ziad Sarkis" }).first();
    await expect(ziad).toContainText("of 10 min");
    house.setClock("2026-11-20T19:52:00.000Z");
    await expect(ziad).toContainText("longer than said", { timeout: 40_000 });
    await expectAccessible(page, "the waitlist");
    await ziad.getByRole("button", { name: "Call: table ready" }).click();
    await expect(ziad.getByText("Called", { exact: true })).toBeVisible();
    await ziad.getByRole("button", { name: "Seat", exact: true }).click();
    await expect(dialogOf(page).getByRole("radio", { name: /^5/ })).toBeVisible();
    await dialogOf(page).getByRole("button", { name: "Seat", exact: true }).click();
    await expect(dialogOf(page).getByLabel("Table number")).toHaveValue("5");
  });

  test("who does not come turns red, is marked by a person alone, and the mark is taken back", inTurn(3), async ({ page, house }) => {
    await sayRules(house);
    await bookElsewhere(house, { name: "رامي خوري", phones: "03 123456", time: "21:15", party: 2 });
    await bookElsewhere(house, { name: "Georges Khoury", time: "22:00", party: 2 });
    await signIn(page, undefined, "/reservations");
    const late = card(page, "رامي خوري");
    await expect(late).toContainText("Not here yet");
    await expect(late).toContainText("25 min after its time");
    await expectAccessible(page, "a red card");
    await fromMore(page, "رامي خوري", "No-show");
    await page.getByRole("button", { name: /^Show 1 finished/ }).click();
    await expect(late.getByText("No-show", { exact: true })).toBeVisible();
    await late.getByRole("button", { name: "Back to confirmed" }).click();
    await expect(late).toContainText("Not here yet");

    await fromMore(page, "Georges Khoury", "Cancel");
    const ask = dialogOf(page);
    await ask.getByRole("button", { name: "Cancel: Georges Khoury" }).click();
    await expect(ask.getByText("Choose the reason.")).toBeVisible();
    await ask.getByRole("radio", { name: "The guest cancelled" }).click();
    await expectAccessible(page, "why it is cancelled");
    await ask.getByRole("button", { name: "Cancel: Georges Khoury" }).click();
    await expect.poll(() => reservationsIn(house).map(({ status }) => status)).toEqual(["CONFIRMED", "CANCELLED"]);
  });
});

/** Another host changes it meanwhile. */
async function changeElsewhere(house: House, id: string, body: object): Promise<void> {
  const changed = await house.api(`/reservations/${id}`, { method: "PATCH", headers: JSON_BODY, body: JSON.stringify(body) });
  expect(changed.status, await changed.clone().text()).toBe(200);
}

test(
  "two hosts at one booking: what only one changed stays, and both versions of the rest are shown",
  PHONE_FIRST,
  async ({ page, house }) => {
    await sayRules(house);
    const made = await bookElsewhere(house, { name: "Nour Karam", time: "22:30", party: 2 });
    await signIn(page, undefined, "/reservations");
    await fromMore(page, "Nour Karam", "Change");
    const form = dialogOf(page);
    await form.getByRole("radio", { name: "4", exact: true }).click();
    await form.getByText("Notes, occasion, where it came from").click();
    await form.getByLabel("For the staff alone").fill("Near the window");
    await changeElsewhere(house, made.id, { version: made.version, party: 3, guest_note: "A child’s chair" });
    await form.getByRole("button", { name: /^Save Nour Karam/ }).click();
    const panel = form.getByRole("alert").filter({ hasText: "changed this reservation meanwhile" });
    await expect(panel).toContainText("A child’s chair");
    await expect(panel.getByRole("group", { name: "People" })).toContainText("theirs");
    await expectAccessible(page, "two versions of a booking");
    await panel.getByRole("radio", { name: /^4/ }).click();
    await form.getByRole("button", { name: /^Save Nour Karam/ }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    expect(house.rows("jounieh/table.db", "SELECT party, guest_note, staff_note FROM reservation")).toEqual([
      { party: 4, guest_note: "A child’s chair", staff_note: "Near the window" },
    ]);
  },
);

test("a table that somebody else has is said with whose it is, and what is free instead", inTurn(2), async ({ page, house }) => {
  await sayRules(house);
  await bookElsewhere(house, { name: "Hala Mansour", time: "22:30", party: 4, tables: ["5"] });
  const nour = await bookElsewhere(house, { name: "Nour Karam", time: "22:30", party: 4, tables: ["6"] });
  await signIn(page, undefined, "/reservations?view=floor");
  await page.getByRole("button", { name: "Move Nour Karam" }).click();
  await page.getByRole("button", { name: "Here, to table 5" }).click();
  const form = dialogOf(page);
  await expect(form.getByText("Not saved. Nothing of it is lost.")).toBeVisible();
  await expect(form).toContainText("Table 5 is held for Hala Mansour");
  await expectAccessible(page, "a table that somebody has");
  await form.getByRole("radio", { name: /^12/ }).click();
  await form.getByRole("button", { name: /^Save Nour Karam/ }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  const tables = `SELECT table_number FROM reservation_table WHERE reservation_id = '${nour.id}'`;
  expect(house.rows("jounieh/table.db", tables)).toEqual([{ table_number: "12" }]);
});

async function kept(page: Page): Promise<Locator> {
  const list = page.getByRole("region", { name: "On this device only" });
  await expect(list).toBeVisible();
  return list;
}

test("without network tonight stays readable, and what is changed is kept and sent once", PHONE_FIRST, async ({ page, context, house }) => {
  await sayRules(house);
  await bookElsewhere(house, { name: "Nour Karam", time: "21:45", party: 3 });
  await signIn(page, undefined, "/reservations");
  await expect(card(page, "Nour Karam")).toBeVisible();
  await everythingLoaded(page);
  await context.setOffline(true);
  await expect(page.getByText(/^The server does not answer. This is the day as of \d\d:\d\d/)).toBeVisible();
  await card(page, "Nour Karam").getByRole("button", { name: "Arrived" }).click();
  await expect(card(page, "Nour Karam")).toContainText("Waiting to be sent");
  await page.getByRole("button", { name: "New booking" }).first().click();
  const form = dialogOf(page);
  await form.getByLabel("Who comes?").fill("Ziad Sarkis");
  await form.getByRole("button", { name: /^Book as new/ }).click();
  await form.getByRole("radio", { name: "2", exact: true }).click();
  await form.getByLabel("At what time?").fill("22:45");
  await form.getByRole("button", { name: /^Book Ziad Sarkis/ }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(card(page, "Ziad Sarkis")).toContainText("Waiting to be sent");
  await expect(await kept(page)).toContainText("Book Ziad Sarkis, 2 guests, 22:45");
  await expect(page.getByText("2 reservation changes waiting to be sent.")).toBeVisible();
  await expectAccessible(page, "what waits on the device");
  await expectNoSidewaysScroll(page);

  await page.reload().catch(() => undefined);
  await context.setOffline(false);
  await page.goto("/reservations");
  const both = [
    { name: "Nour Karam", status: "ARRIVED", party: 3, time: "21:45" },
    { name: "Ziad Sarkis", status: "CONFIRMED", party: 2, time: "22:45" },
  ];
  await expect.poll(() => reservationsIn(house), { timeout: 40_000 }).toEqual(both);
  await expect(page.getByRole("region", { name: "On this device only" })).toHaveCount(0);
  await page.reload();
  await expect(card(page, "Ziad Sarkis")).toBeVisible();
  expect(reservationsIn(house)).toEqual(both);
});

test("the day by slots, on its floor and on paper, its rules, and tonight on Home", PHONE_FIRST, async ({ page, house }) => {
  await signIn(page, undefined, "/reservations/rules");
  await page.getByLabel("First number").fill("1");
  await page.getByLabel("Last number").fill("12");
  await page.getByRole("button", { name: "Add 12 tables" }).click();
  await expectNoSidewaysScroll(page);
  await page.getByRole("button", { name: "Save the rules" }).click();
  await expect(page.getByText("The rules were saved.")).toBeVisible();
  await page.getByRole("button", { name: "Say what is other" }).click();
  await page.getByLabel("Name").last().fill("Ramadan");
  await page.getByRole("radio", { name: "Other hours" }).click();
  await page.getByRole("button", { name: "Save the day" }).click();
  await expect(page.getByRole("list", { name: "Days that are other" })).toContainText("Ramadan");
  await expectAccessible(page, "the rules");

  await bookElsewhere(house, { name: "Nour Karam", time: "21:15", party: 4 });
  await bookElsewhere(house, { name: "سارة معلوف", time: "22:00", party: 2, occasion: "birthday" });
  await page.goto("/reservations?view=slots");
  await page.getByRole("link", { name: "Close or block" }).click();
  await expect(page.getByRole("radio", { name: "A time is blocked" })).toBeChecked();
  await expect(page.getByRole("button", { name: "Save the day" })).toBeInViewport();
  await page.goto("/reservations?view=slots");
  await page.getByRole("button", { name: "22:00: 1 booking, 2 guests" }).click();
  await expect(page.getByRole("region", { name: "Bookings at 22:00" })).toContainText("سارة معلوف");
  await expectAccessible(page, "slots");
  await page.getByText("Floor", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Move Nour Karam" })).toBeVisible();
  await expectAccessible(page, "the floor");
  await page.getByRole("button", { name: "Day sheet" }).click();
  await expect(dialogOf(page)).toContainText("2 bookings");
  await expectAccessible(page, "the day sheet");

  await page.goto("/");
  const section = page.getByRole("button", { name: /^Reservations 2 bookings · 6 guests/ });
  await expect(section).toContainText("1 not here yet");
  await section.click();
  await expect(page.getByRole("article", { name: "Jounieh" })).toContainText("Nour Karam");
  await expectAccessible(page, "tonight on Home");
  await expectNoSidewaysScroll(page);
});
