import { askNextAuth } from "@/lib/auth/ask-next-auth";
import { bodyText } from "@/lib/http/body";

type Context = { params: Promise<{ nextauth: string[] }> };

/** Bytes; a token and a few words. */
const LONGEST = 16 * 1024;

/** What our pages use of next-auth. The rest would draw pages of its own, or make cookies anew that nobody asked for. */
const USED = ["GET csrf", "POST callback/credentials", "POST signout"];

/** The one handler that the wrapper did not make: next-auth keeps the pages' cookie here. */
async function handler(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!USED.includes(`${request.method} ${nextauth.join("/")}`))
    return Response.json({ error: "There is no such call.", detail: "There is no such call.", code: "not_found" }, { status: 404 });
  // next-auth reads a body whatever its length, and from anybody.
  const body = request.method === "POST" ? await bodyText(request, LONGEST).catch(() => null) : "";
  if (body === null) return Response.json({ error: "This is too large." }, { status: 413, headers: { connection: "close" } });
  return askNextAuth(request, nextauth, body);
}

export { handler as GET, handler as POST };
