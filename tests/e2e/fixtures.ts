import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { test as base, expect, type Locator, type Page } from "playwright/test";

export { expect };

/** An edge: what it shows does not hang on the size of the screen, so the phone alone shows it. */
export const ONE_SIZE = { tag: "@one-size" };

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

const JSON_BODY = { "content-type": "application/json" };

/** A data folder in which nobody has sat down yet, with the guests that are known and a second user; made once for all tests. */
let template: Promise<string> | null = null;

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(path.join(folder, "clock"), EVENING);
  const { server, url } = await startOn(folder, {});
  const api = await callerAt(url);
  await api("/contacts/import", { method: "POST", headers: { "content-type": "text/csv" }, body: KNOWN_GUESTS });
  await api("/auth/new-user", { method: "POST", headers: JSON_BODY, body: JSON.stringify({ ...STAFF, roles: ["staff"] }) });
  server.kill("SIGTERM"); // a clean stop: what is copied from then on is whole
  await once(server, "exit");
  return path.join(folder, "data");
}

async function startOn(folder: string, settings: Record<string, string>, port = "0"): Promise<{ server: ChildProcess; url: string }> {
  const server = spawn(process.execPath, ["dist-test/server.mjs"], {
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
async function callerAt(url: string): Promise<House["api"]> {
  const signIn = await fetch(`${url}/api/auth/login`, { method: "POST", headers: JSON_BODY, body: JSON.stringify(ADMIN) });
  const { access_token } = (await signIn.json()) as { access_token: string };
  return (pathname, { branch, ...init } = {}) =>
    fetch(`${url}/api${pathname}`, {
      ...init,
      headers: { authorization: `Bearer ${access_token}`, ...(branch ? { "x-branch": branch } : {}), ...init.headers },
    });
}

async function openHouse(settings: Record<string, string>): Promise<{ house: House; close: () => Promise<void> }> {
  template ??= makeTemplate();
  const folder = mkdtempSync(path.join(tmpdir(), "daftar-e2e-"));
  const data = path.join(folder, "data");
  cpSync(await template, data, { recursive: true });
  writeFileSync(path.join(folder, "clock"), EVENING);
  const started = await startOn(folder, settings);
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
      ({ server } = await startOn(folder, settings, new URL(url).port));
    },
    rows: (store, sql) => {
      const database = new Database(path.join(data, store), { readonly: true });
      try {
        return database.prepare(sql).all() as never;
      } finally {
        database.close();
      }
    },
    api: await callerAt(url),
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

/** Each test gets a server and an evening of its own, and fails on any error that the browser's console shows. */
export const test = base.extend<{ settings: Record<string, string>; house: House; baseURL: string }>({
  settings: [{}, { option: true }],
  house: async ({ settings }, use) => {
    const { house, close } = await openHouse(settings);
    await use(house);
    await close();
  },
  baseURL: async ({ house }, use) => use(house.url),
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await use(page);
    expect(errors, "errors thrown in the page").toEqual([]);
  },
});

export async function signIn(page: Page, who: { username: string; password: string } = ADMIN, to = "/"): Promise<void> {
  await page.goto(`/login?redirect=${encodeURIComponent(to)}`);
  await page.getByLabel("Username").fill(who.username);
  await page.getByLabel("Password", { exact: true }).fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => url.pathname + url.search === to);
}

/** Another device saves a table of one guest, Hala Mansour. */
export async function saveElsewhere(house: House, table_number: string): Promise<void> {
  const body = { metadata: { hostess: "Rima", waiter: "Jad", table_number }, contacts: [{ name: "Hala Mansour", phones: "76 912 345" }] };
  const { status } = await house.api("/save-table", { method: "POST", headers: JSON_BODY, body: JSON.stringify(body) });
  expect(status).toBe(200);
}

/** The dialog on top. */
export function dialogOf(page: Page): Locator {
  return page.locator("[role=dialog], [role=alertdialog], dialog[open]").last();
}

/** Opens an entry of the frame: in the top bar's popovers, or in the More sheet on a phone. */
export async function choose(page: Page, group: "Actions" | "Navigate" | "End" | "Options", entry: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole("navigation", { name: "Bottom" }).getByRole("button", { name: "More" }).click();
  else await page.getByRole("banner").getByRole("button", { name: group }).click();
  await page
    .getByRole(isPhone ? "dialog" : "menu")
    .getByText(entry, { exact: true })
    .click();
}

export interface NewTable {
  number: string;
  hostess?: string;
  waiter: string;
}

/** Opens Table Info and goes on to Select Contacts. */
export async function beginTable(page: Page, table: NewTable): Promise<Locator> {
  await page.getByRole("button", { name: "New table" }).last().click();
  const dialog = dialogOf(page);
  await dialog.getByLabel("Table number").fill(table.number);
  if (table.hostess) await dialog.getByRole("radio", { name: table.hostess }).click();
  await dialog.getByRole("radio", { name: table.waiter }).click();
  await dialog.getByRole("button", { name: "Save and add guests" }).click();
  await expect(dialogOf(page).getByPlaceholder("Search by name or phone")).toBeVisible();
  return dialogOf(page);
}

/** Whether anything is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(overflow, "pixels of sideways scroll").toBeLessThanOrEqual(0);
}
