import { mkdirSync } from "node:fs";
import { type Page, test } from "playwright/test";

/** Pictures for whoever looks at the screens, in light and dark, and of the size of the screen: `LOOK=folder`. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: `${folder}/${test.info().project.name}-${name}-${colorScheme}.png`,
      fullPage: true,
      animations: "disabled",
    });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
