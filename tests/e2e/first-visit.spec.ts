import type { BrowserContext, Page } from "playwright/test";
import { ADMIN, expect, type House, ONE_SIZE, saveElsewhere, test } from "./fixtures";

/**
 * The network goes in the first seconds of a first visit, at any moment of them: whoever taps on stays on a page that lives,
 * reads nothing that is not so, and goes on where they were when it is back. All moments in `npm run test:thorough`.
 */

const STEP_MS = 250;
const LAST_MS = 15_000;
const MOMENTS = Array.from({ length: LAST_MS / STEP_MS }, (_, step) => step * STEP_MS);
/** The first seconds are those in which most is under way. */
const USUAL = [0, 500, 1_000, 1_750, 2_500, 4_000, 8_000];

/** How long somebody taps on after the network went, in milliseconds. */
const TAPS_ON_MS = 4_000;
/** How long one tap waits for what it is meant for. */
const TAP_MS = 600;

/** Sentences that no moment without network makes true, or that tell of a page that is dead. */
const UNTRUE = [
  "The sign-in on this device was ended",
  "Wrong username",
  "App failed to load",
  "This page could not be shown",
  "You don't have permission",
  "Nothing here",
];

test.use({ hasMoments: true, isCutOff: true });
test.describe.configure({ timeout: 60_000 });

/** Signs in where the form stands, and goes from page to page and from dialog to dialog where the app does. */
async function tapOn(page: Page, until: () => boolean): Promise<void> {
  const bottom = page.getByRole("navigation", { name: "Bottom" });
  const options = { timeout: TAP_MS };
  const taps = [
    () => bottom.getByRole("link", { name: "Search" }).click(options),
    () => bottom.getByRole("button", { name: "New table" }).click(options),
    () => page.keyboard.press("Escape"),
    () => bottom.getByRole("link", { name: "Birthdays" }).click(options),
    () => bottom.getByRole("button", { name: "More" }).click(options),
    () => page.getByRole("dialog").getByText("Merge by Date, All Branches").click(options),
    () => bottom.getByRole("link", { name: "Home" }).click(options),
    () =>
      page
        .getByRole("main")
        .getByRole("button", { name: /^Table 9/ })
        .click(options),
    () => page.keyboard.press("Escape"),
  ];
  for (let turn = 0; !until(); turn++) {
    const form = page.getByRole("form", { name: "Sign in" });
    if ((await form.count().catch(() => 0)) > 0) await signInWith(page).catch(() => undefined);
    else await taps[turn % taps.length]?.().catch(() => undefined);
    await page.waitForTimeout(50);
  }
}

async function signInWith(page: Page): Promise<void> {
  await page.getByLabel("Username").fill(ADMIN.username, { timeout: TAP_MS });
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password, { timeout: TAP_MS });
  await page.getByRole("button", { name: "Sign in" }).click({ timeout: TAP_MS });
}

async function cutAt(ms: number, page: Page, context: BrowserContext, house: House): Promise<void> {
  await saveElsewhere(house, "9");
  const dead: string[] = [];
  page.on("framenavigated", (frame) => frame.url().startsWith("chrome-error:") && dead.push("a page of the browser's own"));
  await page.goto("/login", { waitUntil: "commit" });
  let isOver = false;
  const tapping = tapOn(page, () => isOver);
  await page.waitForTimeout(ms);
  await context.setOffline(true);
  await page.waitForTimeout(TAPS_ON_MS);
  const said = await page.locator("body").innerText();
  isOver = true;
  await tapping;
  expect(dead, "dead pages").toEqual([]);
  expect(said.trim(), "what the page says").not.toBe("");
  for (const sentence of [...UNTRUE, "API OK"]) expect(said, "what is not so").not.toContain(sentence);

  await context.setOffline(false);
  await expect(async () => {
    if ((await page.getByRole("form", { name: "Sign in" }).count()) > 0) await signInWith(page);
    await expect(page.getByRole("banner").getByText("API OK")).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await page.keyboard.press("Escape");
  // A page whose code was cut is opened anew just then, which takes a tap with it.
  await expect(async () => {
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("link", { name: "Birthdays" }).click({ timeout: 2_000 });
    await expect(page.getByRole("main").getByRole("button", { name: "Search", exact: true })).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expect(page).toHaveURL(/\/birthdays$/);
  expect(dead, "dead pages").toEqual([]);
}

for (const serviceWorkers of ["block", "allow"] as const) {
  test.describe(serviceWorkers === "block" ? "over http, without a service worker" : "with a service worker", () => {
    test.use({ serviceWorkers });
    for (const ms of process.env.THOROUGH ? MOMENTS : USUAL) {
      test(`the network goes ${ms} ms into a first visit`, ONE_SIZE, ({ page, context, house }) => cutAt(ms, page, context, house));
    }
  });
}
