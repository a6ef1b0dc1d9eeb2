import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as base, choose, dialogOf, expect, signIn } from "./fixtures";

/** Batroun is kept by a server of its own, which knows nobody's sign-in. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: playwright reads which fixtures a fixture needs from its parameter
  settings: async ({}, use) => {
    const other = createServer((request, response) => {
      response.setHeader("Access-Control-Allow-Origin", request.headers.origin ?? "*");
      response.setHeader("Access-Control-Allow-Headers", "Authorization, X-Branch, Content-Type, Idempotency-Key, If-None-Match");
      if (request.method === "OPTIONS") response.writeHead(204).end();
      else response.writeHead(401, { "content-type": "application/json" }).end('{"error":"Please sign in.","code":"unauthenticated"}');
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    await use({ API_BASES: `batroun=http://127.0.0.1:${(other.address() as AddressInfo).port}/api` });
    other.closeAllConnections();
    other.close();
  },
});

test("a server that does not know the sign-in ends nobody's sign-in here", async ({ page, house }) => {
  await signIn(page);
  await choose(page, "Actions", "Saved tables");
  await dialogOf(page).getByRole("radio", { name: "Batroun" }).click();
  await expect(dialogOf(page).getByText("That server asks for its own sign-in. Your sign-in here goes on.")).toBeVisible();
  await dialogOf(page).getByRole("radio", { name: "Jounieh" }).click();
  await expect(dialogOf(page).getByText("No saved tables yet")).toBeVisible();
  await expect(page).toHaveURL(`${house.url}/`);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).not.toBeNull();
});

test("a sign-in that ended at its own server ends here", async ({ page, house }) => {
  await signIn(page);
  const token = await page.evaluate(() => localStorage.getItem("auth_token"));
  await house.api("/auth/logout", { method: "POST", headers: { authorization: `Bearer ${token}` } });
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem("auth_token"))).toBeNull();
});
