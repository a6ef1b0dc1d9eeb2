import { v7 as uuid } from "uuid";
import { withoutAllergies } from "../allergies/hidden";
import type { CallContract } from "../api/endpoint";
import type { Actor } from "../db/actor";
import { isBroken, storeFailure } from "../db/failures";
import { checkSuspectedStore } from "../db/find-store";
import { env } from "../env";
import { AppError, isAppError, STATUS_OF } from "../errors";
import type { BranchKey } from "../known-branches";
import { withMaskedGuests } from "../masked-guests";
import { noteRefusal } from "../refusals";
import { writeCall } from "./call-log";

/** What the log line and an error's answer need to know, as far as the call got. */
export interface Trail {
  requestId: string;
  actor: Actor | null;
  branch: BranchKey | null;
  /** Where the call came from. */
  address?: string;
  code?: string;
  cause?: unknown;
  /** Whether the caller may see allergies: of everybody else's answers and refusals they are taken out. */
  seesAllergies?: boolean;
  /** Whether the guests whom the answer or the refusal tells of have their phones masked. */
  masksPhones?: boolean;
}

/** What a handler is called with besides the request, as Next would; `params` are the variable parts of the path. */
export interface CallContext {
  params: Promise<Record<string, string | string[] | undefined>>;
  /** Where the call came from. */
  address?: string;
}

/** Thrown by a handler whose caller has the very answer already (`If-None-Match`). */
export class NotModified extends Error {
  constructor(readonly etag: string) {
    super("not modified");
  }
}

/** Thrown by a handler whose answer is word for word one that was given before. */
export class SameAnswer extends Error {
  constructor(
    readonly etag: string,
    readonly json: Buffer<ArrayBuffer>,
  ) {
    super("the same answer");
  }
}

/** An answer whose bytes are known: JSON in UTF-8, or null where nothing follows the headers. */
export interface WholeAnswer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  json: Buffer<ArrayBuffer> | null;
}

/** What a call is answered. A Response gives its body as a stream alone, which costs as much as a call: files need one. */
export type Answered = WholeAnswer | Response;

/** An answer whose JSON is written already. */
export function wholeAnswer(json: Buffer<ArrayBuffer>, status: number, etag?: string): WholeAnswer {
  return { status, headers: { "content-type": "application/json", ...(etag ? { etag } : {}) }, json };
}

/** For whoever knows Responses alone. */
export function responseOf(answered: Answered): Response {
  return answered instanceof Response ? answered : new Response(answered.json, answered);
}

/** What is around every call, whatever it answers: its request id, its refusal in the one error shape, its log line. */
export async function answerCall(contract: CallContract, request: Request, work: (trail: Trail) => Promise<Answered>): Promise<Answered> {
  const started = performance.now();
  const trail: Trail = { requestId: requestIdOf(request), actor: null, branch: null };
  let answered: Answered;
  try {
    answered = await work(trail);
  } catch (error) {
    if (error instanceof NotModified) answered = { status: 304, headers: { etag: error.etag }, json: null };
    else if (error instanceof SameAnswer) answered = wholeAnswer(error.json, 200, error.etag);
    else answered = await refuse(error, trail, contract, request);
  }
  setHeader(answered, "x-request-id", trail.requestId);
  if (!hasHeader(answered, "cache-control")) setHeader(answered, "cache-control", "no-store");
  writeDown(contract, trail, answered.status, performance.now() - started);
  return answered;
}

function hasHeader({ headers }: Answered, name: string): boolean {
  return headers instanceof Headers ? headers.has(name) : name in headers;
}

function setHeader({ headers }: Answered, name: string, value: string): void {
  if (headers instanceof Headers) headers.set(name, value);
  else headers[name] = value;
}

function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id") ?? "";
  return /^[\w-]{8,64}$/.test(given) ? given : uuid();
}

/** RFC 6750, 3.1. */
const TOKEN_OVER = 'Bearer error="invalid_token", error_description="The access token expired"';

async function refuse(error: unknown, trail: Trail, contract: CallContract, request: Request): Promise<WholeAnswer> {
  const known = await knownFailure(error, trail, request);
  trail.code = known.code;
  if (!known.isTokenOver)
    noteRefusal({ ...trail, address: trail.address ?? "unknown", code: known.code, call: `${contract.method} ${contract.path}` });
  if (known.code === "unauthenticated" && contract.leadsToSignIn && opensAlone(request)) return toSignIn(request);
  if (STATUS_OF[known.code] >= 500) trail.cause = known.cause ?? known;
  const { status, headers, json } = refusal(known, trail.requestId, trail);
  if (known.retryAfter) headers["retry-after"] = String(known.retryAfter);
  if (known.allow) headers.allow = known.allow.join(", ");
  if (known.code === "unauthenticated" && contract.permission !== "public")
    headers["www-authenticate"] = known.isTokenOver ? TOKEN_OVER : "Bearer";
  if (known.code === "too_large") headers.connection = "close";
  return { status, headers, json };
}

/** A browser that goes to an address in a tab, and not a script or a frame that asks for it. */
function opensAlone({ headers }: Request): boolean {
  const into = headers.get("sec-fetch-dest");
  return (headers.get("accept") ?? "").includes("text/html") && (into === null || into === "document");
}

/** Below /api nobody is led after signing in; every call stands at the same path without it. */
function toSignIn({ url }: Request): WholeAnswer {
  const { pathname, search } = new URL(url);
  const back = pathname.replace(/^\/api(?=\/)/, "") + search;
  return { status: 303, headers: { location: `/login?redirect=${encodeURIComponent(back)}` }, json: null };
}

/** The one shape of every refusal (docs/design/api.md, errors). */
export function refusal(
  error: AppError,
  requestId: string,
  { seesAllergies, masksPhones }: Pick<Trail, "seesAllergies" | "masksPhones"> = {},
): WholeAnswer {
  const { message, code, issues } = error;
  const fields = masksPhones ? withMaskedGuests(error.fields, env().DEFAULT_COUNTRY_CODE) : error.fields;
  const shown = seesAllergies ? fields : withoutAllergies(fields);
  const body = { error: message, detail: message, code, request_id: requestId, issues, ...shown };
  return wholeAnswer(Buffer.from(JSON.stringify(body)), STATUS_OF[code]);
}

async function knownFailure(error: unknown, trail: Trail, request: Request): Promise<AppError> {
  // The caller has gone: there is nobody to answer, and it is no error of the server.
  if (request.signal.aborted && !isAppError(error)) return new AppError("aborted", "The caller went away before the answer.");
  const failure = storeFailure(error);
  if (isBroken(failure)) await checkSuspectedStore(trail.branch, failure);
  if (isAppError(failure)) return failure;
  return new AppError("internal", "Something went wrong on the server. Nothing you typed is lost. Try again.", { cause: error });
}

function writeDown(contract: CallContract, trail: Trail, status: number, milliseconds: number): void {
  writeCall({
    method: contract.method,
    path: contract.path, // the pattern, because the address itself may name a guest
    status,
    ms: Math.round(milliseconds * 10) / 10,
    user: trail.actor?.kind === "user" ? trail.actor.id : undefined,
    worker: trail.actor?.kind === "worker" ? trail.actor.id : undefined,
    branch: trail.branch,
    request_id: trail.requestId,
    code: trail.code,
    err: trail.cause,
  });
}
