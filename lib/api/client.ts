import type { BranchKey } from "../known-branches";
import { ApiError, errorOf, isApiError, NOBODY_ANSWERED, TRY_AGAIN, textOf } from "./api-error";
import { currentBackend, isPagesServer, listed, serversSaid, signInAsked, tokenAt } from "./backends";
import type { AnswerOf, BodyInputOf, CallContract, Endpoint, FileEndpoint, FirstAnswer, ParamsOf, QueryInputOf } from "./endpoint";
import { parseJson } from "./error-words";
import { inTime } from "./in-time";
import { isRenewedAt } from "./refresh";
import { bodyOf, fillPath, queryText } from "./request-parts";
import { send } from "./send";

const NOT_IN_TIME = `The server did not answer in time. ${TRY_AGAIN}`;

/** A server of the list that does not know the token of this page's own. */
const OTHER_SIGN_IN = "other_sign_in";
const SIGN_IN_THERE = "That server asks for its own sign-in. Your sign-in here goes on.";

/** Whether a failed call says that the sign-in on this page has ended: what another server does not know says nothing about it. */
export function endsSignIn(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== OTHER_SIGN_IN;
}

type Given<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value };

type CallOptions<E extends Endpoint> = Given<"params", ParamsOf<E>> &
  (undefined extends QueryInputOf<E> ? { query?: QueryInputOf<E> } : { query: QueryInputOf<E> }) &
  (undefined extends BodyInputOf<E> ? { body?: BodyInputOf<E> } : { body: BodyInputOf<E> }) & {
    /** The same key for the same intent: a repeated save then happens once. */
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** Another server of the list than this page's. */
    base?: string;
    branch?: BranchKey | null;
    /** Of an endpoint that reads a file: sent as the form's field `file`, by its name. */
    file?: File;
    /** The other fields of its form, as the contract's `form` names them. */
    form?: object;
  };

/** The options may be left out where an endpoint asks for nothing. */
type Arguments<E extends Endpoint> = Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

/** A contract, or the way to one whose code is no part of the first load. */
export type Contracted<E extends Endpoint> = E | (() => Promise<E>);

async function contractOf<E extends CallContract>(contracted: E | (() => Promise<E>)): Promise<E> {
  if (typeof contracted !== "function") return contracted;
  try {
    return await contracted();
  } catch (cause) {
    throw new ApiError(0, "", "network", NOBODY_ANSWERED, {}, null, { cause });
  }
}

/** Calls an endpoint as its contract says and gives its answer, or throws an `ApiError`. */
export async function call<E extends Endpoint>(contracted: Contracted<E>, ...[options]: Arguments<E>): Promise<AnswerOf<E>> {
  return answered(contracted, options ?? {}, async (endpoint, given) =>
    readAnswer(endpoint, await sendCall(endpoint, given, addressOf(endpoint, given), headersOf(endpoint, given))),
  );
}

/** With the contract of a call, and given up when nobody answers; not so where the contract says that it takes long. */
function answered<E extends CallContract, Answer>(
  contracted: E | (() => Promise<E>),
  given: LooseOptions,
  work: (endpoint: E, given: LooseOptions) => Promise<Answer>,
): Promise<Answer> {
  const notInTime = (cause: unknown) => new ApiError(0, "", "timeout", NOT_IN_TIME, {}, null, { cause });
  return inTime(given.signal, notInTime, async (signal, takeLong) => {
    const endpoint = await contractOf(contracted);
    if (endpoint.takesLong) takeLong();
    return work(endpoint, { ...given, signal });
  });
}

/** The last answer of each address and branch that names its version; a few, because only polls are asked this way. */
const versionedAnswers = new Map<string, { etag: string; answer: unknown }>();

/**
 * Calls a GET that is asked again and again: the server is told which version of the answer is here (ETag), and as long
 * as it says that nothing has changed (304), the very same object is given again, so that no screen is drawn anew.
 */
export async function callUnlessUnchanged<E extends Endpoint>(contracted: Contracted<E>, ...[options]: Arguments<E>): Promise<AnswerOf<E>> {
  return answered(contracted, options ?? {}, async (endpoint, given) => {
    const url = addressOf(endpoint, given);
    const headers = headersOf(endpoint, given);
    const key = `${headers.get("X-Branch")} ${url}`;
    const earlier = versionedAnswers.get(key);
    if (earlier) headers.set("If-None-Match", earlier.etag);
    const response = await sendCall(endpoint, given, url, headers);
    if (earlier && response.status === 304) return earlier.answer as AnswerOf<E>;
    const answer = await readAnswer(endpoint, response);
    const etag = response.headers.get("etag");
    if (etag) versionedAnswers.set(key, { etag, answer });
    else versionedAnswers.delete(key);
    return answer;
  });
}

/** Remembers the version of an answer that the server drew the page with, for `callUnlessUnchanged`. */
export function rememberAnswer(path: string, { etag }: FirstAnswer, answer: unknown): void {
  if (etag) versionedAnswers.set(`${currentBackend().branch} ${addressOf({ path }, {})}`, { etag, answer });
}

/** Opens an answer that is sent as it is made; a refusal is an `ApiError` as of any call. */
export async function openStream<E extends FileEndpoint>(
  contracted: () => Promise<E>,
  given: LooseOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { body } = await fetchRaw(await contractOf(contracted), given);
  if (!body) throw new ApiError(0, "", "network", NOBODY_ANSWERED);
  return body;
}

/** Fetches an answer that is a file, with the name that the server gives it; a refusal is an `ApiError` as of any call. */
export async function fetchFile<E extends FileEndpoint>(contracted: () => Promise<E>, given: LooseOptions): Promise<File> {
  const endpoint = await contractOf(contracted);
  const response = await fetchRaw(endpoint, given);
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
  return new File([await response.blob()], decodeURIComponent(name), {
    type: response.headers.get("content-type") ?? endpoint.gives,
  });
}

/** Where an address of an answer leads, such as a voucher's picture: below the server that answered, or what it says in full. */
export function addressBelow(address: string, base?: string): string {
  return /^https?:\/\//i.test(address) ? address : `${baseOf(base)}${address}`;
}

/** Fetches a file by an address that an answer gave. It is signed by itself: neither token nor cookie go along. */
export async function fetchAddress(address: string, signal?: AbortSignal): Promise<Blob> {
  return (await unlessRefused(await send(addressBelow(address), { signal, credentials: "omit" }))).blob();
}

async function fetchRaw(endpoint: FileEndpoint, given: LooseOptions): Promise<Response> {
  return unlessRefused(await sendCall(endpoint, given, addressOf(endpoint, given), headersOf(endpoint, given)));
}

async function unlessRefused(response: Response): Promise<Response> {
  if (response.ok) return response;
  throw await errorOf(response);
}

async function sendCall(endpoint: CallContract, given: LooseOptions, url: string, headers: Headers): Promise<Response> {
  const base = baseOf(given.base);
  const isOurs = isPagesServer(base);
  const isPublic = endpoint.permission === "public";
  const sendNow = (now: Headers) =>
    send(url, {
      method: endpoint.method,
      headers: now,
      body: bodyOf(given, now),
      signal: given.signal,
      cache: "no-store",
      // Signing in sends no cookie (docs/design/spec-shell.md 7). Another server may stand on this very origin, on another path.
      credentials: isPublic || !isOurs ? "omit" : "same-origin",
    });
  let used = headers;
  let response = await sendNow(new Headers(headers));
  // Tokens last a quarter of an hour. A call that was refused for it did nothing, and is made once more with the next one.
  if (response.status === 401 && !isPublic && (await isRenewedAt(base, tokenIn(headers)))) {
    used = new Headers(headers);
    putToken(used, tokenOf(endpoint, base));
    response = await sendNow(new Headers(used));
  }
  if (response.status !== 401 || isOurs) return response;
  // Another server's 401 is the answer to this one call, and ends nobody's sign-in here.
  const { statusText, message, fields, requestId } = await errorOf(response);
  if (!isPublic) signInAsked(base, tokenIn(used));
  // That server's sign-in says itself that the password is wrong.
  throw new ApiError(401, statusText, OTHER_SIGN_IN, isPublic ? message : SIGN_IN_THERE, { ...fields, base }, requestId);
}

/** As the server wants it said (docs/design/spec-shell.md 7). */
function putToken(headers: Headers, token: string | null): void {
  const isOwnHeader = serversSaid().authStyle === "token";
  if (token) headers.set(isOwnHeader ? "x-token" : "Authorization", isOwnHeader ? token : `Bearer ${token}`);
}

const tokenIn = (headers: Headers) => headers.get("x-token") ?? headers.get("Authorization")?.replace("Bearer ", "") ?? null;

interface LooseOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  base?: string;
  branch?: BranchKey | null;
  file?: File;
  form?: object;
}

/** The token goes along with every call, so a base that the server did not list is refused here too. */
function baseOf(asked: string | undefined): string {
  if (!asked) return currentBackend().base;
  const base = listed(asked);
  if (base) return base;
  throw new ApiError(0, "", "unlisted_base", "This server address is not on the server's list. Ask the manager to add it.");
}

function addressOf(endpoint: Pick<Endpoint, "path">, given: LooseOptions): string {
  return `${baseOf(given.base)}${fillPath(endpoint.path, given.params)}${queryText(given.query)}`;
}

function headersOf(endpoint: Pick<CallContract, "permission">, given: LooseOptions): Headers {
  const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
  const { branchHeader } = serversSaid();
  putToken(headers, tokenOf(endpoint, baseOf(given.base)));
  const branch = given.branch === undefined ? currentBackend().branch : given.branch;
  if (branch) headers.set("X-Branch", branch);
  // Another server may have another such header, or none, and browsers ask it before they send one that it does not name.
  if (branch && branchHeader && isPagesServer(baseOf(given.base))) headers.set(branchHeader, branch);
  if (given.idempotencyKey) headers.set("Idempotency-Key", given.idempotencyKey);
  return headers;
}

/**
 * The server's own token. Where somebody has not signed in at another server yet, it is not even asked.
 * @throws ApiError `other_sign_in`
 */
function tokenOf({ permission }: Pick<CallContract, "permission">, base: string): string | null {
  const token = tokenAt(base);
  if (isPagesServer(base)) return token;
  if (permission === "public") return null;
  if (token) return token;
  signInAsked(base, null);
  throw new ApiError(401, "Unauthorized", OTHER_SIGN_IN, SIGN_IN_THERE, { base });
}

async function readAnswer<E extends Endpoint>(endpoint: E, response: Response): Promise<AnswerOf<E>> {
  const answer = endpoint.answer.safeParse(parseJson(await textOf(await unlessRefused(response))));
  if (answer.success) return answer.data as AnswerOf<E>;
  throw new ApiError(
    response.status,
    response.statusText,
    "unreadable_answer",
    "The server's answer was not understood. It may run another version: reload the page.",
    {},
    response.headers.get("x-request-id"),
    { cause: answer.error },
  );
}
