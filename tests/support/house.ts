import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inject } from "vitest";
import type { AnswerOf, BodyInputOf, CallContract, Endpoint, QueryInputOf } from "../../lib/api/endpoint";
import { now } from "../../lib/clock";
import { isThreads } from "../../lib/db/bulk-steps";
import { closeStores } from "../../lib/db/find-store";
import { forgetSettings } from "../../lib/env";
import { runningJobs } from "../../lib/jobs/list";
import type { BranchKey } from "../../lib/known-branches";
import { forgetProcessWide } from "../../lib/process-wide";
import { allDone } from "../../lib/work-under-way";
import { routeOf } from "./handlers";
import { madeNow } from "./made-now";
import { PASSWORDS } from "./passwords";

const folders: string[] = [];

/**
 * Moves this test into a house of its own: a copy of the template's data folder, and the given settings.
 * @param template another one, where many tests begin with the same people
 * @returns the data folder
 */
export function enterHouse(settings: Record<string, string> = {}, template = inject("template")): string {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-test-"));
  folders.push(folder);
  const data = path.join(folder, "data");
  copyFolder(template, data);
  // A test does in a second what people do in an evening: what is limited by the hour has tests of its own.
  const unlimited = { SEARCHES_PER_MINUTE: "0", LONG_WORK_PER_HOUR: "0" };
  Object.assign(process.env, {
    DATA_DIR: data,
    ADMIN_PASSWORD: PASSWORDS.admin,
    LOG_LEVEL: "info",
    WORKER_TOKEN,
    ...unlimited,
    ...settings,
  });
  changed.push(...Object.keys(settings));
  if (changed.length > 0) forgetProcessWide(); // threads read the settings when they begin
  forgetSettings();
  return data;
}

/** As `cpSync` does, which takes half as long again: it looks at each file several times. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const copy = entry.isDirectory() ? copyFolder : copyFileSync;
    copy(path.join(from, entry.name), path.join(to, entry.name));
  }
}

/** Whether the sign-ins of the template are good there: a secret of the test's own makes others. */
const isCopy = (data: string | undefined) => folders.some((folder) => path.join(folder, "data") === data);

const changed: string[] = [];

/** What a worker PC of the tests calls with. */
export const WORKER_TOKEN = "worker-token-of-the-tests-that-is-long-enough";

/** The server starts anew on the same data folder: nothing is known but what stands there. */
export async function restartHouse(): Promise<void> {
  await closeStores();
  forgetProcessWide(isThreads);
}

/** Ends the test's jobs, one that goes on behind an answer too, closes its stores and takes its folder away. */
export async function leaveHouse(): Promise<void> {
  for (const { cancel, ended } of [...runningJobs().values()]) {
    cancel.abort();
    await ended;
  }
  await allDone(); // what a booking leaves to do beside it would meet the next test's folder
  await closeStores();
  if (changed.length > 0) forgetProcessWide();
  for (const name of changed.splice(0)) delete process.env[name];
  forgetProcessWide(isThreads);
  forgetSettings();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** `worker`: a worker PC with its token. */
export type Person = "nobody" | "admin" | "staff" | "keyless" | "worker";

export interface CallOptions<E extends CallContract> {
  params?: Record<string, string>;
  query?: QueryInputOf<E>;
  body?: BodyInputOf<E>;
  branch?: BranchKey | string;
  key?: string;
  headers?: Record<string, string>;
  /** Aborts when the caller goes away. */
  signal?: AbortSignal;
  /** Where the call comes from. */
  address?: string;
  /** A body as it goes over the line, in place of `body`. */
  raw?: BodyInit;
}

export interface Answered<E extends CallContract> {
  status: number;
  headers: Headers;
  /** The answer of the contract; of a refusal, its error. */
  answer: (E extends Endpoint ? AnswerOf<E> : unknown) & Refusal;
  /** The answer as it came, for what is no text. */
  bytes: Buffer;
}

export interface Refusal {
  error: string;
  detail: string;
  code: string;
  request_id: string;
  issues?: { path: string; message: string }[];
}

const tokens = new Map<string, { token: string; at: number }>();

/** How long a token of the template is used as it is, in milliseconds; it is good for a quarter of an hour. */
const TOKEN_KEPT = 10 * 60_000;

/** @returns the token of somebody of the template: as they signed in there, or anew where the test's clock is past that */
export async function tokenFor(person: Exclude<Person, "nobody" | "worker">): Promise<string> {
  const kept = inject("signIns")[person];
  const data = process.env.DATA_DIR;
  if (kept && data && now() < new Date(kept.expiresAt) && !process.env.AUTH_SECRET && isCopy(data)) {
    const isYoung = performance.timeOrigin + performance.now() - kept.madeAt < TOKEN_KEPT;
    return isYoung ? kept.token : madeNow(kept.token, data);
  }
  const known = tokens.get(process.env.DATA_DIR + person);
  // The test's clock may have gone on by months since.
  if (known && Math.abs(now().getTime() - known.at) < TOKEN_KEPT) return known.token;
  const { login } = await import("../../lib/auth/contract");
  const { answer } = await call("nobody", login, { body: { username: person, password: PASSWORDS[person] } });
  tokens.set(process.env.DATA_DIR + person, { token: answer.access_token, at: now().getTime() });
  return answer.access_token;
}

/** Calls the real route handler of a contract as somebody, without a server. */
export async function call<E extends CallContract>(person: Person, contract: E, options: CallOptions<E> = {}): Promise<Answered<E>> {
  const handler = await routeOf(contract);
  const address = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.params?.[name] ?? ""));
  const query = new URLSearchParams(
    Object.entries((options.query ?? {}) as Record<string, unknown>).map(([name, value]) => [name, String(value)]),
  );
  const headers = new Headers(options.headers);
  if (person === "worker") headers.set("authorization", `Bearer ${WORKER_TOKEN}`);
  else if (person !== "nobody") headers.set("authorization", `Bearer ${await tokenFor(person)}`);
  if (options.branch) headers.set("x-branch", options.branch);
  if (options.key) headers.set("idempotency-key", options.key);
  const body = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  if (body !== undefined && !headers.has("content-type")) headers.set("content-type", "application/json");
  const request = new Request(`http://127.0.0.1/api${address}?${query}`, {
    method: contract.method,
    headers,
    body,
    duplex: "half",
    signal: options.signal,
  } as RequestInit);
  const response = await handler(request, { params: Promise.resolve(options.params ?? {}), address: options.address });
  const bytes = Buffer.from(await response.arrayBuffer());
  const text = bytes.toString();
  const isJson = (response.headers.get("content-type") ?? "").includes("json");
  return { status: response.status, headers: response.headers, answer: isJson ? JSON.parse(text) : text || null, bytes };
}
