import { PEOPLE_TEXTS } from "../../lib/auth/account-texts";
import { CONTROL_TEXTS } from "../../lib/control/control-texts";
import { STAFF_TEXTS } from "../../lib/staff/staff-texts";
import { expectAccessible } from "./accessible";
import { chooseByKeys, expectFocus, OFFICE_PC, press, tabTo } from "./by-keyboard";
import { dialogOf, expect, ONE_SIZE, pageListens, STAFF, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** What stands under Options, without a mouse; whoever goes on by Tab is never sent back to the top of the page. */
test.use(OFFICE_PC);

/** A sign-in on another device. @param who name and password */
async function elsewhere(url: string, who: { username: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { ...JSON_BODY, "user-agent": "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Version/17.5 Safari/604.1" },
    body: JSON.stringify(who),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const statusOf = async (url: string, token: string) =>
  (await fetch(`${url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status;

test("Manage Staff by keyboard alone: taken off, undone, tried again after a failure, reset", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  await pageListens(page);
  await chooseByKeys(page, "Options", STAFF_TEXTS.title);
  const dialog = page.getByRole("dialog", { name: STAFF_TEXTS.title });
  const waiters = dialog.getByRole("region", { name: "Waiters" });
  const names = waiters.getByRole("listitem");
  await press(page, waiters.getByRole("button", { name: "Remove Elie" }));
  await expect(waiters.getByRole("button", { name: "Remove Georges" })).toBeFocused();
  await press(page, page.getByRole("button", { name: "Undo" }));
  await expect(names).toHaveText(["Elie", "Georges", "Jad", "Karim", "Tony"]);
  await expectFocus(dialog);

  await page.route("**/api/staff/**", (route) =>
    route.request().method() === "GET" ? route.fallback() : route.fulfill({ status: 503, json: { error: "The hub is busy." } }),
  );
  await tabTo(page, waiters.getByLabel("Add a waiter"));
  await page.keyboard.type("Fadi");
  await page.keyboard.press("Enter");
  const retry = dialog.getByRole("alert").getByRole("button", { name: "Retry Fadi" });
  await expect(retry).toBeVisible();
  await page.unroute("**/api/staff/**");
  await press(page, retry);
  await expect(retry).toHaveCount(0);
  await expect(names).toHaveCount(6);
  await expectFocus(dialog);

  const reset = dialog.getByRole("button", { name: "Reset to defaults" });
  await press(page, reset);
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Reset the lists" }));
  await expect(names).toHaveText(["Elie", "Georges", "Jad", "Karim", "Tony"]);
  await expect(reset).toBeFocused();
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("button", { name: "Options" })).toBeFocused();
});

test(
  "Backend Folder by keyboard alone: down into a folder and up again, into a tab of its own, closed",
  ONE_SIZE,
  async ({ page, context }) => {
    await signIn(page);
    await pageListens(page);
    await chooseByKeys(page, "Options", "Backend Folder");
    const dialog = page.getByRole("dialog", { name: "Backend Folder" });
    const frame = dialog.frameLocator("iframe");
    await expect(frame.getByRole("link", { name: "jounieh" })).toBeVisible();
    await press(page, frame.getByRole("link", { name: "jounieh" }));
    await expect(frame.getByText("table.db", { exact: true })).toBeVisible();
    await press(page, frame.getByRole("link", { name: "Backend Folder" }));
    await expect(frame.getByRole("link", { name: "batroun" })).toBeVisible();
    const opening = context.waitForEvent("page");
    await press(page, dialog.getByRole("link", { name: "Open in new tab" }));
    const tab = await opening;
    await expect(tab.getByRole("link", { name: "central" })).toBeVisible();
    await tab.close();
    await tabTo(page, frame.getByRole("link", { name: "central" }));
    await page.keyboard.press("Tab");
    await press(page, dialog.getByRole("button", { name: "Open on this PC" }));
    await press(page, page.getByRole("alertdialog").getByRole("button", { name: "OK" }));
    await tabTo(page, frame.getByRole("link", { name: "central" }));
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("banner").getByRole("button", { name: "Options" })).toBeFocused();
  },
);

test(
  "Password and Sign-ins by keyboard alone: a sign-in elsewhere ended, a wrong password, the new one",
  ONE_SIZE,
  async ({ page, house }) => {
    const token = await elsewhere(house.url, STAFF);
    await signIn(page, STAFF);
    await pageListens(page);
    await chooseByKeys(page, "Options", PEOPLE_TEXTS.ownAccount);
    const dialog = page.getByRole("dialog", { name: PEOPLE_TEXTS.ownAccount });
    await expect(dialog.getByText("Safari on iPad")).toBeVisible();
    await expect(dialog.getByText("This device")).toBeVisible();
    await expectAccessible(page, PEOPLE_TEXTS.ownAccount);
    await press(page, dialog.getByRole("button", { name: "End the sign-in on Safari on iPad" }));
    await expect(dialog.getByText("Safari on iPad")).toHaveCount(0);
    expect(await statusOf(house.url, token)).toBe(401);
    await expectFocus(dialog);
    await tabTo(page, dialog.getByLabel("Current password", { exact: true }));
    await page.keyboard.type("something else");
    await tabTo(page, dialog.getByLabel("New password", { exact: true }));
    await page.keyboard.type("nine iron candles");
    await page.keyboard.press("Enter");
    await expect(dialog.getByText("The current password is wrong. Nothing was changed.")).toBeVisible();
    await expectFocus(dialog);
    await tabTo(page, dialog.getByLabel("Current password", { exact: true }));
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(STAFF.password);
    await press(page, dialog.getByRole("button", { name: "Change password" }));
    await expect(page.getByText(/^Password changed/)).toBeVisible();
    await expect(dialog.getByLabel("New password", { exact: true })).toHaveValue("");
    await expectFocus(dialog);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    expect(await elsewhere(house.url, { username: STAFF.username, password: "nine iron candles" })).toBeTruthy();
  },
);

test("Users by keyboard alone: somebody's sign-in ended, and a new password given", ONE_SIZE, async ({ page, house }) => {
  const token = await elsewhere(house.url, STAFF);
  await signIn(page);
  await pageListens(page);
  await chooseByKeys(page, "Options", PEOPLE_TEXTS.users);
  const dialog = page.getByRole("dialog", { name: PEOPLE_TEXTS.users });
  await press(page, dialog.getByRole("button", { name: /^rima/i }));
  await press(page, dialog.getByRole("button", { name: "End the sign-in on Safari on iPad" }));
  await expect(dialog.getByText("Safari on iPad")).toHaveCount(0);
  expect(await statusOf(house.url, token)).toBe(401);
  await expectFocus(dialog);
  await tabTo(page, dialog.getByLabel("New password", { exact: true }));
  await page.keyboard.type("nine iron candles");
  await press(page, dialog.getByRole("button", { name: "Set new password" }));
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Set new password" }));
  await expect(dialog.getByText("nine iron candles")).toBeVisible();
  await expectFocus(dialog);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  expect(await elsewhere(house.url, { username: STAFF.username, password: "nine iron candles" })).toBeTruthy();
});

test.describe("beside another server", () => {
  test.use({ settings: { BRANCHES: "jounieh", API_BASES: "batroun=http://127.0.0.1:9/api/" } });

  test("it is chosen and signed in at by keyboard alone: put off, refused, done", ONE_SIZE, async ({ page }) => {
    const user = { id: "u-batroun", username: "maya", name: "Maya", roles: ["admin"], permissions: ["*"], branches: null };
    await page.route("http://127.0.0.1:9/api/**", (route) => {
      const headers = { "access-control-allow-origin": "*" };
      if (!route.request().url().endsWith("/auth/login"))
        return route.fulfill({ status: 404, headers, json: { error: "There is no such call." } });
      const isRight = route.request().postDataJSON().password === "bread and thyme";
      if (!isRight) return route.fulfill({ status: 401, headers, json: { error: "Wrong username or password.", code: "unauthenticated" } });
      const json = { access_token: "token-of-batroun", token_type: "bearer", expires_at: "2026-11-27T19:40:00.000Z", user };
      return route.fulfill({ status: 200, headers, json });
    });
    await signIn(page);
    await pageListens(page);
    await chooseByKeys(page, "Actions", "Saved tables");
    const tables = dialogOf(page);
    await tabTo(page, tables.getByRole("radio", { name: "Jounieh" }));
    await tables.getByRole("radio", { name: "Jounieh" }).press("ArrowRight");
    const asks = page.getByRole("dialog", { name: "Sign in at Batroun" });
    await expect(asks.getByLabel("Password", { exact: true })).toBeFocused(); // the name is the one that signs in here
    await press(page, asks.getByRole("button", { name: "Not now" }));
    await expect(asks).toHaveCount(0);
    await expectFocus(tables);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    const loaded = page.waitForEvent("load");
    await chooseByKeys(page, "Jounieh", /^Batroun/);
    await loaded;
    await expect.poll(() => page.evaluate(() => localStorage.getItem("API_BASE"))).toContain(":9/api");
    const form = page.getByRole("form", { name: "Sign in" });
    await expect(form.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("Shift+Tab");
    await expect(form.getByLabel("Username")).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("maya");
    await tabTo(page, form.getByLabel("Password", { exact: true }));
    await page.keyboard.type("not the password");
    await page.keyboard.press("Enter");
    await expect(form.getByRole("alert")).toContainText("Wrong username or password.");
    await expect(form.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("bread and thyme");
    await press(page, form.getByRole("button", { name: "Sign in" }));
    await expect(form).toHaveCount(0);
    await expectFocus(page.getByRole("main"));
  });
});

test.describe("on a phone with a keyboard", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("Control Panel by keyboard alone: its button opens More, and has the focus again", ONE_SIZE, async ({ page }) => {
    await signIn(page, STAFF, "/control");
    await pageListens(page);
    await expect(page.getByText(CONTROL_TEXTS.pointer)).toBeVisible();
    const open = page.getByRole("button", { name: "Open More" });
    await press(page, open);
    await expectFocus(dialogOf(page));
    await expect(dialogOf(page).getByText("Manage Staff", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(open).toBeFocused();
  });
});
