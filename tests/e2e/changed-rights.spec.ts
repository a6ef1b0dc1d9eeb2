import type { Page } from "playwright/test";
import { FRAME_TEXTS } from "../../lib/frame-texts";
import { ADMIN, choose, comeBack, dialogOf, expect, type House, ONE_SIZE, STAFF, signIn, signInByHand, test, timePasses } from "./fixtures";
import { JSON_BODY } from "./house";

/** Somebody changes what the staff may do, from another device. */
async function changeStaff(house: House, { gives = [], takes = [] }: { gives?: string[]; takes?: string[] }): Promise<void> {
  const { roles } = (await (await house.api("/auth/roles")).json()) as { roles: Record<string, string[]> };
  const permissions = [...(roles.staff ?? []), ...gives].filter((key) => !takes.includes(key));
  const { status } = await house.api("/auth/roles/staff", { method: "PUT", headers: JSON_BODY, body: JSON.stringify({ permissions }) });
  expect(status).toBe(200);
}

const bottom = (page: Page) => page.getByRole("navigation", { name: "Bottom" });
const refusal = (page: Page) => page.getByText(FRAME_TEXTS.noPermission);

test("rights that somebody takes away go from an open screen, and come back with them", ONE_SIZE, async ({ page, house }) => {
  await signIn(page, STAFF, "/birthdays");
  await expect(bottom(page).getByRole("link", { name: "Birthdays" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Birthday Search" })).toBeVisible();
  await changeStaff(house, { takes: ["nav_birthdays"] });
  await comeBack(page);
  await expect(refusal(page)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Birthday Search" })).toHaveCount(0);
  await expect(bottom(page).getByRole("link", { name: "Birthdays" })).toHaveCount(0);
  await changeStaff(house, { gives: ["nav_birthdays"] });
  await comeBack(page);
  await expect(bottom(page).getByRole("link", { name: "Birthdays" })).toBeVisible();
  await expect(refusal(page)).toHaveCount(0);
});

test("a dialog that was opened with rights that are gone goes too", ONE_SIZE, async ({ page, house }) => {
  await changeStaff(house, { gives: ["user_create"] });
  await signIn(page, STAFF);
  await comeBack(page);
  await choose(page, "Options", "Users");
  await expect(dialogOf(page).getByRole("list", { name: "Users" })).toBeVisible();
  await changeStaff(house, { takes: ["user_create"] });
  await comeBack(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await bottom(page).getByRole("button", { name: "More" }).click();
  await expect(dialogOf(page).getByText("Manage Staff", { exact: true })).toBeVisible();
  for (const entry of ["Users", "New User", "Configure Visibility"])
    await expect(dialogOf(page).getByText(entry, { exact: true })).toHaveCount(0);
});

test("a refused call alone is enough to ask for the rights anew, once", ONE_SIZE, async ({ page, house }) => {
  // A server of an older version says nothing of rights with its health.
  await page.route("**/api/health", async (route) => {
    const answer = await route.fetch();
    const { rights: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    await route.fulfill({ response: answer, json: rest });
  });
  await page.clock.install();
  const known = page.waitForResponse("**/api/auth/me"); // the page asks once by itself; what it shows before was drawn by the server
  await signIn(page, STAFF);
  await known;
  await expect(page.getByRole("heading", { name: "For Data Group" })).toBeVisible();
  await timePasses(page, 1_000);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await changeStaff(house, { takes: ["nav_home"] });
  await expect(refusal(page)).toBeVisible({ timeout: 15_000 }); // a poll's interval
  await expect(bottom(page).getByRole("link", { name: "Home" })).toHaveCount(0);
  await timePasses(page, 3_000);
  expect(asked.filter((path) => path === "/api/auth/me").length).toBe(1);
});

test(
  "whoever was thrown out reads why on the sign-in page; whoever logged out, and a stranger, read nothing",
  ONE_SIZE,
  async ({ page, house, browser }) => {
    await signInByHand(page, STAFF);
    await expect(page.getByRole("main")).toBeVisible();
    const { users } = (await (await house.api("/auth/users")).json()) as { users: { id: string; username: string }[] };
    const id = users.find(({ username }) => username === STAFF.username)?.id ?? "";
    const patch = (disabled: boolean) =>
      house.api(`/auth/users/${id}`, { method: "PATCH", headers: JSON_BODY, body: JSON.stringify({ disabled }) });
    expect((await patch(true)).status).toBe(200);
    // A question of its own may have sent the page away before it is looked at again: then nobody can come back to it.
    await Promise.any([comeBack(page), page.waitForURL(/\/login/)]);
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText(FRAME_TEXTS.signInEnded)).toBeVisible();
    await page.reload();
    await expect(page.getByText(FRAME_TEXTS.signInEnded)).toBeVisible();
    await patch(false);
    await signInByHand(page, ADMIN);
    await choose(page, "Options", "Log out");
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(page.getByText(FRAME_TEXTS.signInEnded)).toHaveCount(0);
    const stranger = await browser.newPage({ baseURL: house.url });
    await stranger.goto("/login");
    await expect(stranger.getByRole("button", { name: "Sign in" })).toBeVisible();
    await expect(stranger.getByText(FRAME_TEXTS.signInEnded)).toHaveCount(0);
    await stranger.close();
  },
);
