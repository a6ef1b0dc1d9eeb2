import { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { hasForeignWords, PROVIDERS } from "@/lib/auth/callback-address";
import { authOptions } from "@/lib/auth/next-auth";
import { bodyText } from "@/lib/http/body";
import { log } from "@/lib/log";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Bytes; a token and a few words. */
const LONGEST = 16 * 1024;

/** What our pages use of next-auth. The rest would draw pages of its own, or make cookies anew that nobody asked for. */
const USED = ["GET csrf", "GET providers", "POST callback/credentials", "POST signout"];

/** The one handler that the wrapper did not make: next-auth keeps the pages' cookie here. */
async function handler(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  const called = `${request.method} ${nextauth.join("/")}`;
  if (!USED.includes(called)) return refusal(404, "not_found", "There is no such call.");
  // next-auth reads a body whatever its length, and from anybody.
  const body = request.method === "POST" ? await bodyText(request, LONGEST).catch(() => null) : "";
  if (body === null) return Response.json({ error: "This is too large." }, { status: 413, headers: { connection: "close" } });
  if (hasForeignWords(request, body)) return refusal(400, "invalid_request", "This call names an address that is none.", FORGET_ADDRESS);
  // next-auth names them under whatever Host the caller says.
  if (called === "GET providers") return Response.json(PROVIDERS);
  const asked = request.method === "POST" ? new NextRequest(request.url, { method: "POST", headers: request.headers, body }) : request;
  try {
    return await NextAuth(authOptions())(asked, context);
  } catch (error) {
    // Its message may hold what the caller wrote, and Next would print it with its stack.
    log().error({ failure: error instanceof Error ? error.name : "unknown", call: called }, "next-auth failed");
    return refusal(500, "internal", "Something went wrong. Try again.");
  }
}

/** Else a browser that has kept rubbish would be refused for ever. */
const FORGET_ADDRESS = ["next-auth.callback-url=; Path=/; Max-Age=0", "__Secure-next-auth.callback-url=; Path=/; Max-Age=0; Secure"];

function refusal(status: number, code: string, error: string, cookies: readonly string[] = []): Response {
  const headers = new Headers();
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return Response.json({ error, detail: error, code }, { status, headers });
}

export { handler as GET, handler as POST };
