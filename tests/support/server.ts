import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { ROUTES } from "../../app/generated/routes";
import { answerGuest } from "../../lib/guests-pages";
import { createAssistSockets } from "../../lib/http/assist-socket";
import { createDispatcher } from "../../lib/http/dispatch";
import { createPublicDispatcher, createPublicServer } from "../../lib/http/public-port";
import { refuseBroken } from "../../lib/http/security-headers";

/** The guests' port as the server opens it. @returns its address */
export async function servePublic(): Promise<string> {
  const server = createPublicServer(createPublicDispatcher(ROUTES, answerGuest));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/**
 * The server's own dispatcher over a real socket; whatever it leaves to Next's pages is a 404 without a body.
 * @returns the API's base address
 */
export async function serveHandlers(): Promise<string> {
  const dispatch = createDispatcher(ROUTES, (_request, response) => void response.writeHead(404).end("page"));
  const server = createServer({ requireHostHeader: false }, dispatch);
  server.on("clientError", refuseBroken);
  const sockets = createAssistSockets(dispatch);
  server.on("upgrade", sockets.upgrade);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    sockets.close();
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}
