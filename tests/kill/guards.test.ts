import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AnswerOf, CallContract } from "../../lib/api/endpoint";
import type { listAudit } from "../../lib/audit/contract";
import { defaultGrants, type Permission } from "../../lib/permissions";
import { accessTo, expected, type Holds, nameOf } from "../auth/access-table";
import { QUICK_HASH } from "../support/passwords";
import { type RealServer, startServer } from "../support/real-server";
import { CONTRACTS } from "../support/routes";
import { ofToday, TURNS } from "../support/today";

/**
 * `proxy.ts` may send people on, and is no guard: Next had ways past it time and again. The same calls and pages are asked for
 * of the server as it is, and of one whose build has none, and both have to answer the same.
 */

const BUILD = ".next";
/** Beside the other one: what Next has built looks for its packages from where it lies. */
const WITHOUT_PROXY = `${BUILD}/without-proxy`;

const ADMIN = { username: "admin", password: "seven brass lanterns" };
const STAFF = { username: "rima", password: "warm bread at noon" };
const KEYLESS = { username: "nour", password: "no door opens here" };
const GONE = { username: "gone", password: "an old brown door" };
const WORKER = "worker-token-of-the-tests-that-is-long-enough";

/** Who sees which page. */
const PAGES: Record<string, readonly Caller[]> = {
  "/": ["staff", "admin"],
  "/all": ["staff", "admin"],
  "/audit": ["admin"],
  "/birthdays": ["staff", "admin"],
  "/competitions": ["admin"],
  "/control": ["staff", "admin"],
  "/guest-search": ["staff", "admin"],
  "/guest/01900000-0000-7000-8000-000000000000": ["staff", "admin"],
  "/import": ["staff", "admin"],
  "/merge-by-date-all": ["admin"],
  "/menu-price-calibrator": ["admin"],
  "/menu-price-editor": ["staff", "admin"],
  "/redeem": ["staff", "admin"],
  "/reservations": ["admin"],
  "/reservations/rules": ["admin"],
  "/search-date": ["staff", "admin"],
};

/** One call of each kind of right; `tests/auth/matrix.test.ts` has them all. */
const CALLS: Record<string, readonly Caller[]> = {
  "GET /health": ["nobody", "broken", "ended", "keyless", "staff", "admin", "worker"],
  "GET /auth/me": ["keyless", "staff", "admin"],
  "GET /saved-tables": ["staff", "admin"],
  "POST /save-table": ["staff", "admin"],
  "POST /end-of-day": ["admin"],
  "GET /auth/users": ["admin"],
  "GET /audit": ["admin"],
  "GET /export-vcf?date=2026-11-20": ["staff", "admin"],
  "GET /jobs": ["keyless", "staff", "admin"],
  "GET /merge-by-date/waiting": ["admin"],
  "POST /worker/claim": ["worker"],
};

/** Over the line a fifth of all calls a day; the matrix asks each of them every day. */
const CALLS_OF_TODAY = ofToday(CONTRACTS, TURNS.length);

/** What those hold of whom every call is asked. */
const HOLDS: Partial<Record<Caller, Holds>> = {
  nobody: null,
  disabled: null,
  staff: defaultGrants("staff") as Permission[],
  admin: "everything",
};

type Caller = "disabled" | "nobody" | "broken" | "ended" | "keyless" | "staff" | "admin" | "worker";
const CALLERS: readonly Caller[] = ["nobody", "broken", "ended", "keyless", "staff", "admin", "worker"];
const SIGNED_IN: readonly Caller[] = ["keyless", "staff", "admin"];

const folder = mkdtempSync(path.join(tmpdir(), "daftar-guards-"));
const tokens: Partial<Record<Caller, string>> = { worker: WORKER };
let server: RealServer;

const start = (settings: Record<string, string> = {}) =>
  startServer({
    dataDir: path.join(folder, "data"),
    settings: { ADMIN_PASSWORD: ADMIN.password, WORKER_TOKEN: WORKER, TEST_HASH_KIB: QUICK_HASH, ...settings },
  });

async function post<Answer>(where: string, body: object, method = "POST"): Promise<Answer> {
  const headers = { "content-type": "application/json", ...(tokens.admin ? { authorization: `Bearer ${tokens.admin}` } : {}) };
  const response = await fetch(`${server.url}/api${where}`, { method, headers, body: JSON.stringify(body) });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${where} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer as Answer; // the caller names what the contract says
}

const signIn = async (who: object) => (await post<{ access_token: string }>("/auth/login", who)).access_token;

beforeAll(async () => {
  server = await start();
  tokens.admin = await signIn(ADMIN);
  await post("/auth/roles/keyless", { permissions: ["auth_signin"] }, "PUT");
  await post("/auth/new-user", { ...STAFF, roles: ["staff"] });
  await post("/auth/new-user", { ...KEYLESS, roles: ["keyless"] });
  tokens.staff = await signIn(STAFF);
  tokens.keyless = await signIn(KEYLESS);
  const gone = await post<{ user: { id: string } }>("/auth/new-user", { ...GONE, roles: ["admin"] });
  tokens.disabled = await signIn(GONE);
  await post(`/auth/users/${gone.user.id}`, { disabled: true }, "PATCH");
  tokens.broken = `${tokens.admin.slice(0, 60)}${tokens.admin[60] === "A" ? "B" : "A"}${tokens.admin.slice(61)}`;
  tokens.ended = await signIn(ADMIN);
  await fetch(`${server.url}/api/auth/logout`, { method: "POST", headers: { authorization: `Bearer ${tokens.ended}` } });
  await server.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What the pages' server answers with the caller's cookie, and nothing followed. */
async function look(caller: Caller, address: string, headers: Record<string, string> = {}): Promise<string> {
  const sent = new Headers({ accept: "text/html", ...headers });
  if (tokens[caller]) sent.set("cookie", `next-auth.session-token=${tokens[caller]}`);
  const response = await fetch(server.url + address, { redirect: "manual", headers: sent });
  await response.arrayBuffer();
  const to = response.headers.get("location");
  return `${response.status}${to?.startsWith("/login") ? " /login" : ""}`;
}

async function ask(caller: Caller, call: string): Promise<string> {
  const [method = "", where = ""] = call.split(" ");
  const headers = new Headers(tokens[caller] ? { authorization: `Bearer ${tokens[caller]}` } : {});
  const response = await fetch(`${server.url}/api${where}`, { method, headers });
  await response.arrayBuffer();
  return response.status === 401 || response.status === 403 ? String(response.status) : "let in";
}

describe.each(["as it is", "without proxy.ts"] as const)("the server %s", (kind) => {
  beforeAll(async () => {
    if (kind === "without proxy.ts") takeProxyOut();
    server = await start(kind === "as it is" ? {} : { NEXT_DIST_DIR: WITHOUT_PROXY });
  });
  afterAll(async () => {
    await server.stop();
    rmSync(WITHOUT_PROXY, { recursive: true, force: true });
  });

  test("shows each page to those of the table alone", { timeout: 240_000 }, async () => {
    const [said, table]: [Record<string, string>, Record<string, string>] = [{}, {}];
    for (const [page, seers] of Object.entries(PAGES))
      for (const caller of CALLERS) {
        said[`${caller} ${page}`] = await look(caller, page);
        table[`${caller} ${page}`] = seers.includes(caller) ? "200" : SIGNED_IN.includes(caller) ? "403" : "307 /login";
      }
    expect(said).toEqual(table);
  });

  test("lets in to each call of the day whom it says, for its own branch, another one and none", { timeout: 240_000 }, async () => {
    const [said, table]: [Record<string, string>, Record<string, string>] = [{}, {}];
    for (const [caller, holds] of Object.entries(HOLDS))
      for (const { contract } of CALLS_OF_TODAY) {
        if (nameOf(contract) === "POST /auth/logout") continue; // whom it lets in is nobody afterwards
        for (const branch of [undefined, "jounieh", "batroun"]) {
          const at = `${caller} ${nameOf(contract)} ${branch}`;
          said[at] = await outcome(tokens[caller as Caller], contract, branch);
          table[at] = expected(holds, accessTo(contract)[0]);
        }
      }
    expect(said).toEqual(table);
  });

  test("writes refused pages into the trail, with who and from where, and nothing that was typed", async () => {
    for (let asked = 0; asked < 3; asked += 1) await look("staff", "/audit?who=Maya%20Haddad");
    const headers = { authorization: `Bearer ${tokens.admin}` };
    const answer = (await (await fetch(`${server.url}/api/audit?group=refusals&limit=200`, { headers })).json()) as AnswerOf<
      typeof listAudit
    >;
    const page = kind === "as it is" ? "the page /audit" : "a page";
    const found = answer.entries.filter(
      ({ who, what }) => who.name === STAFF.username && what.startsWith(`Was refused ${page}: 403 forbidden`),
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.every(({ subjects }) => /^(::ffff:)?127\.0\.0\.1$/.test(subjects[0] ?? ""))).toBe(true);
    expect(JSON.stringify(answer)).not.toMatch(/Maya/);
  });

  test("answers each call for those of the table alone", async () => {
    const [said, table]: [Record<string, string>, Record<string, string>] = [{}, {}];
    for (const [call, callers] of Object.entries(CALLS))
      for (const caller of CALLERS) {
        said[`${caller} ${call}`] = await ask(caller, call);
        const refused = SIGNED_IN.includes(caller) || caller === "worker" ? "403" : "401";
        table[`${caller} ${call}`] = callers.includes(caller) ? "let in" : refused;
      }
    expect(said).toEqual(table);
  });

  test.each([
    ["/audit", { rsc: "1" }],
    ["/audit?_rsc=abc", { rsc: "1", "next-router-prefetch": "1" }],
    ["/audit", { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" }],
    ["/audit", { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" }],
    ["/audit", { "x-middleware-subrequest": "src/proxy:nowaf:src/proxy", "x-daftar-page": "/" }],
    ["/audit.rsc", {}],
    ["/.rsc", {}],
    ["/audit.segments/_tree.segment.rsc", {}],
    [`/_next/data/${buildId()}/audit.json`, { "x-nextjs-data": "1" }],
    ["//audit", {}],
    ["/audit/", {}],
    ["/%61udit", {}],
    ["/AUDIT", {}],
    ["/en/audit", {}],
  ] as [string, Record<string, string>][])("has no way round: %s %o", async (address, headers) => {
    for (const caller of ["nobody", "broken", "ended", "keyless", "staff"] as const) {
      const said = await look(caller, address, headers);
      expect({ caller, said }).not.toEqual({ caller, said: "200" });
    }
  });
});

/** As `tests/auth/matrix.test.ts` asks, of a server that runs. */
async function outcome(token: string | undefined, contract: CallContract, branch: string | undefined): Promise<string> {
  const where = contract.path.replace(/\{\w+\}/g, branch ?? "jounieh");
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  if (branch) headers.set("x-branch", branch);
  const response = await fetch(`${server.url}/api${where}`, { method: contract.method, headers });
  if (response.status !== 401 && response.status !== 403) {
    await response.body?.cancel();
    return "let in";
  }
  const { code } = (await response.json()) as { code: string };
  return `${response.status} ${code}`;
}

function buildId(): string {
  return readFileSync(path.join(BUILD, "BUILD_ID"), "utf8").trim();
}

/** The same build, whose list says that there is nothing in front of the pages. */
function takeProxyOut(): void {
  const copied = spawnSync("sh", [
    "-c",
    `rm -rf ${WITHOUT_PROXY} && mkdir ${WITHOUT_PROXY} && cd ${BUILD} && cp -al BUILD_ID *.json build node_modules server static without-proxy/`,
  ]);
  expect(String(copied.stderr)).toBe("");
  const list = path.join(WITHOUT_PROXY, "server/functions-config-manifest.json");
  const { functions, ...rest } = JSON.parse(readFileSync(list, "utf8")) as { functions: Record<string, unknown> };
  expect(Object.keys(functions)).toContain("/_middleware");
  delete functions["/_middleware"];
  rmSync(list); // the other build's own file lies behind the link
  writeFileSync(list, JSON.stringify({ ...rest, functions }));
}
