import type { Locator, Page } from "playwright/test";
import { expect, type House } from "./fixtures";

/** Brings guests into a branch's book: `name,phones,birthday` each. */
export async function celebrate(house: House, rows: readonly string[], branch?: string): Promise<void> {
  const body = ["name,phones,birthday", ...rows].join("\n");
  const { status } = await house.api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body, branch });
  expect(status).toBe(200);
}

/** The step of the campaign that is to be done now. */
export const step = (page: Page): Locator => page.getByRole("list", { name: "Steps of the campaign" }).locator("[aria-current=step]");

/** Presses what stands in the row of buttons, or on smaller screens behind one of them. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const rail = page.getByRole("list", { name: "Steps of the campaign" });
  await expect(rail).toBeVisible();
  // Until it is known which step is next, the buttons have no place yet.
  await expect(rail).not.toHaveAttribute("aria-busy");
  const button = page.getByRole("main").getByRole("button", { name });
  if (await button.isVisible()) return button.click();
  await page.getByRole("button", { name: "More to do with this date" }).click();
  await page.getByRole("menuitem", { name }).click();
}
