import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";

/** Guests who are in the book of Jounieh before the evening begins. */
const KNOWN_GUESTS = `name,phones,birthday
رامي خوري,03 123456,24/11
Élodie Haddad,+961 70 555 111,1/11
Georges Khoury,71/222333,
Nour Karam,76 400 118,
<b>Bold & Co</b>,81 700 456,
`;

export const ADMIN = { username: "admin", password: "seven brass lanterns" };
export const STAFF = { username: "rima", password: "warm bread at noon" };

/** A real server on a data folder of its own, whose clock a test sets. */
export interface House {
  url: string;
  data: string;
  setClock(instant: string): void;
  /** The server goes away as by a power cut, and comes back with the same address and data. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Reads a store beside the running server. */
  rows<Row>(store: string, sql: string): Row[];
  api(path: string, init?: RequestInit & { branch?: string }): Promise<Response>;
}

/** Friday 20 November 2026, 21:40 in Beirut. */
export const EVENING = "2026-11-20T19:40:00.000Z";
/** The same night, 23:20. */
export const AFTER_2315 = "2026-11-20T21:20:00.000Z";

/** What a test may ask its server to be: settings of its own, and another folder with a build. */
export interface HouseKind {
  settings: Record<string, string>;
  build: string;
}

const USUAL: HouseKind = { settings: {}, build: "dist-test" };

export const JSON_BODY = { "content-type": "application/json" };

/** What a browser keeps of somebody who is signed in. */
interface SignIn {
  token: string;
  user: string;
  cookie: { name: string; value: string };
}

/**
 * A data folder in which nobody has sat down yet, with the guests that are known, a second user, and sign-ins that are
 * good in every copy of it; made once for all tests.
 */
interface Template {
  data: string;
  signIns: Record<string, SignIn>;
  apiToken: string;
}

let template: Promise<Template> | null = null;
export const theTemplate = () => {
  template ??= makeTemplate();
  return template;
};

async function makeTemplate(): Promise<Template> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "clock"), EVENING);
  const { server, url } = await startOn(folder, USUAL);
  const apiToken = (await signInAt(url, ADMIN)).token;
  const api = callerAt(url, apiToken);
  await api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: KNOWN_GUESTS });
  await api("/auth/new-user", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ ...STAFF, roles: ["staff"] }) });
  const signIns = { [ADMIN.username]: await signInAt(url, ADMIN), [STAFF.username]: await signInAt(url, STAFF) };
  server.kill("SIGTERM"); // a clean stop: what is copied from then on is whole
  await once(server, "exit");
  return { data: path.join(folder, "data"), signIns, apiToken };
}

/** Signs in as the sign-in page does: at the API, then for the pages' cookie. */
async function signInAt(url: string, who: { username: string; password: string }): Promise<SignIn> {
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers: JSON_BODY, body: JSON.stringify(who) });
  const { access_token, user } = (await login.json()) as { access_token: string; user: unknown };
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: csrf.headers.getSetCookie().map(nameAndValue).join("; ") },
    body: new URLSearchParams({ csrfToken, access_token }),
  });
  const cookie = answer.headers
    .getSetCookie()
    .map(nameAndValue)
    .find((one) => one.includes("session-token="));
  if (!cookie) throw new Error(`No cookie for ${who.username}: ${answer.status}`);
  const [name = "", value = ""] = cookie.split("=");
  return { token: access_token, user: JSON.stringify(user), cookie: { name, value } };
}

const nameAndValue = (cookie: string) => cookie.split(";")[0] ?? "";

async function startOn(folder: string, { settings, build }: HouseKind, port = "0"): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, [path.join(build, "server.mjs")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      NEXT_DIST_DIR: ".next-test",
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: path.join(folder, "data"),
      TEST_CLOCK_FILE: path.join(folder, "clock"),
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { server, url: await listening(server) };
}

/** @returns calls of the server as its administrator */
function callerAt(url: string, token: string): House["api"] {
  return (pathname, { branch, ...init } = {}) =>
    fetch(`${url}/api${pathname}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(branch ? { "x-branch": branch } : {}), ...init.headers },
    });
}

export interface OpenHouse {
  house: House;
  close: () => Promise<void>;
}

export async function openHouse(kind: HouseKind): Promise<OpenHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
  const data = path.join(folder, "data");
  const { data: made, apiToken } = await theTemplate();
  cpSync(made, data, { recursive: true });
  writeFileSync(path.join(folder, "clock"), EVENING);
  const started = await startOn(folder, kind);
  const { url } = started;
  let { server } = started;
  const stop = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  const house: House = {
    url,
    data,
    setClock: (instant) => writeFileSync(path.join(folder, "clock"), instant),
    stop,
    start: async () => {
      ({ server } = await startOn(folder, kind, new URL(url).port));
    },
    rows: (store, sql) => {
      const database = new Database(path.join(data, store), { readonly: true });
      try {
        return database.prepare(sql).all() as never;
      } finally {
        database.close();
      }
    },
    api: callerAt(url, apiToken),
  };
  const close = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { house, close };
}

async function listening(server: ChildProcess): Promise<string> {
  let said = "";
  for await (const piece of server.stdout ?? []) {
    said += String(piece);
    const address = /listens on (http:\/\/\S+)/.exec(said)?.[1];
    if (!address) continue;
    server.stdout?.resume();
    return address;
  }
  throw new Error(`The server did not start: ${said}`);
}

const WHILE_A_TEST_RUNS_MS = 2000;

/** Starts the next test's server while a test runs, so that nobody waits for it. */
export class HousesAhead {
  private ahead: Promise<OpenHouse> | null = null;
  private timer: NodeJS.Timeout | undefined;

  take(kind: HouseKind): Promise<OpenHouse> {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.ahead ??= openHouse(USUAL);
    }, WHILE_A_TEST_RUNS_MS);
    if (kind.build !== USUAL.build || Object.keys(kind.settings).length > 0) return openHouse(kind);
    const taken = this.ahead ?? openHouse(USUAL);
    this.ahead = null;
    return taken;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    await (await this.ahead)?.close();
  }
}
