import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiError, call, callUnlessUnchanged, configureBackend, endsSignIn } from "../../lib/api/client";
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

/** The page at this address, in a browser whose storage holds this. */
function openPage(href: string, apiBases: Record<string, string>, stored: Record<string, string> = {}): void {
  vi.stubGlobal("window", { location: { href }, localStorage: { getItem: (key: string) => stored[key] ?? null } });
  configureBackend(apiBases);
}

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
    openPage(`${own}/`, { batroun: `${other}/api/` });
    const error = await failureOf(call(listSavedTables, { base: `${other}/api`, branch: "batroun" }));
    expect(error).toMatchObject({ status: 401, message: ELSEWHERE, requestId: "r-1" });
    expect(endsSignIn(error)).toBe(false);
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
    openPage("http://batroun.example/", { batroun: `${behind}/api` });
    expect(endsSignIn(await failureOf(call(me)))).toBe(true);
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
    openPage(`${own.origin}/`, { batroun: `${other.origin}/api` });
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
