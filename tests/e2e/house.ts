import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { copyData } from "../support/copied-data";
import { madeNow } from "../support/made-now";
import { QUICK_HASH } from "../support/passwords";

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
  /** Where guests come, with `PUBLIC_PORT` among the settings; else empty. */
  guestsUrl: string;
  data: string;
  setClock(instant: string): void;
  /** How long each slow step takes from now on, where the settings make one slow (`TEST_SLOWLY`). */
  setPace(ms: number): void;
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
 * good in every copy of it; made once for all tests (`global-setup.ts`).
 */
interface Template {
  data: string;
  signIns: Record<string, SignIn>;
  apiToken: string;
}

const TEMPLATE = "E2E_TEMPLATE";

/** As the set-up of all tests left it: each worker of the tests is a process of its own. */
let template: Template | null = null;
function theTemplate(): Template {
  template ??= JSON.parse(readFileSync(process.env[TEMPLATE] ?? "", "utf8")) as Template;
  return template;
}

/** Makes the template that every test's folder is a copy of. @returns what takes it away again */
export async function makeTemplate(): Promise<() => void> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
  setFile(folder, "clock", EVENING);
  const { server, url } = await startOn(folder, USUAL);
  const apiToken = (await signInAt(url, ADMIN)).token;
  const api = callerAt(url, apiToken);
  await api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: KNOWN_GUESTS });
  await api("/auth/new-user", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ ...STAFF, roles: ["staff"] }) });
  const signIns = { [ADMIN.username]: await signInAt(url, ADMIN), [STAFF.username]: await signInAt(url, STAFF) };
  server.kill("SIGTERM"); // a clean stop: what is copied from then on is whole
  await once(server, "exit");
  const template: Template = { data: path.join(folder, "data"), signIns, apiToken };
  process.env[TEMPLATE] = path.join(folder, "template.json");
  writeFileSync(process.env[TEMPLATE], JSON.stringify(template));
  return () => rmSync(folder, { recursive: true, force: true });
}

/** In one step: a server that reads the file while it is being written would find no time in it. */
function setFile(folder: string, name: "clock" | "pace", text: string): void {
  writeFileSync(path.join(folder, `${name}.new`), text);
  renameSync(path.join(folder, `${name}.new`), path.join(folder, name));
}

/** Signs in as the sign-in page does: at the API, then for the pages' cookie. */
async function signInAt(url: string, who: { username: string; password: string }): Promise<SignIn> {
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers: JSON_BODY, body: JSON.stringify(who) });
  const { access_token, refresh_token, user } = (await login.json()) as { access_token: string; refresh_token: string; user: unknown };
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await fetch(`${url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: csrf.headers.getSetCookie().map(nameAndValue).join("; ") },
    body: new URLSearchParams({ csrfToken, refresh_token }),
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

interface Started {
  server: ChildProcess;
  url: string;
  guestsUrl: string;
}

async function startOn(folder: string, { settings, build }: HouseKind, port = "0"): Promise<Started> {
  const server = spawn(process.execPath, [path.join(build, "server.mjs")], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: port,
      HOST: "127.0.0.1",
      DATA_DIR: path.join(folder, "data"),
      TEST_CLOCK_FILE: path.join(folder, "clock"),
      TEST_PACE_FILE: path.join(folder, "pace"),
      ADMIN_PASSWORD: ADMIN.password,
      TEST_HASH_KIB: QUICK_HASH,
      TEST_THREADS_IDLE: "20000",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  server.stderr?.on("data", (piece) => noteBrokenPages(String(piece), path.join(folder, "data", "logs")));
  return { server, ...(await listening(server, settings.PUBLIC_PORT !== undefined)) };
}

/** A page that could not be drawn on the server is drawn by the browser, and only the server's own output says so. */
function noteBrokenPages(said: string, logs: string): void {
  process.stderr.write(said);
  const [broken] = /⨯.*?(Reference|Type|Range)Error.*/.exec(said) ?? [];
  if (broken && existsSync(logs)) appendFileSync(path.join(logs, "pages.log"), `${JSON.stringify({ level: 50, broken })}\n`);
}

/** @returns calls of the server as its administrator */
function callerAt(url: string, token: string): House["api"] {
  return (pathname, { branch, ...init } = {}) =>
    fetch(`${url}/api${pathname}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...(branch ? { "x-branch": branch } : {}), ...init.headers },
    });
}

/** What a browser keeps of somebody who signed in at the template a moment ago. */
export async function signInOf(username: string): Promise<SignIn> {
  const { data, signIns } = theTemplate();
  const kept = signIns[username];
  if (!kept) throw new Error(`Nobody signed in as ${username} before.`);
  const [token, value] = await Promise.all([madeNow(kept.token, data), madeNow(kept.cookie.value, data)]);
  return { ...kept, token, cookie: { ...kept.cookie, value } };
}

export interface OpenHouse {
  house: House;
  close: () => Promise<void>;
}

/** A server of its own, for a test that needs two, or one that is built or set up like no other. */
export async function openHouse(kind: HouseKind): Promise<OpenHouse> {
  const running = await RunningServer.start(kind);
  return { house: running.house(), close: () => running.close() };
}

/** A server on a copy of the template, and its process: of the tests that share it, each gets a copy of its own. */
class RunningServer {
  private constructor(
    private readonly folder: string,
    private readonly kind: HouseKind,
    private server: ChildProcess,
    private readonly url: string,
    private readonly guestsUrl: string,
  ) {}

  static async start(kind: HouseKind): Promise<RunningServer> {
    const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
    copyData(theTemplate().data, path.join(folder, "data"));
    setFile(folder, "clock", EVENING);
    const { server, url, guestsUrl } = await startOn(folder, kind);
    return new RunningServer(folder, kind, server, url, guestsUrl);
  }

  isOf({ settings, build }: HouseKind): boolean {
    return this.isRunning() && build === this.kind.build && JSON.stringify(settings) === JSON.stringify(this.kind.settings);
  }

  /** It goes on with a new copy of the template, as after a stop and a start. */
  async beginAnew(): Promise<void> {
    setFile(this.folder, "clock", EVENING);
    rmSync(path.join(this.folder, "pace"), { force: true });
    const folder = path.join(this.folder, "next");
    copyData(theTemplate().data, folder);
    await new Promise<void>((resolve, reject) => {
      const died = () => reject(new Error("The server did not go on with the next test's folder."));
      this.server.once("exit", died);
      this.server.once("message", () => {
        this.server.off("exit", died);
        resolve();
      });
      this.server.send({ test_folder: folder });
    });
  }

  house(): House {
    const data = path.join(this.folder, "data");
    return {
      url: this.url,
      guestsUrl: this.guestsUrl,
      data,
      setClock: (instant) => setFile(this.folder, "clock", instant),
      setPace: (ms) => setFile(this.folder, "pace", String(ms)),
      stop: () => this.stop(),
      start: async () => {
        ({ server: this.server } = await startOn(this.folder, this.kind, new URL(this.url).port));
      },
      rows: (store, sql) => {
        const database = new Database(path.join(data, store), { readonly: true });
        try {
          return database.prepare(sql).all() as never;
        } finally {
          database.close();
        }
      },
      api: async (pathname, init) => {
        const { apiToken, data: template } = theTemplate();
        return callerAt(this.url, await madeNow(apiToken, template))(pathname, init);
      },
    };
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  isRunning(): boolean {
    return this.server.exitCode === null && this.server.signalCode === null;
  }

  private async stop(): Promise<void> {
    if (!this.isRunning()) return;
    this.server.kill("SIGKILL");
    await once(this.server, "exit");
  }
}

function listening(server: ChildProcess, toGuests: boolean): Promise<Omit<Started, "server">> {
  let said = "";
  return new Promise((resolve, reject) => {
    server.stdout?.on("data", (piece) => {
      said += String(piece);
      const url = /listens on (http:\/\/\S+)/.exec(said)?.[1];
      const guestsUrl = /pages listen on (http:\/\/\S+)/.exec(said)?.[1] ?? "";
      if (url && (guestsUrl || !toGuests)) resolve({ url, guestsUrl });
    });
    server.once("exit", () => reject(new Error(`The server did not start: ${said}`)));
  });
}

/** How many servers a worker of the tests keeps: most tests want one of two kinds. */
const KEPT = 2;

/** The servers of a worker's tests: one of each kind that they asked for last; another one where a test has killed it. */
export class SharedServers {
  private running: RunningServer[] = [];

  async take(kind: HouseKind): Promise<House> {
    const known = this.running.find((one) => one.isOf(kind));
    await known?.beginAnew();
    const server = known ?? (await RunningServer.start(kind));
    const others = this.running.filter((one) => one !== server);
    const kept = others.filter((one) => one.isRunning()).slice(0, KEPT - 1);
    this.running = [server, ...kept];
    for (const old of others) if (!kept.includes(old)) await old.close();
    return server.house();
  }

  async close(): Promise<void> {
    for (const one of this.running.splice(0)) await one.close();
  }
}
