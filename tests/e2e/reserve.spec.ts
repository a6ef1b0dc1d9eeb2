import type { Page } from "playwright/test";
import { violationsOf } from "./accessible";
import { tabTo } from "./by-keyboard";
import { tooSmall } from "./fingers";
import { expect, expectNoSidewaysScroll, type House, PHONE_FIRST, test } from "./fixtures";
import { reservationsIn, sayRules } from "./reservations-house";

test.use({ settings: { PUBLIC_PORT: "0", PUBLIC_URL: "https://tables.example", GROUP_NAME: "Beit Daftar" } });

const DAY = "2026-11-21";

async function open(page: Page, house: House, more: object = {}, address = "/reserve/jounieh"): Promise<void> {
  await sayRules(house, "jounieh", { public_page: "confirm", ...more });
  await page.goto(house.guestsUrl + address);
}

/** Axe in both schemes, nothing that is too small for a finger, and nothing sideways. */
async function expectFit(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), `${what} in ${colorScheme}`).toEqual([]);
  }
  expect(await tooSmall(page.locator("body")), `${what}, by fingers`).toEqual([]);
  await expectNoSidewaysScroll(page);
}

test(
  "a guest books, changes and cancels on the house’s page, without an account and without a script",
  PHONE_FIRST,
  async ({ page, house }) => {
    await open(page, house, {}, "/reserve/jounieh?lang=en");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Book a table at Jounieh");
    await expectFit(page, "the empty form");
    await page.getByLabel("Date").fill(DAY);
    await page.getByLabel("How many people").selectOption("4");
    await page.getByLabel("Your name").fill("Hala <b>Mansour</b>");
    await page.getByRole("button", { name: "Show free times" }).click();
    await expect(page.getByLabel("Your name")).toHaveValue("Hala <b>Mansour</b>");
    await page.getByRole("radio", { name: "20:30" }).check();
    await page.getByRole("button", { name: "Book this table" }).click();
    // What is wrong is said at the head, which has the focus, and beside its field.
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("alert")).toContainText("all that you typed is still here");
    await expect(page.getByLabel("Phone")).toHaveAccessibleDescription(/Write one phone number that we can reach/);
    await expect(page.getByRole("radio", { name: "20:30" })).toBeChecked();
    await expectFit(page, "the form with a mistake");
    await page.getByLabel("Phone").fill("70 010 020");
    await page.getByRole("button", { name: "Book this table" }).dblclick();
    await expect(page.getByText("Your table is booked.")).toBeVisible();
    expect(reservationsIn(house)).toEqual([{ name: "Hala <b>Mansour</b>", status: "CONFIRMED", party: 4, time: "20:30" }]);
    await expect(page.getByText("Hala <b>Mansour</b>")).toBeVisible();
    await expectFit(page, "a guest’s own reservation");

    await page.getByText("Change day, time or number of people").click();
    await page.getByLabel("How many people").selectOption("2");
    await page.getByRole("radio", { name: "21:00" }).check();
    await expectFit(page, "a change");
    await page.getByRole("button", { name: "Save the change" }).click();
    await expect(page.getByRole("status")).toHaveText("Your change is saved.");
    expect(reservationsIn(house)).toMatchObject([{ party: 2, time: "21:00" }]);
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Add to calendar" }).click()]);
    expect(file.suggestedFilename()).toBe("reservation.ics");
    await page.getByText("Cancel the reservation").click();
    await page.getByRole("button", { name: "Yes, cancel it" }).click();
    await expect(page.getByText("This reservation is cancelled.")).toBeVisible();
    expect(reservationsIn(house)).toMatchObject([{ status: "CANCELLED" }]);
  },
);

test("by keyboard alone, in Arabic, from right to left", PHONE_FIRST, async ({ page, house }) => {
  await open(page, house, { public_page: "ask" }, `/reserve/jounieh?lang=fr&date=${DAY}`);
  await tabTo(page, page.getByRole("button", { name: "العربية" }));
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await tabTo(page, page.getByRole("radio").first());
  await page.keyboard.press("ArrowDown");
  await tabTo(page, page.getByLabel("الاسم"));
  await page.keyboard.type("هلا منصور");
  await page.keyboard.press("Tab");
  await page.keyboard.type("70 010 020");
  // Enter books, and shows no times anew.
  await page.keyboard.press("Enter");
  await expect(page.getByText("وصلنا طلبكم. لم يؤكَّد بعد: سنخبركم.")).toBeVisible();
  expect(reservationsIn(house)).toMatchObject([{ name: "هلا منصور", status: "REQUESTED" }]);
  await expectFit(page, "a request in Arabic");
  await tabTo(page, page.locator("summary").last());
  await page.keyboard.press("Enter");
  await tabTo(page, page.getByRole("button", { name: "نعم، ألغوه" }));
  await page.keyboard.press("Enter");
  await expect(page.getByText("أُلغي هذا الحجز.")).toBeVisible();
});

test(
  "with letters of twice the size nothing is cut off, and a link that leads nowhere says what to do",
  PHONE_FIRST,
  async ({ page, house }) => {
    await open(page, house, {}, "/reserve/jounieh?lang=fr");
    const grow = () => page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
    await grow();
    await expectNoSidewaysScroll(page);
    await page.goto(`${house.guestsUrl}/reserve/jounieh/${"A".repeat(43)}?lang=fr`);
    await expect(page.getByRole("heading")).toHaveText("Ce lien ne mène nulle part");
    await expectFit(page, "a link that leads nowhere");
    await grow();
    await expectNoSidewaysScroll(page);
  },
);

test(
  "the house’s own pages are not at the guests’ port, and the guests’ page is not at the house’s",
  PHONE_FIRST,
  async ({ page, house }) => {
    await open(page, house);
    for (const path of ["/", "/login", "/reservations", "/api/health"])
      expect((await page.goto(house.guestsUrl + path))?.status()).toBe(404);
    await page.goto(`${house.url}/reserve/jounieh`);
    await expect(page).toHaveURL(/\/login\?redirect=/);
  },
);
