import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { expect, expectNoSidewaysScroll } from "./fixtures";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Looks at what is on the screen now, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
    // Repeated for a moment, because a page that changes its colours shows both schemes for a frame or two.
    await expect(async () => {
      const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
      expect(violations.map(describeViolation), `${what} in ${scheme}`).toEqual([]);
    }).toPass({ timeout: 20_000 });
  }
  await expectNoSidewaysScroll(page);
}

function describeViolation({ id, nodes }: Awaited<ReturnType<AxeBuilder["analyze"]>>["violations"][number]): string {
  return `${id}: ${nodes.map((node) => `${node.html.slice(0, 160)} ${node.failureSummary ?? ""}`).join(" | ")}`;
}
