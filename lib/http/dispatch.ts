import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { v7 as uuid } from "uuid";
import { env } from "../env";
import { AppError } from "../errors";
import { underWay } from "../work-under-way";
import { answerAppFile, createBuiltFiles } from "./app-files";
import { USUAL_LIMIT } from "./body";
import { type Answered, answerCall, refusal, responseOf, type WholeAnswer } from "./call-context";
import { compressed } from "./compress";
import { createAssetTest, isPageOf, PAGES } from "./pages";
import type { Route } from "./route";
import {
  answerPreflight,
  callerAddress,
  dropForgedHeaders,
  letPageRun,
  noteAnswer,
  refuseBroken,
  refuseHugeBody,
  setSecurityHeaders,
} from "./security-headers";

/** What an address is: a call with its handler, a refusal, or something for Next (a page and what belongs to it). */
export type Target =
  | { kind: "call"; route: Route; params: Record<string, string> }
  | { kind: "refusal"; error: AppError }
  | { kind: "page" };

/** What the choice depends on besides method and path. */
export interface Asked {
  method: string;
  /** As it came, query included. */
  address: string;
  headers: IncomingMessage["headers"];
}

interface Pattern {
  /** Lower for paths with fewer variable parts, which win. */
  variables: number;
  parts: string[];
  byMethod: Map<string, Route>;
}

/** Paths below `/api/auth` that are next-auth's own, which keeps the pages' cookie. */
const NEXT_AUTH = /^\/api\/auth\/(csrf|session|callback|signin|signout|providers|error|_log)(\/|$)/;

/**
 * Chooses the target of each request, from the table of routes and the pages (docs/design/api.md: every call under `/api`, and at the
 * same path without it; there a page wins for a browser's navigation only).
 * @param pages paths of pages
 * @param isAsset whether a path is a file of Next's or of `public`
 */
export function createChooser(routes: Route[], pages: ReadonlySet<string>, isAsset: (path: string) => boolean): (asked: Asked) => Target {
  const patterns = patternsOf(routes);
  return ({ method, address, headers }) => {
    const path = plainPath(address);
    if (path === null) return refuse("invalid_request", "This address is not written rightly. Nothing was changed.");
    if (NEXT_AUTH.test(path)) return method === "GET" || method === "POST" ? { kind: "page" } : notAllowed(["GET", "POST"]);
    const below = path === "/api" ? "/" : path.startsWith("/api/") ? path.slice(4) : null;
    if (below === null && isAsset(path))
      return isRead(method) || path.startsWith("/__nextjs") ? { kind: "page" } : notAllowed(["GET", "HEAD"]);
    const isPage = below === null && isPageOf(pages, path);
    // Next's own way from page to page; an address that is no page is sent to one by no script's answer.
    const isNavigation = navigates(method, headers) || (isPage && isRead(method) && headers.rsc !== undefined);
    const call = match(patterns, below ?? path);
    if (isPage && (isNavigation || !call)) return isRead(method) ? { kind: "page" } : notAllowed(["GET", "HEAD"]);
    if (call) return chosen(call, method);
    // By such a name Next gives a page's parts to itself, past what `proxy.ts` looks at; nobody navigates to one.
    const isPart = path.endsWith(".rsc");
    return below === null && isNavigation && !isPart ? { kind: "page" } : refuse("not_found", "There is no such call.");
  };
}

function chosen({ pattern, params }: { pattern: Pattern; params: Record<string, string> | null }, method: string): Target {
  if (!params) return refuse("invalid_request", "This address is not written rightly. Nothing was changed.");
  const route = pattern.byMethod.get(method);
  return route ? { kind: "call", route, params } : notAllowed([...pattern.byMethod.keys()]);
}

function patternsOf(routes: Route[]): Map<number, Pattern[]> {
  const byPath = new Map<string, Pattern>();
  for (const route of routes) {
    const { path, method } = route.contract;
    const parts = path.split("/").slice(1);
    const pattern = byPath.get(path) ?? { parts, variables: parts.filter(isVariable).length, byMethod: new Map() };
    pattern.byMethod.set(method, route);
    byPath.set(path, pattern);
  }
  const byLength = new Map<number, Pattern[]>();
  for (const pattern of byPath.values()) byLength.set(pattern.parts.length, [...(byLength.get(pattern.parts.length) ?? []), pattern]);
  for (const patterns of byLength.values()) patterns.sort((a, b) => a.variables - b.variables);
  return byLength;
}

const isVariable = (part: string) => part.startsWith("{");
const isRead = (method: string) => method === "GET" || method === "HEAD";

/** Without the query and a slash at the end; null when it is not written as an address may be (RFC 3986). */
function plainPath(address: string): string | null {
  const path = address.split(/[?#]/, 1)[0] ?? "";
  if (!path.startsWith("/")) return null;
  try {
    decodeURI(path);
  } catch {
    return null;
  }
  return path.length > 1 ? path.replace(/\/$/, "") : path;
}

/** @returns the pattern with its parts of the path; these are null when one is not written as it may be */
function match(patterns: Map<number, Pattern[]>, path: string): { pattern: Pattern; params: Record<string, string> | null } | null {
  const parts = path.split("/").slice(1);
  for (const pattern of patterns.get(parts.length) ?? []) {
    if (!pattern.parts.every((part, index) => (isVariable(part) ? parts[index] !== "" : part === parts[index]))) continue;
    return { pattern, params: paramsOf(pattern, parts) };
  }
  return null;
}

function paramsOf(pattern: Pattern, parts: string[]): Record<string, string> | null {
  try {
    const named = pattern.parts.flatMap((part, index) =>
      isVariable(part) ? [[part.slice(1, -1), decodeURIComponent(parts[index] ?? "")]] : [],
    );
    return Object.fromEntries(named);
  } catch {
    return null;
  }
}

/**
 * A person's browser going to an address, which asks for HTML. That it navigates it does not always say: old ones never do, and
 * a service worker that asks in its place says that it fetches.
 */
function navigates(method: string, headers: IncomingMessage["headers"]): boolean {
  return isRead(method) && (headers["sec-fetch-mode"] === "navigate" || (headers.accept ?? "").includes("text/html"));
}

const refuse = (code: "invalid_request" | "not_found", sentence: string): Target => ({
  kind: "refusal",
  error: new AppError(code, sentence),
});

function notAllowed(allow: string[]): Target {
  return {
    kind: "refusal",
    error: new AppError("method_not_allowed", "This address does not know that method. Nothing was changed.", { allow }),
  };
}

/**
 * What the server does with each request: calls go straight to their handlers, and the rest to Next.
 * @param toNext what answers for pages
 * @param builtFolder where Next has built them
 */
export function createDispatcher(
  routes: Route[],
  toNext: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  builtFolder = ".next",
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const isDevelopment = env().NODE_ENV === "development";
  const built = path.join(builtFolder, "static");
  const choose = createChooser(routes, PAGES, createAssetTest("public", built, isDevelopment));
  const answerBuiltFile = isDevelopment ? () => false : createBuiltFiles(built);
  const longest = Math.max(USUAL_LIMIT, ...routes.map((route) => route.contract.limit ?? 0));
  const targets = new WeakMap<IncomingMessage, Exclude<Target, { kind: "page" }>>();
  const listener = getRequestListener(
    async (request, bindings) => {
      const [incoming, outgoing] = [bindings.incoming as IncomingMessage, bindings.outgoing as ServerResponse];
      const answered = await answer(request, incoming, targets.get(incoming));
      return answered instanceof Response ? answered : sendWhole(answered, incoming, outgoing);
    },
    { overrideGlobalObjects: false, hostname: "127.0.0.1", errorHandler: malformed },
  );
  return (incoming, outgoing) => {
    dropForgedHeaders(incoming);
    setSecurityHeaders(outgoing);
    noteAnswer(incoming, outgoing);
    if (answerPreflight(incoming, outgoing)) return;
    if (!saysOneHost(incoming)) return refuseBroken(new Error("not one Host"), incoming.socket);
    if (answerAppFile(incoming, outgoing) || answerBuiltFile(incoming, outgoing)) return;
    const target = choose({ method: incoming.method ?? "GET", address: incoming.url ?? "/", headers: incoming.headers });
    const limit = target.kind === "call" ? (target.route.contract.limit ?? USUAL_LIMIT) : longest;
    if (refuseHugeBody(incoming, outgoing, limit)) return;
    if (target.kind === "page") {
      letPageRun(incoming, outgoing);
      return toNext(incoming, outgoing);
    }
    targets.set(incoming, target);
    void underWay(Promise.resolve(listener(incoming, outgoing)));
  };
}

function answer(request: Request, incoming: IncomingMessage, target: Exclude<Target, { kind: "page" }> | undefined): Promise<Answered> {
  if (target?.kind === "call") {
    return target.route.answer(request, { params: Promise.resolve(target.params), address: callerAddress(incoming) });
  }
  return answerCall(UNKNOWN, request, async () => {
    throw target?.error ?? new AppError("not_found", "There is no such call.");
  });
}

/** Sends an answer whose bytes are known, compressed where that is worth it and understood; any other is left to the adapter. */
async function sendWhole({ status, headers, json }: WholeAnswer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<Response> {
  const small = json && (await compressed(json, incoming.headers["accept-encoding"]));
  outgoing.statusCode = status;
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (json) outgoing.appendHeader("vary", "Accept-Encoding");
  if (small) {
    outgoing.setHeader("content-encoding", "gzip");
    // Other bytes, and the same answer (RFC 9110, 8.8.1).
    if (headers.etag) outgoing.setHeader("etag", `W/${headers.etag}`);
  }
  outgoing.end(small ?? json);
  return RESPONSE_ALREADY_SENT;
}

/** Of two Hosts, a proxy in front may go by one and we by the other (RFC 9112, 3.2). */
function saysOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/** How the log names what is no call. */
const UNKNOWN = { method: "GET", path: "(unknown)", summary: "", permission: "public", about: "none" } as const;

/** A request that is no HTTP as it should be, such as one with a broken Host header. */
function malformed(): Response {
  return responseOf(refusal(new AppError("invalid_request", "This request is not written rightly. Nothing was changed."), uuid()));
}
