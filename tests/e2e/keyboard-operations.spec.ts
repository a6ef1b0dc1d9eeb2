import { QUEUE_TEXTS } from "../../lib/queue/queue-texts";
import { chooseByKeys, OFFICE_PC, press, tabTo } from "./by-keyboard";
import { dialogOf, expect, ONE_SIZE, pageListens, signIn, test } from "./fixtures";

/** What admins do, without a mouse. */
test.use(OFFICE_PC);

test("People by keyboard alone: a user is made, limited to a branch, disabled; a role is changed and reset", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  await pageListens(page);
  await chooseByKeys(page, "Options", "New User");
  const dialog = dialogOf(page);
  await expect(dialog.getByLabel("Username")).toBeFocused();
  await page.keyboard.type("nour");
  await press(page, dialog.getByRole("button", { name: "Generate" }));
  await tabTo(page, dialog.getByRole("radio").first());
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("radio", { name: "staff" })).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Create user" }));
  await expect(dialog.getByRole("status")).toHaveText("User created");
  await press(page, dialog.getByRole("button", { name: "All users" }));
  await press(page, dialogOf(page).getByRole("button", { name: /^nour/ }));
  const user = dialogOf(page);
  await tabTo(page, user.getByRole("radio", { name: "Every branch" }));
  await page.keyboard.press("ArrowDown");
  await expect(user.getByRole("radio", { name: "Only some branches" })).toBeChecked();
  await press(page, user.getByRole("checkbox", { name: "Batroun" }), "Space");
  await press(page, user.getByRole("button", { name: "Save changes" }));
  await expect(page.getByText("User changed")).toBeVisible();
  await press(page, user.getByRole("button", { name: "Disable nour" }));
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Disable nour" }));
  await expect(user.getByRole("button", { name: "Enable nour" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await chooseByKeys(page, "Options", "Configure Visibility");
  const matrix = page.getByRole("dialog", { name: "Configure Visibility" });
  const box = matrix.getByRole("checkbox", { name: "staff: Run End of Day" });
  await press(page, box, "Space");
  await expect(box).toBeChecked();
  await press(page, matrix.getByRole("button", { name: "Save" }));
  await expect(matrix.getByText("No changes")).toBeVisible();
  await press(page, matrix.getByRole("button", { name: "Reset staff" }));
  await press(page, page.getByRole("alertdialog").getByRole("button", { name: "Reset staff" }));
  await expect(box).not.toBeChecked();
});

test("WhatsApp Limits and the worker tokens by keyboard alone", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  await pageListens(page);
  await chooseByKeys(page, "Options", QUEUE_TEXTS.limits);
  const limits = dialogOf(page);
  await tabTo(page, limits.getByRole("group", { name: "Official numbers", exact: true }).getByLabel("Guests in 24 hours"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("2000");
  await press(page, limits.getByRole("button", { name: "Save", exact: true }));
  await expect(page.getByText("Kept. It counts from the next message on.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(page, page.getByRole("button", { name: "Whatsapp Live Queue" }));
  await press(page, page.getByRole("region", { name: /^Workers/ }).getByRole("button", { name: "Tokens" }));
  await tabTo(page, dialogOf(page).getByLabel("Name of the worker"));
  await page.keyboard.type("front-desk");
  await page.keyboard.press("Enter");
  await expect(dialogOf(page).getByRole("region", { name: "Token of front-desk" })).toBeVisible();
  await press(page, dialogOf(page).getByRole("button", { name: "Take back the token of front-desk" }));
  await press(page, page.getByRole("button", { name: "Take back", exact: true }));
  await expect(dialogOf(page)).toContainText("Taken back by");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("region", { name: /^Workers/ }).getByRole("button", { name: "Tokens" })).toBeFocused();
});
