import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { ApiError, call, configureBackend, endsSignIn } from "../../lib/api/client";
import { login, me } from "../../lib/auth/contract";
import { listSavedTables } from "../../lib/tables/contract";

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
