import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { answerPreflight, nameAddress, refuseHugeBody } from "../../lib/api/front";
import { ROUTES } from "./routes";

/**
 * The server's front and every handler over a real socket, without Next's pages.
 * @returns the API's base address
 */
export async function serveHandlers(): Promise<string> {
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  nameAddress(incoming);
  if (answerPreflight(incoming, outgoing) || refuseHugeBody(incoming, outgoing)) return;
  const url = new URL(incoming.url ?? "/", `http://${incoming.headers.host}`);
  const found = ROUTES.find(({ handler, method }) => method === incoming.method && patternOf(handler.contract.path).test(url.pathname));
  if (!found) {
    outgoing.writeHead(404).end();
    return;
  }
  const hasBody = incoming.method !== "GET";
  const request = new Request(url, {
    method: incoming.method,
    headers: Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
    body: hasBody ? Readable.toWeb(incoming) : undefined,
    duplex: "half",
  } as RequestInit);
  const response = await found.handler(request, {
    params: Promise.resolve(patternOf(found.handler.contract.path).exec(url.pathname)?.groups ?? {}),
  });
  for (const [name, value] of response.headers) outgoing.setHeader(name, value);
  outgoing.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()));
}

function patternOf(path: string): RegExp {
  return new RegExp(`^/api${path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
}
