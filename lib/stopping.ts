import type { Server } from "node:http";

/** How often connections are looked through for idle ones, in milliseconds. */
const SWEEP = 250;

/**
 * Takes no new connections, lets the calls under way finish, and ends each connection after its answer: a client that
 * polls keeps its connection for ever otherwise.
 * @param patience after so many milliseconds, whatever is still open is cut
 * @returns when no connection is left, or patience is at its end
 */
export function closeGently(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), SWEEP);
    const end = () => {
      clearInterval(idle);
      clearTimeout(late);
      resolve();
    };
    const late = setTimeout(() => {
      server.closeAllConnections();
      end(); // and does not wait for connections that were handed to somebody else, such as a WebSocket's
    }, patience);
    server.prependListener("request", (_request, response) => response.setHeader("Connection", "close"));
    server.close(end);
    server.closeIdleConnections();
  });
}
