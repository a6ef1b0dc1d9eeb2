import { expect, ONE_SIZE, test } from "./fixtures";

/** What the eye found once: nothing of it is a wrong word or a wrong step, and all of it was seen to be wrong. */

test("a refused sign-in leaves its button as strong as before, and shows where the next letter goes", ONE_SIZE, async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Username").fill("admin");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("wrong-password");
  const button = page.getByRole("button", { name: "Sign in" });
  await button.click();
  await expect(page.getByText("Wrong username or password.")).toBeVisible();
  await expect(button).toHaveCSS("opacity", "1");
  await expect(password).toBeFocused();
  await expect(page.locator(".mantine-PasswordInput-input")).toHaveCSS("outline-style", "solid");
});
