import type { Page } from "playwright/test";
import { dialogOf, everythingLoaded, expect, FLOOR, PHONE_FIRST, saveElsewhere, signIn, test } from "./fixtures";
import { bookElsewhere, reservationsIn, sayRules } from "./reservations-house";

const card = (page: Page, name: string) => page.getByRole("article").filter({ hasText: name }).first();

/** What of a dialog's controls lies under a note, by its words; what its own body has scrolled away is under nothing. */
function underNotes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialog = [...document.querySelectorAll("[role=dialog]")].at(-1);
    const notes = [...document.querySelectorAll(".mantine-Notification-root")].map((note) => note.getBoundingClientRect());
    const isClipped = (control: Element, x: number, y: number) => {
      for (let around = control.parentElement; around && around !== document.body; around = around.parentElement) {
        const { top, bottom, left, right } = around.getBoundingClientRect();
        if (getComputedStyle(around).overflowY !== "visible" && (y < top || y > bottom || x < left || x > right)) return true;
      }
      return false;
    };
    const controls = [...(dialog?.querySelectorAll("button, label, input") ?? [])];
    return controls.flatMap((control) => {
      const { left, right, top, bottom, width } = control.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const isUnder = notes.some((note) => note.left < right && left < note.right && note.top < y && y < note.bottom);
      return width > 0 && isUnder && !isClipped(control, x, y)
        ? [control.textContent || control.getAttribute("aria-label") || control.tagName]
        : [];
    });
  });
}

test("a table at which walk-ins sit is shown so, and said before somebody is seated there", FLOOR, async ({ page, house }) => {
  await sayRules(house);
  await saveElsewhere(house, "1");
  const nour = await bookElsewhere(house, { name: "Nour Karam", time: "21:45", party: 2, tables: ["1"] });
  await signIn(page, undefined, "/reservations?view=floor");
  await expect(page.getByRole("region", { name: "Hall" }).getByRole("listitem").filter({ hasText: "Open table" }).first()).toContainText(
    "Open: no reservation",
  );
  await page.getByText("List", { exact: true }).click();
  await card(page, "Nour Karam").getByRole("button", { name: "Arrived" }).click();
  await card(page, "Nour Karam").getByRole("button", { name: "Seat", exact: true }).click();
  const seat = dialogOf(page);
  await expect(seat).toContainText("Table 1 is open: 1 guest, Rima. Nobody was seated.");
  await expect.poll(() => underNotes(page)).toEqual([]);
  await seat.getByRole("radio", { name: /^2\b/ }).click();
  await seat.getByRole("button", { name: "Seat", exact: true }).click();
  const tables = `SELECT table_number FROM reservation_table WHERE reservation_id = '${nour.id}'`;
  await expect.poll(() => house.rows("jounieh/table.db", tables)).toEqual([{ table_number: "2" }]);
});

test("a note covers no control of a dialog", FLOOR, async ({ page, house }) => {
  await sayRules(house);
  await bookElsewhere(house, { name: "Nour Karam", time: "21:45", party: 2 });
  await signIn(page, undefined, "/reservations");
  await page.getByRole("button", { name: "New booking" }).first().click();
  await dialogOf(page).getByLabel("Who comes?").fill("Ziad");
  await dialogOf(page).getByRole("button", { name: "Cancel" }).click();
  const note = page.locator(".mantine-Notification-root");
  await expect(note).toBeVisible();
  await card(page, "Nour Karam").getByRole("button", { name: "More for Nour Karam" }).click();
  await page.getByRole("menuitem", { name: "Cancel", exact: true }).click();
  await expect(dialogOf(page).getByText("Why?")).toBeVisible();
  await expect(note, "it is there still").toBeVisible();
  await expect.poll(() => underNotes(page)).toEqual([]);
  const [said, foot] = [await note.boundingBox(), await dialogOf(page).getByRole("button", { name: "Cancel: Nour Karam" }).boundingBox()];
  expect(said && foot && (said.y + said.height <= foot.y || said.y >= foot.y + foot.height), "nor the button").toBe(true);
});

test(
  "a booking that was refused after being offline says why, and is changed and booked",
  PHONE_FIRST,
  async ({ page, context, house }) => {
    await sayRules(house);
    await signIn(page, undefined, "/reservations");
    await everythingLoaded(page);
    await context.setOffline(true);
    await expect(page.getByText(/^The server does not answer. This is the day as of/)).toBeVisible();
    await page.getByRole("button", { name: "New booking" }).first().click();
    await dialogOf(page).getByLabel("Who comes?").fill("Ziad Sarkis");
    await dialogOf(page)
      .getByRole("button", { name: /^Book as new/ })
      .click();
    await dialogOf(page).getByRole("radio", { name: "2", exact: true }).click();
    await dialogOf(page).getByLabel("At what time?").fill("22:45");
    await dialogOf(page)
      .getByRole("button", { name: /^Book Ziad Sarkis/ })
      .click();
    await expect(card(page, "Ziad Sarkis")).toContainText("Waiting to be sent");
    for (const [name, table] of [
      ["Hala Mansour", "12"],
      ["Rami Khoury", "14"],
    ] as const)
      await bookElsewhere(house, { name, time: "22:45", party: 6, tables: [table] });
    await context.setOffline(false);
    const list = page.getByRole("region", { name: "On this device only" });
    await expect(list).toContainText("Not saved. At 22:45 12 guests come already; 12 may.", { timeout: 40_000 });
    await expect(card(page, "Ziad Sarkis")).toContainText("Not saved: the server refused it");
    await expect(card(page, "Ziad Sarkis")).not.toContainText("Confirmed");
    await list.getByRole("button", { name: "Change it" }).click();
    const form = dialogOf(page);
    await expect(form).toContainText("12 guests come already");
    await form.getByRole("radio", { name: /^22:30/ }).click();
    await expect(form, "it is mended").not.toContainText("Not saved. Nothing of it is lost.");
    await form.getByRole("button", { name: "Book Ziad Sarkis, 2 guests, 22:30" }).click();
    await expect(list).toHaveCount(0);
    expect(reservationsIn(house).map(({ name, time }) => `${time} ${name}`)).toEqual([
      "22:30 Ziad Sarkis",
      "22:45 Hala Mansour",
      "22:45 Rami Khoury",
    ]);
  },
);
