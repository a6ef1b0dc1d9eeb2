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
/** Those at which a reload differs: before the app is there, while it comes, and behind it. */
const FEW = [0, 1_000, 2_500, 8_000];

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

/** The device has stood at the sign-in page before, long enough for its service worker. */
async function standAtLogin(context: BrowserContext): Promise<void> {
  const before = await context.newPage();
  await before.goto("/login");
  await expect.poll(() => hasWorker(before), { timeout: 30_000 }).toBe(true);
  await before.close();
}

/** Whether a reload is the service worker's: without one it is the browser's own, and dead. */
const hasWorker = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker?.getRegistration())?.active?.state === "activated").catch(() => false);

async function readsNothingUntrue(page: Page, dead: readonly string[], when: string): Promise<void> {
  const said = await page.locator("body").innerText();
  expect(dead, `dead pages ${when}`).toEqual([]);
  expect(said.trim(), `what the page says ${when}`).not.toBe("");
  for (const sentence of [...UNTRUE, "API OK"]) expect(said, `what is not so ${when}`).not.toContain(sentence);
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
  await readsNothingUntrue(page, dead, "without network");
  if (await hasWorker(page)) {
    await page.reload({ waitUntil: "commit" });
    await page.waitForTimeout(TAPS_ON_MS);
    await readsNothingUntrue(page, dead, "after a reload without network");
    test.info().annotations.push({ type: "reloaded", description: `${ms} ms, at ${new URL(page.url()).pathname}` });
  }
  isOver = true;
  await tapping;

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

test.describe("with a service worker that is there already", () => {
  test.use({ serviceWorkers: "allow" });
  for (const ms of process.env.THOROUGH ? MOMENTS : FEW) {
    test(`the network goes ${ms} ms into the first visit of somebody`, ONE_SIZE, async ({ page, context, house }) => {
      await standAtLogin(context);
      await cutAt(ms, page, context, house);
      expect(test.info().annotations, "every moment is reloaded at").toMatchObject([{ type: "reloaded" }]);
    });
  }
});
