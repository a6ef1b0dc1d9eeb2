import type { Page } from "playwright/test";
import { PERMISSION_KEYS } from "../../lib/permissions";
import { expectAccessible } from "./accessible";
import {
  ADMIN,
  choose,
  dialogOf,
  expect,
  expectNoSidewaysScroll,
  type House,
  inTurn,
  OFFICE,
  signIn,
  signInByHand,
  test,
} from "./fixtures";
import { JSON_BODY } from "./house";

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

async function post(house: House, path: string, body: object, method = "POST"): Promise<Response> {
  return house.api(path, { method, headers: JSON_BODY, body: JSON.stringify(body) });
}

const NOUR = { username: "nour", password: "eight silver spoons", roles: ["staff"] };

/** Somebody's row of the list, opened. */
async function openUser(page: Page, username: string): Promise<void> {
  await choose(page, "Options", "Users");
  await dialogOf(page)
    .getByRole("list", { name: "Users" })
    .getByRole("button", { name: new RegExp(`^${username}`) })
    .click();
}

test(
  "a user is made, signs in, is limited to a branch and disabled, which ends the sign-in at once",
  OFFICE,
  async ({ page, house, browser }) => {
    await signIn(page);
    await choose(page, "Options", "New User");
    const form = dialog(page, "New User");
    await expect(form.getByLabel("Username")).toBeFocused();
    await form.getByRole("button", { name: "Create user" }).click();
    await expect(form.getByText("Please enter username, password, and select a role.")).toBeVisible();
    await expectAccessible(page, "New User with what is missing");
    await form.getByLabel("Username").fill("  nour ");
    await form.getByRole("button", { name: "Generate" }).click();
    const password = await form.getByLabel("Password", { exact: true }).inputValue();
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await form.getByRole("radio", { name: "staff" }).check({ force: true });
    await form.getByRole("button", { name: "Create user" }).click();
    await expect(form.getByRole("status")).toHaveText("User created");
    await expect(form.getByText(password)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await form.getByRole("button", { name: "All users" }).click();

    const other = await (await browser.newContext({ baseURL: house.url })).newPage();
    await signInByHand(other, { username: "nour", password });
    await expect(other.getByRole("main")).toBeVisible();

    const users = dialogOf(page);
    await users.getByRole("list", { name: "Users" }).getByRole("button", { name: /^nour/ }).click();
    await expect(users.getByText("Chrome on Linux").first()).toBeVisible();
    await expectAccessible(page, "a user");
    await users.getByRole("radio", { name: "Only some branches" }).check();
    await users.getByRole("checkbox", { name: "Batroun" }).check();
    await users.getByRole("button", { name: "Save changes" }).click();
    await expect(page.getByText("User changed")).toBeVisible();
    await expect(users.getByRole("button", { name: "Save changes" })).toHaveCount(0);
    const token = await other.evaluate(() => localStorage.getItem("auth_token"));
    const tables = (branch: string) =>
      fetch(`${house.url}/api/saved-tables`, { headers: { authorization: `Bearer ${token}`, "x-branch": branch } });
    expect([(await tables("batroun")).status, (await tables("jounieh")).status]).toEqual([200, 403]);

    await users.getByRole("button", { name: "Disable nour" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable nour" }).click();
    await expect(users.getByRole("button", { name: "Enable nour" })).toBeVisible();
    expect((await tables("batroun")).status).toBe(401);
    // By itself, at its next poll: a reload from here would cross its own way there.
    await expect(other).toHaveURL(/\/login/);
    await other.context().close();
  },
);

test("a name that is taken keeps what was typed, and so does closing the dialog", inTurn(4), async ({ page }) => {
  await signIn(page);
  await choose(page, "Options", "New User");
  const form = dialog(page, "New User");
  await form.getByLabel("Username").fill("RIMA");
  await form.getByLabel("Password", { exact: true }).fill("eight silver spoons");
  await form.getByRole("radio", { name: "admin" }).check({ force: true });
  await form.getByRole("button", { name: "Create user" }).click();
  await expect(form.getByRole("alert")).toContainText("409");
  await expect(form.getByRole("alert")).toContainText("This username is taken. Choose another one.");
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await choose(page, "Options", "New User");
  await expect(form.getByLabel("Username")).toHaveValue("RIMA");
  await expect(form.getByRole("radio", { name: "admin" })).toBeChecked();
});

test(
  "Configure Visibility shows every key of every role, saves, and resets after showing what it changes",
  inTurn(5, OFFICE),
  async ({ page, house }, info) => {
    await signIn(page);
    await choose(page, "Options", "Configure Visibility");
    const matrix = dialog(page, "Configure Visibility");
    await expect(matrix.getByRole("checkbox")).toHaveCount(PERMISSION_KEYS.length); // staff's; none for the role that holds everything
    await expect(matrix.getByRole("radiogroup", { name: "Role" })).toHaveCount(info.project.name === "phone" ? 1 : 0);
    const box = (words: string) => matrix.getByRole("checkbox", { name: `staff: ${words}` });
    await expect(box("Create tables")).toBeChecked();
    await expect(box("Run End of Day")).not.toBeChecked();
    await expectAccessible(page, "Configure Visibility");
    const row = (words: string) => matrix.getByRole("row").filter({ hasText: words });
    await expect(row("Sign in (everybody can; to keep somebody out, disable the user)").getByText("Nothing checks this yet")).toBeVisible();
    const holding = async () => Number(/(\d+) (?:person|people)/.exec((await row("Run End of Day").textContent()) ?? "")?.[1]);
    await expect.poll(holding).toBeGreaterThan(0);
    const before = await holding();
    await box("Run End of Day").check();
    await expect.poll(holding).toBeGreaterThan(before);
    await box("Birthdays").uncheck();
    await expect(matrix.getByText("2 changes")).toBeVisible();
    await matrix.getByRole("button", { name: "Save" }).click();
    await expect(matrix.getByText("No changes")).toBeVisible();
    const staffNow = async () => ((await (await house.api("/auth/roles")).json()) as { roles: Record<string, string[]> }).roles.staff ?? [];
    expect(await staffNow()).toContain("end_of_day");
    expect(await staffNow()).not.toContain("nav_birthdays");
    const mirrored = () => page.evaluate(() => JSON.parse(localStorage.getItem("role_perms_overrides_v1") ?? "{}").staff as string[]);
    expect((await mirrored()).sort()).toEqual((await staffNow()).sort());

    await matrix.getByRole("button", { name: "Reset staff" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question.getByRole("region", { name: "Gains" })).toContainText("Reservations");
    await expect(question.getByRole("region", { name: "Loses" })).toContainText("Run End of Day");
    await question.getByRole("button", { name: "Reset staff" }).click();
    await expect(question).toBeHidden();
    await expect.poll(staffNow).not.toContain("end_of_day");
    expect(await staffNow()).toHaveLength(14);
    if (info.project.name === "phone") await matrix.getByRole("radiogroup", { name: "Role" }).getByText("admin", { exact: true }).click();
    await expectNoSidewaysScroll(page);
  },
);

test(
  "a change that somebody else made meanwhile is not overwritten, and unsaved ones ask before they go",
  inTurn(6),
  async ({ page, house }) => {
    await signIn(page);
    await choose(page, "Options", "Configure Visibility");
    const matrix = dialog(page, "Configure Visibility");
    const box = (words: string) => matrix.getByRole("checkbox", { name: `staff: ${words}` });
    await box("Merge all saved tables").check();
    await post(house, "/auth/roles/staff", { permissions: ["nav_home", "auth_signin", "auth_logout"] }, "PUT");
    await matrix.getByRole("button", { name: "Save" }).click();
    await expect(matrix.getByRole("alert")).toContainText("Somebody else changed this role in the meantime.");
    await expect(box("Create tables")).not.toBeChecked();
    await expect(box("Merge all saved tables")).toBeChecked();
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Stay" }).click();
    await matrix.getByRole("button", { name: "Save" }).click();
    await expect(matrix.getByText("No changes")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(matrix).toBeHidden();
  },
);

test("another tab follows a change of its role, a sign-out and a sign-in", inTurn(0), async ({ page, context, house }) => {
  // A lead who may edit roles and does not hold everything.
  const lead = ["user_create", "create_table", "open_saved_tables", "nav_home", "nav_control", "auth_signin", "auth_logout"];
  await post(house, "/auth/roles/lead", { permissions: lead }, "PUT");
  await post(house, "/auth/new-user", { ...NOUR, roles: ["lead"] });
  const other = await context.newPage();
  await signInByHand(page, NOUR);
  await other.goto("/");
  await expect(other.getByRole("button", { name: "New table" }).last()).toBeVisible();
  await choose(page, "Options", "Configure Visibility");
  const matrix = dialog(page, "Configure Visibility");
  await matrix.getByRole("radiogroup", { name: "Role" }).getByText("lead", { exact: true }).click();
  await matrix.getByRole("checkbox", { name: "lead: Create tables" }).uncheck();
  await matrix.getByRole("button", { name: "Save" }).click();
  await expect(matrix.getByText("No changes")).toBeVisible();
  await expect(other.getByRole("button", { name: "New table" })).toHaveCount(0);
  await page.keyboard.press("Escape");

  await choose(page, "Options", "Log out");
  await expect(page).toHaveURL(/\/login/);
  await expect(other).toHaveURL(/\/login/);
  await signInByHand(page, ADMIN);
  await expect(other).not.toHaveURL(/\/login/);
  await expect(other.getByRole("main")).toBeVisible();
});

test("one person is given a key beside the role, and it is seen on the user", inTurn(1, OFFICE), async ({ page, house }) => {
  await post(house, "/auth/new-user", NOUR);
  await signIn(page);
  await openUser(page, "nour");
  const users = dialogOf(page);
  await users.getByText("Keys beside the role: none").click();
  await expect(users.getByRole("checkbox", { name: "Create tables (by the role)" })).toBeDisabled();
  await users.getByRole("checkbox", { name: "Run End of Day" }).check();
  await expectAccessible(page, "Keys beside the role");
  await expectNoSidewaysScroll(page);
  await users.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("User changed")).toBeVisible();
  await expect(users.getByText("Keys beside the role: 1 key")).toBeVisible();
  if (await page.getByText("All users").isVisible()) await page.getByText("All users").click();
  await expect(users.getByText("staff + 1 key")).toBeVisible();
});

test("nobody is offered to change their own rights", inTurn(2), async ({ page }) => {
  await signIn(page);
  await openUser(page, "admin");
  const users = dialogOf(page);
  await expect(users.getByText("You hold admin. Somebody else who holds as much can change that.")).toBeVisible();
  await expect(users.getByRole("button", { name: /^Disable/ })).toHaveCount(0);
  await expect(users.getByRole("radio")).toHaveCount(0);
});
