import type { NextApiRequest, NextApiResponse } from "next";
import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "./next-auth";

/** Where next-auth believes to be. The server has many names in an intranet, and a caller's word for it stands in no answer. */
const HERE = "http://localhost";

/** What our pages send. Where to go afterwards they know themselves, so an address that somebody names is never read. */
const FIELDS = ["csrfToken", "refresh_token", "json"];

const isOfAddress = (cookie: string) => /next-auth\.callback-url(=|$)/.test(cookie);

/**
 * Hands a call to next-auth: of the request only what it needs, so that no address, `Host` or kept cookie makes it fail, or leads
 * anywhere. Its answers say addresses of this server alone, without its name.
 * @param action the path below `/api/auth`
 * @param body the form of a POST
 */
export async function askNextAuth(request: Request, action: readonly string[], body: string): Promise<Response> {
  const asked: Partial<NextApiRequest> = {
    method: request.method,
    query: { nextauth: [...action] },
    cookies: cookiesFor(request),
    headers: {},
    body: formOf(request, body),
  };
  const { said, response } = answering();
  const options = { ...authOptions(), useSecureCookies: isHttps(request) };
  // It reads and says no more than this of a page's request and answer (NextAuthApiHandler in next-auth/next).
  await NextAuth(asked as NextApiRequest, said as unknown as NextApiResponse, options);
  return response();
}

function cookiesFor(request: Request): Record<string, string> {
  const { cookies } = new NextRequest(HERE, { headers: request.headers });
  const kept = cookies.getAll().filter(({ name }) => !isOfAddress(name));
  return Object.fromEntries(kept.map(({ name, value }) => [name, value]));
}

function formOf(request: Request, body: string): Record<string, string> {
  const isForm = (request.headers.get("content-type") ?? "").includes("application/x-www-form-urlencoded");
  const sent = new URLSearchParams(isForm ? body : "");
  return Object.fromEntries(FIELDS.map((name) => [name, sent.get(name) ?? ""]));
}

/** Next sets the scheme, or the proxy in front does (`security-headers.ts`). */
const isHttps = (request: Request) => (request.headers.get("x-forwarded-proto") ?? "http") !== "http";

/** Collects next-auth's answer as a Response. */
function answering() {
  const headers = new Headers();
  let status = 200;
  let body: string | null = null;
  const said = {
    status(code: number) {
      status = code;
      return said;
    },
    getHeader: () => headers.getSetCookie(),
    setHeader(name: string, value: string | string[]) {
      headers.delete(name);
      for (const one of [value].flat()) if (!isOfAddress(one)) headers.append(name, name === "Location" ? withoutServer(one) : one);
      return said;
    },
    json(answer: { url: string }) {
      headers.set("Content-Type", "application/json");
      body = JSON.stringify({ url: withoutServer(answer.url) });
    },
    send(answer: unknown) {
      body = typeof answer === "string" ? answer : JSON.stringify(answer);
    },
    end() {},
  };
  return { said, response: () => new Response(body, { status, headers }) };
}

function withoutServer(address: string): string {
  const { pathname, search } = new URL(address, HERE);
  return pathname + search;
}
