import type { Locator, Page } from "playwright/test";
import { expectAccessible } from "./accessible";
import { choose, dialogOf, expect, expectNoSidewaysScroll, OFFICE, ONE_SIZE, STAFF, signIn, test, timePasses } from "./fixtures";

const staff = (page: Page) => page.getByRole("dialog", { name: "Manage Staff" });
const list = (page: Page, title: "Hostesses" | "Waiters") => staff(page).getByRole("region", { name: title });
const names = (region: Locator) => region.getByRole("listitem");

const ofHouse = async (house: { api: (path: string, init?: RequestInit) => Promise<Response> }, branch: string) =>
  (await (await house.api(`/staff/${branch}`)).json()) as { hostesses: string[]; waiters: string[] };

test("a hostess is added and a waiter taken off, and a new table knows it", OFFICE, async ({ page, house }) => {
  await signIn(page, STAFF);
  await choose(page, "Options", "Manage Staff");
  await expect(names(list(page, "Waiters"))).toHaveText(["Elie", "Georges", "Jad", "Karim", "Tony"]);
  await list(page, "Hostesses").getByLabel("Add a hostess").fill("Nour");
  await page.keyboard.press("Enter");
  await expect(names(list(page, "Hostesses"))).toHaveText(["Maya", "Nour", "Rima"]);
  await expect(list(page, "Hostesses").getByLabel("Add a hostess")).toBeFocused();
  await list(page, "Waiters").getByRole("button", { name: "Remove Jad" }).click();
  await expect(names(list(page, "Waiters"))).toHaveText(["Elie", "Georges", "Karim", "Tony"]);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "Manage Staff");
  // The lists show a change before the server has it.
  const after = { hostesses: ["Maya", "Nour", "Rima"], waiters: ["Elie", "Georges", "Karim", "Tony"] };
  await expect.poll(() => ofHouse(house, "jounieh")).toEqual(after);
  await staff(page).getByRole("button", { name: "Done" }).click();
  await expect(staff(page)).toBeHidden();
  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByRole("radio", { name: "Nour" })).toBeAttached();
  await expect(dialogOf(page).getByRole("radio", { name: "Jad" })).toHaveCount(0);
});

test("the lists are opened from a new table, and Ctrl Enter there saves no table", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  await page.getByRole("button", { name: "New table" }).last().click();
  await dialogOf(page).getByLabel("Table number").fill("7");
  await dialogOf(page).getByRole("button", { name: "Manage Staff" }).click();
  await list(page, "Waiters").getByLabel("Add a waiter").fill("Fadi");
  await page.keyboard.press("Control+Enter");
  await expect(staff(page)).toBeVisible();
  await list(page, "Waiters").getByRole("button", { name: "Add" }).click();
  await expect(list(page, "Waiters").getByText("Fadi")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(staff(page)).toBeHidden();
  await expect(dialogOf(page).getByLabel("Table number")).toHaveValue("7");
  await expect(dialogOf(page).getByRole("radio", { name: "Fadi" })).toBeAttached();
  await expect(dialogOf(page).getByText("Please fill all fields")).toHaveCount(0);
});

test(
  "ignored names, Undo, what the server does not do and is tried again, Reset, and the lists of another branch",
  ONE_SIZE,
  async ({ page, house }) => {
    await signIn(page);
    await choose(page, "Options", "Manage Staff");
    const field = list(page, "Waiters").getByLabel("Add a waiter");
    await field.fill("   ");
    await field.press("Enter");
    await field.fill(" TONY ");
    await field.press("Enter");
    await expect(list(page, "Waiters").getByText("Already in the list")).toBeVisible();
    await expect(names(list(page, "Waiters"))).toHaveCount(5);
    await field.fill("Tonya");
    await expect(list(page, "Waiters").getByText("Already in the list")).toHaveCount(0);
    await field.fill("");
    await list(page, "Waiters").getByRole("button", { name: "Remove Elie" }).click();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(names(list(page, "Waiters")).first()).toHaveText("Elie");
    await expect.poll(async () => (await ofHouse(house, "jounieh")).waiters).toContain("Elie");

    const alert = staff(page).getByRole("alert");
    const refused = { status: 503, json: { error: "The hub is busy." } };
    await page.route("**/api/staff/**", (route) => (route.request().method() === "GET" ? route.fallback() : route.fulfill(refused)));
    await list(page, "Hostesses").getByLabel("Add a hostess").fill("Nour");
    await page.keyboard.press("Enter");
    await expect(alert).toContainText("Failed to add Nour");
    await expect(alert).toContainText("The hub is busy.");
    await expect(names(list(page, "Hostesses"))).toHaveText(["Maya", "Rima"]);
    await expectAccessible(page, "Manage Staff after a failure");
    await list(page, "Waiters").getByRole("button", { name: "Remove Tony" }).click();
    await expect(alert).toContainText("Failed to remove Tony");
    await expect(names(list(page, "Waiters"))).toHaveCount(5);
    await page.unroute("**/api/staff/**");
    await alert.getByRole("button", { name: "Retry Tony" }).click();
    await expect(names(list(page, "Waiters"))).toHaveText(["Elie", "Georges", "Jad", "Karim"]);
    await expect(staff(page).getByText("Failed to remove")).toHaveCount(0);
    // What failed before it is still to be done, and still said.
    await alert.getByRole("button", { name: "Retry Nour" }).click();
    await expect(names(list(page, "Hostesses"))).toHaveText(["Maya", "Nour", "Rima"]);
    await expect(staff(page).getByText("Failed to add")).toHaveCount(0);

    await page.route("**/reset-defaults", (route) => route.fulfill(refused));
    await staff(page).getByRole("button", { name: "Reset to defaults" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Reset the lists of Jounieh?");
    await page.getByRole("alertdialog").getByRole("button", { name: "Reset the lists" }).click();
    await expect(alert).toContainText("Reset failed. Using local defaults.");
    await expect(names(list(page, "Hostesses"))).toHaveText(["Maya", "Rima"]);
    expect((await ofHouse(house, "jounieh")).hostesses).toContain("Nour");
    await page.unroute("**/reset-defaults");
    await alert.getByRole("button", { name: "Retry" }).click();
    await expect.poll(async () => (await ofHouse(house, "jounieh")).hostesses).not.toContain("Nour");

    await staff(page).getByRole("radio", { name: "Batroun" }).click();
    await list(page, "Waiters").getByRole("button", { name: "Remove Tony" }).click();
    await expect.poll(async () => (await ofHouse(house, "batroun")).waiters).not.toContain("Tony");
    expect((await ofHouse(house, "jounieh")).waiters).toContain("Tony");
  },
);

test("without a branch nothing can be changed, and without an answer the last lists stand there", ONE_SIZE, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.evaluate(() => {
    localStorage.setItem("BRANCH", "central");
    localStorage.setItem("STAFF_batroun", JSON.stringify({ hostesses: ["Lea"], waiters: ["Omar"] }));
  });
  await page.reload();
  await choose(page, "Options", "Manage Staff");
  await expect(staff(page).getByText("Choose a branch first")).toBeVisible();
  await expect(list(page, "Waiters").getByLabel("Add a waiter")).toBeDisabled();
  await expect(staff(page).getByRole("button", { name: "Reset to defaults" })).toBeDisabled();
  let asked = 0;
  await page.route("**/api/staff/**", (route) => {
    asked += 1;
    return route.abort();
  });
  await staff(page).getByRole("radio", { name: "Batroun" }).click();
  await expect(names(list(page, "Waiters"))).toHaveText(["Omar"]);
  await expect(staff(page).getByText("offline list")).toBeVisible();
  // The server answers everything else: nobody asks for ever for the one thing that it does not.
  await expect.poll(() => asked).toBe(2);
  await timePasses(page, 20_000);
  await expect(staff(page).getByText("offline list")).toBeVisible();
  expect(asked).toBe(2);
});
