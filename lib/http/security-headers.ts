import { randomBytes } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { env } from "../env";
import { type ErrorCode, STATUS_OF } from "../errors";
import { tooLargeText } from "./body";
import { NONCE_HEADER } from "./nonce-header";

/**
 * What stands in front of Next: the caller's address, other origins, and bodies that nobody would read. Everything
 * about rights is in `route.ts`.
 */

/**
 * Headers that only our own machinery may set; a client's are dropped. Next takes a nonce for its scripts from a request's
 * policy, so a caller could put one of theirs into a page that is then kept for others (docs/design/reliability.md S-18).
 */
const OURS = ["x-daftar-page", "x-middleware-subrequest", "content-security-policy", "content-security-policy-report-only", NONCE_HEADER];

/** Headers that only a proxy in front may set; without TRUST_PROXY there is none, and Next writes its own. */
const THE_PROXYS = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

const SECURITY_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(self), display-capture=(self), microphone=(), geolocation=()",
  "Cross-Origin-Opener-Policy": "same-origin",
};

const POLICY = "content-security-policy";

/** For pages and calls alike. Nothing that stands in an answer runs as a script; a page says more with `letPageRun`. */
export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  response.setHeader(POLICY, policyOfCalls());
}

/** By the settings that it was written for. Every call has it, and it is a thousand letters of joined lists. */
const policies = new WeakMap<object, string>();

function policyOfCalls(): string {
  const written = policies.get(env()) ?? policyWith("'self'");
  policies.set(env(), written);
  return written;
}

/**
 * The scripts that stand in this page run, by a word that no other answer has. Next reads it from the request and writes it
 * beside each of them. It is said here and not in `proxy.ts`, which does not see every page and is
 * no guard (docs/design/reliability.md S-17).
 */
export function letPageRun(request: IncomingMessage, response: ServerResponse): void {
  const nonce = randomBytes(16).toString("base64");
  // React's development build makes functions of texts.
  const forTools = env().NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  const policy = policyWith(`'self' 'nonce-${nonce}'${forTools}`);
  request.headers[POLICY] = policy;
  request.headers[NONCE_HEADER] = nonce;
  response.setHeader(POLICY, policy);
}

/**
 * A page may speak to this server and to those of the list, and to nobody else. Styles stand in elements (Mantine's
 * variables, widths of bars), so they are not held by it.
 */
function policyWith(scripts: string): string {
  const origins = [...new Set(Object.values(env().API_BASES).map((base) => new URL(base).origin))];
  return Object.entries({
    "default-src": ["'self'"],
    "script-src": [scripts],
    "style-src": ["'self'", "'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", ...origins],
    "connect-src": ["'self'", ...origins.flatMap((origin) => [origin, origin.replace(/^http/, "ws")])], // 'self' is its sockets too
    "frame-src": ["'self'", "blob:"], // a voucher's PDF
    "worker-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    "form-action": ["'self'"],
  })
    .map(([directive, sources]) => [directive, ...sources].join(" "))
    .join("; ");
}

/** Whether a request comes by the proxy in front, which alone may say where it came from. */
export function comesByProxy({ socket }: IncomingMessage): boolean {
  const trusted = env().TRUST_PROXY;
  return typeof trusted === "boolean" ? trusted : trusted.includes((socket.remoteAddress ?? "").replace(/^::ffff:/, ""));
}

/** Removes the headers that a client may not send to Next. */
export function dropForgedHeaders(request: IncomingMessage): void {
  for (const name of comesByProxy(request) ? OURS : [...OURS, ...THE_PROXYS]) delete request.headers[name];
}

/** Where a request came from: the socket's address, or with TRUST_PROXY what the proxy in front says. */
export function callerAddress(request: IncomingMessage): string {
  const forwarded = comesByProxy(request) ? String(request.headers["x-forwarded-for"] ?? "") : "";
  return forwarded.split(",").at(-1)?.trim() || request.socket.remoteAddress || "unknown";
}

/** Lets the configured origins call the API, with a token and never with cookies. @returns whether it has answered */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin } = request.headers;
  if (!origin) return false;
  response.setHeader("Vary", "Origin");
  if (env().CORS_ORIGINS.includes(origin)) {
    response.setHeader("Access-Control-Allow-Origin", origin);
    response.setHeader("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, ETag, Content-Disposition");
  }
  if (request.method !== "OPTIONS") return false;
  response.setHeader("Access-Control-Allow-Methods", "GET, POST, PUT, PATCH, DELETE");
  response.setHeader(
    "Access-Control-Allow-Headers",
    ["Authorization, X-Token, X-Branch, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id", env().BRANCH_HEADER]
      .filter(Boolean)
      .join(", "),
  );
  response.setHeader("Access-Control-Max-Age", "600");
  response.writeHead(204, { Allow: "GET, POST, PUT, PATCH, DELETE" }).end();
  return true;
}

/** How long the rest of a refused body is read and dropped, in milliseconds. */
const DROP_FOR = 10_000;

/**
 * A body longer than its call takes is refused from its announced length. What is still coming is dropped for a while: a
 * client that is cut off while it sends never reads the answer (nginx calls it a lingering close).
 * @param limit bytes
 */
export function refuseHugeBody(request: IncomingMessage, response: ServerResponse, limit: number): boolean {
  if (Number(request.headers["content-length"] ?? 0) <= limit) return false;
  response.writeHead(413, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(refusalText("too_large", tooLargeText(limit)));
  const cut = setTimeout(() => request.destroy(), DROP_FOR).unref();
  request.once("close", () => clearTimeout(cut)).resume();
  return true;
}

/** The one shape of every refusal, for those that no call of ours ever sees. */
function refusalText(code: ErrorCode, sentence: string): string {
  return JSON.stringify({ error: sentence, detail: sentence, code, request_id: uuid() });
}

/** The newest answer of each connection: one that has begun must not be broken into. */
const answers = new WeakMap<Duplex, ServerResponse>();
const refused = new WeakSet<Duplex>();

export function noteAnswer({ socket }: IncomingMessage, response: ServerResponse): void {
  answers.set(socket, response);
}

/** What Node finds wrong with a request before anybody else sees it; everything else is "not written rightly". */
const BROKEN: Record<string, { code: ErrorCode; sentence: string }> = {
  HPE_HEADER_OVERFLOW: { code: "headers_too_large", sentence: "The headers of this request are too long. Nothing was changed." },
  ERR_HTTP_REQUEST_TIMEOUT: { code: "timeout", sentence: "The request did not come in time. Nothing was changed. Send it again." },
};

/** How long whoever sent a broken request may read why, in milliseconds: cut off at once, they would lose the answer. */
const LINGER = 1_000;

/** Answers in the error shape what is no HTTP as it should be, or has too long headers; for a server's `clientError`. */
export function refuseBroken(error: Error & { code?: string }, socket: Duplex): void {
  if (refused.has(socket)) return; // the rest of what was refused
  const answer = answers.get(socket);
  if (!socket.writable || error.code === "ECONNRESET" || (answer?.headersSent && !answer.writableFinished)) return void socket.destroy();
  refused.add(socket);
  const { code, sentence } = BROKEN[error.code ?? ""] ?? {
    code: "invalid_request",
    sentence: "This request is not written rightly. Nothing was changed.",
  };
  const body = refusalText(code, sentence);
  const headers = {
    ...SECURITY_HEADERS,
    [POLICY]: policyOfCalls(),
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const status = STATUS_OF[code];
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** A request for a WebSocket at any other path is closed at once. */
export function refuseUpgrade(_request: IncomingMessage, socket: Duplex): void {
  socket.destroy();
}

/** Why the server does not listen, for the person who started it. */
export function listenFailure(error: Error & { code?: string }, port: number, setting: "PORT" | "PUBLIC_PORT" = "PORT"): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is taken by another program. Stop that one, or give this server another ${setting}.`;
  if (error.code === "EACCES") return `Port ${port} may not be used by this user. Give this server another ${setting}.`;
  return `The server cannot listen: ${error.message}`;
}
