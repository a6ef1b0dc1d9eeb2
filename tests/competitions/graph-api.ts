import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

interface Comment {
  id: string;
  text: string;
  timestamp: string;
  username?: string;
  from?: { username: string };
}

export const TOKEN = "a-token-of-the-graph-api-that-nobody-sees";
const MEDIA = "17900000000000001";

/** The comments of one post, as the Graph API gives them: so many on a page, the next one by its cursor. */
export async function graphApi(comments: readonly Comment[], onPage = 50) {
  const asked: { url: string; authorization: string }[] = [];
  /** What it answers in place of comments. */
  const next: { status: number; body: string }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://graph");
    asked.push({ url: request.url ?? "", authorization: request.headers.authorization ?? "" });
    const say = (status: number, body: string) => void response.writeHead(status, { "content-type": "application/json" }).end(body);
    const instead = next.shift();
    if (instead) return say(instead.status, instead.body);
    if (request.headers.authorization !== `Bearer ${TOKEN}`)
      return say(401, JSON.stringify({ error: { code: 190, message: "Invalid token" } }));
    if (url.pathname !== `/v23.0/${MEDIA}/comments`) return say(400, JSON.stringify({ error: { code: 100, message: "Unknown" } }));
    const from = Number(url.searchParams.get("after") ?? 0);
    const data = comments.slice(from, from + onPage);
    const after = from + onPage < comments.length ? String(from + onPage) : undefined;
    // As the real one: the address of the next page holds the token; here it leads elsewhere.
    const paging = { cursors: { after: after ?? "end" }, ...(after && { next: `http://192.0.2.1/steal?access_token=${TOKEN}` }) };
    return say(200, JSON.stringify({ data, paging }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`;
  return { base, asked, next, media: MEDIA };
}
