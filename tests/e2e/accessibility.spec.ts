import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { AFTER_2315, beginTable, choose, dialogOf, expect, expectNoSidewaysScroll, signIn, test } from "./fixtures";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at what is on the screen now, in light and in dark. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    // Repeated for a moment, because a page that changes its colours shows both schemes for a frame or two.
    await expect(async () => {
      const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
      expect(violations.map(describeViolation), `${what} in ${scheme}`).toEqual([]);
    }).toPass({ timeout: 6_000 });
  }
  await expectNoSidewaysScroll(page);
}

function describeViolation({ id, nodes }: Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number]): string {
  return `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`).join(" | ")}`;
}

test("every screen and open dialog is accessible, in light and dark", async ({ page, house }) => {
  house.setClock(AFTER_2315);
  await page.goto("/login");
  await expectAccessible(page, "sign-in");
  await signIn(page);
  await expect(page.getByRole("region", { name: "End of Day" })).toBeVisible();
  await expectAccessible(page, "home with the banner");

  const select = await beginTable(page, { number: "5", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("g");
  await expect(select.getByRole("button", { name: "Add Georges Khoury" })).toBeVisible();
  await select.getByRole("button", { name: "Add Georges Khoury" }).click();
  await expectAccessible(page, "Select Contacts with results");
  await select.getByPlaceholder("Search by name or phone").fill("Zzz");
  await select.getByRole("button", { name: /^Add new/ }).click();
  await expect(select.getByRole("form", { name: "Add New Contact" })).toBeVisible();
  await expectAccessible(page, "Add New Contact");
  await select.getByRole("form", { name: "Add New Contact" }).getByLabel("Phone").fill("70 010 020");
  await select.getByRole("form", { name: "Add New Contact" }).getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: /^Save 2 guests/ }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 2 contact(s).")).toBeVisible();

  await choose(page, "Actions", "Saved tables");
  await expect(dialogOf(page).getByRole("button", { name: /^Table 5/ })).toBeVisible();
  await expectAccessible(page, "Saved Tables");
  await dialogOf(page)
    .getByRole("button", { name: /^Table 5/ })
    .click();
  await expect(dialogOf(page).getByRole("button", { name: "Add Blank Contact" })).toBeVisible();
  await dialogOf(page).getByRole("button", { name: "Add Blank Contact" }).click();
  await expectAccessible(page, "Edit Table");
  await page.goto("/");

  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeFocused();
  await expectAccessible(page, "Table Info");
  await page.goto("/");

  await page.getByRole("button", { name: /For Data Group/ }).click();
  await expect(page.getByRole("main").getByText("Georges Khoury").first()).toBeVisible();
  await expectAccessible(page, "the live feed");

  await choose(page, "Actions", "Merge all");
  await expect(dialogOf(page).getByText("Merge all saved tables into one table.db?")).toBeVisible();
  await expectAccessible(page, "the question before Merge All");
  await dialogOf(page).getByRole("button", { name: /merge/i }).click();
  await expect(dialogOf(page).getByText("Inserted")).toBeVisible();
  await expectAccessible(page, "the result of Merge All");

  await page.goto("/search-date");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText(/Total fetched: \d+/)).toBeVisible();
  await expectAccessible(page, "Search Contacts by Date");
  await page.goto("/merge-by-date-all");
  await page.getByRole("button", { name: "Run Merge" }).click();
  await expect(page.getByText("Inserted")).toBeVisible();
  await expectAccessible(page, "Merge by Date");
  await page.goto("/control");
  await expectAccessible(page, "Control Panel");
});
