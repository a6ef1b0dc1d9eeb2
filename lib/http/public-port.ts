import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { v7 as uuid } from "uuid";
import { learnBranchesOnce } from "../db/find-store";
import { log } from "../log";
import type { PublicAnswer, PublicAsked, PublicPage } from "../public-page";
import { underWay } from "../work-under-way";
import { guestsBranch } from "./authorize";
import { responseOf } from "./call-context";
import { writeCall } from "./call-log";
import type { Route } from "./route";
import { callerAddress } from "./security-headers";

/** What Meta calls; the one call that answers at the guests' port too. */
const WEBHOOK = "/whatsapp/webhook";
/** What its signature is over, and nothing by which anybody signs in. */
const OF_THE_WEBHOOK = ["content-type", "content-length", "x-hub-signature-256", "user-agent"];

/** Bytes of a form; a note of a thousand letters in any script is a tenth of it. */
const FORM_LIMIT = 64 * 1024;

/** Milliseconds: who comes from the internet is given no quarter of an hour for a form. */
const SENT_WITHIN = 20_000;
const HEADERS_WITHIN = 10_000;
const KEEP_ALIVE = 5_000;
const LONGEST_HEADERS = 8 * 1024;

const HEADERS = {
  "x-content-type-options": "nosniff",
  // A link to a reservation is a key: no other site hears of it.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY",
  "permissions-policy": "camera=(), display-capture=(), microphone=(), geolocation=()",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
};

/** The same for all that is not there, whatever it would be elsewhere, by whichever method. */
const NOTHING: PublicAnswer = { status: 404, headers: { "content-type": "text/plain; charset=utf-8" }, body: "Not found.\n" };

/**
 * What answers at the guests' port: the guests' pages and the webhook, and nothing else. No cookie is read there, no token, and no call.
 * @param routes the table of routes, of which the webhook's are taken
 */
export function createPublicDispatcher(routes: readonly Route[], page: PublicPage): RequestListener {
  const webhook = new Map(
    routes.filter(({ contract }) => contract.path === WEBHOOK).map((route) => [route.contract.method as string, route]),
  );
  return (incoming, outgoing) => {
    for (const [name, value] of Object.entries(HEADERS)) outgoing.setHeader(name, value);
    const path = pathOf(incoming.url ?? "/");
    const hook = path !== null && isWebhook(path) ? webhook.get(incoming.method ?? "") : undefined;
    const work = hook ? answerWebhook(hook, incoming, outgoing) : answerPage(page, path, incoming, outgoing);
    void underWay(
      work.catch((error: unknown) => {
        log().error({ err: error }, "a guests' page failed");
        give(incoming, outgoing, { ...NOTHING, status: 500, body: "Something went wrong. Please try again.\n" });
      }),
    );
  };
}

const isWebhook = (path: readonly string[]) => `/${(path[0] === "api" ? path.slice(1) : path).join("/")}` === WEBHOOK;

/** @returns null for an address that is not written as it may be */
function pathOf(address: string): string[] | null {
  const [path = ""] = address.split(/[?#]/, 1);
  if (!path.startsWith("/")) return null;
  try {
    return path.slice(1).split("/").map(decodeURIComponent);
  } catch {
    return null;
  }
}

function give({ method }: IncomingMessage, outgoing: ServerResponse, { status, headers, body }: PublicAnswer): void {
  if (outgoing.headersSent) return void outgoing.destroy();
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  outgoing.end(method === "HEAD" ? undefined : body);
}

async function answerPage(page: PublicPage, path: string[] | null, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const started = performance.now();
  const asked = path && (await askedOf(path, incoming, outgoing));
  const answer = (asked && (await page(asked))) || NOTHING;
  give(incoming, outgoing, answer);
  // What scanners and floods ask for fills no log.
  if (!asked || answer === NOTHING || answer.status === 429) return;
  const { method, request_id } = asked;
  const branch = asked.branchOf(path[1] ?? "")?.key ?? null;
  const pattern = ["", path[0], "{branch}", ...(path.length > 2 ? ["{token}"] : []), ...path.slice(3)].join("/");
  writeCall({ method, path: pattern, status: answer.status, ms: Math.round(performance.now() - started), branch, request_id });
}

/** @returns null for what no page is asked with; the connection of a body that is too long is cut after the answer */
async function askedOf(path: string[], incoming: IncomingMessage, outgoing: ServerResponse): Promise<PublicAsked | null> {
  const { method, headers } = incoming;
  if (method !== "GET" && method !== "HEAD" && method !== "POST") return null;
  const isForm = method === "POST";
  if (isForm && !(isOurOwnForm(incoming) && /^application\/x-www-form-urlencoded\b/i.test(headers["content-type"] ?? ""))) return null;
  const body = isForm ? await bodyOf(incoming, FORM_LIMIT) : Buffer.alloc(0);
  if (body === null) {
    outgoing.setHeader("connection", "close");
    return null;
  }
  await learnBranchesOnce();
  return {
    method: isForm ? "POST" : "GET",
    path,
    query: new URL(incoming.url ?? "/", "http://guests").searchParams,
    form: new URLSearchParams(body.toString("utf8")),
    languages: headers["accept-language"] ?? "",
    address: networkOf(callerAddress(incoming)),
    request_id: uuid(),
    branchOf: guestsBranch,
  };
}

/** Another site's form books in nobody's name: a browser says whose page sends one, an old one at least from where. */
function isOurOwnForm({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (headers.origin === undefined) return true;
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host;
}

/** Of an IPv6 address its first 64 bits. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!plain.includes(":")) return plain;
  const [before = "", after] = plain.split("%", 1).join("").split("::");
  const head = before.split(":").filter(Boolean);
  const tail = after === undefined ? [] : after.split(":").filter(Boolean);
  const missing = Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: missing }, () => "0"), ...tail];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}

/** @returns null for a body that is too long, or was cut short */
async function bodyOf(incoming: IncomingMessage, limit: number): Promise<Buffer<ArrayBuffer> | null> {
  if (Number(incoming.headers["content-length"] ?? 0) > limit) return null;
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of incoming as AsyncIterable<Uint8Array>) {
      length += piece.byteLength;
      if (length > limit) return null;
      pieces.push(piece);
    }
  } catch {
    return null; // whoever sent it has gone
  }
  return Buffer.concat(pieces);
}

/** The webhook as it answers at the other port, without whatever else was sent along. */
async function answerWebhook(route: Route, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { limit = FORM_LIMIT, method, path } = route.contract;
  const body = method === "GET" ? null : await bodyOf(incoming, limit);
  const headers = new Headers();
  for (const name of OF_THE_WEBHOOK) {
    const value = incoming.headers[name];
    if (typeof value === "string") headers.set(name, value);
  }
  const { search } = new URL(incoming.url ?? "/", "http://guests");
  const request = new Request(`http://guests${path}${search}`, { method, headers, body });
  const answered = responseOf(await route.answer(request, { params: Promise.resolve({}), address: callerAddress(incoming) }));
  give(incoming, outgoing, { status: answered.status, headers: Object.fromEntries(answered.headers), body: await answered.text() });
}

/**
 * A listener for guests, apart from the house's own.
 * @param answer what `createPublicDispatcher` makes
 */
export function createPublicServer(answer: RequestListener): Server {
  const limits = {
    keepAliveTimeout: KEEP_ALIVE,
    requestTimeout: SENT_WITHIN,
    headersTimeout: HEADERS_WITHIN,
    maxHeaderSize: LONGEST_HEADERS,
  };
  const server = createServer(limits, answer);
  server.on("upgrade", (_request, socket) => socket.destroy());
  return server;
}
