import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { test as base, expect, type Locator, type Page } from "playwright/test";
import type { Turn } from "../support/today";
import { ADMIN, type House, type HouseKind, JSON_BODY, SharedServers, signInOf } from "./house";

export { ADMIN, AFTER_2315, EVENING, type House, STAFF } from "./house";
export { expect };

/** A job of the office, done at the PC: its main way at every size in `npm run test:thorough`, else there. */
export const OFFICE = { tag: "@office" };

/** A job among the tables, done on a phone or a tablet: at every size in `npm run test:thorough`, else on one of those two, day by day. */
export const FLOOR = { tag: "@floor" };

/** An edge: what it shows does not hang on the size of the screen, so the phone alone shows it. */
export const ONE_SIZE = { tag: "@one-size" };

/** A main way that the other sizes show by the same parts: at every size in `npm run test:thorough`, else on the phone. */
export const PHONE_FIRST = { tag: "@phone-first" };

/** An edge by which no guest and no message is lost, or a rare job: on one day of seven (playwright.config.ts), at one size or where it is done. */
export const inTurn = (turn: Turn, where: { tag: string } = ONE_SIZE) => ({ tag: [where.tag, `@turn-${turn}`] });

/** Nothing but a look by axe at states that other tests reach: at every size in `npm run test:thorough`, else on the phone. */
export const AXE_ALONE = { tag: "@axe" };

/** For `test.use`: a device with all the motion there is, where what moves is the point. */
export const MOVING = { contextOptions: { reducedMotion: "no-preference" as const } };

/**
 * How a sign-in's token begins: addresses are written down on the way, so none of them ever holds one (docs/design/reliability.md S-15).
 */
const TOKEN = /eyJ[\w-]{20,}\./;

/**
 * Each test gets an evening of its own on the shared server, and fails on any error that the browser's console shows, on any that
 * the server logs, and on any token in an address.
 */
export const test = base.extend<
  { settings: HouseKind["settings"]; build: string; house: House; baseURL: string; hasMoments: boolean; isCutOff: boolean },
  { shared: SharedServers }
>({
  settings: [{}, { option: true }],
  build: ["dist-test", { option: true }],
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: playwright reads which fixtures a fixture needs from its parameter
    async ({}, use) => {
      const shared = new SharedServers();
      await use(shared);
      await shared.close();
    },
    { scope: "worker" },
  ],
  house: async ({ settings, build, shared }, use) => {
    const house = await shared.take({ settings, build });
    await use(house);
    expect(troublesOf(house), "what the server logged as its own trouble").toEqual([]);
  },
  baseURL: async ({ house }, use) => use(house.url),
  hasMoments: [false, { option: true }],
  isCutOff: [false, { option: true }],
  context: async ({ context, hasMoments }, use) => {
    if (!hasMoments) await context.addInitScript(neverIdle);
    await use(context);
  },
  page: async ({ page, isCutOff }, use) => {
    const errors: string[] = [];
    // React keeps a promise for each stylesheet, which fails with the link's own event and which nobody hears.
    page.on("pageerror", ({ message }) => !(isCutOff && message === "Event") && errors.push(message));
    page.on("console", (said) => said.text().includes("Content Security Policy") && errors.push(said.text()));
    page.on("request", (request) => TOKEN.test(request.url()) && errors.push(`a token in the address ${request.url()}`));
    page.on("websocket", (socket) => TOKEN.test(socket.url()) && errors.push(`a token in the address ${socket.url()}`));
    await page.addInitScript(tellOfViolations);
    await use(page);
    expect(errors, "errors thrown in the page").toEqual([]);
  },
});

/**
 * Lines of a server's logs that are warnings or errors, and beside them what became of a store: the folder is the next test's in a
 * moment, and nobody would see them.
 */
function troublesOf({ data }: House): string[] {
  const logs = path.join(data, "logs");
  const files = readdirSync(logs).filter((file) => file.endsWith(".log"));
  const lines = files.flatMap((file) => readFileSync(path.join(logs, file), "utf8").split("\n"));
  const isTrouble = (line: string) => /"level":[45]0/.test(line);
  return lines.some(isTrouble) ? lines.filter((line) => isTrouble(line) || line.includes('"change":')) : [];
}

/**
 * A device that is busy all the time, until `everythingLoaded`: what the app fetches ahead for a moment without network is two
 * thirds of the work of opening a page, and most tests see nothing of it. With `hasMoments` a page does so by itself.
 */
function neverIdle(): void {
  const held = new Map<number, IdleRequestCallback>();
  let last = 0;
  window.requestIdleCallback = (work) => {
    held.set(++last, work);
    return last;
  };
  window.cancelIdleCallback = (one) => void held.delete(one);
  window.addEventListener("test:idle", () => {
    const usual = (work: IdleRequestCallback) => window.setTimeout(() => work({ didTimeout: false, timeRemaining: () => 50 }));
    window.requestIdleCallback = usual;
    window.cancelIdleCallback = (one) => window.clearTimeout(one);
    for (const work of held.values()) usual(work);
    held.clear();
  });
}

/** The page hears keys and presses by itself. Asked anew after each load of a page. */
export async function pageListens(page: Page): Promise<void> {
  await expect(page.locator("html[data-listens]")).toBeAttached();
}

/**
 * The page has a moment, and fetches all that it needs where there is no network; that takes as long as three pages do, so only
 * where the network goes, or everything's code is the point. Asked anew after each load of a page.
 */
export async function everythingLoaded(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => void window.dispatchEvent(new Event("test:idle")));
    await expect(page.locator("html[data-loaded=all]")).toBeAttached({ timeout: 1_000 });
  }).toPass({ timeout: 30_000 });
}

/** A text that was to become code is a violation that stands in no console by itself. */
function tellOfViolations(): void {
  window.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sourceFile }) =>
    console.error(`Content Security Policy: ${violatedDirective} holds up ${blockedURI} of ${sourceFile}`),
  );
}

/** Opens a page as somebody who signed in before, on this device. */
export async function signIn(page: Page, who: { username: string } = ADMIN, to = "/"): Promise<void> {
  const kept = await signInOf(who.username);
  await page.goto("/icon.svg"); // of this site, and without any code
  await page.context().addCookies([{ ...kept.cookie, url: new URL(page.url()).origin, httpOnly: true, sameSite: "Lax" }]);
  await page.evaluate(({ token, user }) => {
    localStorage.setItem("auth_token", token);
    localStorage.setItem("auth_user", user);
  }, kept);
  await page.goto(to);
}

/**
 * Opens an address after a dialog or a menu was closed: closing steps back in the history, and the browser drops an address that is opened
 * in the middle of that.
 */
export async function goOn(page: Page, address: string): Promise<void> {
  await page.waitForFunction(
    () => !history.state?.daftarLayers && !document.querySelector("[role=dialog], [role=alertdialog], [role=menu]"),
  );
  await page.goto(address);
}

/** Signs in by hand: name, password, and on to the page that was asked for. */
export async function signInByHand(page: Page, who: { username: string; password: string } = ADMIN, to = "/"): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`);
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname + url.search === to);
}

/** Another device saves a table of one guest. */
export async function saveElsewhere(house: House, table_number: string, name = "Hala Mansour"): Promise<void> {
  const phones = name === "Hala Mansour" ? "76 912 345" : "71 444 222";
  const body = { metadata: { hostess: "Rima", waiter: "Jad", table_number }, contacts: [{ name, phones }] };
  const { status } = await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  expect(status).toBe(200);
}

/** The dialog on top. */
export function dialogOf(page: Page): Locator {
  return page.locator("[role=dialog], [role=alertdialog], dialog[open]").last();
}

/** Opens an entry of the frame: in the top bar's popovers, or in the More sheet on a phone. */
export async function choose(page: Page, group: "Actions" | "Navigate" | "End" | "Options", entry: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  else await page.getByRole("banner").getByRole("button", { name: group, exact: true }).click(); // "End" stands in "API pending" too
  await page
    .getByRole(isPhone ? "dialog" : "menu")
    .getByText(entry, { exact: true })
    .click();
}

export interface NewTable {
  number: string;
  hostess?: string;
  waiter: string;
}

/** Opens Table Info and goes on to Select Contacts. */
export async function beginTable(page: Page, table: NewTable): Promise<Locator> {
  await page.getByRole("button", { name: "New table" }).last().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Table number").fill(table.number);
  if (table.hostess) await dialog.getByRole("radio", { name: table.hostess }).click();
  await dialog.getByRole("radio", { name: table.waiter }).click();
  await dialog.getByRole("button", { name: "Save and add guests" }).click();
  await expect(dialogOf(page).getByPlaceholder("Search by name or phone")).toBeVisible();
  return dialogOf(page);
}

/**
 * Waits until nothing is on its way. While a section unfolds the page grows past its length, and a page that is scrolled to its end
 * slides back with it: a press that falls between is down on one thing and up on another.
 */
export async function nothingMoves(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.getAnimations().filter((one) => one.playState === "running").length)).toBe(0);
}

/** Two presses that come while the page is busy: the second one is heard before anything is drawn anew. */
export async function pressTwiceAtOnce(button: Locator): Promise<void> {
  await expect(button).toBeEnabled(); // a step that has just come to its place is held for a moment
  await button.evaluate((one) => {
    if (!(one instanceof HTMLElement)) throw new Error("Nothing to press.");
    one.click();
    one.click();
  });
}

/**
 * The page's clock runs on by so much, in milliseconds: what must not happen meanwhile, a call above all, has happened by then or
 * does not. Only where `page.clock.install()` was called before the page was opened.
 */
export async function timePasses(page: Page, ms: number): Promise<void> {
  // By seconds: what is due in one is done once, and no frame is drawn in between, of which there would be sixty.
  for (let left = ms; left > 0; left -= 1_000) await page.clock.fastForward(Math.min(left, 1_000));
  // The browser tells of calls in their order: whatever was asked before this one has been told of.
  await page.evaluate(() =>
    fetch("/icon.svg")
      .catch(() => undefined)
      .then(() => undefined),
  );
}

/** Another tab is looked at, or this one again. */
export async function look(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

/** Somebody comes back to the page's tab: it asks anew for what it shows, and a test need not wait for the next time by itself. */
export async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
}

/** Whether anything is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "pixels of sideways scroll").toBeLessThanOrEqual(0);
}

/** One touch where a button stands now, as of a finger; what becomes of it may not move the button away. */
export async function tapOnce(page: Page, button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error("It is not on the screen.");
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await page.waitForTimeout(300); // longer than what opens or closes takes
  expect(await button.boundingBox()).toEqual(box);
}
