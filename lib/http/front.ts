import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { env } from "../env";

/**
 * What stands in front of Next: the caller's address, other origins, and bodies that nobody would read. Everything
 * about rights is in `route.ts`.
 */

/** Headers that only our own machinery may set; a client's are dropped. */
const OURS = ["x-daftar-page", "x-middleware-subrequest"];

/** Headers that only a proxy in front may set; without TRUST_PROXY there is none, and Next writes its own. */
const THE_PROXYS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Content-Security-Policy": "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
  "Permissions-Policy": "camera=(self), display-capture=(self), microphone=(), geolocation=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

/** For pages and calls alike. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
}

/** Takes away what a client may not say to Next. */
export function dropForgedHeaders(request: IncomingMessage): void {
  for (const name of env().TRUST_PROXY ? OURS : [...OURS, ...THE_PROXYS]) delete request.headers[name];
}

/** Where a request came from: the socket's address, or with TRUST_PROXY what the proxy in front says. */
export function callerAddress(request: IncomingMessage): string {
  const forwarded = env().TRUST_PROXY ? String(request.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || request.socket.remoteAddress || "unknown";
}

/** Lets the configured origins call the API, with a token and never with cookies. @returns whether it has answered */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  response.setHeader("Vary", "Origin");
  if (env().CORS_ORIGINS.includes(origin)) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, ETag");
  }
  if (request.method !== "OPTIONS") return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader(
    "Access-Control-Allow-Headers",
    "Authorization, X-Token, X-Branch, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
  );
  response.setHeader("Access-Control-Max-Age", "600");
  response.writeHead(204, { Allow: "GET, POST, PUT, PATCH, DELETE" }).end();
  return true;
}

/**
 * A body longer than any call takes is refused from its announced length; the connection ends, so nobody sends it.
 * @param longest bytes
 */
export function refuseHugeBody(request: IncomingMessage, response: ServerResponse, longest: number): boolean {
  if (Number(request.headers["content-length"] ?? 0) <= longest) return false;
  const sentence = "This is too large. Nothing was changed.";
  response.writeHead(413, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: sentence, detail: sentence, code: "too_large", request_id: "" }), () => request.destroy());
  return true;
}

/** No call of ours is a WebSocket yet: whoever asks for one is cut off at once. */
export function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.destroy();
}

/** Why the server does not listen, for the person who started it. */
export function listenFailure(error: Error & { code?: string }, port: number): string {
  if (error.code === "EADDRINUSE") return `Port ${port} is taken by another program. Stop that one, or give this server another PORT.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user. Give this server another PORT.`;
  return `The server cannot listen: ${error.message}`;
}
