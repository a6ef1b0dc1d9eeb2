import type { Page } from "playwright/test";
import { dialogOf, expect, type House, signIn } from "./fixtures";
import { bookElsewhere, sayRules } from "./reservations-house";

/** An evening with a card of each sort. */
export async function anEvening(house: House): Promise<void> {
  await sayRules(house);
  await bookElsewhere(house, { name: "Nour Karam", phones: "76 400 118", time: "21:15", party: 4, guest_note: "Window, please" });
  await bookElsewhere(house, { name: "Alexandra-Victoria Constantinidou", time: "22:30", party: 2, occasion: "birthday" });
  await bookElsewhere(house, { name: "سارة معلوف", time: "22:00", party: 2, status: "REQUESTED" });
  const body = JSON.stringify({ name: "Ziad Sarkis", party: 3, quoted_minutes: 20 });
  const waits = await house.api("/reservations/waitlist", { method: "POST", headers: { "content-type": "application/json" }, body });
  expect(waits.status, await waits.clone().text()).toBe(201);
}

/** Goes through every screen of Reservations, and looks at each. */
export async function everyScreen(page: Page, look: (what: string) => Promise<void>): Promise<void> {
  await signIn(page, undefined, "/reservations");
  await expect(page.getByRole("article").filter({ hasText: "Nour Karam" })).toBeVisible();
  await look("the list");
  await page.getByRole("button", { name: "Filter" }).click();
  await look("the filters");
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "More for Nour Karam" }).click();
  await expect(page.getByRole("menuitem", { name: "Change" })).toBeVisible();
  await look("a card’s menu");
  await page.getByRole("menuitem", { name: "Cancel" }).click();
  await expect(dialogOf(page).getByText("Why?")).toBeVisible();
  await look("why it is cancelled");
  await dialogOf(page).getByRole("button", { name: "Back" }).click();
  await page
    .getByRole("article")
    .filter({ hasText: "Nour Karam" })
    .getByRole("button", { name: /Nour Karam/ })
    .first()
    .click();
  await expect(dialogOf(page).getByText("History")).toBeVisible();
  await look("a reservation");
  await dialogOf(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "New booking" }).first().click();
  await dialogOf(page).getByLabel("Who comes?").fill("Rima Haddad");
  await dialogOf(page)
    .getByRole("button", { name: /^Book as new/ })
    .click();
  await dialogOf(page).getByRole("radio", { name: "4", exact: true }).click();
  await dialogOf(page)
    .getByRole("radio", { name: /^22:30/ })
    .click();
  await dialogOf(page).getByText("Notes, occasion, where it came from").click();
  await look("the form of a booking");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  for (const [view, seen] of [
    ["slots", "22:30: 1 booking, 2 guests"],
    ["floor", "Move Nour Karam"],
    ["waitlist", "Call: table ready"],
  ] as const) {
    await page.goto(`/reservations?view=${view}`);
    await expect(page.getByRole("button", { name: seen })).toBeVisible();
    await look(view);
  }
  await page.getByRole("button", { name: "Day sheet" }).click();
  await expect(dialogOf(page)).toContainText("3 bookings");
  await look("the day sheet");
  await page.goto("/reservations/rules");
  await expect(page.getByRole("button", { name: "Say what is other" })).toBeVisible();
  await page.getByRole("button", { name: "Say what is other" }).click();
  await page.getByRole("radio", { name: "A time is blocked" }).click();
  await expect(page.getByLabel("Where")).toBeVisible();
  await look("the rules");
  await page.goto("/");
  await page
    .getByRole("button", { name: /^Reservations/ })
    .first()
    .click();
  await expect(page.getByRole("article", { name: "Jounieh" })).toBeVisible();
  await look("tonight on Home");
}
