import type { Page, Route } from "playwright/test";
import { PEOPLE_TEXTS } from "../../lib/auth/account-texts";
import { BIRTHDAY_TEXTS } from "../../lib/birthdays/birthday-texts";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { OPT_OUT_TEXTS } from "../../lib/opt-outs/opt-out-texts";
import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { UNANSWERED_TEXTS } from "../../lib/unanswered-texts";
import { VISIBILITY_TEXTS } from "../../lib/users/visibility-texts";
import { celebrate, press } from "./birthday-page";
import { ADMIN, choose, dialogOf, expect, goOn, ONE_SIZE, signIn, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** Changes that the server carries out, and whose answer is lost; and a server that hangs. */

const NOT_KNOWN = "Whether it was done is not known.";
const NOT_IN_TIME = "The server did not answer in time.";

/** The server does what it is asked to, once, and its answer goes astray. */
async function loseAnswer(page: Page, path: string, method: string): Promise<void> {
  let isLost = false;
  await page.route(path, async (route: Route) => {
    if (isLost || route.request().method() !== method) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
}

/** Nobody answers any more; what is asked is held for good. */
async function hang(page: Page, path: string): Promise<void> {
  await page.route(path, () => new Promise<void>(() => {}));
}

async function openUser(page: Page, username: string): Promise<void> {
  await choose(page, "Options", PEOPLE_TEXTS.users);
  await dialogOf(page)
    .getByRole("list", { name: "Users" })
    .getByRole("button", { name: new RegExp(`^${username}`) })
    .click();
}

test("one's own password whose answer was lost is changed once, and the new one is not called wrong", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", PEOPLE_TEXTS.ownAccount);
  const form = page.getByRole("form", { name: "Change password" });
  await form.getByLabel("Current password", { exact: true }).fill(ADMIN.password);
  await form.getByLabel("New password", { exact: true }).fill("nine iron candles");
  await loseAnswer(page, "**/api/auth/password", "POST");
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(form.getByRole("alert")).toContainText(`${NOT_KNOWN} ${UNANSWERED_TEXTS.passwordAgain}`);
  await form.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  const signedIn = await house.api("/auth/login", {
    method: "POST",
    headers: JSON_BODY,
    body: JSON.stringify({ username: ADMIN.username, password: "nine iron candles" }),
  });
  expect(signedIn.status).toBe(200);
});

test("a user's new password, role and making say that they may be done, and then show it", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await openUser(page, "rima");
  const users = dialogOf(page);
  await loseAnswer(page, "**/api/auth/users/*/password", "POST");
  await users.getByLabel("New password", { exact: true }).fill("nine iron candles");
  const set = async () => {
    await users.getByRole("button", { name: "Set new password" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Set new password" }).click();
  };
  await set();
  await expect(users.getByText(`${NOT_KNOWN} ${UNANSWERED_TEXTS.resetAgain}`)).toBeVisible();
  await set();
  await expect(users.locator("code").getByText("nine iron candles")).toBeVisible();
  expect(house.rows("hub.db", "SELECT 1 FROM event WHERE kind = 'user.password_changed'")).toHaveLength(1);

  await loseAnswer(page, "**/api/auth/users/*", "PATCH");
  await users.getByRole("radio", { name: "admin" }).click();
  await users.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText(`${NOT_KNOWN} ${UNANSWERED_TEXTS.listShows}`)).toBeVisible();
  await expect(page.getByText(PEOPLE_TEXTS.changeFailed)).toHaveCount(0);
  await expect(users.getByRole("button", { name: "Save changes" })).toHaveCount(0);
  await page.getByRole("button", { name: "Close this note" }).click();
  await page.keyboard.press("Escape");
  await users.getByRole("button", { name: "Close" }).click();
  await goOn(page, "/");

  await choose(page, "Options", PEOPLE_TEXTS.newUser);
  const form = dialogOf(page);
  await form.getByLabel("Username").fill("nour");
  await form.getByLabel("Password", { exact: true }).fill("eight silver spoons");
  await form.getByRole("radio", { name: "staff" }).check({ force: true });
  await loseAnswer(page, "**/api/auth/new-user", "POST");
  await form.getByRole("button", { name: "Create user" }).click();
  await expect(form.getByRole("alert")).toContainText(`${NOT_KNOWN} ${UNANSWERED_TEXTS.createAgain}`);
  await form.getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Options", PEOPLE_TEXTS.newUser);
  await form.getByRole("button", { name: "Create user" }).click();
  await expect(form.getByRole("status")).toHaveText("User created");
});

test("a guest's no whose answer was lost stands there as the server has it", ONE_SIZE, async ({ page }) => {
  await signIn(page, undefined, "/guest-search");
  await page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill("georges");
  await page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).press("Enter");
  await loseAnswer(page, "**/api/queue/opted-out", "PUT");
  await page.getByRole("button", { name: OPT_OUT_TEXTS.stop }).click();
  await dialogOf(page).getByRole("button", { name: "Stop messages" }).click();
  await expect(page.getByText(NOT_KNOWN)).toBeVisible();
  await expect(page.getByText("still counts as before")).toHaveCount(0);
  await expect(page.getByRole("button", { name: OPT_OUT_TEXTS.again })).toBeVisible();
});

test("limits and a role's rights are not called unchanged when they may be", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Options", QUEUE_TEXTS.limits);
  const limits = dialogOf(page);
  await limits.getByRole("group", { name: "Official numbers", exact: true }).getByLabel("Guests in 24 hours").fill("2000");
  await loseAnswer(page, "**/api/queue/limits", "PUT");
  await limits.getByRole("button", { name: "Save", exact: true }).click();
  await expect(limits.getByText(UNANSWERED_TEXTS.limitsKept)).toBeVisible();
  await expect(limits.getByText("Nothing was changed")).toHaveCount(0);
  await limits.getByRole("button", { name: "Close" }).click();

  await choose(page, "Options", VISIBILITY_TEXTS.title);
  const roles = dialogOf(page);
  const box = roles.getByRole("checkbox", { name: "staff: Run End of Day" });
  await box.check();
  await expect(roles.getByText("1 change")).toBeVisible();
  await loseAnswer(page, "**/api/auth/roles/*", "PUT");
  await roles.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved: /)).toBeVisible();
  await expect(roles.getByText("No changes")).toBeVisible();
  await expect(roles.getByText(VISIBILITY_TEXTS.notSaved)).toHaveCount(0);
  expect(house.rows("hub.db", "SELECT 1 FROM event WHERE kind LIKE 'role%'")).toHaveLength(1);
});

test("a server that hangs is given up in time, and every dialog can be left", ONE_SIZE, async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await choose(page, "Options", PEOPLE_TEXTS.newUser);
  const form = dialogOf(page);
  await form.getByLabel("Username").fill("nour");
  await form.getByLabel("Password", { exact: true }).fill("eight silver spoons");
  await form.getByRole("radio", { name: "staff" }).check({ force: true });
  await hang(page, "**/api/**");
  const giveUp = () => page.clock.runFor(21_000);
  await form.getByRole("button", { name: "Create user" }).click();
  await giveUp();
  await expect(form.getByRole("alert")).toContainText(`${NOT_IN_TIME} Check the network, then try again. ${NOT_KNOWN}`);
  await form.getByRole("button", { name: "Cancel" }).click();

  await choose(page, "Options", QUEUE_TEXTS.cancel);
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel sending" }).click();
  await expect(page.getByText("Stopping WhatsApp sending…")).toBeVisible();
  await giveUp();
  const failed = page.getByRole("alertdialog", { name: QUEUE_TEXTS.cancelFailed });
  await expect(failed).toContainText(`${NOT_IN_TIME} Check the network, then try again. Whether it arrived is not known`);
  await failed.getByRole("button", { name: "OK" }).click();
  await expect(failed).toHaveCount(0);
});

test(
  "vouchers that were pressed for without network have not started, and start by themselves",
  ONE_SIZE,
  async ({ page, house, context }) => {
    await celebrate(house, ["Maya,03 999333,20/11"]);
    await signIn(page, undefined, "/birthdays");
    const main = page.getByRole("main");
    await expect(main.getByText("No vouchers have been made for this date.")).toBeVisible();
    await context.setOffline(true);
    await press(page, BIRTHDAY_TEXTS.generate);
    await expect(main.getByText(BIRTHDAY_TEXTS.makingNotBegun)).toBeVisible();
    await expect(main.getByText("The server goes on.")).toHaveCount(0);
    await context.setOffline(false);
    await expect(main.getByText(/1 voucher/i).first()).toBeVisible();
  },
);
