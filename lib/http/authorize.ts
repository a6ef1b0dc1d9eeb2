import { SEES_ALLERGIES } from "../allergies/hidden";
import type { CallContract } from "../api/endpoint";
import { hasAllRightsOf } from "../auth/rights-comparison";
import { authSecret } from "../auth/secret";
import { ownRights, type SignedIn, whoHolds, whoIsSignedIn, whoseCookie, whoseSignIn } from "../auth/signed-in";
import { hasCookie, opensCalls, readToken, type TokenSource, tokenOf } from "../auth/tokens";
import { type CallingWorker, mayCallAs, workerOf } from "../auth/worker-tokens";
import { type Caller, mayWorkIn } from "../caller";
import type { Actor, WriteBy } from "../db/actor";
import { type Branch, branchHandle } from "../db/branch";
import { learnBranchesOnce } from "../db/find-store";
import { fingerprint, type ReceiptKey } from "../db/idempotency-receipts";
import { env, keptBranches } from "../env";
import { AppError } from "../errors";
import { type BranchKey, branchName, isRestaurant } from "../known-branches";
import { can, type Requirement } from "../permissions";

import { bodyText, refuseLongBody, USUAL_LIMIT } from "./body";
import { branchFor, branchInBody, isAboutNone, namedBranch } from "./branch";
import type { Trail } from "./call-context";
import { countCall } from "./rate-limit";

/** A call that passed every check that does not need its fields. */
export interface AuthorizedCall extends Caller {
  /** The actor, request id and key of every write of this call. */
  by: WriteBy;
  /** Null for a worker, and for a public call without a token. */
  signedIn: SignedIn | null;
  /** Null for everybody but a worker. */
  worker: CallingWorker | null;
  /** The branch that the call is about; where it is about none the server's own. */
  branch: Branch;
  /** Every branch kept here that the caller may see, for calls about the whole group. */
  allBranches: () => Branch[];
  /** Our own page or a program with a token asks; false where a browser says of a GET with the cookie nothing of whose page it is. */
  isOurs: boolean;
  /** Where the call came from; for throttles, never for rights. */
  address: string;
  request: Request;
  url: URL;
  /** The body's text; empty for a GET, and for a file that the handler reads itself. */
  text: string;
}

/**
 * Length → who → same site → branch → may they → rate limit → body, and where the body may name the branch, that too.
 * @throws AppError that says what stands against it
 */
export async function authorize(contract: CallContract, request: Request, trail: Trail, address = "here"): Promise<AuthorizedCall> {
  trail.address = address;
  refuseLongBody(request, contract.limit ?? USUAL_LIMIT);
  const caller = await whoCalls(request, contract);
  await learnBranchesOnce();
  trail.actor = caller?.actor ?? null;
  if (contract.permission !== "public" && !caller) throw await whyNobody(request);
  const source = contract.withCookie && hasCookie(request.headers) ? "cookie" : (caller?.source ?? null);
  const isOurs = comesFromUs(contract, request, source);
  const url = new URL(request.url);
  const second = env().BRANCH_HEADER;
  const inHeaders = [request.headers.get("x-branch"), second ? request.headers.get(second) : null];
  const named = namedBranch([...inHeaders, ...url.searchParams.getAll("branch")]);
  // Nobody's body is read before it is known that they may call: where it alone may say the branch, that waits.
  if (named || !contract.branchInBody) trail.branch = branchFor(contract, named);
  requirePermission(caller, contract.permission);
  const held = caller?.signedIn?.user.permissions ?? [];
  trail.seesAllergies = can(held, SEES_ALLERGIES);
  trail.masksPhones = contract.masksPhones === true && !can(held, "see_all_phones");
  if (contract.perMinute) countCall(contract.path, caller?.actor.id ?? address, contract.perMinute);
  const { SEARCHES_PER_MINUTE } = env();
  if (contract.limited === "search" && SEARCHES_PER_MINUTE > 0)
    countCall(contract.path, caller?.signedIn?.sessionId ?? address, SEARCHES_PER_MINUTE);
  const text = contract.reads === "file" || contract.method === "GET" ? "" : await bodyText(request, contract.limit ?? USUAL_LIMIT);
  const key = branchFor(contract, contract.branchInBody ? namedBranch([named, branchInBody(text)]) : named);
  trail.branch = key;
  requireBranch(caller, key, contract);
  const branches = caller?.signedIn?.user.branches ?? null;
  const actor = caller?.actor ?? { kind: "system", id: "public call" };
  return {
    by: { actor, request_id: trail.requestId, receipt: receiptKeyOf(contract, request, { url, text, branch: key }, caller) },
    signedIn: caller?.signedIn ?? null,
    worker: caller?.worker ?? null,
    branch: branchHandle(key),
    allBranches: () =>
      keptBranches()
        .filter((one) => mayWorkIn(branches, one))
        .map(branchHandle),
    requirePermission: (requirement) => requirePermission(caller, requirement),
    branches,
    isOurs,
    requireBranch: (branch) => requireBranch(caller, branch),
    address,
    request,
    url,
    text,
  };
}

/** A restaurant as its guests' own pages ask it, where nobody is signed in: what they may is decided there. @returns null for any other word */
export function guestsBranch(key: string): Branch | null {
  return isRestaurant(key) && keptBranches().includes(key) ? branchHandle(key) : null;
}

/** An expired token is not noted as a refusal: every tablet has one four times an hour. */
async function whyNobody({ headers }: Request): Promise<AppError> {
  const claims = await readToken((await tokenOf(headers))?.token ?? "");
  const isTokenOver = claims !== null && !opensCalls(claims) && (await whoIsSignedIn(claims.sid)) !== null;
  if (!isTokenOver) return new AppError("unauthenticated", "Please sign in.");
  const detail = "This access token is over. POST /auth/refresh gives the next one; else sign in again. Nothing was changed.";
  return new AppError("unauthenticated", detail, { isTokenOver });
}

interface WhoCalls {
  actor: Actor;
  signedIn: SignedIn | null;
  worker: CallingWorker | null;
  source: TokenSource;
}

/**
 * Null for nobody: without a token, or with one that is forged, ended or too old.
 */
async function whoCalls(request: Request, contract: CallContract): Promise<WhoCalls | null> {
  const found = await tokenOf(request.headers);
  if (!found) return null;
  const { token, source } = found;
  const worker = source === "bearer" ? await workerOf(token, request.headers.get("x-worker") ?? "") : null;
  if (worker) return { actor: { kind: "worker", id: worker.name }, signedIn: null, worker, source };
  const signedIn = await whoseToken(token, source, contract);
  return signedIn && { actor: { kind: "user", id: signedIn.user.id }, signedIn, worker: null, source };
}

function whoseToken(token: string, source: TokenSource, { endsSignIn, byPlainLink }: CallContract): Promise<SignedIn | null> {
  if (endsSignIn) return whoseSignIn(token);
  return byPlainLink && source === "cookie" ? whoseCookie(token) : whoHolds(token, source);
}

/**
 * Whether whoever made a call could make it again now: signed in still, and with every right, in every branch, with which it
 * was let in. A handler may have asked for more than its contract does, and looked at what it was given then.
 */
export async function isStillAuthorized({ signedIn }: AuthorizedCall): Promise<boolean> {
  // By the sign-in and not by its token, which may end while an answer is still on its way.
  const now = signedIn && (await whoIsSignedIn(signedIn.sessionId));
  return now !== null && hasAllRightsOf(ownRights(now), ownRights(signedIn));
}

/** A worker has the calls of workers and no others, and no user has those, whatever the role. */
function requirePermission(caller: WhoCalls | null, requirement: Requirement): void {
  if (requirement === "public") return;
  const isWorker = caller?.actor.kind === "worker";
  const may = requirement === "worker" ? isWorker : caller?.signedIn && can(caller.signedIn.user.permissions, requirement);
  if (!may) throw new AppError("forbidden", "You don't have permission to do this. Nothing was changed.");
}

/** A worker's token is that worker's: a call that names another one is refused, whatever it asks for. */
export async function refuseOtherWorker(worker: CallingWorker | null, body: unknown): Promise<void> {
  const named = typeof body === "object" && body !== null && "worker_id" in body ? body.worker_id : null;
  if (worker === null || typeof named !== "string" || (await mayCallAs(worker, named))) return;
  throw new AppError("forbidden", "This token is another worker's. Nothing was changed. Give this worker a token of its own.");
}

const EVERYBODYS =
  "This belongs to all branches, and you may work in some of them. Nothing was changed. Ask somebody who works in all of them.";

/**
 * Somebody who is limited to some branches neither reads nor writes another one's.
 * @param contract left out where the branch was named by a call that is about no branch's stores
 */
function requireBranch(caller: WhoCalls | null, branch: string, contract?: CallContract): void {
  const branches = caller?.signedIn?.user.branches ?? null;
  if (contract?.about === "group" && branches !== null) throw new AppError("branch_forbidden", EVERYBODYS);
  if ((contract && isAboutNone(contract)) || mayWorkIn(branches, branch)) return;
  const theirs = (branches ?? []).map((one) => branchName(one)).join(", ");
  throw new AppError("branch_forbidden", `You are signed in for ${theirs} only. Nothing was changed. Choose that branch at the top.`);
}

/**
 * A cookie goes along with whatever page made the browser call; only our own pages may change something by it.
 * @returns whether it is known that it is one of ours; a GET that nobody knows of may be answered, and begins nothing
 */
function comesFromUs(contract: CallContract, request: Request, source: TokenSource | null): boolean {
  if (source !== "cookie") return true;
  if (contract.bearerOnly) throw new AppError("cross_site", "This call needs the Authorization header.");
  const { method, ownPagesOnly } = contract;
  if (method === "GET" && !ownPagesOnly) return false;
  const isOurs = isOwnPage(request.headers);
  if (isOurs === false || (isOurs === null && method !== "GET")) throw crossSite();
  return isOurs ?? false;
}

/** The refusal for a call from another site's page, or from an unknown one. */
export function crossSite(): AppError {
  return new AppError("cross_site", "This call came from another site. Nothing was changed.");
}

/**
 * By what a browser says of the page that made it call, which no page can write otherwise. Over plain http it leaves
 * Sec-Fetch-Site out; with a GET of our own, such as an EventSource's, it then sends nothing but a Referer.
 * @returns null where it says nothing
 */
function isOwnPage(headers: Headers): boolean | null {
  const [site, origin, referer] = ["sec-fetch-site", "origin", "referer"].map((name) => headers.get(name));
  if (site) return site === "same-origin";
  const page = origin ?? (referer ? originOf(referer) : null);
  const host = headers.get("host");
  return page === null ? null : page === `http://${host}` || page === `https://${host}`;
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : "null";
}

interface Asked {
  url: URL;
  text: string;
  branch: BranchKey;
}

function receiptKeyOf(contract: CallContract, request: Request, asked: Asked, caller: WhoCalls | null): ReceiptKey | null {
  const key = request.headers.get("idempotency-key");
  // The answer of a sign-in is a token, which is kept nowhere.
  if (!key || contract.answersSecret || contract.permission === "public" || (contract.method === "GET" && !contract.bearerOnly))
    return null;
  if (key.length > 200) throw new AppError("invalid_request", "The Idempotency-Key is too long.");
  const secret = authSecret();
  const call = contract.sameCallAs ?? `${contract.method} ${contract.path}`;
  return {
    // A table's draft belongs to the tablet: at a change of shift somebody else sends it again, with the same key.
    key: fingerprint(`${contract.keyBelongsTo === "tablet" ? "" : (caller?.actor.id ?? "")} ${call} ${key}`, secret),
    body_hash: fingerprint(whatIsAsked(contract, asked), secret),
    status: contract.status ?? 200,
  };
}

/**
 * Everything that makes one call another one: the branch that it is about, wherever it was named, and what stands in its
 * address and body. Two addresses of one call share their query, `action` apart, and what their bodies say, in whichever form.
 */
function whatIsAsked(contract: CallContract, { url, text, branch }: Asked): string {
  const query = new URLSearchParams(url.searchParams);
  query.delete("branch");
  query.sort();
  if (contract.sameCallAs) {
    query.delete("action");
    return `${query} ${saidBy(contract, text)} ${branch}`;
  }
  return `${url.pathname.replace(/^\/api|\/$/g, "")}?${query} ${text} ${branch}`;
}

/** A parsed body, in any encoding; the text itself if it cannot be parsed. */
function saidBy({ body }: CallContract, text: string): string {
  if (!body) return ""; // one of its addresses is a GET
  const said = body.safeParse(fieldsOf(text));
  return said.success ? JSON.stringify(said.data) : text;
}

function fieldsOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return Object.fromEntries(new URLSearchParams(text));
  }
}
