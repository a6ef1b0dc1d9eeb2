import { once } from "node:events";
import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { callerAddress, dropForgedHeaders, listenFailure, refuseUpgrade } from "@/lib/http/security-headers";
import { enterHouse } from "../support/house";
import { serveHandlers } from "../support/server";

const ORIGINS = "https://daftar.example, http://pos.lan:8000";

async function preflight(base: string, origin: string) {
  const response = await fetch(`${base}/save-table`, { method: "OPTIONS", headers: { origin, "access-control-request-method": "POST" } });
  return { status: response.status, allowed: response.headers.get("access-control-allow-origin"), vary: response.headers.get("vary") };
}

describe("other origins", () => {
  it("are let in when they are on the list, word for word, and never with cookies", async () => {
    enterHouse({ CORS_ORIGINS: ORIGINS });
    const base = await serveHandlers();
    expect(await preflight(base, "https://daftar.example")).toEqual({ status: 204, allowed: "https://daftar.example", vary: "Origin" });
    expect(await preflight(base, "http://pos.lan:8000")).toMatchObject({ allowed: "http://pos.lan:8000" });
    const response = await fetch(`${base}/health`, { headers: { origin: "https://daftar.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBe("https://daftar.example");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
    expect(response.headers.get("access-control-expose-headers")).toContain("Content-Disposition"); // a file's name
  });

  it.each([
    "https://evil.example",
    "null",
    "http://daftar.example",
    "https://daftar.example:444",
    "https://daftar.example.evil.example",
    "https://evil-daftar.example",
  ])("%s is told nothing", async (origin) => {
    enterHouse({ CORS_ORIGINS: ORIGINS });
    const base = await serveHandlers();
    expect(await preflight(base, origin)).toEqual({ status: 204, allowed: null, vary: "Origin" });
    const response = await fetch(`${base}/health`, { headers: { origin } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("may send every header of ours, and the configured one for the branch", async () => {
    enterHouse({ CORS_ORIGINS: ORIGINS, BRANCH_HEADER: "X-City" });
    const base = await serveHandlers();
    const headers = { origin: "https://daftar.example", "access-control-request-method": "POST" };
    const response = await fetch(`${base}/save-table`, { method: "OPTIONS", headers });
    const allowed = (response.headers.get("access-control-allow-headers") ?? "").split(", ");
    for (const one of ["Authorization", "X-Token", "X-Branch", "Idempotency-Key", "If-None-Match", "X-City"])
      expect(allowed).toContain(one);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("are let in nowhere when there is no list", async () => {
    enterHouse();
    expect((await preflight(await serveHandlers(), "https://daftar.example")).allowed).toBeNull();
  });
});

describe("where a page may connect to", () => {
  const connects = async () => {
    const response = await fetch(`${await serveHandlers()}/health`);
    return /connect-src ([^;]+)/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  };

  it("is its own server alone, and those of the list", async () => {
    enterHouse();
    expect(await connects()).toBe("'self'");
    enterHouse({
      API_BASES: "batroun=http://10.0.2.5:8000/api,tripoli=http://10.0.2.5:8000/t/api,central=https://central.example/group/api/",
    });
    expect(await connects()).toBe("'self' http://10.0.2.5:8000 ws://10.0.2.5:8000 https://central.example wss://central.example");
  });
});

describe("a body longer than any call takes", () => {
  it("is refused from its announced length, and the connection ends", async () => {
    enterHouse();
    const base = await serveHandlers();
    const { status, body } = await announce(`${base}/no-such-call`, 600 * 1024 * 1024);
    expect(status).toBe(413);
    expect(JSON.parse(body)).toMatchObject({ code: "too_large" });
  });

  it("is refused in words that a client reads which sends it all", async () => {
    enterHouse();
    const base = await serveHandlers();
    for (let time = 0; time < 3; time++) {
      const response = await fetch(`${base}/save-table`, { method: "POST", body: Buffer.alloc(12 * 1024 * 1024, " ") });
      expect({ status: response.status, ...((await response.json()) as object) }).toMatchObject({ status: 413, code: "too_large" });
    }
  });
});

/** Sends the head of a request that announces so many bytes, and not one byte of them. */
function announce(url: string, length: number): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: "POST", headers: { "content-length": length, "content-type": "text/csv" } }, (response) => {
      let body = "";
      response.on("data", (piece) => {
        body += String(piece);
      });
      response.on("close", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asking.on("error", reject);
    asking.flushHeaders();
  });
}

/** A server that says which headers have come through, and where it takes the caller to be. */
async function headersSeen(headers: Record<string, string>): Promise<Record<string, string>> {
  const server = createServer((incoming, outgoing) => {
    dropForgedHeaders(incoming);
    outgoing.end(JSON.stringify({ ...incoming.headers, address: callerAddress(incoming) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
  return (await response.json()) as Record<string, string>;
}

describe("headers that only the server may set", () => {
  it("do not come through from a client", async () => {
    enterHouse();
    const seen = await headersSeen({
      "x-daftar-page": "/control",
      "x-middleware-subrequest": "proxy:proxy",
      "content-security-policy": "script-src 'nonce-theirs'",
      "content-security-policy-report-only": "script-src 'nonce-theirs'",
      "x-nonce": "theirs",
      "x-branch": "batroun",
    });
    expect(JSON.stringify(seen)).not.toContain("theirs");
    expect(seen.address).toBe("127.0.0.1");
    expect(seen).not.toHaveProperty("x-daftar-page");
    expect(seen).not.toHaveProperty("x-middleware-subrequest");
    expect(seen["x-branch"]).toBe("batroun");
  });
});

describe("headers that only a proxy in front may set", () => {
  const FORWARDED = {
    "x-forwarded-for": "10.1.1.1",
    "x-forwarded-host": "evil.example",
    "x-forwarded-port": "1",
    "x-forwarded-proto": "https",
  };

  it("do not come through where there is no proxy", async () => {
    enterHouse();
    const seen = await headersSeen(FORWARDED);
    for (const name of Object.keys(FORWARDED)) expect(seen).not.toHaveProperty(name);
    expect(seen.address).toBe("127.0.0.1");
  });

  it("come through with TRUST_PROXY", async () => {
    enterHouse({ TRUST_PROXY: "true" });
    expect(await headersSeen(FORWARDED)).toMatchObject({ ...FORWARDED, address: "10.1.1.1" });
  });

  // docs/design/reliability.md S-31: whoever reaches the port beside the proxy says nothing of where they are.
  it("come through from the proxy's own address alone, where that is named", async () => {
    enterHouse({ TRUST_PROXY: "10.0.0.2, 127.0.0.1" });
    expect(await headersSeen(FORWARDED)).toMatchObject({ ...FORWARDED, address: "10.1.1.1" });
    enterHouse({ TRUST_PROXY: "10.0.0.2,::1" });
    const seen = await headersSeen(FORWARDED);
    for (const name of Object.keys(FORWARDED)) expect(seen).not.toHaveProperty(name);
    expect(seen.address).toBe("127.0.0.1");
  });

  it("come through from it also where the system writes its address as one of IPv6", () => {
    enterHouse({ TRUST_PROXY: "10.0.0.2" });
    const from = (remoteAddress: string) =>
      callerAddress({ headers: { "x-forwarded-for": "10.1.1.1" }, socket: { remoteAddress } } as unknown as IncomingMessage);
    expect([from("::ffff:10.0.0.2"), from("10.0.0.2"), from("::ffff:10.0.0.3")]).toEqual(["10.1.1.1", "10.1.1.1", "::ffff:10.0.0.3"]);
  });
});

describe("a server that cannot listen", () => {
  it("says in one sentence what to do about a taken port", () => {
    const taken = Object.assign(new Error("listen EADDRINUSE: address already in use 0.0.0.0:8000"), { code: "EADDRINUSE" });
    expect(listenFailure(taken, 8000)).toBe("Port 8000 is taken by another program. Stop that one, or give this server another PORT.");
  });
});

describe("a WebSocket", () => {
  it("is refused: the connection is cut", async () => {
    const server = createServer().on("upgrade", refuseUpgrade);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const asking = request({ port: (server.address() as AddressInfo).port, headers: { connection: "Upgrade", upgrade: "websocket" } });
    asking.end();
    const [error] = await once(asking, "error");
    expect(error).toMatchObject({ code: "ECONNRESET" });
  });
});
