import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealServer, startServer } from "../support/real-server";

/** next-auth's own calls as they go through the whole server; each of their words: tests/auth/next-auth.test.ts. */

const folder = mkdtempSync(path.join(tmpdir(), "daftar-next-auth-"));
let server: RealServer;

beforeAll(async () => {
  server = await startServer({ dataDir: path.join(folder, "data"), settings: { ADMIN_PASSWORD: "seven brass lanterns" } });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** @returns status, headers and body in one text, as a browser would be led by them */
function ask(method: string, address: string, headers: Record<string, string> = {}, body = ""): Promise<{ status: number; said: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(new URL(server.url), { method, path: `/api/auth/${address}`, headers, agent: false }, (response) => {
      let said = JSON.stringify(response.headers);
      response.on("data", (piece) => {
        said += String(piece);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, said }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

test.each([
  ["an address in the query", "GET", "csrf?callbackUrl=evil.example", {}, ""],
  ["a script in the query", "GET", "csrf?callbackUrl=javascript:evil", {}, ""],
  ["another site in the query", "GET", "csrf?callbackUrl=//evil.example", {}, ""],
  ["an address in its cookie", "GET", "csrf", { cookie: "next-auth.callback-url=javascript:evil" }, ""],
  ["another site's cookie", "POST", "signout", { ...FORM, cookie: "next-auth.callback-url=evil.example" }, "json=true"],
  ["an address in the form", "POST", "callback/credentials", FORM, "callbackUrl=evil.example"],
  ["another Host", "GET", "csrf", { host: "evil.example" }, ""],
  ["another Host in a redirect", "POST", "callback/credentials", { ...FORM, host: "evil.example" }, "x=1"],
  ["a Host that is none", "GET", "csrf", { host: "evil:x:y" }, ""],
  ["another Host for what nobody uses", "GET", "providers", { host: "evil.example" }, ""],
  ["broken JSON", "POST", "signout", { "content-type": "application/json" }, "{"],
  ["no text for an address", "POST", "signout", { "content-type": "application/json" }, '{"callbackUrl":{}}'],
])("%s neither breaks next-auth nor is named by it", async (_, method, address, headers, body) => {
  const { status, said } = await ask(method, address, headers as Record<string, string>, body);
  expect(status).toBeLessThan(500);
  expect(said).not.toMatch(/evil|"location":"https?:/);
});
