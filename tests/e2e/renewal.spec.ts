import type { Page, Request } from "playwright/test";
import { FRAME_TEXTS } from "../../lib/frame-texts";
import { ADMIN, beginTable, expect, type House, ONE_SIZE, PHONE_FIRST, signInByHand, test } from "./fixtures";
import { JSON_BODY } from "./house";

/** Seconds that an access token lasts here: a tablet's evening of many quarters of an hour in one of seconds. */
const LASTS = 2;
test.use({ settings: { ACCESS_LASTS: String(LASTS) } });

/** A page whose tokens last two seconds may be on its way to a newer one just then. */
const token = async (page: Page) => (await page.waitForFunction(() => localStorage.getItem("auth_token"))).jsonValue();
const steps = (house: House) => house.rows<{ renewal: number }>("hub.db", "SELECT renewal FROM session ORDER BY id DESC")[0]?.renewal ?? 0;
const isOver = (house: House) =>
  house.rows<{ revoked_at: string | null }>("hub.db", "SELECT revoked_at FROM session ORDER BY id DESC")[0]?.revoked_at !== null;
/** The token that lies on the device now is over, as the server says. */
async function untilOver(page: Page): Promise<void> {
  const headers = { authorization: `Bearer ${await token(page)}` };
  const me = new URL("/api/auth/me", page.url()).href;
  await expect.poll(async () => (await fetch(me, { headers })).status, { timeout: 30_000 }).toBe(401);
}

async function sent(request: Request): Promise<Record<string, string>> {
  const headers = Object.entries(await request.allHeaders()).filter(([name]) => !name.startsWith(":") && name !== "content-length");
  return Object.fromEntries(headers);
}

async function save(page: Page, number: string): Promise<void> {
  const select = await beginTable(page, { number, hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill(`Guest of ${number}`);
  await select.getByRole("button", { name: /^Add new/ }).click();
  const form = select.getByRole("form", { name: "Add New Contact" });
  await form.getByLabel("Phone").fill(`71 444 5${number}`);
  await form.getByRole("button", { name: "Add", exact: true }).click();
  await select.getByRole("button", { name: `Save 1 guest to table ${number}` }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
}

test(
  "a tablet goes on for an evening of many tokens, is opened again after hours, and never asks who it is",
  PHONE_FIRST,
  async ({ page, house }) => {
    await signInByHand(page);
    const first = await token(page);
    await untilOver(page);
    await save(page, "31");
    expect(await token(page)).not.toBe(first);
    expect(steps(house)).toBeGreaterThan(0);
    await untilOver(page);
    await page.goto("/search-date"); // with a cookie that is too old for calls
    await expect(page.getByRole("main")).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/search-date");
    await untilOver(page);
    await page.goto("/");
    await expect(page.getByRole("main").getByText("Rima").first()).toBeVisible();
    expect(house.rows("jounieh/table.db", "SELECT name FROM table_guest")).toEqual([{ name: "Guest of 31" }]);
  },
);

test("two tabs that renew at the same time, again and again, stay signed in", ONE_SIZE, async ({ page, house, context }) => {
  await signInByHand(page);
  const other = await context.newPage();
  await other.goto("/");
  for (let time = 0; time < 3; time++) {
    await untilOver(page);
    const ask = (tab: Page) => tab.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
    await Promise.all([ask(page), ask(other)]);
    await expect.poll(() => steps(house)).toBeGreaterThan(time);
  }
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByRole("main")).toBeVisible();
    expect(new URL(tab.url()).pathname).toBe("/");
  }
  expect(isOver(house)).toBe(false);
});

test("a renewal whose answer is lost is asked for again; while nobody answers, nobody is signed out", ONE_SIZE, async ({ page, house }) => {
  await signInByHand(page);
  let lost = 0;
  await page.route("**/api/auth/refresh", async (route) => {
    if (lost >= 3) return route.continue();
    lost++;
    // The server hears it, and neither the page nor its cookies learn what came of it.
    if (lost > 1) expect((await fetch(route.request().url(), { method: "POST", headers: await sent(route.request()) })).status).toBe(200);
    await route.abort("connectionreset");
  });
  await untilOver(page);
  await expect.poll(() => lost, { timeout: 30_000 }).toBe(3);
  await save(page, "32");
  expect(new URL(page.url()).pathname).toBe("/");
  expect(isOver(house)).toBe(false);
});

test("what answers in the server's place, a hotspot's page or a proxy's, ends nobody's sign-in", ONE_SIZE, async ({ page, house }) => {
  await signInByHand(page);
  const html = { contentType: "text/html", body: "<h1>Welcome to the hotspot</h1>" };
  for (const answer of [
    { ...html, status: 200 },
    { json: {}, status: 200 },
    { ...html, status: 403 },
    { ...html, status: 401 },
  ]) {
    let asked = 0;
    await page.route("**/api/auth/refresh", (route) => {
      asked++;
      return route.fulfill(answer);
    });
    await untilOver(page);
    await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
    await page.waitForTimeout(500);
    expect(new URL(page.url()).pathname, JSON.stringify(answer)).toBe("/");
    await page.unroute("**/api/auth/refresh");
  }
  await save(page, "33");
  expect(isOver(house)).toBe(false);
});

test(
  "a copied cookie that is used beside its owner ends the sign-in on both, and the tablet says so",
  ONE_SIZE,
  async ({ page, house }) => {
    // The owner's own next step comes after the thief's.
    let goOn = () => {};
    const thiefIsThrough = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/api/auth/refresh", (route) => thiefIsThrough.then(() => route.continue()));
    await signInByHand(page);
    const [cookie] = (await page.context().cookies()).filter(({ name }) => name.endsWith("session-token"));
    const renew = () =>
      fetch(`${house.url}/api/auth/refresh`, {
        method: "POST",
        headers: { cookie: `${cookie?.name}=${cookie?.value}`, "sec-fetch-site": "same-origin", "content-type": "application/json" },
      });
    const stolen = await renew();
    expect(stolen.status).toBe(200);
    const { access_token } = (await stolen.json()) as { access_token: string };
    const asks = async () => (await fetch(`${house.url}/api/auth/me`, { headers: { authorization: `Bearer ${access_token}` } })).status;
    expect(await asks()).toBe(200);
    goOn();
    await expect(page).toHaveURL(/\/login/, { timeout: 30_000 });
    await expect(page.getByText(FRAME_TEXTS.signInEnded)).toBeVisible();
    expect({ isOver: isOver(house), status: await asks() }).toEqual({ isOver: true, status: 401 });
  },
);

test("only the newest refresh token makes a cookie, and next-auth answers nothing else", ONE_SIZE, async ({ house }) => {
  const ask = (path: string, init?: RequestInit) => fetch(`${house.url}/api/auth/${path}`, { redirect: "manual", ...init });
  const post = async (path: string, body: object) =>
    (await ask(path, { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) })).json() as Promise<Record<string, string>>;
  const cookieFor = async (given: Record<string, string>) => {
    const csrf = await ask("csrf");
    const { csrfToken } = (await csrf.json()) as { csrfToken: string };
    const cookie = csrf.headers.getSetCookie().map((one) => one.split(";")[0]);
    const headers = { cookie: cookie.join("; ") };
    const answer = await ask("callback/credentials", { method: "POST", headers, body: new URLSearchParams({ csrfToken, ...given }) });
    return answer.headers.getSetCookie().find((one) => one.startsWith("next-auth.session-token=ey"));
  };
  const first = await post("login", ADMIN);
  const { access_token = "", refresh_token = "" } = first;
  expect(await cookieFor({ access_token })).toBeUndefined();
  expect(await cookieFor({ refresh_token: access_token })).toBeUndefined();
  expect(await cookieFor({ refresh_token })).toMatch(/; HttpOnly; SameSite=Lax/);
  const next = await post("refresh", { refresh_token });
  expect(await cookieFor({ refresh_token }), "it was used").toBeUndefined();
  expect(await cookieFor({ refresh_token: next.refresh_token ?? "" })).toMatch(/; HttpOnly; SameSite=Lax/);
  for (const path of ["session", "signin", "error", "verify-request", "callback/credentials", "providers/x"])
    expect([path, (await ask(path)).status]).toEqual([path, 404]);
  expect((await ask("_log", { method: "POST" })).status).toBe(404);
  expect((await ask("session", { method: "POST" })).status).toBe(404);
});
