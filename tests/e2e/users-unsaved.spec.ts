import type { Page } from "playwright/test";
import { OFFICE_PC } from "./by-keyboard";
import { choose, comeBack, expect, type House, ONE_SIZE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

test.use(OFFICE_PC);

const NOUR = { username: "nour", password: "eight silver spoons", roles: ["staff"] };
const users = (page: Page) => page.getByRole("dialog", { name: "Users" });
const row = (page: Page, name: string) =>
  users(page)
    .getByRole("list", { name: "Users" })
    .getByRole("button", { name: new RegExp(`^${name}`) });
const question = (page: Page, changes: string) => page.getByRole("alertdialog", { name: `Leave ${changes} unsaved?` });

const post = (house: House, path: string, body: object) =>
  house.api(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });

test(
  "a changed role, branch or password is asked about before it goes, and whoever is opened is read anew",
  ONE_SIZE,
  async ({ page, house }) => {
    await post(house, "/auth/new-user", NOUR);
    await signIn(page);
    await choose(page, "Options", "Users");
    await row(page, "nour").click();
    await users(page).getByRole("radio", { name: "admin" }).click();
    await page.keyboard.press("Escape");
    await question(page, "1 change").getByRole("button", { name: "Stay" }).click();
    await expect(users(page).getByRole("radio", { name: "admin" })).toBeChecked();
    await users(page).getByLabel("New password", { exact: true }).fill("nine iron");
    await row(page, "admin").click();
    await question(page, "2 changes").getByRole("button", { name: "Stay" }).click();
    await expect(users(page).getByRole("heading", { name: "nour" })).toBeVisible();
    await row(page, "admin").click();
    await question(page, "2 changes").getByRole("button", { name: "Discard" }).click();
    await expect(users(page).getByRole("heading", { name: "admin" })).toBeVisible();
    await row(page, "nour").click();
    await expect(users(page).getByRole("radio", { name: "staff" })).toBeChecked();
    await users(page).getByRole("radio", { name: "Only some branches" }).check();
    await users(page).getByRole("checkbox", { name: "Batroun" }).check();
    await users(page).getByRole("button", { name: "Close" }).click();
    await question(page, "1 change").getByRole("button", { name: "Stay" }).click();
    await users(page).getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("User changed")).toBeVisible();
    await expect(users(page).getByRole("button", { name: "Save changes" })).toHaveCount(0);

    // Whoever is opened is read anew, and Enter gives the new password.
    await row(page, "admin").click();
    await row(page, "nour").click();
    await expect(users(page).getByText("Signed in nowhere.")).toBeVisible();
    await row(page, "admin").click();
    const { roles: _, ...credentials } = NOUR;
    for (let times = 0; times < 2; times++) expect((await post(house, "/auth/login", credentials)).status).toBe(200);
    await row(page, "nour").click();
    await expect(row(page, "nour")).toContainText("2 devices");
    await expect(users(page).getByText("Another program")).toHaveCount(2);
    await users(page).getByLabel("New password", { exact: true }).fill("nine iron candles");
    await users(page).getByLabel("New password", { exact: true }).press("Enter");
    await page.getByRole("alertdialog", { name: "Give nour this password?" }).getByRole("button", { name: "Set new password" }).click();
    await expect(users(page).getByText("nine iron candles")).toBeVisible();
    await expect(users(page).getByText("Signed in nowhere.")).toBeVisible();
    await expect(row(page, "nour")).not.toContainText("device");
    // Another admin changes the role: nothing was chosen here, so that is shown and nothing is asked.
    const { users: all } = (await (await house.api("/auth/users")).json()) as { users: { id: string; username: string }[] };
    const id = all.find(({ username }) => username === "nour")?.id;
    await house.api(`/auth/users/${id}`, { method: "PATCH", headers: JSON_BODY, body: JSON.stringify({ roles: ["admin"] }) });
    await comeBack(page);
    await expect(users(page).getByRole("radio", { name: "admin" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(users(page)).toHaveCount(0);
  },
);
