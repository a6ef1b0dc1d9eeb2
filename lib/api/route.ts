import { v7 as uuid } from "uuid";
import * as z from "zod";
import type { SessionUser } from "../auth/contract";
import { can, type Requirement } from "../auth/permissions";
import { type SignedIn, whoHolds } from "../auth/reads";
import { authSecret } from "../auth/secret";
import { type TokenSource, tokenOf } from "../auth/tokens";
import { BRANCH_NAMES, type BranchKey, isBranchKey } from "../branches";
import { type Branch, grantBranch } from "../db/branch";
import { isBroken, storeFailure } from "../db/failures";
import { fingerprint, type ReceiptKey } from "../db/receipts";
import { distrust, keptBranches } from "../db/stores";
import { env } from "../env";
import { AppError, isAppError, STATUS_OF } from "../errors";
import { bodyText, refuseLongBody, USUAL_LIMIT } from "./body";
import { writeCall } from "./call-log";
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from "./endpoint";
import { ADDRESS_HEADER } from "./front";
import { answerOnce } from "./idempotency";
import { parseInput } from "./input";
import { countCall } from "./rate-limit";

/** What a handler is given: everything has been checked against the contract. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  /** The branch that the call is about; for `about: "none"` the server's own. */
  branch: Branch;
  /** Every branch kept here, for calls about the whole group. */
  allBranches: () => Branch[];
  /** For the handlers that keep the answer in their own transaction (`receipts` of the contract). */
  receipt: ReceiptKey | null;
  /** @throws AppError `forbidden`; for what a call may need beyond the contract's own requirement */
  demand: (requirement: Requirement) => void;
  signedIn: SignedIn | null;
  /** Where the call came from; for throttles, never for rights. */
  address: string;
  request: Request;
}

type Handler<E extends Endpoint> = (call: Call<E>) => Promise<AnswerOf<E>>;
type NextContext = { params: Promise<Record<string, string | string[] | undefined>> };

/** A route's function for Next, with the contract it answers to; the structure tests read it. */
export type Route = ((request: Request, context: NextContext) => Promise<Response>) & { contract: Endpoint };

/**
 * Makes a route handler from a contract: request id, who, branch, may they, rate limit, idempotency, parse, handler,
 * parse the answer, log. Domain code throws AppError; only this file knows HTTP.
 */
export function route<E extends Endpoint>(contract: E, handler: Handler<E>): Route {
  const answer = async (request: Request, context: NextContext): Promise<Response> => {
    const started = performance.now();
    const trail: Trail = { requestId: requestIdOf(request), user: null, branch: null };
    let response: Response;
    try {
      response = await serve(contract, handler, request, context, trail);
    } catch (error) {
      response = await refuse(error, trail, contract);
    }
    response.headers.set("x-request-id", trail.requestId);
    response.headers.set("cache-control", "no-store");
    writeDown(contract, trail, response.status, performance.now() - started);
    return response;
  };
  return Object.assign(answer, { contract });
}

/** What the log line and an error's answer need to know, as far as the call got. */
interface Trail {
  requestId: string;
  user: SessionUser | null;
  branch: BranchKey | null;
  code?: string;
  cause?: unknown;
}

async function serve<E extends Endpoint>(
  contract: E,
  handler: Handler<E>,
  request: Request,
  context: NextContext,
  trail: Trail,
): Promise<Response> {
  refuseLongBody(request, contract.limit ?? USUAL_LIMIT);
  const { signedIn, source } = await whoAsks(request);
  trail.user = signedIn?.user ?? null;
  refuseStranger(contract, signedIn);
  refuseCrossSite(contract, request, source);
  trail.branch = branchOf(contract, request);
  demand(signedIn, contract.permission);
  const address = request.headers.get(ADDRESS_HEADER) ?? "here";
  if (contract.perMinute) countCall(contract.path, signedIn?.user.id ?? address, contract.perMinute);
  const url = new URL(request.url);
  const text = contract.reads === "file" || request.method === "GET" ? "" : await bodyText(request, contract.limit ?? USUAL_LIMIT);
  const branch = grantBranch(trail.branch);
  const receipt = receiptKeyOf(contract, request, url, text, signedIn);
  return answerOnce(contract, branch, receipt, async () => {
    const call: Call<E> = {
      ...(await parseInput(contract, context.params, url, text, request.headers.get("content-type"))),
      branch,
      allBranches: () => keptBranches().map(grantBranch),
      receipt,
      demand: (requirement) => demand(signedIn, requirement),
      signedIn,
      address,
      request,
    };
    const answer = contract.answer.parse(await handler(call)) as AnswerOf<E>;
    return { status: contract.statusOf?.(answer) ?? contract.status ?? 200, answer };
  });
}

function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id") ?? "";
  return /^[\w-]{8,64}$/.test(given) ? given : uuid();
}

async function whoAsks(request: Request): Promise<{ signedIn: SignedIn | null; source: TokenSource | null }> {
  const found = tokenOf(request.headers);
  if (!found) return { signedIn: null, source: null };
  return { signedIn: await whoHolds(found.token), source: found.source };
}

function refuseStranger(contract: Endpoint, signedIn: SignedIn | null): void {
  if (contract.permission !== "public" && !signedIn) throw new AppError("unauthenticated", "Please sign in.");
}

/** A cookie goes along with whatever page made the browser call; only our own pages may change something by it. */
function refuseCrossSite(contract: Endpoint, request: Request, source: TokenSource | null): void {
  if (source !== "cookie") return;
  if (contract.bearerOnly) throw new AppError("cross_site", "This call needs the Authorization header.");
  if (contract.method === "GET") return;
  const origin = request.headers.get("origin");
  const site = request.headers.get("sec-fetch-site");
  const own = site === null ? isOwnOrigin(origin, request.headers.get("host")) : site === "same-origin";
  if (!own) throw new AppError("cross_site", "This call came from another site. Nothing was changed.");
}

/** For browsers that do not say Sec-Fetch-Site. */
function isOwnOrigin(origin: string | null, host: string | null): boolean {
  return origin !== null && host !== null && (origin === `http://${host}` || origin === `https://${host}`);
}

function branchOf(contract: Endpoint, request: Request): BranchKey {
  const settings = env();
  if (contract.about === "none") return settings.BRANCH;
  if (contract.about === "central") return kept("central");
  const asked = (request.headers.get("x-branch") || new URL(request.url).searchParams.get("branch") || "").trim().toLowerCase();
  const key = asked || settings.BRANCH;
  if (!isBranchKey(key)) throw new AppError("unknown_branch", "There is no such branch. Choose one of the list.");
  if (contract.about === "restaurant" && key === "central") {
    throw new AppError("unknown_branch", "Central has no tables of its own. Choose a restaurant.");
  }
  return kept(key);
}

function kept(key: BranchKey): BranchKey {
  if (keptBranches().includes(key)) return key;
  const base = env().API_BASES[key];
  throw new AppError("wrong_server", `${BRANCH_NAMES[key]} is not kept on this server.${base ? ` It is kept at ${base}.` : ""}`);
}

function demand(signedIn: SignedIn | null, requirement: Requirement): void {
  if (requirement === "public") return;
  if (!signedIn || !can(signedIn.user.permissions, requirement)) {
    throw new AppError("forbidden", "You don't have permission to do this. Nothing was changed.");
  }
}

function receiptKeyOf(contract: Endpoint, request: Request, url: URL, text: string, signedIn: SignedIn | null): ReceiptKey | null {
  const key = request.headers.get("idempotency-key");
  // The answer of a sign-in is a token, which is kept nowhere.
  if (!key || contract.permission === "public" || (contract.method === "GET" && !contract.bearerOnly)) return null;
  if (key.length > 200) throw new AppError("invalid_request", "The Idempotency-Key is too long.");
  const secret = authSecret();
  const call = contract.sameCallAs ?? `${contract.method} ${contract.path}`;
  return {
    // A table's draft belongs to the tablet: at a change of shift somebody else sends it again, with the same key.
    key: fingerprint(`${contract.receipts === "table" ? "" : (signedIn?.user.id ?? "")} ${call} ${key}`, secret),
    body_hash: fingerprint(`${whatIsAsked(contract, url, text)} ${request.headers.get("x-branch") ?? ""}`, secret),
  };
}

/** Everything that makes one call another one. Two addresses of one call share their query alone, `action` apart. */
function whatIsAsked(contract: Endpoint, url: URL, text: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.sort();
  if (contract.sameCallAs) {
    query.delete("action");
    return query.toString();
  }
  return `${url.pathname.replace(/^\/api/, "")}?${query} ${text}`;
}

async function refuse(error: unknown, trail: Trail, contract: Endpoint): Promise<Response> {
  const failure = storeFailure(error);
  if (isBroken(failure)) await distrust(trail.branch, failure);
  const known = isAppError(failure)
    ? failure
    : new AppError("internal", "Something went wrong on the server. Nothing you typed is lost. Try again.", { cause: error });
  trail.code = known.code;
  if (STATUS_OF[known.code] >= 500) trail.cause = known.cause ?? known;
  const body = {
    error: known.message,
    detail: known.message,
    code: known.code,
    request_id: trail.requestId,
    issues: known.issues,
    ...known.fields,
  };
  const headers = new Headers();
  if (known.retryAfter) headers.set("retry-after", String(known.retryAfter));
  if (known.code === "unauthenticated" && contract.permission !== "public") headers.set("www-authenticate", "Bearer");
  if (known.code === "too_large") headers.set("connection", "close");
  return Response.json(body, { status: STATUS_OF[known.code], headers });
}

function writeDown(contract: Endpoint, trail: Trail, status: number, milliseconds: number): void {
  writeCall({
    method: contract.method,
    path: contract.path, // the pattern, because the address itself may name a guest
    status,
    ms: Math.round(milliseconds * 10) / 10,
    user: trail.user?.id,
    branch: trail.branch,
    request_id: trail.requestId,
    code: trail.code,
    err: trail.cause,
  });
}

/** Answers an address that is no call of the API: JSON like every other refusal, and never a page. */
export const unknownCall: Route = route(
  // `file`: whatever body came along, nobody reads it.
  { method: "GET", path: "(unknown)", summary: "", permission: "public", about: "none", reads: "file", answer: z.never() },
  async () => {
    throw new AppError("not_found", "There is no such call.");
  },
);
