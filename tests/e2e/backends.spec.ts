import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Request } from "playwright/test";
import { GUEST_SEARCH_TEXTS } from "../../lib/guest-search/guest-search-texts";
import { expectAccessible } from "./accessible";
import { codeOf, question, share } from "./assist-pages";
import { ADMIN, test as base, beginTable, choose, dialogOf, expect, OFFICE, ONE_SIZE, signIn, timePasses } from "./fixtures";
import { type House, JSON_BODY, openHouse } from "./house";

/** The group's central server, beside the branch's own one, which is `house`. */
interface Central extends House {
  base: string;
}

/** Ports that are free now: each of the two servers is told the other's address before it starts. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => server.listening || new Promise((resolve) => server.once("listening", resolve))));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const test = base.extend<{ ports: number[]; centralLasts: string; central: Central }>({
  /** Seconds that an access token of the central server lasts. */
  centralLasts: ["900", { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads which fixtures a fixture needs from its parameter
  ports: async ({}, use) => use(await freePorts(2)),
  settings: async ({ ports: [branch, central] }, use) =>
    use({ PORT: String(branch), BRANCHES: "jounieh", API_BASES: `central=http://127.0.0.1:${central}/api/` }),
  central: async ({ ports: [branch, port], centralLasts }, use) => {
    // Its tokens are its own: neither server knows the other's.
    const settings = {
      PORT: String(port),
      BRANCH: "central",
      BRANCHES: "central",
      CORS_ORIGINS: `http://127.0.0.1:${branch}`,
      AUTH_SECRET: "another secret of the central server alone",
      ACCESS_LASTS: centralLasts,
    };
    const { house, close } = await openHouse({ settings, build: "dist-test" });
    const login = await fetch(`${house.url}/api/auth/login`, { method: "POST", headers: JSON_BODY, body: JSON.stringify(ADMIN) });
    const { access_token } = (await login.json()) as { access_token: string };
    const api: House["api"] = (path, init = {}) =>
      fetch(`${house.url}/api${path}`, { ...init, headers: { authorization: `Bearer ${access_token}`, ...init.headers } });
    const card = "name,phones\nLeila Central,03 777 888\n";
    expect((await api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: card })).status).toBe(200);
    await use({ ...house, api, base: `${house.url}/api` });
    await close();
  },
});

/** Every token that went out, by the server that it went to. */
function recordTokens(page: Page): Map<string, Set<string>> {
  const sent = new Map<string, Set<string>>();
  page.context().on("request", (request: Request) => {
    const { origin, pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    const headers = request.headers();
    const seen = sent.get(origin) ?? new Set();
    sent.set(origin, seen);
    for (const said of [headers.authorization, headers["x-token"]]) if (said) seen.add(said);
    if (headers.cookie) seen.add(`cookie ${headers.cookie}`);
  });
  return sent;
}

async function openSelector(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  } else {
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^(Jounieh|Central)$/ })
      .click();
  }
}

/** Chooses an entry of the API selector, and waits for the page that it reloads. */
async function switchTo(page: Page, entry: RegExp): Promise<void> {
  await openSelector(page);
  const loaded = page.waitForEvent("load");
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  await page.getByRole(isPhone ? "button" : "menuitem", { name: entry }).click();
  await loaded;
}

async function signInThere(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Username").fill(ADMIN.username);
  await form.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(form).toHaveCount(0);
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

async function find(page: Page, text: string): Promise<void> {
  await page.goto("/guest-search");
  await page.getByRole("main").getByPlaceholder(GUEST_SEARCH_TEXTS.placeholder).fill(text);
}

test("branch and central: one page works with both, each with its own sign-in", OFFICE, async ({ page, house, central }) => {
  test.slow(); // two servers are started for it
  const sent = recordTokens(page);
  await signIn(page);
  const here = await stored(page, "auth_token");
  // A table here.
  const select = await beginTable(page, { number: "31", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  expect(house.rows("jounieh/table.db", "SELECT table_number FROM saved_table")).toEqual([{ table_number: "31" }]);

  // Central asks for its own sign-in, once.
  await switchTo(page, /^Central/);
  await expect(page.getByRole("heading", { name: "Sign in at Central" })).toBeVisible();
  await expect(page.getByText("Nour Karam")).toHaveCount(0);
  await expectAccessible(page, "the sign-in of another server");
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("form", { name: "Sign in" }).getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong username or password.")).toBeVisible();
  await signInThere(page);
  const there = await stored(page, `auth_token@${central.base}`);
  expect(there).not.toBeNull();
  expect(await stored(page, "auth_token")).toBe(here);
  expect(await stored(page, "API_BASE")).toBe(central.base);

  // Its guests, and none of the branch's.
  await find(page, "Leila");
  await expect(page.getByText("Leila Central").first()).toBeVisible();
  await find(page, "Nour");
  await expect(page.getByText("No results found.")).toBeVisible();

  // And back, without asking for anything.
  await switchTo(page, /^Automatic/);
  expect(await stored(page, "API_BASE")).toBeNull();
  await find(page, "Nour");
  await expect(page.getByText("Nour Karam").first()).toBeVisible();
  await switchTo(page, /^Central/);
  await find(page, "Leila");
  await expect(page.getByText("Leila Central").first()).toBeVisible();

  // Each server was given its own token and no other; no cookie went to central.
  expect([...(sent.get(central.url) ?? [])]).toEqual([`Bearer ${there}`]);
  expect([...(sent.get(house.url) ?? [])].filter((said) => said.startsWith("Bearer"))).toEqual([`Bearer ${here}`]);
});

test("the date that is searched for stays when the branch is another", ONE_SIZE, async ({ page, central }) => {
  await signIn(page, undefined, "/birthdays?date=2026-12-01");
  await switchTo(page, /^Central/);
  await expect(page).toHaveURL(/\/birthdays\?date=2026-12-01$/);
  expect(await stored(page, "API_BASE")).toBe(central.base);
});

test.describe("a server whose tokens are over in a moment", () => {
  test.use({ centralLasts: "4" });

  test("is worked with on and on, by tokens of its own that go to it alone", ONE_SIZE, async ({ page, house, central }) => {
    test.slow();
    const sent = recordTokens(page);
    await signIn(page);
    await switchTo(page, /^Central/);
    await signInThere(page);
    const first = await stored(page, `auth_token@${central.base}`);
    const refresh = await stored(page, `auth_refresh@${central.base}`);
    const headers = { authorization: `Bearer ${first}` };
    await expect.poll(async () => (await fetch(`${central.base}/auth/me`, { headers })).status, { timeout: 30_000 }).toBe(401);
    await find(page, "Leila");
    await expect(page.getByText("Leila Central").first()).toBeVisible();
    expect(await stored(page, `auth_token@${central.base}`)).not.toBe(first);
    expect(await stored(page, `auth_refresh@${central.base}`)).not.toBe(refresh);
    expect(await stored(page, "auth_refresh"), "the pages' server has its cookie").toBeNull();
    expect([...(sent.get(central.url) ?? [])].filter((said) => said.startsWith("cookie"))).toEqual([]);
    const here = [...(sent.get(house.url) ?? [])].filter((said) => said.startsWith("Bearer"));
    expect(here).toEqual([`Bearer ${await stored(page, "auth_token")}`]);
    // Whoever logs out leaves nothing that another could go on with.
    await switchTo(page, /^Automatic/);
    await choose(page, "Options", "Log out");
    await expect(page).toHaveURL(/\/login/);
    for (const key of [`auth_token@${central.base}`, `auth_refresh@${central.base}`]) expect(await stored(page, key)).toBeNull();
  });
});

test("a sign-in that ends there ends there alone, and what was typed stays", ONE_SIZE, async ({ page, house, central }) => {
  const sent = recordTokens(page);
  await signIn(page);
  await switchTo(page, /^Central/);
  await signInThere(page);
  await find(page, "Leila");
  await page.getByText("Leila Central").first().click();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Leila of Central");
  const there = await stored(page, `auth_token@${central.base}`);
  await central.api("/auth/logout", { method: "POST", headers: { authorization: `Bearer ${there}` } });
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Sign in at Central" });
  const refusal = page.getByRole("alertdialog");
  await expect(refusal).toBeVisible();
  await expect(dialog.getByText(/has ended/)).toBeVisible(); // it comes a moment later, and lies on the refusal
  expect(await stored(page, `auth_token@${central.base}`)).toBeNull();
  expect(await stored(page, "auth_token")).not.toBeNull();
  // Put off, it waits under the bar.
  await dialog.getByRole("button", { name: "Not now" }).click();
  await refusal.getByRole("button").click();
  await expect(page.getByText("Central asks for its own sign-in. Yours here goes on.")).toBeVisible();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await signInThere(page);
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Leila of Central");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Leila of Central").first()).toBeVisible();
  expect(central.rows("central/contacts.db", "SELECT name FROM contact")).toEqual([{ name: "Leila of Central" }]);
  expect(house.rows("jounieh/contacts.db", "SELECT name FROM contact WHERE name LIKE 'Leila%'")).toEqual([]);
  expect(sent.get(central.url)?.has(`Bearer ${await stored(page, "auth_token")}`)).toBe(false);
});

test(
  "what is shared at another server has that server's code, and its viewer comes by that server",
  ONE_SIZE,
  async ({ page, house, central }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getDisplayMedia = async () => document.createElement("canvas").captureStream();
    });
    const sockets: string[] = [];
    page.on("websocket", (socket) => sockets.push(new URL(socket.url()).host));
    await signIn(page);
    await switchTo(page, /^Central/);
    await signInThere(page);
    // Its socket comes after the viewer's question, as on a bad line.
    let letSocketCome = () => {};
    const isAsked = new Promise<void>((resolve) => {
      letSocketCome = resolve;
    });
    await page.route(`${central.url}/api/assist/ticket`, async (route) => {
      await isAsked;
      await route.continue();
    });
    await share(page);
    // This page was opened by the machine's own name for itself, at which no phone would find anything.
    await expect(dialogOf(page).getByText("The code is typed in under Options, Remote Assist: View.")).toBeVisible();
    const join = async ({ api }: House) => (await api(`/assist/join/${await codeOf(page)}`, { method: "POST" })).status;
    expect(await join(house)).toBe(404);
    expect(await join(central)).toBe(200);
    letSocketCome();
    await question(page).getByRole("button", { name: "Do not allow" }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(dialogOf(page).getByText("Waiting for somebody to join with the code.")).toBeVisible();
    expect(new Set(sockets)).toEqual(new Set([new URL(central.url).host]));
  },
);

test("drafts and kept answers of one server are neither shown at the other nor sent there", ONE_SIZE, async ({ page, house, central }) => {
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(`${request.method()} ${request.url()}`));
  await page.clock.install();
  await signIn(page);
  const select = await beginTable(page, { number: "32", hostess: "Rima", waiter: "Jad" });
  await select.getByPlaceholder("Search by name or phone").fill("Nour");
  await select.getByRole("button", { name: "Add Nour Karam" }).click();
  // The answer is lost: the table sends itself as soon as the server answers again.
  await page.route(`${house.url}/api/save-table`, (route) => route.abort("connectionreset"));
  await select.getByRole("button", { name: /^Save 1 guest/ }).click();
  await expect(page.getByText("Failed to save table.")).toBeVisible();
  await page.evaluate((at) => {
    localStorage.setItem("BRANCH", "central");
    localStorage.setItem("API_BASE", at);
  }, central.base);
  await page.reload();
  await signInThere(page);
  await page.unroute(`${house.url}/api/save-table`);
  const before = asked.length;
  await expect(page.getByText("1 table on this device belongs to the server of this page.")).toBeVisible();
  await expect(page.getByText(/waiting to send/)).toHaveCount(0);
  await expect(page.getByText("Nour Karam")).toHaveCount(0);
  await timePasses(page, 10_000); // longer than the pause before the first try
  expect(asked.slice(before).filter((one) => /save-table|loyalty/.test(one))).toEqual([]);
  await page.getByRole("button", { name: "Go there" }).click();
  await expect(page.getByText("Loyalty: +5 awarded to 1 contact(s).")).toBeVisible();
  await expect(page.getByText(/on this device belongs? to/)).toHaveCount(0);
  expect(house.rows("jounieh/table.db", "SELECT table_number FROM saved_table")).toEqual([{ table_number: "32" }]);
  expect(asked.filter((one) => one.startsWith(central.url) && /save-table|loyalty/.test(one))).toEqual([]);
});

test("an address that is not on the list is ignored with a notice, and nothing goes there", ONE_SIZE, async ({ page, house }) => {
  const heard: string[] = [];
  const evil = createServer((request, response) => {
    heard.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((resolve) => evil.listen(0, "127.0.0.1", resolve));
  const at = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
  await signIn(page);
  await page.goto(`/?apiBase=${at}/api/&birthdaysBase=${at}&loyaltyBase=${at}/x`);
  await expect(page.getByText(/^Not on the server's list, and not used:/)).toContainText(at);
  await page.evaluate((address) => {
    for (const key of ["API_BASE", "LOYALTY_API", "BIRTHDAYS_API", "TABLE_API_jounieh_t31"]) localStorage.setItem(key, address);
  }, `${at}/api`);
  await page.goto("/birthdays");
  await expect(page.getByText(/^Not on the server's list, and not used:/)).toContainText(at);
  await expect(page.getByText("API OK")).toBeAttached();
  // Even code of a stranger in the page would be held back by the browser, which reports it: in a tab where that is meant.
  const tab = await page.context().newPage();
  await tab.goto("/birthdays");
  const isBlocked = await tab.evaluate(
    (address) =>
      fetch(address).then(
        () => false,
        () => true,
      ),
    at,
  );
  expect(isBlocked).toBe(true);
  await tab.close();
  expect(heard).toEqual([]);
  expect(await stored(page, "auth_token")).not.toBeNull();
  // Reset forgets what was chosen.
  await switchTo(page, /^Reset/);
  expect(await Promise.all(["API_BASE", "LOYALTY_API", "BIRTHDAYS_API"].map((key) => stored(page, key)))).toEqual([null, null, null]);
  await expect(page.getByText(/^Not on the server's list/)).toHaveCount(0);
  expect(new URL(page.url()).origin).toBe(house.url);
  evil.close();
});

test(
  "another tab follows a change of server as soon as nothing is typed; logging out ends both sign-ins",
  ONE_SIZE,
  async ({ page, central }) => {
    await signIn(page);
    const second = await page.context().newPage();
    await second.goto("/");
    await beginTable(second, { number: "33", hostess: "Rima", waiter: "Jad" });
    await switchTo(page, /^Central/);
    await expect(
      second.getByText("Another tab chose another server. This page follows as soon as nothing is typed or open."),
    ).toBeVisible();
    await expect(second.getByPlaceholder("Search by name or phone")).toBeVisible();
    await dialogOf(second).getByRole("button", { name: "Cancel" }).click();
    await expect(second.getByRole("heading", { name: "Sign in at Central" })).toBeVisible();
    // Signing in in one tab is enough.
    await signInThere(page);
    await expect(second.getByRole("heading", { name: "Sign in at Central" })).toHaveCount(0);
    const there = await stored(page, `auth_token@${central.base}`);
    const me = () => central.api("/auth/me", { headers: { authorization: `Bearer ${there}` } });
    expect((await me()).status).toBe(200);
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect(second).toHaveURL(/\/login/);
    expect((await me()).status).toBe(401);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("auth_")))).toEqual([]);
  },
);
