import type { Page } from "playwright/test";
import { choose, dialogOf, everythingLoaded, expect, ONE_SIZE, pageListens, signIn, test } from "./fixtures";

/**
 * What somebody has managed to write into a page does not run there. That nothing of ours is held by the same policy, every
 * other test shows too: each fails on a violation that the browser reports (fixtures.ts).
 */

/** Whichever of them runs leaves its name behind. */
const INJECTED = `<script>window.ran = ["script"]</script>
  <img src="data:," alt="" onerror='window.ran = ["handler"]'>
  <svg onload='window.ran = ["svg"]'></svg>
  <iframe srcdoc="<script>parent.ran = ['frame']</script>" title="injected"></iframe>
  <a id="injected" href="javascript:window.ran = ['address']" onclick="window.ran = ['click']">x</a>`;

const ran = (page: Page) => page.evaluate(() => (window as { ran?: string[] }).ran ?? []);
/** The browser loads an image, and a frame, and only then runs what hangs on them. */
const afterAWhile = (page: Page) => page.waitForTimeout(500);

test("no script and no handler runs that was written into a page, by the server or later", ONE_SIZE, async ({ context }) => {
  const page = await context.newPage(); // the other one fails on what is meant to be reported here
  const reported: string[] = [];
  page.on("console", (said) => said.text().includes("Content Security Policy") && reported.push(said.text()));
  await page.route("**/*", async (route) => {
    if (route.request().resourceType() !== "document" || route.request().frame() !== page.mainFrame()) return route.continue();
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace("</body>", `${INJECTED}</body>`) });
  });
  await signIn(page);
  await expect(page.getByRole("banner").getByRole("button", { name: /^API/ })).toHaveText("API OK"); // our own scripts run
  await afterAWhile(page);
  expect(await ran(page)).toEqual([]);
  expect(reported.length).toBeGreaterThanOrEqual(4);

  await page.evaluate((markup) => {
    const place = document.createElement("div");
    place.style.cssText = "position: fixed; inset: 0; z-index: 9999";
    place.innerHTML = markup.replaceAll("injected", "later");
    document.body.append(place);
  }, INJECTED);
  await page.locator("#later").click();
  await afterAWhile(page);
  expect(await ran(page)).toEqual([]);
  // Neither a script that a script of ours were tricked into making, nor a text as code, nor another server's file.
  await page.evaluate(() => {
    for (const part of [{ textContent: "window.ran = ['made']" }, { src: "http://127.0.0.1:9/theirs.js" }])
      document.body.append(Object.assign(document.createElement("script"), part));
    setTimeout("window.ran = ['text']"); // in the evaluating itself Playwright may do what the page may not
  });
  await afterAWhile(page);
  expect(await ran(page)).toEqual([]);
  expect(reported.join("\n")).toContain("http://127.0.0.1:9/theirs.js");
  await page.close();
});

test("each page has a word of its own for its scripts, and no other answer has any", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  const words = new Set<string>();
  for (const path of ["/", "/", "/audit", "/login", "/no/such/page"]) {
    const response = await page.request.get(path, { headers: { accept: "text/html" }, maxRedirects: 0 });
    const policy = response.headers()["content-security-policy"] ?? "";
    const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? "";
    const word = /'nonce-([A-Za-z0-9+/=]{24})'/.exec(scripts)?.[1] ?? "";
    expect({ path, scripts }).toEqual({ path, scripts: `'self' 'nonce-${word}'` });
    const html = await response.text();
    for (const script of html.match(/<script\b[^>]*>/g) ?? []) expect(script).toContain(`nonce="${word}"`);
    words.add(word);
  }
  expect(words.size).toBe(5);
  for (const path of ["/api/health", "/icon.svg", "/sw.js", "/api/no-such-call"]) {
    const policy = (await fetch(house.url + path)).headers.get("content-security-policy") ?? "";
    if (path !== "/icon.svg") expect({ path, policy }).toMatchObject({ path, policy: expect.stringContaining("script-src 'self';") });
    expect(policy).not.toContain("unsafe-eval");
    expect(/script-src[^;]*unsafe-inline/.test(policy)).toBe(false);
  }
});

test("a walk through the pages and dialogs is held up nowhere", ONE_SIZE, async ({ page }) => {
  await signIn(page);
  for (const [entry, path] of [
    ["Search Contacts by Date", "/search-date"],
    ["Control Panel", "/control"],
    ["Home", "/"],
  ] as const) {
    await choose(page, "Navigate", entry);
    await page.waitForURL((url) => url.pathname === path);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  for (const [entry, dialog] of [
    ["Options…", "Options"],
    ["Customer Service", "Customer Service"],
    ["Remote Assist: Share", /Remote Assist/],
    ["Backend Folder", "Backend Folder"],
  ] as const) {
    await choose(page, "Options", entry);
    await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
    if (entry === "Backend Folder")
      await expect(dialogOf(page).frameLocator("iframe").getByRole("link", { name: "jounieh" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: dialog })).toBeHidden();
  }
  await page.getByRole("button", { name: "New table" }).last().click();
  await expect(dialogOf(page).getByLabel("Table number")).toBeVisible();
  for (const path of [
    "/search-date",
    "/birthdays",
    "/control",
    "/audit",
    "/import",
    "/redeem",
    "/guest-search",
    "/merge-by-date-all",
    "/all",
    "/reservations",
    "/reservations/rules",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
    await pageListens(page);
  }
  await everythingLoaded(page); // all code there is, once
});
