import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RealServer, startServer } from "../support/real-server";

/** What a stranger meets who speaks to the server as it is started: its headers, its refusals, and nothing of its inside. */

const ADMIN = { username: "admin", password: "seven brass lanterns" };
const folder = mkdtempSync(path.join(tmpdir(), "daftar-outside-"));
const data = path.join(folder, "data");
let server: RealServer;
let token = "";
let refreshToken = "";

beforeAll(async () => {
  server = await startServer({ dataDir: data, settings: { ADMIN_PASSWORD: ADMIN.password, CORS_ORIGINS: "https://pos.example" } });
  const answer = await fetch(`${server.url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADMIN),
  });
  ({ access_token: token, refresh_token: refreshToken } = (await answer.json()) as { access_token: string; refresh_token: string });
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** One request as it goes over the line; a fetch would put address and headers right. */
function ask(method: string, address: string, headers: Record<string, string> = {}, body = ""): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(new URL(server.url), { method, path: address, headers, agent: false }, (response) => {
      let said = "";
      response.on("data", (piece) => {
        said += String(piece);
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: said }));
    });
    asking.on("error", reject);
    asking.end(body);
  });
}

/** Says these bytes and gives everything that is answered until the connection ends, or nothing comes any more. */
function speak(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1", () => socket.write(text));
    let said = "";
    socket.setTimeout(1_500, () => socket.destroy());
    socket.on("data", (piece) => {
      said += String(piece);
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(said));
  });
}

const bearer = () => ({ authorization: `Bearer ${token}` });
const cookie = () => ({ cookie: `next-auth.session-token=${token}` });
const PAGE = { accept: "text/html", "sec-fetch-mode": "navigate" };

function aStaticFile(): string {
  const below = ".next/static";
  const file = readdirSync(below, { recursive: true })
    .map(String)
    .find((name) => name.endsWith(".js"));
  return `/_next/static/${file}`;
}

/** Where Next gives the parts of a page: it sends whoever names another hash of their headers there. */
async function partOf(page: string): Promise<string> {
  const { status, headers } = await ask("GET", `${page}?_rsc=x`, { rsc: "1", ...cookie() });
  expect(status).toBe(307);
  return String(headers.location).replace(server.url, "");
}

/** Makes the next look at the open tables fail in a way that nobody has thought of. */
function spoilATable(): void {
  const database = new Database(path.join(data, "jounieh/table.db"));
  database.exec(
    "INSERT INTO saved_table (id, name, business_day, hostess, waiter, table_number, version, saved_at) VALUES ('x', 'x', '2026-11-20', 'R', 'J', '1', 'many', '2026-11-20T12:00:00Z')",
  );
  database.close();
}

describe("every kind of answer", () => {
  /** What is asked for, with the status that it has. */
  const ASKED: [what: string, status: number, () => Promise<Answer>][] = [
    ["a page", 200, () => ask("GET", "/", { ...PAGE, ...cookie() })],
    ["the sign-in page", 200, () => ask("GET", "/login", PAGE)],
    ["a page for nobody", 307, () => ask("GET", "/audit", PAGE)],
    ["a page that is none, which leads home", 307, () => ask("GET", "/no/such/page", { ...PAGE, ...cookie() })],
    ["a part of a page", 200, async () => ask("GET", await partOf("/"), { rsc: "1", ...cookie() })],
    ["a file of the app", 200, () => ask("GET", aStaticFile())],
    ["a picture of the app", 200, () => ask("GET", "/icon.svg")],
    ["the service worker", 200, () => ask("GET", "/sw.js")],
    ["next-auth's own", 200, () => ask("GET", "/api/auth/csrf")],
    ["a call", 200, () => ask("GET", "/api/auth/me", bearer())],
    ["a call without a token", 401, () => ask("GET", "/api/auth/me")],
    ["a call that is none", 404, () => ask("GET", "/api/no-such-call")],
    ["a wrong method", 405, () => ask("PUT", "/api/health")],
    ["a broken body", 400, () => ask("POST", "/api/save-table", { ...bearer(), "content-type": "application/json" }, "{")],
    [
      "a body that is too long",
      413,
      () => ask("POST", "/api/save-table", { ...bearer(), "content-length": "9999999" }).catch(() => tooLong()),
    ],
    ["a failure of the server", 500, () => ask("GET", "/api/saved-tables", bearer())],
    ["a preflight", 204, () => ask("OPTIONS", "/api/save-table", { origin: "https://pos.example" })],
    ["a file of people", 404, () => ask("GET", "/api/export-csv?date=2026-11-20", bearer())],
    ["the page of the data folder", 200, () => ask("GET", "/api/backend/browse", bearer())],
    ["a broken address", 400, () => ask("GET", "/%")],
  ];

  /** Node sends no longer body than was announced, so a refusal of the announcement is read by hand. */
  async function tooLong(): Promise<Answer> {
    const said = await speak(`POST /api/save-table HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n`);
    const lines = said.split("\r\n\r\n")[0]?.split("\r\n") ?? [];
    const headers = Object.fromEntries(
      lines.slice(1).map((line) => [line.split(":")[0]?.toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    return { status: Number(lines[0]?.split(" ")[1]), headers, body: "" };
  }

  // docs/design/reliability.md S-17.
  test.each(ASKED)("%s (%i) has the headers by which browsers protect it", async (what, status, asked) => {
    if (status === 500) spoilATable();
    const answer = await asked();
    expect({ what, status: answer.status }).toEqual({ what, status });
    const { headers } = answer;
    const policy = String(headers["content-security-policy"] ?? "");
    const isFrame = what === "the page of the data folder";
    expect(headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "x-frame-options": isFrame ? "SAMEORIGIN" : "DENY",
      "permissions-policy": expect.stringMatching(/camera=\(self\), display-capture=\(self\), microphone=\(\)/),
      "cross-origin-opener-policy": "same-origin",
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    expect(headers).not.toHaveProperty("server");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain(`frame-ancestors ${isFrame ? "'self'" : "'none'"}`);
    expect(policy).toContain(isFrame ? "default-src 'none'" : "object-src 'none'");
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'|\*|https?:)/);
    if (answer.headers["content-type"] === "application/json") expect(headers["cache-control"]).toMatch(/no-store/);
  });

  test("of a page and of what is one person's is kept by nobody on the way", async () => {
    for (const [address, headers] of [
      ["/", { ...PAGE, ...cookie() }],
      [await partOf("/"), { rsc: "1", ...cookie() }],
      ["/login", PAGE],
      ["/api/auth/me", bearer()],
      ["/api/auth/csrf", {}],
    ] as const) {
      const said = String((await ask("GET", address, headers)).headers["cache-control"]);
      expect({ address, said, isPrivate: /no-store/.test(said) && !/public|s-maxage/.test(said) }).toMatchObject({ isPrivate: true });
    }
  });
});

// docs/design/reliability.md S-33.
describe("of the server's inside", () => {
  test.each([
    "/.git/config",
    "/.git/HEAD",
    "/.env",
    "/.env.local",
    "/.next/BUILD_ID",
    "/package.json",
    "/package-lock.json",
    "/server.ts",
    "/dist/server.mjs",
    "/dist-test/server.mjs.map",
    "/data/hub.db",
    "/hub.db",
    "/jounieh/contacts.db",
    "/auth-secret",
    "/generated/hub/client.ts",
    "/lib/db/generated",
    "/prisma/hub/schema.prisma",
    "/node_modules/next/package.json",
    "/app-files.json.map",
    "/sw.js.map",
    "/_next/static/../../../package.json",
    "/_next/static/..%2f..%2f..%2fpackage.json",
    "/_next/static/%2e%2e/%2e%2e/server/app/page.js",
    "/_next/../../../etc/passwd",
    "/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75",
    "/_next/image?url=%2Ficon-192.png&w=64&q=75",
    "/__nextjs_original-stack-frame",
    "/api/../package.json",
    "/api/..%2fpackage.json",
    "/..%5c..%5cpackage.json",
    "/debug",
    "/metrics",
  ])("%s shows nothing", async (address) => {
    const { status, body } = await ask("GET", address, bearer());
    expect({ address, status: [400, 404].includes(status) ? "nothing" : status }).toEqual({ address, status: "nothing" });
    expect(body).not.toMatch(/root:x|"dependencies"|\[core\]|SQLite format|sourcesContent/);
  });

  test("no source map goes with a file that browsers get", async () => {
    const files = readdirSync(".next/static", { recursive: true }).map(String);
    expect(files.filter((name) => name.endsWith(".map"))).toEqual([]);
    expect(files.length).toBeGreaterThan(20);
    for (const map of [`${aStaticFile()}.map`, "/sw.js.map"]) expect((await ask("GET", map)).status).toBe(404);
  });

  test("a failure says neither its place, nor a version, nor the statement", async () => {
    const { status, body, headers } = await ask("GET", "/api/saved-tables", bearer());
    expect(status).toBe(500);
    expect(Object.keys(JSON.parse(body)).sort()).toEqual(["code", "detail", "error", "request_id"]);
    expect(body + JSON.stringify(headers)).not.toMatch(/node_modules|\.ts\b|\.mjs|SELECT|sqlite|prisma|next(\.js)?\/?\d/i);
    expect(body).not.toContain(folder);
  });
});

// docs/design/reliability.md S-32. What is let through as one request must never be taken for two by somebody in front.
describe("a request that two readers could read in two ways", () => {
  const POST = `POST /api/save-table HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const SMUGGLED = "GET /api/no-such-call-smuggled HTTP/1.1\r\nHost: x\r\n\r\n";

  test.each([
    ["a length and chunks", `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ["chunks and a length", `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`],
    ["two lengths", `${POST}Content-Length: 0\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`],
    ["a length of two numbers", `${POST}Content-Length: 0, 5\r\n\r\n${SMUGGLED}`],
    ["a length with a sign", `${POST}Content-Length: +5\r\n\r\nhello`],
    ["a length that is none", `${POST}Content-Length: 0x5\r\n\r\nhello`],
    ["a coding that is not last", `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ["a coding that nobody knows", `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ["a blank before the colon", `${POST}Content-Length : 5\r\n\r\nhello`],
    ["a header on two lines", `${POST}X-One: a\r\n b\r\nContent-Length\r\n : 5\r\n\r\nhello`],
    ["a chunk's length that is none", `${POST}Transfer-Encoding: chunked\r\n\r\n-1\r\nx\r\n0\r\n\r\n`],
    ["a line end alone", `GET /api/health HTTP/1.1\nHost: x\n\n`],
  ])("%s: is refused, and nothing of it is a second one", async (_, text) => {
    const said = await speak(text);
    const statuses = said.match(/^HTTP\/1\.1 \d+/gm) ?? [];
    expect(statuses.at(-1)).toBe("HTTP/1.1 400");
    expect(said).not.toContain("smuggled");
    expect(statuses.filter((one) => one.endsWith("404"))).toEqual([]);
  });

  test.each(["TRACE", "TRACK", "CONNECT", "PROPFIND", "SEARCH"])("by the method %s gets nothing back", async (method) => {
    const said = await speak(`${method} /api/health HTTP/1.1\r\nHost: x\r\nX-Mine: secret-of-mine\r\nConnection: close\r\n\r\n`);
    expect(said).not.toContain("secret-of-mine");
    expect(/^HTTP\/1\.1 (400|405) /.test(said) || said === "").toBe(true);
  });

  test("is what its method says, whatever a header or its address say instead", async () => {
    const headers = { ...bearer(), "x-http-method-override": "POST", "x-http-method": "POST", "x-method-override": "POST" };
    expect((await ask("GET", "/api/cancel-sending?_method=POST", headers)).status).toBe(405);
    expect((await ask("POST", "/api/health", { ...headers, "x-http-method-override": "GET" })).status).toBe(405);
    const { body } = await ask("GET", "/api/cancel-status", bearer());
    expect(JSON.parse(body)).toMatchObject({ cancelled: false });
  });

  test("goes where its path says, whatever a header says instead", async () => {
    for (const name of ["x-original-url", "x-rewrite-url", "x-invoke-path", "x-matched-path", "next-url"]) {
      const { status, body } = await ask("GET", "/api/health", { [name]: "/api/auth/users" });
      expect({ name, status }).toEqual({ name, status: 200 });
      expect(body).not.toContain("users");
    }
  });
});

// docs/design/reliability.md S-31. Without TRUST_PROXY, and whatever Host is said: the server has many names in an intranet.
describe("another server's name", () => {
  const THEIRS = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-server": "evil.example",
    "x-host": "evil.example",
    forwarded: "host=evil.example;proto=https",
  };

  test("in a header that only a proxy sets stands in no redirect, page or cookie", async () => {
    for (const [address, headers] of [
      ["/audit", PAGE],
      ["/login", PAGE],
      ["/", { ...PAGE, ...cookie() }],
      ["/api/auth/csrf", {}],
      ["/api/auth/providers", {}],
      ["/api/auth/signin", {}],
      ["/api/vouchers/check?name=&phone=03111111", bearer()],
    ] as const) {
      const answer = await ask("GET", address, { ...headers, ...THEIRS });
      expect({ address, names: JSON.stringify(answer.headers).includes("evil.example") }).toEqual({ address, names: false });
      expect({ address, names: answer.body.includes("evil.example") }).toEqual({ address, names: false });
    }
  });

  test("as Host brings nobody in, and leads nobody else there", async () => {
    const sent = await ask("GET", "/audit", { ...PAGE, host: "evil.example" });
    expect(sent.status).toBe(307);
    expect(String(sent.headers.location)).toMatch(/^(http:\/\/evil\.example)?\/login\?redirect=%2Faudit$/);
    expect((await ask("GET", "/api/auth/me", { host: "evil.example" })).status).toBe(401);
    const body = JSON.stringify({ metadata: {}, contacts: [] });
    const json = { "content-type": "application/json", host: "evil.example", ...cookie() };
    expect((await ask("POST", "/api/save-table", { ...json, origin: server.url }, body)).status).toBe(403);
  });
});

// docs/design/reliability.md S-15.
test("the pages' cookie is out of reach of scripts and of other sites, and belongs to this host alone", async () => {
  const cookiesOf = ({ headers }: Answer) => [headers["set-cookie"] ?? []].flat();
  const csrf = await ask("GET", "/api/auth/csrf");
  const kept = cookiesOf(csrf).map((one) => one.split(";")[0]);
  const FORM = { "content-type": "application/x-www-form-urlencoded" };
  const signInBy = (csrfToken: string) =>
    ask(
      "POST",
      "/api/auth/callback/credentials",
      { ...FORM, cookie: kept.join("; ") },
      `${new URLSearchParams({ csrfToken, refresh_token: refreshToken })}`,
    );
  const made = cookiesOf(await signInBy(JSON.parse(csrf.body).csrfToken)).find((one) => one.includes("session-token="));
  expect(made).toMatch(/^next-auth\.session-token=ey/);
  expect(made).toMatch(/; Path=\/;.*; HttpOnly; SameSite=(Lax|Strict)/);
  expect(made).not.toMatch(/Domain=/i);
  // Without the word of the page it came from, a sign-in is put into nobody's browser.
  expect(cookiesOf(await signInBy("x".repeat(64))).join()).not.toContain("session-token=ey");
});
