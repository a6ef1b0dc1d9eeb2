import { type IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { v7 as uuid } from "uuid";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { REVOKED } from "../assist/end-expired-sessions";
import type { Line } from "../assist/rooms";
import { CLOSE } from "../assist/signals";
import { LARGEST_FRAME, type OpenLine, openLine } from "../assist/sockets";
import { env } from "../env";
import type { ErrorCode } from "../errors";
import { log } from "../log";
import { countRefusal } from "../refusals";
import { callerAddress, comesByProxy, refuseUpgrade } from "./security-headers";

const PATHS = new Set(["/assist/ws", "/api/assist/ws"]);
/** How often a socket is asked whether it is there, and how often it may stay silent, in milliseconds. */
const PING = 15_000;
/** Bytes that may wait for a client that does not read. */
const MOST_WAITING = 1024 * 1024;
/** A socket that was refused has this long to hear why, in milliseconds. */
const LINGER = 2_000;

/** The one socket of ours. */
export interface AssistSockets {
  /** For a server's `upgrade`: a page of another site is cut off, and any other address is answered as if nothing had been asked. */
  upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Closes every socket; nobody is let in afterwards. */
  close: () => void;
}

/**
 * Takes the sockets of Remote Assist: who is let in, and as whom, the ticket says and not a cookie.
 * @param answerPlainly what answers requests; null in development, where Next has sockets of its own on the same server
 */
export function createAssistSockets(answerPlainly: RequestListener | null): AssistSockets {
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME, perMessageDeflate: false, clientTracking: true });
  let isClosed = false;
  const alive = new WeakSet<WebSocket>();
  const timer = setInterval(() => {
    for (const socket of server.clients) {
      if (!alive.has(socket)) {
        socket.close(CLOSE.silent, "silent");
        socket.terminate();
      }
      alive.delete(socket);
      socket.ping();
    }
  }, PING).unref();

  return {
    upgrade(request, socket, head) {
      const url = addressOf(request);
      if (!url || !PATHS.has(url.pathname)) return answerPlainly ? withoutUpgrade(request, socket, answerPlainly) : undefined;
      if (isClosed) return refuseUpgrade(request, socket);
      if (!isOwnPage(request)) return refuseOrigin(request, socket);
      server.handleUpgrade(request, socket, head, (open) => {
        alive.add(open);
        open.on("pong", () => alive.add(open));
        serve(open, url.searchParams, callerAddress(request));
      });
    },
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const socket of server.clients) {
        socket.close(1001, "shutdown");
        setTimeout(() => socket.terminate(), LINGER).unref();
      }
    },
  };
}

/**
 * A server may leave an upgrade be (RFC 9110, 7.8): clients that offer HTTP/2 with every request go on with the usual one. Of a
 * request with a body Node has stopped reading, so that one is refused.
 */
function withoutUpgrade(request: IncomingMessage, socket: Duplex, answerPlainly: RequestListener): void {
  const { headers, method } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  if (hasBody || (method !== "GET" && method !== "HEAD")) {
    refuseUpgrade(request, socket);
    return;
  }
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket as Socket); // of an HTTP server it is one
  // With the upgrade Node has taken away what tells a response that its socket takes more: a page would wait for it for ever.
  socket.on("drain", () => response.emit("drain"));
  socket.on("error", () => response.destroy());
  response.on("finish", () => socket.end());
  answerPlainly(request, response);
}

function addressOf({ url = "/" }: IncomingMessage): URL | null {
  try {
    return url.startsWith("/") ? new URL(url, "http://here") : null;
  } catch {
    return null;
  }
}

/** A browser says whose page opens a socket, and lets any: the ticket alone is no reason to trust another site's page. */
function isOwnPage(request: IncomingMessage): boolean {
  const { headers } = request;
  const { origin } = headers;
  if (!origin) return false;
  const forwarded = comesByProxy(request) ? String(headers["x-forwarded-host"] ?? "") : "";
  const host = forwarded.split(",").at(-1)?.trim() || headers.host;
  return origin === `http://${host}` || origin === `https://${host}` || env().CORS_ORIGINS.includes(origin);
}

function refuseOrigin(request: IncomingMessage, socket: Duplex): void {
  noteRefused(callerAddress(request), null, "cross_site");
  socket.on("error", () => {});
  socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
}

/** The closings that are noted as refusals of a person. */
const REFUSALS: Partial<Record<number, ErrorCode>> = {
  [CLOSE.unauthenticated]: "unauthenticated",
  [CLOSE.forbidden]: "forbidden",
  [CLOSE.noSession]: "not_found",
  [CLOSE.tooFast]: "rate_limited",
};

/**
 * Into the trail, as a call's refusal. Session and ticket stand in the socket's address, which is not kept.
 * @param userId null for somebody whose ticket says nothing
 */
function noteRefused(address: string, userId: string | null, code: ErrorCode, status?: number): void {
  const actor = userId === null ? null : { kind: "user" as const, id: userId };
  countRefusal({ actor, address, call: "GET /assist/ws", code, status, branch: null, requestId: uuid() });
}

function serve(socket: WebSocket, query: URLSearchParams, address: string): void {
  let userId: string | null = null;
  const line: Line = {
    send(text) {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > MOST_WAITING) return line.close(CLOSE.overloaded, "does not read");
      socket.send(text);
    },
    close(code, reason) {
      const refusal = REFUSALS[code];
      // Of a session that ends because somebody's sign-in or right has, the trail says both already.
      if (refusal && reason !== REVOKED && socket.readyState === socket.OPEN) noteRefused(address, userId, refusal, code);
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), LINGER).unref();
    },
  };
  let open: OpenLine | null = null;
  let isGone = false;
  /** What came before the ticket was looked at. */
  const early: string[] = [];
  socket.on("error", () => {}); // a frame that is too large, or no frame: ws closes it by itself
  socket.on("close", (code: number) => {
    isGone = true;
    open?.lost(code);
  });
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (isBinary) return line.close(CLOSE.badMessage, "binary");
    const text = data.toString();
    if (open) return receive(open, text, line);
    if (early.push(text) > 20) line.close(CLOSE.tooFast, "too fast");
  });
  const asked = { session: query.get("session"), role: query.get("role"), ticket: query.get("ticket") };
  void openLine(asked, line)
    .then((opened) => {
      userId = opened.userId;
      if ("close" in opened) return line.close(opened.close, opened.why);
      open = opened;
      if (isGone) return opened.lost();
      for (const text of early.splice(0)) receive(opened, text, line);
    })
    .catch((error: unknown) => {
      log().error({ err: error }, "a socket of Remote Assist was not let in");
      line.close(1011, "internal");
    });
}

/** An error of one session must not end the others. */
function receive(open: OpenLine, text: string, line: Line): void {
  try {
    open.receive(text);
  } catch (error) {
    log().error({ err: error }, "a message of Remote Assist failed");
    line.close(1011, "internal");
  }
}
