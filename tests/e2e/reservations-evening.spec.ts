import type { Page } from "playwright/test";
import { dialogOf, everythingLoaded, expect, FLOOR, inTurn, signIn, test } from "./fixtures";
import { bookElsewhere, reservationsIn, sayRules } from "./reservations-house";

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name }).first();

async function fromMore(page: Page, name: string, entry: string): Promise<void> {
  await card(page, name)
    .getByRole("button", { name: `More for ${name}` })
    .click();
  await page.getByRole("menuitem", { name: entry }).click();
}

/** Counts what a finger does, and which keys. */
async function countWork(page: Page): Promise<() => Promise<{ taps: number; keys: number }>> {
  await page.evaluate(() => {
    const work = { taps: 0, keys: 0 };
    Object.assign(window, { work });
    window.addEventListener("pointerdown", () => work.taps++, true);
    window.addEventListener("keydown", () => work.keys++, true);
  });
  return () => page.evaluate(() => (window as Window & { work?: { taps: number; keys: number } }).work ?? { taps: 0, keys: 0 });
}

test("a host’s whole evening on one tablet, with the network cut in its middle", FLOOR, async ({ page, context, house }) => {
  test.setTimeout(240_000);
  await sayRules(house);
  await bookElsewhere(house, { name: "Hala Mansour", phones: "70 010 020", time: "22:00", party: 4, tables: ["6"] });
  await bookElsewhere(house, { name: "رامي خوري", time: "21:15", party: 2 });
  await signIn(page, undefined, "/reservations");
  await expect(card(page, "Hala Mansour")).toBeVisible();

  // A known guest calls.
  const work = await countWork(page);
  await page.getByRole("button", { name: "New booking" }).first().click();
  await expect(dialogOf(page).getByLabel("Who comes?")).toBeFocused();
  await page.keyboard.type("400118");
  await dialogOf(page).getByRole("button", { name: "Choose Nour Karam" }).click();
  await dialogOf(page).getByRole("radio", { name: "4", exact: true }).click();
  await dialogOf(page)
    .getByRole("radio", { name: /^22:30/ })
    .click();
  await dialogOf(page).getByRole("button", { name: "Book Nour Karam, 4 guests, 22:30" }).click();
  await expect(card(page, "Nour Karam")).toContainText("Table 5");
  const { taps, keys } = await work();
  console.log(`booking a known guest on a tablet: ${taps} taps, ${keys} keys`);
  expect([taps <= 8, keys <= 20]).toEqual([true, true]);

  // A couple walks in, a family waits.
  await page.getByRole("button", { name: "Walk-in" }).click();
  await dialogOf(page).getByRole("radio", { name: "2", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Seat walk-in, 2 guests" }).click();
  await expect(dialogOf(page).getByLabel("People")).toHaveValue("2");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Put on the waitlist" }).click();
  await dialogOf(page).getByLabel("Who comes?").fill("Ziad Sarkis");
  await dialogOf(page)
    .getByRole("button", { name: /^Book as new/ })
    .click();
  await dialogOf(page).getByRole("radio", { name: "3", exact: true }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^Put Ziad Sarkis on the waitlist/ })
    .click();
  await expect(page.getByText("Waitlist 1", { exact: true })).toBeVisible();

  // The network goes; the house goes on.
  await everythingLoaded(page);
  await context.setOffline(true);
  await expect(page.getByText(/^The server does not answer. This is the day as of/)).toBeVisible();
  await fromMore(page, "Hala Mansour", "Running late");
  await dialogOf(page).getByRole("radio", { name: "20", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Running late" }).click();
  await expect(card(page, "Hala Mansour")).toContainText("Late, 20 min");
  await fromMore(page, "رامي خوري", "No-show");
  await page.getByText("Floor", { exact: true }).click();
  await page.getByRole("button", { name: "Move Nour Karam" }).click();
  await page.getByRole("button", { name: "Here, to table 14" }).click();
  await expect(page.getByRole("region", { name: "Terrace" })).toContainText("Nour Karam");
  await expect(page.getByText("3 reservation changes waiting to be sent.")).toBeVisible();
  await page.getByText("List", { exact: true }).click();
  expect(reservationsIn(house).filter(({ status }) => status === "LATE" || status === "NO_SHOW")).toEqual([]);

  await context.setOffline(false);
  const states = () => Object.fromEntries(reservationsIn(house).map(({ name, status }) => [name, status]));
  await expect
    .poll(states, { timeout: 40_000 })
    .toEqual({ "Hala Mansour": "LATE", "رامي خوري": "NO_SHOW", "Nour Karam": "CONFIRMED", "Walk-in": "SEATED", "Ziad Sarkis": "WAITING" });
  const nour = "SELECT t.table_number FROM reservation_table t JOIN reservation r ON r.id = t.reservation_id WHERE r.name = 'Nour Karam'";
  await expect.poll(() => house.rows("jounieh/table.db", nour)).toEqual([{ table_number: "14" }]);
  const steps = "SELECT count(*) AS n FROM event WHERE kind IN ('reservation.stepped', 'reservation.changed')";
  expect(house.rows("jounieh/table.db", steps)).toEqual([{ n: 4 }]); // the walk-in's seat, late, no-show, the move: each once

  // Hala is seated by mistake, taken back, and sits elsewhere: her form knows where.
  await expect(card(page, "Hala Mansour").getByText("Waiting to be sent")).toHaveCount(0);
  await card(page, "Hala Mansour").getByRole("button", { name: "Seat", exact: true }).click();
  await expect(dialogOf(page).getByLabel("Table number")).toHaveValue("6");
  await dialogOf(page).getByRole("radio", { name: "Maya" }).click();
  await dialogOf(page).getByRole("radio", { name: "Jad" }).click();
  await dialogOf(page).getByRole("button", { name: "Save and go on" }).click();
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Keep as draft" }).click();
  await fromMore(page, "Hala Mansour", "Back to late");
  await fromMore(page, "Hala Mansour", "Move to another table");
  await dialogOf(page).getByRole("radio", { name: /^12/ }).click();
  await dialogOf(page)
    .getByRole("button", { name: /^Save Hala Mansour/ })
    .click();
  await expect(card(page, "Hala Mansour")).toContainText("Table 12");
  await card(page, "Hala Mansour").getByRole("button", { name: "Seat", exact: true }).click();
  await dialogOf(page).getByRole("button", { name: "Save 1 guest to table 12" }).click();
  await expect(card(page, "Hala Mansour").getByRole("button", { name: "Open table" })).toBeVisible();
  const linked = "SELECT t.table_number, t.party_size FROM reservation r JOIN saved_table t ON t.id = r.saved_table_id";
  expect(house.rows("jounieh/table.db", linked)).toEqual([{ table_number: "12", party_size: 4 }]);
});

test(
  "whoever changes a booking before their own last step was answered is not told that somebody else was there",
  inTurn(0),
  async ({ page, house }) => {
    await sayRules(house);
    await bookElsewhere(house, { name: "Nour Karam", time: "21:45", party: 3 });
    await signIn(page, undefined, "/reservations");
    const nour = card(page, "Nour Karam");
    let answer = () => {};
    const isLate = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/\/reservations\/[^/]+\/step/, async (route) => {
      const answered = await route.fetch();
      await isLate;
      await route.fulfill({ response: answered });
    });
    await nour.getByRole("button", { name: "Arrived" }).click();
    await fromMore(page, "Nour Karam", "Move to another table");
    await dialogOf(page).getByRole("radio", { name: /^6/ }).click();
    await dialogOf(page)
      .getByRole("button", { name: /^Save Nour Karam/ })
      .click();
    answer();
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(nour).toContainText("Table 6");
    const tables = "SELECT r.status, t.table_number FROM reservation r JOIN reservation_table t ON t.reservation_id = r.id";
    await expect.poll(() => house.rows("jounieh/table.db", tables)).toEqual([{ status: "ARRIVED", table_number: "6" }]);
    await expect(page.getByRole("region", { name: "On this device only" })).toHaveCount(0);
  },
);
