import { beforeEach, describe, expect, it } from "vitest";
import { GET, POST } from "@/app/api/auth/[...nextauth]/route";
import { login, me } from "@/lib/auth/contract";
import { call, enterHouse } from "../support/house";
import { PASSWORDS } from "../support/passwords";

/** next-auth's own calls, as they come to the server; the same by a real one: tests/kill/next-auth.test.ts. */

const EVIL = "evil.example";
const FORM = "application/x-www-form-urlencoded";

beforeEach(() => {
  enterHouse();
});

interface Asked {
  query?: string;
  headers?: Record<string, string>;
  body?: BodyInit;
}

async function ask(action: string, { query = "", headers = {}, body }: Asked = {}) {
  const method = body === undefined ? "GET" : "POST";
  const request = new Request(`http://127.0.0.1/api/auth/${action}${query}`, { method, headers, body });
  const answer = await (method === "GET" ? GET : POST)(request, { params: Promise.resolve({ nextauth: action.split("/") }) });
  const text = await answer.text();
  return { status: answer.status, text, headers: answer.headers, cookies: answer.headers.getSetCookie() };
}

/** A csrf token, and the cookie that belongs to it. */
async function csrf(headers: Record<string, string> = {}) {
  const { text, cookies } = await ask("csrf", { headers });
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { csrfToken, cookie: cookies.map((one) => one.split(";")[0]).join("; ") };
}

const refreshToken = async () =>
  (await call("nobody", login, { body: { username: "staff", password: PASSWORDS.staff } })).answer.refresh_token ?? "";

const ADDRESSES = [
  `https://${EVIL}/x`,
  `//${EVIL}`,
  `/\\${EVIL}`,
  EVIL,
  "javascript:alert(1)",
  "data:text/html,x",
  "\0",
  "http://[::1",
  "%",
];
const HOSTS = [EVIL, `${EVIL}:x:y`, "a b", "", "[::1", "e%00"];

describe("next-auth", () => {
  it.each(ADDRESSES)("is led nowhere by the address %j, in the query, the form or its own cookie", async (address) => {
    const written = encodeURIComponent(address);
    const { csrfToken, cookie } = await csrf();
    const planted = ["", "__Secure-"].map((prefix) => `${prefix}next-auth.callback-url=${written}`).join("; ");
    for (const headers of [{ cookie }, { cookie: `${planted}; ${cookie}` }] as Record<string, string>[]) {
      const fields = { csrfToken, callbackUrl: address, refresh_token: await refreshToken() };
      const answers = [
        await ask("csrf", { query: `?callbackUrl=${written}`, headers }),
        await ask("callback/credentials", { headers: { ...headers, "content-type": FORM }, body: `${new URLSearchParams(fields)}` }),
        await ask("callback/credentials", {
          query: `?callbackUrl=${written}`,
          headers: { ...headers, "content-type": FORM },
          body: `${new URLSearchParams({ ...fields, json: "true", csrfToken: "none" })}`,
        }),
        await ask("signout", {
          headers: { ...headers, "content-type": FORM },
          body: `${new URLSearchParams({ ...fields, json: "true" })}`,
        }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 302, 200, 200]);
      for (const { text, headers: said } of answers)
        expect(text + JSON.stringify([...said])).not.toMatch(/evil|callback-url|javascript|data:/);
      expect(answers[1]?.headers.get("location")).toBe("/");
    }
  });

  it.each(HOSTS)("says no name of the server, called by %j", async (host) => {
    for (const name of ["host", "x-forwarded-host"]) {
      const headers = { [name]: host, "content-type": FORM };
      const answers = [
        await ask("csrf", { headers }),
        await ask("callback/credentials", { headers, body: "x=1" }),
        await ask("signout", { headers, body: "" }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 302, 302]);
      for (const { text, headers: said } of answers) expect(text + JSON.stringify([...said])).not.toMatch(/evil|https?:/);
    }
  });

  it.each([
    ["application/json", "{"],
    ["application/json", "null"],
    ["application/json", '{"callbackUrl":{"a":1},"csrfToken":[],"refresh_token":{}}'],
    ["text/plain", "csrfToken=x"],
    ["multipart/form-data; boundary=x", "--x"],
    [FORM, "%=%&csrfToken&csrfToken=%E0%A4%A"],
    ["", ""],
  ])("does not fail over a body of %s: %s", async (type, body) => {
    for (const action of ["callback/credentials", "signout"])
      expect((await ask(action, { headers: { "content-type": type, cookie: "next-auth.csrf-token=%E0%A4%A; =; x" }, body })).status).toBe(
        302,
      );
  });

  it("makes the pages' cookie of a sign-in, and ends it", async () => {
    const { csrfToken, cookie } = await csrf();
    const headers = { cookie, "content-type": FORM };
    const fields = { csrfToken, refresh_token: await refreshToken(), callbackUrl: "http://127.0.0.1/login", json: "true" };
    const made = await ask("callback/credentials", { headers, body: `${new URLSearchParams(fields)}` });
    expect([made.status, made.text]).toEqual([200, '{"url":"/"}']);
    const [given = ""] = made.cookies.filter((one) => one.includes("session-token="));
    expect(given).toMatch(/^next-auth\.session-token=ey[^;]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    const kept = given.split(";")[0] ?? "";
    expect((await call("nobody", me, { headers: { cookie: kept } })).status).toBe(200);
    const plain = { ...headers, "content-type": "text/plain", cookie: `${cookie}; ${kept}` }; // what any page's form can send unasked
    expect((await ask("signout", { headers: plain, body: `${new URLSearchParams(fields)}` })).cookies.join()).not.toContain(
      "session-token=;",
    );
    const left = await ask("signout", { headers: { ...headers, cookie: `${cookie}; ${kept}` }, body: `${new URLSearchParams(fields)}` });
    expect(left.cookies.join()).toMatch(/^next-auth\.session-token=; .*Max-Age=0/);
    const again = await ask("callback/credentials", { headers, body: `${new URLSearchParams({ ...fields, refresh_token: "x" })}` });
    expect([again.status, JSON.parse(again.text).url]).toEqual([401, expect.stringMatching(/^\/api\/auth\/error\?/)]);
  });

  it("makes it for https alone where a proxy in front speaks it", async () => {
    const proxy = { "x-forwarded-proto": "https" };
    const { csrfToken, cookie } = await csrf(proxy);
    expect(cookie).toMatch(/^__Host-next-auth\.csrf-token=/);
    const body = `${new URLSearchParams({ csrfToken, refresh_token: await refreshToken() })}`;
    const { cookies } = await ask("callback/credentials", { headers: { ...proxy, cookie, "content-type": FORM }, body });
    expect(cookies.join()).toMatch(/__Secure-next-auth\.session-token=ey.*; HttpOnly; Secure; SameSite=Lax/);
  });

  it("gives nothing that our pages do not use", async () => {
    for (const action of ["providers", "session", "signin", "signout", "error"]) expect((await ask(action)).status, action).toBe(404);
  });
});
