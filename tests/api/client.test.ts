import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiError } from "../../lib/api/api-error";
import { configureBackend, type Servers, watchAskedSignIns } from "../../lib/api/backends";
import { call, callUnlessUnchanged, endsSignIn } from "../../lib/api/client";
import { login, me } from "../../lib/auth/contract";
import { health } from "../../lib/health/contract";
import { listSavedTables, tableLog } from "../../lib/tables/contract";

/** A server on a free port. @returns its origin */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const refuse: RequestListener = (_, response) => {
  response.writeHead(401, { "content-type": "application/json", "x-request-id": "r-1" });
  response.end('{"error":"Please sign in.","detail":"Please sign in.","code":"unauthenticated","request_id":"r-1"}');
};

/** The page at this address, in a browser whose storage holds this. @returns the storage */
function openPage(href: string, said: Servers | Servers["apiBases"], stored: Record<string, string> = {}): Map<string, string> {
  const entries = new Map(Object.entries(stored));
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    removeItem: (key: string) => void entries.delete(key),
    setItem: (key: string, value: string) => void entries.set(key, value),
  };
  vi.stubGlobal("window", { location: { href }, localStorage });
  configureBackend(isServers(said) ? said : { apiBases: said });
  return entries;
}

const isServers = (said: Servers | Servers["apiBases"]): said is Servers => typeof said.apiBases === "object";

/** What a device holds of somebody who is signed in here, and at another server. */
const HERE = { auth_token: "token-here", auth_user: '{"id":"rima"}' };
const signedInAt = (base: string, token: string) => ({
  [`auth_token@${base}`]: token,
  [`auth_user@${base}`]: '{"id":"rima-there"}',
  [`auth_by@${base}`]: "rima",
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const failureOf = (calling: Promise<unknown>): Promise<unknown> =>
  calling.then(
    () => null,
    (error: unknown) => error,
  );

const ELSEWHERE = "That server asks for its own sign-in. Your sign-in here goes on.";

describe("a server that answers 401", () => {
  it("ends the sign-in when it is the one that gave the page", async () => {
    const own = await serve(refuse);
    openPage(`${own}/`, { batroun: "http://127.0.0.1:9/api" });
    const error = await failureOf(call(me));
    expect(error).toMatchObject({ status: 401, code: "unauthenticated", message: "Please sign in.", requestId: "r-1" });
    expect(endsSignIn(error)).toBe(true);
    expect(endsSignIn(await failureOf(call(listSavedTables, { base: `${own}/api`, branch: "jounieh" })))).toBe(true);
  });

  it("ends only its own call when it is another one", async () => {
    const [own, other] = [await serve(refuse), await serve(refuse)];
    const base = `${other}/api`;
    const stored = openPage(`${own}/`, { batroun: `${base}/` }, { ...HERE, ...signedInAt(base, "token-there") });
    const error = await failureOf(call(listSavedTables, { base, branch: "batroun" }));
    expect(error).toMatchObject({ status: 401, message: ELSEWHERE, requestId: "r-1", fields: { base } });
    expect(endsSignIn(error)).toBe(false);
    // The token that it does not know is gone, who had it is remembered, and the sign-in here is as it was.
    expect(stored.has(`auth_token@${base}`)).toBe(false);
    expect(stored.get(`auth_user@${base}`)).toBeDefined();
    expect(stored.get("auth_token")).toBe("token-here");
  });

  it("ends nobody's sign-in when this device was pointed at another one", async () => {
    const [own, other] = [await serve(refuse), await serve(refuse)];
    openPage(`${own}/`, { batroun: `${other}/api` }, { API_BASE: `${other}/api`, BRANCH: "batroun" });
    expect(endsSignIn(await failureOf(call(me)))).toBe(false);
    expect(endsSignIn(await failureOf(call(health)))).toBe(false);
    openPage(`${own}/?apiBase=${other}/api`, { batroun: `${other}/api` });
    expect(endsSignIn(await failureOf(call(me)))).toBe(false);
  });

  it("is the page's own under the address that the list gives for its host name", async () => {
    const behind = await serve(refuse);
    openPage("http://batroun.example/", { apiBases: { batroun: `${behind}/api` }, branches: ["batroun"] });
    expect(endsSignIn(await failureOf(call(me)))).toBe(true);
    // A server that has the name, and keeps others: Batroun's is another one.
    openPage("http://batroun.example/", { apiBases: { batroun: `${behind}/api` }, branches: ["central"] });
    expect(endsSignIn(await failureOf(call(me)))).toBe(false);
  });

  it("is believed about a wrong password, wherever it stands", async () => {
    const [own, other] = [await serve(refuse), await serve(refuse)];
    openPage(`${own}/login`, { batroun: `${other}/api` }, { API_BASE: `${other}/api` });
    expect(await failureOf(call(login, { body: { username: "rima", password: "wrong" } }))).toMatchObject({ message: "Please sign in." });
  });

  it("is no other failure", () => {
    expect(endsSignIn(new ApiError(403, "", "forbidden", "No."))).toBe(false);
    expect(endsSignIn(new ApiError(0, "", "network", "No answer."))).toBe(false);
    expect(endsSignIn(new Error("401"))).toBe(false);
  });
});

/** A server that is asked, and what went there. */
async function serveSpy(
  status = 200,
): Promise<{ origin: string; heard: { url: string; token: string; cookie: string; all: IncomingHttpHeaders }[] }> {
  const heard: { url: string; token: string; cookie: string; all: IncomingHttpHeaders }[] = [];
  const origin = await serve((request, response) => {
    const { authorization, cookie } = request.headers;
    heard.push({ url: request.url ?? "", token: authorization ?? "", cookie: cookie ?? "", all: request.headers });
    response.writeHead(status, { "content-type": "application/json" }).end('{"tables":[],"details":[],"closed_day":false}');
  });
  return { origin, heard };
}

describe("a token", () => {
  it("goes to its own server alone", async () => {
    const [own, batroun, central] = [await serveSpy(), await serveSpy(), await serveSpy()];
    const [atBatroun, atCentral] = [`${batroun.origin}/api`, `${central.origin}/group/api`];
    const stored = { ...HERE, ...signedInAt(atBatroun, "token-batroun"), ...signedInAt(atCentral, "token-central") };
    openPage(`${own.origin}/`, { batroun: atBatroun, central: atCentral }, stored);
    await call(listSavedTables, {});
    await call(listSavedTables, { base: atBatroun, branch: "batroun" });
    await call(listSavedTables, { base: `${atCentral}/`, branch: "jounieh" });
    expect(own.heard.map(({ token }) => token)).toEqual(["Bearer token-here"]);
    expect(batroun.heard.map(({ token }) => token)).toEqual(["Bearer token-batroun"]);
    expect(central.heard.map(({ token, url }) => [token, url])).toEqual([["Bearer token-central", "/group/api/saved-tables"]]);
  });

  it("goes nowhere where nobody has signed in, and nothing else does either", async () => {
    const [own, other] = [await serveSpy(), await serveSpy()];
    const base = `${other.origin}/api`;
    openPage(`${own.origin}/`, { batroun: base }, HERE);
    const asked: string[] = [];
    onTestFinished(watchAskedSignIns((one) => void asked.push(one)));
    expect(await failureOf(call(listSavedTables, { base, branch: "batroun" }))).toMatchObject({ status: 401, message: ELSEWHERE });
    expect(other.heard).toEqual([]);
    expect(asked).toEqual([base]);
  });

  it("is none of the next person's on the same device", async () => {
    const [own, other] = [await serveSpy(), await serveSpy()];
    const base = `${other.origin}/api`;
    openPage(`${own.origin}/`, { batroun: base }, { ...signedInAt(base, "of-rima"), auth_token: "of-jad", auth_user: '{"id":"jad"}' });
    expect(await failureOf(call(listSavedTables, { base, branch: "batroun" }))).toMatchObject({ status: 401 });
    expect(other.heard).toEqual([]);
  });

  it("does not go along where anybody may ask, such as for another server's health", async () => {
    const [own, other] = [await serveSpy(), await serveSpy()];
    const base = `${other.origin}/api`;
    openPage(`${own.origin}/`, { batroun: base }, { ...HERE, ...signedInAt(base, "token-there") });
    await failureOf(call(health, { base, branch: null }));
    expect(other.heard.map(({ token, cookie }) => [token, cookie])).toEqual([["", ""]]);
  });

  it("never goes to an address that is not on the list, whoever asks for it", async () => {
    const [own, evil] = [await serveSpy(), await serveSpy()];
    const base = `${evil.origin}/api`;
    const stored = { ...HERE, ...signedInAt(base, "stolen"), API_BASE: base, LOYALTY_API: base, BIRTHDAYS_API: base };
    openPage(`${own.origin}/?apiBase=${base}&loyaltyBase=${base}&birthdaysBase=${base}`, {}, stored);
    await call(listSavedTables, {});
    expect(await failureOf(call(listSavedTables, { base, branch: "batroun" }))).toMatchObject({ code: "unlisted_base" });
    expect(evil.heard).toEqual([]);
    expect(own.heard).toHaveLength(1);
  });

  it("that came too late takes no newer one away, and the call is made with that one", async () => {
    const own = await serveSpy();
    const heard: string[] = [];
    let change = () => {};
    const other = await serve((request, response) => {
      heard.push(request.headers.authorization ?? "");
      change();
      response.writeHead(401, { "content-type": "application/json" }).end('{"error":"Please sign in."}');
    });
    const base = `${other}/api`;
    const stored = openPage(`${own.origin}/`, { batroun: base }, { ...HERE, ...signedInAt(base, "old") });
    change = () => void stored.set(`auth_token@${base}`, heard.length === 1 ? "new" : "newest");
    await failureOf(call(listSavedTables, { base, branch: "batroun" }));
    expect(heard).toEqual(["Bearer old", "Bearer new"]);
    expect(stored.get(`auth_token@${base}`)).toBe("newest");
  });

  it("that is over is renewed once for all calls, and nobody's who has signed in meanwhile is overwritten", async () => {
    const own = await serveSpy();
    const heard: string[] = [];
    let meanwhile = () => {};
    const other = await serve((request, response) => {
      const said = request.headers.authorization ?? "";
      heard.push(`${request.method} ${request.url} ${said || request.headers["idempotency-key"]}`);
      const send = (status: number, body: object) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      if (request.url?.endsWith("/auth/refresh")) {
        meanwhile();
        send(200, { access_token: "second", refresh_token: "r2" });
      } else if (said === "Bearer first") send(401, { error: "Please sign in.", code: "unauthenticated" });
      else send(200, { tables: [], closed_day: false, details: [] });
    });
    const base = `${other}/api`;
    const begin = { ...HERE, ...signedInAt(base, "first"), [`auth_refresh@${base}`]: "r1" };
    const stored = openPage(`${own.origin}/`, { batroun: base }, begin);
    await Promise.all([1, 2, 3].map(() => call(listSavedTables, { base, branch: "batroun" })));
    expect(heard.filter((line) => line.includes("/auth/refresh"))).toEqual(["POST /api/auth/refresh renew first"]);
    expect([stored.get(`auth_token@${base}`), stored.get(`auth_refresh@${base}`)]).toEqual(["second", "r2"]);
    const again = openPage(`${own.origin}/`, { batroun: base }, begin);
    meanwhile = () => void again.set(`auth_token@${base}`, "theirs").set(`auth_refresh@${base}`, "their r");
    await call(listSavedTables, { base, branch: "batroun" });
    expect([again.get(`auth_token@${base}`), again.get(`auth_refresh@${base}`)]).toEqual(["theirs", "their r"]);
    expect(heard.at(-1)).toContain("Bearer theirs");
  });

  it("is a bearer by default, and an x-token in token style; a configured header names the branch too", async () => {
    const own = await serveSpy();
    openPage(`${own.origin}/?branch=batroun`, { apiBases: {} }, HERE);
    await call(listSavedTables, {});
    openPage(`${own.origin}/?branch=batroun`, { apiBases: {}, authStyle: "token", branchHeader: "X-City" }, HERE);
    await call(listSavedTables, {});
    expect(own.heard[0]?.all).toMatchObject({ authorization: "Bearer token-here", "x-branch": "batroun" });
    expect(own.heard[0]?.all["x-city"]).toBeUndefined();
    expect(own.heard[1]?.all).toMatchObject({ "x-token": "token-here", "x-branch": "batroun", "x-city": "batroun" });
    expect(own.heard[1]?.all.authorization).toBeUndefined();
  });

  it("goes to another server without a header that only this one has named", async () => {
    const [own, other] = [await serveSpy(), await serveSpy()];
    const base = `${other.origin}/api`;
    openPage(`${own.origin}/`, { apiBases: { batroun: base }, branchHeader: "X-City" }, { ...HERE, ...signedInAt(base, "there") });
    await call(listSavedTables, { branch: "batroun" });
    await call(listSavedTables, { base, branch: "batroun" });
    expect(own.heard[0]?.all).toMatchObject({ "x-branch": "batroun", "x-city": "batroun" });
    expect(other.heard[0]?.all).toMatchObject({ "x-branch": "batroun" });
    expect(other.heard[0]?.all["x-city"]).toBeUndefined();
  });
});

/** A feed whose answer a test changes, and what it was asked. */
async function serveFeed(): Promise<{ origin: string; asked: { status: number; had: string | null; branch: string }[]; feed: Feed }> {
  const feed: Feed = { etag: '"a"', table: "1" };
  const asked: { status: number; had: string | null; branch: string }[] = [];
  const origin = await serve((request, response) => {
    const had = request.headers["if-none-match"] ?? null;
    const status = had !== null && had === feed.etag ? 304 : 200;
    asked.push({ status, had, branch: String(request.headers["x-branch"] ?? "") });
    if (feed.etag) response.setHeader("ETag", feed.etag);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 304 ? undefined : JSON.stringify({ logs: [{ ...ENTRY, table: feed.table }] }));
  });
  return { origin, asked, feed };
}

interface Feed {
  etag: string | null;
  table: string;
}

const ENTRY = { table_name: "t", time: "2026-11-20T19:40:00.000Z", hostess: "Rima", waiter: "Jad", branch: "jounieh", contacts: [] };

describe("a call that is made again and again", () => {
  it("gives the very same object while the server says that nothing has changed", async () => {
    const { origin, asked, feed } = await serveFeed();
    openPage(`${origin}/`, {});
    const first = await callUnlessUnchanged(tableLog);
    expect(first.logs).toMatchObject([{ table: "1" }]);
    expect(await callUnlessUnchanged(tableLog)).toBe(first);
    Object.assign(feed, { etag: '"b"', table: "2" });
    const second = await callUnlessUnchanged(tableLog);
    expect(second.logs).toMatchObject([{ table: "2" }]);
    expect(await callUnlessUnchanged(tableLog)).toBe(second);
    expect(asked.map(({ status, had }) => [had, status])).toEqual([
      [null, 200],
      ['"a"', 304],
      ['"a"', 200],
      ['"b"', 304],
    ]);
  });

  it("keeps the answers of servers and branches apart", async () => {
    const [own, other] = [await serveFeed(), await serveFeed()];
    openPage(`${own.origin}/`, { batroun: `${other.origin}/api` }, { ...HERE, ...signedInAt(`${other.origin}/api`, "token-there") });
    Object.assign(other.feed, { table: "9" });
    const here = await callUnlessUnchanged(tableLog, { branch: "jounieh" });
    const there = await callUnlessUnchanged(tableLog, { base: `${other.origin}/api`, branch: "jounieh" });
    const tripoli = await callUnlessUnchanged(tableLog, { branch: "tripoli" });
    expect([here, there, tripoli].map(({ logs }) => logs[0]?.table)).toEqual(["1", "9", "1"]);
    expect([...own.asked, ...other.asked].map(({ had }) => had)).toEqual([null, null, null]);
    expect(await callUnlessUnchanged(tableLog, { base: `${other.origin}/api`, branch: "jounieh" })).toBe(there);
    expect(await callUnlessUnchanged(tableLog, { branch: "tripoli" })).toBe(tripoli);
    expect(await callUnlessUnchanged(tableLog, { branch: "jounieh" })).toBe(here);
  });

  it("asks for everything where a server names no version, and after it stopped naming one", async () => {
    const { origin, asked, feed } = await serveFeed();
    openPage(`${origin}/`, {});
    await callUnlessUnchanged(tableLog);
    Object.assign(feed, { etag: null, table: "2" });
    expect((await callUnlessUnchanged(tableLog)).logs).toMatchObject([{ table: "2" }]);
    expect((await callUnlessUnchanged(tableLog)).logs).toMatchObject([{ table: "2" }]);
    expect(asked.map(({ had }) => had)).toEqual([null, '"a"', null]);
  });

  it("fails as every call does, and keeps what it knew", async () => {
    let broken = false;
    const seen: (string | undefined)[] = [];
    const origin = await serve((request, response) => {
      seen.push(request.headers["if-none-match"]);
      if (broken) {
        response.writeHead(503, { "content-type": "application/json" }).end('{"error":"Busy. Try again.","code":"busy"}');
      } else if (request.headers["if-none-match"]) response.writeHead(304).end();
      else response.writeHead(200, { etag: '"a"' }).end(JSON.stringify({ logs: [{ ...ENTRY, table: "1" }] }));
    });
    openPage(`${origin}/`, {});
    const first = await callUnlessUnchanged(tableLog);
    broken = true;
    expect(await failureOf(callUnlessUnchanged(tableLog))).toMatchObject({ status: 503, code: "busy", message: "Busy. Try again." });
    broken = false;
    expect(await callUnlessUnchanged(tableLog)).toBe(first);
    expect(seen).toEqual([undefined, '"a"', '"a"']);
  });
});
