import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, vi } from "vitest";
import { ROUTES } from "@/app/generated/routes";
import { createChooser } from "@/lib/http/dispatch";
import { createAssetTest, PAGES } from "@/lib/http/pages";
import { enterHouse, tokenFor } from "../support/house";
import { serveHandlers } from "../support/server";

/** Stands for what Next has built. */
function builtFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-built-"));
  mkdirSync(path.join(folder, "chunks/[name]"), { recursive: true });
  for (const name of ["x.js", "chunks/y.js", "chunks/[name]/z.js"]) writeFileSync(path.join(folder, name), "");
  return folder;
}

const choose = createChooser(ROUTES, PAGES, createAssetTest("public", builtFolder()));

/** What a request is, in a word: the call's method and path, the refusal's code, or "page". */
function targetOf(method: string, address: string, headers: Record<string, string> = {}): string {
  const target = choose({ method, address, headers });
  if (target.kind === "page") return "page";
  return target.kind === "refusal" ? target.error.code : `${target.route.contract.method} ${target.route.contract.path}`;
}

const NAVIGATION = { "sec-fetch-mode": "navigate", accept: "text/html" };
const OLD_BROWSER = { accept: "text/html,application/xhtml+xml" };
const SERVICE_WORKER = { "sec-fetch-mode": "same-origin", accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const SCRIPT = { "sec-fetch-mode": "cors", accept: "*/*" };

describe("the target of a request", () => {
  it.each(ROUTES.map(({ contract }) => [contract.method, contract.path]))("%s %s is a call, with and without /api", (method, path) => {
    const address = path.replace(/\{\w+\}/g, "some-part");
    expect(targetOf(method, `/api${address}`)).toBe(`${method} ${path}`);
    expect(targetOf(method, `/api${address}?a=b`)).toBe(`${method} ${path}`);
    expect(targetOf(method, `/api${address}/`)).toBe(`${method} ${path}`);
    expect(targetOf(method, address, SCRIPT)).toBe(`${method} ${path}`);
  });

  it("is the page for a browser that goes there, and the page's own parts", () => {
    for (const path of PAGES) {
      expect(targetOf("GET", path, NAVIGATION)).toBe("page");
      expect(targetOf("GET", path, OLD_BROWSER)).toBe("page");
      expect(targetOf("GET", path, SERVICE_WORKER)).toBe("page");
      // Without /api too, an address that is a call as well is the call's for all but a browser that goes there.
      const isCall = ROUTES.some(({ contract }) => contract.path === path);
      const takesPost = ROUTES.some(({ contract }) => contract.path === path && contract.method === "POST");
      expect(targetOf("HEAD", path)).toBe(isCall ? "method_not_allowed" : "page");
      expect(targetOf("HEAD", path, NAVIGATION)).toBe("page");
      expect(targetOf("GET", `${path}?_rsc=1`, { ...SCRIPT, rsc: "1" })).toBe("page");
      expect(targetOf("POST", path)).toBe(takesPost ? `POST ${path}` : "method_not_allowed");
    }
    for (const name of ["x.js", "x.js?v=1", "chunks/y.js", "chunks/%5Bname%5D/z.js"])
      expect(targetOf("GET", `/_next/static/${name}`)).toBe("page");
    expect(targetOf("GET", "/icon.svg")).toBe("page");
    expect(targetOf("POST", "/icon.svg")).toBe("method_not_allowed");
    expect(targetOf("POST", "/api/auth/callback/credentials")).toBe("page");
    expect(targetOf("GET", "/api/auth/csrf")).toBe("page");
  });

  it("of an address that is neither is JSON 404, and for a browser that goes there the page that says so", () => {
    expect(targetOf("GET", "/no-such-thing", SCRIPT)).toBe("not_found");
    expect(targetOf("POST", "/no-such-thing")).toBe("not_found");
    expect(targetOf("GET", "/api/wp-login.php", NAVIGATION)).toBe("not_found");
    expect(targetOf("GET", "/api/auth/nothing")).toBe("not_found");
    expect(targetOf("GET", "/api", SCRIPT)).toBe("not_found");
    expect(targetOf("GET", "/no-such-thing", NAVIGATION)).toBe("page");
  });

  it("of an invented address is never a page's redirect, whatever its caller says but a browser's navigation", () => {
    for (const address of [
      "/_next/nope",
      "/_next/static/nope.js",
      "/_next/static/chunks",
      "/_next/data/x.json",
      "/__nextjs/foo",
      "/nope",
      "/contacts/nope",
      "/HEALTH",
      "//health",
      "/health/x",
    ])
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"])
        for (const headers of [{}, SCRIPT, { rsc: "1" }, { ...SCRIPT, rsc: "1" }, { accept: "application/json" }] as Record<
          string,
          string
        >[])
          expect({ method, address, headers, target: targetOf(method, address, headers) }).toEqual({
            method,
            address,
            headers,
            target: "not_found",
          });
  });

  it.each(ROUTES.map(({ contract }) => contract.path))("of %s by a wrong method is a refusal that names the right ones", (path) => {
    const address = path.replace(/\{\w+\}/g, "some-part");
    const right = ROUTES.filter(({ contract }) => contract.path === path).map(({ contract }) => contract.method as string);
    const wrong = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"].filter((method) => !right.includes(method));
    for (const method of wrong)
      for (const where of [`/api${address}`, address]) {
        const target = choose({ method, address: where, headers: SCRIPT });
        expect(target).toMatchObject({ kind: "refusal", error: { code: "method_not_allowed", allow: expect.arrayContaining(right) } });
      }
  });

  it("a call without a page is shown to a browser too", () => {
    expect(targetOf("GET", "/health", NAVIGATION)).toBe("GET /health");
  });

  it("prefers the path that is written out to the one with a variable part", () => {
    expect(targetOf("GET", "/api/loyalty/customers/search")).toBe("GET /loyalty/customers/search");
    expect(targetOf("POST", "/api/contacts/import")).toBe("POST /contacts/import");
  });

  it.each(["/%", "/api/%", "/api/table/%ff", "/api/table/%E0%A4%A", "/%C0%AE/", "*", "", "http:/x"])("of %j is a refusal", (address) => {
    expect(targetOf("GET", address)).toBe("invalid_request");
  });

  it.each(["constructor", "__proto__", "toString"])("a path or method named %s is nothing", (name) => {
    expect(targetOf("GET", `/api/${name}`)).toBe("not_found");
    expect(targetOf(name, "/api/health")).toBe("method_not_allowed");
  });
});

/** One request as it goes over the line; a fetch would put the address right. */
function ask(base: string, method: string, address: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; allow: string | undefined; body: string }>((resolve, reject) => {
    const asking = request(new URL(base), { method, path: address, headers }, (response) => {
      let body = "";
      response.on("data", (piece) => {
        body += String(piece);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, allow: response.headers.allow, body }));
    });
    asking.on("error", reject);
    asking.end();
  });
}

/** Says these bytes to the server and gives everything that it says until it hangs up. */
function speak(base: string, text: string): Promise<{ head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(base).port), "127.0.0.1", () => socket.write(text));
    let said = "";
    socket.on("data", (piece) => {
      said += String(piece);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve({ head: said.split("\r\n\r\n")[0] ?? "", body: said.slice(said.indexOf("\r\n\r\n") + 4) }));
  });
}

describe("over the line", () => {
  it("a wrong method is 405 in the error shape and says which are right; HEAD and OPTIONS run no handler", async () => {
    enterHouse();
    const base = await serveHandlers();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    const wrong = await ask(base, "PUT", "/api/health");
    expect(wrong).toMatchObject({ status: 405, allow: "GET" });
    expect(JSON.parse(wrong.body)).toMatchObject({ code: "method_not_allowed", request_id: expect.any(String) });
    expect(await ask(base, "DELETE", "/api/contacts", { authorization })).toMatchObject({ status: 405, allow: "GET, PATCH" });
    for (const method of ["HEAD", "OPTIONS"]) {
      expect(await ask(base, method, "/api/merge-by-date/all-branches?date=2026-11-20&force=true", { authorization })).toMatchObject({
        status: 405,
        allow: "GET",
      });
    }
  });

  it("an address that is not written rightly is 400, and one that is no call is 404, in the error shape", async () => {
    enterHouse();
    const base = await serveHandlers();
    for (const [address, status, code] of [
      ["/%", 400, "invalid_request"],
      ["/api/table/%ff", 400, "invalid_request"],
      ["/api/wp-login.php", 404, "not_found"],
    ] as const) {
      const answer = await ask(base, "GET", address);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.body)).toMatchObject({ code, error: expect.any(String) });
    }
  });

  it("a broken Host header is 400 and ends nothing", async () => {
    enterHouse();
    const base = await serveHandlers();
    expect(await ask(base, "GET", "/api/health", { host: "a b" })).toMatchObject({ status: 400 });
    expect(await ask(base, "GET", "/api/health")).toMatchObject({ status: 200 });
  });

  it.each([
    ["no HTTP", "hello there\r\n\r\n", 400, "invalid_request"],
    ["an unknown method", "FOO /api/health HTTP/1.1\r\nHost: x\r\n\r\n", 400, "invalid_request"],
    ["a header without a name", "GET /api/health HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n", 400, "invalid_request"],
    ["no Host", "GET /api/health HTTP/1.1\r\n\r\n", 400, "invalid_request"],
    ["two Hosts", "GET /api/health HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400, "invalid_request"],
    ["two lengths", "POST /api/save-table HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "invalid_request"],
    ["too long headers", `GET /api/health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431, "headers_too_large"],
    ["a too long address", `GET /api/health?${"x".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, "headers_too_large"],
  ])("%s is refused in the error shape", async (_, text, status, code) => {
    enterHouse();
    const base = await serveHandlers();
    const { head, body } = await speak(base, text);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain("x-content-type-options: nosniff");
    const refusal = JSON.parse(body);
    expect(refusal).toMatchObject({ code, error: expect.stringMatching(/Nothing was changed\./), request_id: expect.stringMatching(/./) });
    expect(refusal.detail).toBe(refusal.error);
    expect(await ask(base, "GET", "/api/health")).toMatchObject({ status: 200 });
  });

  it("rubbish after a whole request spoils no answer before it", async () => {
    enterHouse();
    const base = await serveHandlers();
    const { head, body } = await speak(base, "GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nrubbish\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1\.1 (200|400) /);
    expect(() => JSON.parse(body.slice(0, body.lastIndexOf("}") + 1).split("HTTP/1.1")[0] ?? "")).not.toThrow();
  });

  it("a caller who goes away half-way is no failure in the log", async () => {
    const data = enterHouse();
    const base = await serveHandlers();
    const authorization = `Bearer ${await tokenFor("staff")}`;
    for (const address of ["/api/save-table", "/api/contacts/import"]) {
      const asking = request(new URL(base), {
        method: "POST",
        path: address,
        headers: { authorization, "content-type": address.endsWith("import") ? "text/csv" : "application/json", "content-length": 5_000 },
      });
      asking.on("error", () => {});
      asking.write("name,phones\n");
      await new Promise((resolve) => setTimeout(resolve, 50));
      asking.destroy();
    }
    const lines = () =>
      readdirSync(path.join(data, "logs"))
        .flatMap((name) =>
          readFileSync(path.join(data, "logs", name), "utf8")
            .trim()
            .split("\n"),
        )
        .map((line) => JSON.parse(line) as { path?: string; level: number; status: number });
    await vi.waitFor(
      () =>
        expect(
          lines()
            .filter((line) => line.status >= 400)
            .map((line) => line.status),
        ).toEqual([499, 499]),
      5_000,
    );
    expect(lines().filter((line) => line.level >= 50)).toEqual([]);
    expect(readdirSync(path.join(data, "uploads"))).toEqual([]);
  });

  it("every answer, of a call and of a refusal, carries the security headers", async () => {
    enterHouse();
    const base = await serveHandlers();
    for (const address of ["/health", "/nothing"]) {
      const { headers } = await fetch(base + address);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });
});
