import type { BranchKey } from "../branches";
import { allowedBases, type Backend, isOwnBase, listedBase, ownBase, resolveBackend, STORAGE_KEYS } from "./base";
import type { AnswerOf, BodyInputOf, CallContract, Endpoint, FileEndpoint, FirstAnswer, ParamsOf, QueryInputOf } from "./endpoint";

/** A call that failed: the server's own words where it gave any, and status 0 where nobody answered. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly code: string,
    message: string,
    /** The whole error answer, for callers that need more of it (such as `current` of a conflict). */
    readonly fields: Record<string, unknown> = {},
    readonly requestId: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** By name: a bundle may hold this module twice. */
export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === "ApiError" && "status" in error;
}

const NOBODY_ANSWERED = "The server did not answer. Check the network, then try again.";

/** A server of the list that does not know the token of this page's own. */
const OTHER_SIGN_IN = "other_sign_in";

/** Whether a failed call says that the sign-in on this page has ended: what another server does not know says nothing about it. */
export function endsSignIn(error: unknown): boolean {
  return isApiError(error) && error.status === 401 && error.code !== OTHER_SIGN_IN;
}

let apiBases: Record<string, string> = {};
let backend: Backend | null = null;

/** Tells the client the server's list of addresses; the providers call it before anything else does. */
export function configureBackend(listed: Record<string, string>): void {
  apiBases = listed;
  backend = null;
}

/** The backend that this page speaks to. It is read once: a change of the stored choice reloads the page. */
export function currentBackend(): Backend {
  backend ??= resolveBackend({ href: window.location.href, stored: readStored, apiBases });
  return backend;
}

/** A private window may refuse its storage; the page must work all the same. */
export function readStored(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

type Given<Key extends string, Value> = [Value] extends [undefined] ? { [K in Key]?: undefined } : { [K in Key]: Value };

export type CallOptions<E extends Endpoint> = Given<"params", ParamsOf<E>> &
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
  const given: LooseOptions = options ?? {};
  const endpoint = await contractOf(contracted);
  return readAnswer(endpoint, given, await sendCall(endpoint, given, addressOf(endpoint, given), headersOf(given)));
}

/** The last answer of each address and branch that names its version; a few, because only polls are asked this way. */
const versionedAnswers = new Map<string, { etag: string; answer: unknown }>();

/**
 * Calls a GET that is asked again and again: the server is told which version of the answer is here (ETag), and as long
 * as it says that nothing has changed (304), the very same object is given again, so that no screen is drawn anew.
 */
export async function callUnlessUnchanged<E extends Endpoint>(contracted: Contracted<E>, ...[options]: Arguments<E>): Promise<AnswerOf<E>> {
  const given: LooseOptions = options ?? {};
  const endpoint = await contractOf(contracted);
  const url = addressOf(endpoint, given);
  const headers = headersOf(given);
  const key = `${headers.get("X-Branch")} ${url}`;
  const earlier = versionedAnswers.get(key);
  if (earlier) headers.set("If-None-Match", earlier.etag);
  const response = await sendCall(endpoint, given, url, headers);
  if (earlier && response.status === 304) return earlier.answer as AnswerOf<E>;
  const answer = await readAnswer(endpoint, given, response);
  const etag = response.headers.get("etag");
  if (etag) versionedAnswers.set(key, { etag, answer });
  else versionedAnswers.delete(key);
  return answer;
}

/** Remembers the version of an answer that the server drew the page with, for `callUnlessUnchanged`. */
export function rememberAnswer(path: string, { etag }: FirstAnswer, answer: unknown): void {
  if (etag) versionedAnswers.set(`${headersOf({}).get("X-Branch")} ${addressOf({ path }, {})}`, { etag, answer });
}

/** Fetches an answer that is a file, with the name that the server gives it; a refusal is an `ApiError` as of any call. */
export async function fetchFile<E extends FileEndpoint>(contracted: () => Promise<E>, given: LooseOptions): Promise<File> {
  const endpoint = await contractOf(contracted);
  const response = await sendCall(endpoint, given, addressOf(endpoint, given), headersOf(given));
  if (!response.ok) throw errorOf(response, await response.text());
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "download";
  return new File([await response.blob()], decodeURIComponent(name), { type: endpoint.gives });
}

/** Where an address of an answer leads, such as a voucher's picture: below this page's backend, or what it says in full. */
export function addressBelow(address: string): string {
  return /^https?:\/\//i.test(address) ? address : `${baseOf(undefined)}${address}`;
}

/** Fetches a file by an address that an answer gave. It is signed by itself: neither token nor cookie go along. */
export async function fetchAddress(address: string, signal?: AbortSignal): Promise<Blob> {
  const response = await send(addressBelow(address), { signal, credentials: "omit" });
  if (!response.ok) throw errorOf(response, await response.text());
  return response.blob();
}

function sendCall(endpoint: CallContract, given: LooseOptions, url: string, headers: Headers): Promise<Response> {
  return send(url, {
    method: endpoint.method,
    headers,
    body: bodyOf(given, headers),
    signal: given.signal,
    cache: "no-store",
    // Signing in sends no cookie (first specification, section 7).
    credentials: endpoint.permission === "public" ? "omit" : "same-origin",
  });
}

function bodyOf({ file, body }: LooseOptions, headers: Headers): BodyInit | undefined {
  if (!file) return body === undefined ? undefined : JSON.stringify(body);
  headers.delete("Content-Type"); // the browser's own, with the boundary of the form
  const form = new FormData();
  form.set("file", file);
  return form;
}

interface LooseOptions {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  base?: string;
  branch?: BranchKey | null;
  file?: File;
}

/** The bearer goes along with every call, so a base that the server did not list is refused here too. */
function baseOf(asked: string | undefined): string {
  if (!asked) return currentBackend().base;
  const listed = listedBase(asked, allowedBases(ownBase(new URL(window.location.href)), apiBases));
  if (listed) return listed;
  throw new ApiError(0, "", "unlisted_base", "This server address is not on the server's list. Ask the manager to add it.");
}

function addressOf(endpoint: Pick<Endpoint, "path">, given: LooseOptions): string {
  return `${baseOf(given.base)}${fillPath(endpoint.path, given.params)}${queryText(given.query)}`;
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Record<string, unknown>;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name] ?? "")));
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

function headersOf(given: LooseOptions): Headers {
  const headers = new Headers({ Accept: "application/json", "Content-Type": "application/json" });
  const token = readStored(STORAGE_KEYS.token);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  const branch = given.branch === undefined ? currentBackend().branch : given.branch;
  if (branch) headers.set("X-Branch", branch);
  if (given.idempotencyKey) headers.set("Idempotency-Key", given.idempotencyKey);
  return headers;
}

type AnswerWatcher = (url: string, answered: boolean) => void;
const answerWatchers = new Set<AnswerWatcher>();

/** Tells of every call whether a server answered it, be it with a refusal. Returns the way to stop. */
export function watchAnswers(watcher: AnswerWatcher): () => void {
  answerWatchers.add(watcher);
  return () => answerWatchers.delete(watcher);
}

function tellOfAnswer(url: string, answered: boolean): void {
  for (const watcher of answerWatchers) watcher(url, answered);
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, init);
    tellOfAnswer(url, true);
    return response;
  } catch (cause) {
    const isTimeout = init.signal?.reason instanceof DOMException && init.signal.reason.name === "TimeoutError";
    if (init.signal?.aborted && !isTimeout) throw cause;
    tellOfAnswer(url, false);
    if (isTimeout) throw cause;
    throw new ApiError(0, "", "network", NOBODY_ANSWERED, {}, null, { cause });
  }
}

async function readAnswer<E extends Endpoint>(endpoint: E, given: LooseOptions, response: Response): Promise<AnswerOf<E>> {
  const text = await response.text();
  const json = parseJson(text);
  if (!response.ok) {
    const error = errorOf(response, text);
    const isOthers = error.status === 401 && !isOwnBase(baseOf(given.base), new URL(window.location.href), apiBases);
    throw isOthers ? signInElsewhere(endpoint, error) : error;
  }
  const answer = endpoint.answer.safeParse(json);
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

/** A call that anybody may make keeps the server's words: signing in there says that the password is wrong. */
function signInElsewhere(endpoint: Endpoint, { status, statusText, message, fields, requestId }: ApiError): ApiError {
  const sentence = endpoint.permission === "public" ? message : "That server asks for its own sign-in. Your sign-in here goes on.";
  return new ApiError(status, statusText, OTHER_SIGN_IN, sentence, fields, requestId);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorOf(response: Response, text: string): ApiError {
  const json = parseJson(text);
  const fields = isRecord(json) ? json : {};
  const said = [fields.error, fields.detail, fields.message].find((value) => typeof value === "string" && value !== "");
  return new ApiError(
    response.status,
    response.statusText,
    typeof fields.code === "string" ? fields.code : "",
    typeof said === "string" ? said : statusLine(response, text),
    fields,
    response.headers.get("x-request-id") ?? (typeof fields.request_id === "string" ? fields.request_id : null),
  );
}

/** `HTTP 502 Bad Gateway`, plus the body when there is one; a proxy's whole error page would help nobody. */
function statusLine(response: Response, text: string): string {
  const line = `HTTP ${response.status} ${response.statusText}`.trim();
  const body = text.trim();
  return body && !body.startsWith("<") ? `${line} ${body.slice(0, 500)}` : line;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
