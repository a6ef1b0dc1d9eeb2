import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { ADMIN, test as base, choose, dialogOf, expect, ONE_SIZE, signIn } from "./fixtures";

/** Batroun's own server: it signs everybody in and gives its feed; who asks for its tables is told to sign in. */
interface OtherServer {
  base: string;
  /** The statuses of the feed's answers. */
  feed: number[];
  /** Methods and paths, in order. */
  asked: string[];
  /** Whether it knows nobody when it is asked for its tables. */
  refuses: boolean;
}

const VERSION = '"batroun-1"';
const GUEST = { name: "Nour Karam", phones: "76 400 118", birthday: "" };
const TABLE = { table: "7", table_name: "t7", time: "2026-11-20T19:00:00.000Z", hostess: "Maya", waiter: "Elie", branch: "batroun" };

const USER = { id: "u-batroun", username: "maya", name: "Maya", roles: ["admin"], permissions: ["*"], branches: null };
const SIGNED_IN = { access_token: "token-of-batroun", token_type: "bearer", expires_at: "2026-11-27T19:40:00.000Z", user: USER };

function answer(request: IncomingMessage, response: ServerResponse, { feed, asked, refuses }: OtherServer): void {
  asked.push(`${request.method} ${request.url}`);
  response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
  response.setHeader("Access-Control-Allow-Headers", "Authorization, X-Branch, Content-Type, If-None-Match, Idempotency-Key");
  response.setHeader("Access-Control-Expose-Headers", "ETag");
  response.setHeader("Content-Type", "application/json");
  if (request.method === "OPTIONS") response.writeHead(204).end();
  else if (request.url === "/api/auth/login") response.writeHead(200).end(JSON.stringify(SIGNED_IN));
  else if (request.url === "/api/table-log") {
    const status = request.headers["if-none-match"] === VERSION ? 304 : 200;
    feed.push(status);
    response.writeHead(status, { etag: VERSION });
    response.end(status === 304 ? undefined : JSON.stringify({ logs: [{ ...TABLE, contacts: [GUEST] }] }));
  } else if (refuses && request.url === "/api/saved-tables")
    response.writeHead(401).end('{"error":"Please sign in.","code":"unauthenticated"}');
  else response.writeHead(404).end('{"error":"There is no such call.","code":"not_found"}');
}

const test = base.extend<{ other: OtherServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads which fixtures a fixture needs from its parameter
  other: async ({}, use) => {
    const other: OtherServer = { base: "", feed: [], asked: [], refuses: false };
    const server = createServer((request, response) => answer(request, response, other));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    other.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
    await use(other);
    server.closeAllConnections();
    server.close();
  },
  settings: async ({ other }, use) => use({ API_BASES: `batroun=${other.base}` }),
});

async function signInThere(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: "Sign in" });
  await form.getByLabel("Username").fill("maya");
  await form.getByLabel("Password", { exact: true }).fill("bread and thyme");
  await form.getByRole("button", { name: "Sign in" }).click();
}

test(
  "a table list of another server asks for that server's sign-in, whose end is nobody's here",
  ONE_SIZE,
  async ({ page, house, other }) => {
    other.refuses = true;
    await signIn(page);
    await choose(page, "Actions", "Saved tables");
    await dialogOf(page).getByRole("radio", { name: "Batroun" }).click();
    const asks = page.getByRole("dialog", { name: "Sign in at Batroun" });
    await expect(asks).toBeVisible();
    expect(other.asked.filter((one) => !one.startsWith("OPTIONS"))).toEqual([]);
    // This server knows its own token no more as soon as it has given it: its refusal ends that sign-in alone.
    await signInThere(page);
    await expect(asks.getByText(/has ended/)).toBeVisible();
    await asks.getByRole("button", { name: "Not now" }).click();
    await expect(dialogOf(page).getByText("That server asks for its own sign-in. Your sign-in here goes on.")).toBeVisible();
    await dialogOf(page).getByRole("radio", { name: "Jounieh" }).click();
    await expect(dialogOf(page).getByText("No saved tables yet")).toBeVisible();
    await expect(page).toHaveURL(`${house.url}/`);
    expect(await page.evaluate(() => localStorage.getItem("auth_token"))).not.toBeNull();
  },
);

test("another server's feed is read once, and shown on while nothing changes there", ONE_SIZE, async ({ page, other }) => {
  await signIn(page);
  await page.goto(`/?apiBase=${other.base}&branch=batroun`);
  await signInThere(page);
  await expect.poll(() => other.feed.filter((status) => status === 304).length).toBeGreaterThan(0);
  expect(other.feed.filter((status) => status === 200)).toHaveLength(1);
  await expect(page.getByRole("button", { name: "For Data Group 1 table · 1 guest" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).not.toBeNull();
});

test("a sign-in that ended at its own server ends here", ONE_SIZE, async ({ page, house }) => {
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  await house.api("/auth/logout", { method: "POST", headers: { authorization: `Bearer ${token}` } });
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});

test("the way back after signing in stays on this site", ONE_SIZE, async ({ page, house }) => {
  await page.goto("/login?redirect=/.//127.0.0.1:9/x");
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${house.url}/`);
});
