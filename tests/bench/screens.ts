import path from "node:path";
import { gzipSync } from "node:zlib";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { CHROMIUM } from "../e2e/browser";
import { RESTAURANTS } from "../support/restaurants";
import { openBarePage } from "./bare-page";
import { type ScreenTimes, watchScreen } from "./in-page";
import { percentile, report } from "./report";
import { type Bench, openBench } from "./server";

/** A cheap phone on a bad line: "slow 4G" as Lighthouse has it, and a processor four times slower than this one. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU_SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const ROUNDS = 5;
/** Fresh contexts of the bare page. */
const BARE_ROUNDS = 3;
/** What is wanted of the scripts until New table acts. Next and React alone take about 140 of it. */
const SCRIPTS_KB = 200;
const KB = 1024;
/** tsx names each function by a helper of its own, which no page has. */
const IN_PAGE = `globalThis.__name = (one) => one; (${watchScreen})();`;

/** Presses the bare page's button until its dialog opens: it listens as soon as the last file has run. */
const BARE_IN_PAGE = `(() => { const look = () => { const button = document.querySelector("button"); if (window.bareIsReady && button) button.click();
  if (document.querySelector("dialog[open] input")) window.actsAt = performance.now(); else requestAnimationFrame(look); }; requestAnimationFrame(look); })();`;

/** What a hostess waits for at the screen: the production build in Chromium, on a phone's size, line and processor. */
export async function benchScreens(folder: string): Promise<void> {
  const bench = await openBench(path.join(folder, "screens"));
  const browser = await chromium.launch(CHROMIUM);
  try {
    await fillEvening(bench);
    const first: ScreenTimes[] = [];
    const after: ScreenTimes[] = [];
    const again: ScreenTimes[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      first.push(await firstVisit(browser, bench));
      const context = await newPhone(browser, bench);
      const page = await slowPage(context);
      after.push(await signInBySlowPhone(page));
      again.push(await openedAgain(page));
      await context.close();
    }
    reportVisits("after signing in", after, 1500);
    reportVisits("opened again", again, 1500);
    reportVisits("the very first visit, with nothing in the browser", first, null);
    report({ figure: "JavaScript that / names, gzipped", value: (await scriptsOfHome(browser, bench)) / KB, unit: "kB", limit: 250 });
    report({
      figure: "JavaScript until New table acts, very first visit",
      value: median(first, "scripts") / KB,
      unit: "kB",
      limit: SCRIPTS_KB,
    });
    const bare = await bareVisits(browser, first);
    report({
      figure: "New table acts on the very first visit, beside a bare page of the same bytes",
      value: median(first, "works"),
      unit: "ms",
      limit: null,
      bare,
    });
    report({ figure: "all that / asks for before it works", value: median(first, "bytes") / KB, unit: "kB", limit: null });
    await reportTaps(browser, bench);
  } finally {
    await browser.close();
    await bench.server.stop();
  }
}

/** Bytes of the scripts in Home's own HTML; what follows them is fetched when the page stands still. */
async function scriptsOfHome(browser: Browser, bench: Bench): Promise<number> {
  const context = await browser.newContext({ baseURL: bench.server.url });
  const page = await context.newPage();
  await signInByHand(page);
  const html = await (await context.request.get("/", { headers: { accept: "text/html" } })).text();
  const tags = [...html.matchAll(/<script[^>]* src="([^"]+)"[^>]*>/g)].filter(([tag]) => !/nomodule/i.test(tag));
  const files = [...new Set(tags.map(([, src]) => String(src)))];
  const bodies = await Promise.all(files.map(async (file) => (await context.request.get(file)).body()));
  await context.close();
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
}

async function signInByHand(page: Page): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill("bench-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/");
}

/** Eight tables at each branch, three guests each, and a guest book to search in. */
async function fillEvening(bench: Bench): Promise<void> {
  const known = Array.from({ length: 500 }, (_, at) => `Georges Khoury ${at},71 ${String(200_000 + at)},`).join("\n");
  await bench.call("POST", "/api/contacts/import", Buffer.from(`name,phones,birthday\n${known}\n`), { "content-type": "text/csv" });
  for (const [at, branch] of RESTAURANTS.entries())
    for (let table = 1; table <= 8; table++) {
      const contacts = [0, 1, 2].map((guest) => ({ name: `Guest ${at}${table}${guest}`, phones: `76 9${at}${table} ${guest}45` }));
      const body = { metadata: { hostess: "Rima", waiter: "Jad", table_number: String(table) }, contacts };
      await bench.call("POST", "/api/save-table", body, { "x-branch": branch });
    }
}

async function newPhone(browser: Browser, bench: Bench): Promise<BrowserContext> {
  const context = await browser.newContext({ ...PHONE, baseURL: bench.server.url });
  await context.addInitScript(IN_PAGE);
  return context;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.emulateNetworkConditions", SLOW_4G);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWER });
  return page;
}

/** Somebody signs in by hand; while the password is typed, the app's files arrive. */
async function signInBySlowPhone(page: Page): Promise<ScreenTimes> {
  await page.goto("/login");
  await page.getByLabel("Username").fill("admin");
  await page.waitForTimeout(6_000);
  await page.getByLabel("Password", { exact: true }).fill("bench-password");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("**/");
  return timesOf(page);
}

/** The next time, when everything that is fetched ahead has come. */
async function openedAgain(page: Page): Promise<ScreenTimes> {
  await page.waitForFunction(() => document.documentElement.dataset.loaded === "all", null, { timeout: 120_000 });
  await page.reload({ waitUntil: "commit" });
  return timesOf(page);
}

/** Signed in, and nothing else: no file is in the browser's cache. */
async function firstVisit(browser: Browser, bench: Bench): Promise<ScreenTimes> {
  const known = await newPhone(browser, bench);
  await signInByHand(await known.newPage());
  const storageState = await known.storageState();
  await known.close();
  const context = await browser.newContext({ ...PHONE, baseURL: bench.server.url, storageState });
  await context.addInitScript(IN_PAGE);
  const page = await slowPage(context);
  await page.goto("/", { waitUntil: "commit" });
  const times = await timesOf(page);
  await context.close();
  return times;
}

/** Until the button of a bare page acts, whose files are those of the visit in the middle: milliseconds, the median. */
async function bareVisits(browser: Browser, visits: readonly ScreenTimes[]): Promise<number> {
  const middle = visits.toSorted((one, other) => one.bytes - other.bytes)[Math.floor(visits.length / 2)];
  const bare = await openBarePage(middle?.files ?? []);
  try {
    const times: number[] = [];
    for (let round = 0; round < BARE_ROUNDS; round++) {
      const context = await browser.newContext({ ...PHONE, baseURL: bare.url });
      await context.addInitScript(BARE_IN_PAGE);
      const page = await slowPage(context);
      await page.goto("/", { waitUntil: "commit" });
      await page.waitForFunction(() => (window as Window & { actsAt?: number }).actsAt !== undefined, null, { timeout: 60_000 });
      times.push(await page.evaluate(() => (window as Window & { actsAt?: number }).actsAt ?? Number.NaN));
      await context.close();
    }
    return percentile(times, 0.5);
  } finally {
    await bare.stop();
  }
}

/** Waits until New table has opened, and a moment more for what may still move. */
async function timesOf(page: Page): Promise<ScreenTimes> {
  await page.waitForFunction(() => ((window as Window & { screenTimes?: ScreenTimes }).screenTimes?.works ?? null) !== null);
  await page.waitForTimeout(1_000);
  return page.evaluate(() => (window as Window & { screenTimes?: ScreenTimes }).screenTimes as ScreenTimes);
}

function reportVisits(which: string, visits: ScreenTimes[], limit: number | null): void {
  report({ figure: `New table is on the screen, ${which}`, value: median(visits, "shown"), unit: "ms", limit: null });
  report({ figure: `New table has opened, ${which}`, value: median(visits, "works"), unit: "ms", limit });
  report({ figure: `layout shift, ${which}`, value: Math.max(...visits.map(({ shift }) => shift)), unit: "", limit: 0.02 });
}

const median = (visits: ScreenTimes[], what: Exclude<keyof ScreenTimes, "taps" | "files">) =>
  percentile(
    visits.map((visit) => visit[what] ?? Number.NaN),
    0.5,
  );

/** Each tap of a table's way: from the finger until the screen changes. */
async function reportTaps(browser: Browser, bench: Bench): Promise<void> {
  const context = await newPhone(browser, bench);
  const page = await slowPage(context);
  await signInBySlowPhone(page);
  const typed: number[] = [];
  for (let table = 1; table <= 3; table++) typed.push(await oneTable(page, String(100 + table)));
  await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  await page.getByRole("dialog").getByText("Saved tables", { exact: true }).click();
  await page.getByRole("dialog").last().getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /For Data Group/ }).click();
  await page.waitForTimeout(1_000);
  const { taps } = await page.evaluate(() => (window as Window & { screenTimes?: ScreenTimes }).screenTimes as ScreenTimes);
  const times = taps.map(({ ms }) => ms);
  report({ figure: `a tap until the screen changes, median of ${taps.length}`, value: percentile(times, 0.5), unit: "ms", limit: 100 });
  report({ figure: "a tap until the screen changes, p95", value: percentile(times, 0.95), unit: "ms", limit: 100 });
  for (const { ms, what } of taps.toSorted((one, other) => other.ms - one.ms).slice(0, 4)) console.error(`${Math.round(ms)} ms: ${what}`);
  report({ figure: "the last key until the first guest is found, median", value: percentile(typed, 0.5), unit: "ms", limit: 1000 });
  await context.close();
}

/** @returns milliseconds from the last key to the first guest that was found */
async function oneTable(page: Page, number: string): Promise<number> {
  const dialog = page.getByRole("dialog").last();
  if (!(await dialog.getByLabel("Table number").isVisible())) await page.getByRole("button", { name: "New table" }).last().click();
  await dialog.getByLabel("Table number").fill(number);
  // Whoever served the table before is chosen already: nobody taps there again, and nothing would change.
  for (const name of ["Rima", "Jad"]) {
    const choice = dialog.getByRole("radio", { name });
    if (!(await choice.isChecked())) await choice.click();
  }
  await dialog.getByRole("button", { name: "Save and add guests" }).click();
  const search = dialog.getByPlaceholder("Search by name or phone");
  await search.pressSequentially("Georges Khoury 1", { delay: 60 });
  const pressed = Date.now();
  await dialog
    .getByRole("button", { name: /^Add Georges Khoury 1/ })
    .first()
    .waitFor();
  const found = Date.now() - pressed;
  await dialog
    .getByRole("button", { name: /^Add Georges Khoury 1/ })
    .first()
    .click();
  await dialog.getByRole("button", { name: /^Save/ }).last().click();
  await dialog.waitFor({ state: "hidden" });
  return found;
}
