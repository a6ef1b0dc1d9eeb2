import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { NotStarted, startServer } from "../support/real-server";
import { ofToday } from "../support/today";
import { freePort, KillHouse } from "./house";
import { newGuest, tableOf } from "./people";

const MB = 1024 * 1024;
/** More than a file of guests may have. */
const TOO_LONG = 514 * MB;
/** With and without `/api`: a rewrite must not cut what the call itself takes. */
const IMPORTS = ["/api/contacts/import", "/contacts/import"];

let house: KillHouse;

beforeAll(async () => {
  house = await KillHouse.open("2026-11-20T19:40:00.000Z");
});
afterAll(() => house.close());

function post(where: string, headers: Record<string, string | number>): ClientRequest {
  return request(`${house.url}${where}`, { method: "POST", headers: { authorization: house.authorization, ...headers } });
}

async function answerTo(sending: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(sending, "response")) as [IncomingMessage];
  return response;
}

const contactsThere = () => house.rows<{ n: number }>("jounieh/contacts.db", "SELECT count(*) AS n FROM contact")[0]?.n ?? 0;

test("a server that is asked to stop writes down the polls that it has counted", async () => {
  const data = path.join(await mkdtemp(path.join(tmpdir(), "daftar-polls-")), "data");
  const server = await startServer({ dataDir: data, settings: { LOG_LEVEL: "info", ADMIN_PASSWORD: "seven brass lanterns" } });
  for (let time = 0; time < 20; time++) expect((await fetch(`${server.url}/api/health`)).status).toBe(200);
  const lines = async () => {
    const folder = path.join(data, "logs");
    const texts = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), "utf8")));
    return texts.flatMap((words) =>
      words
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  };
  const polls = async () => (await lines()).filter((line) => line.msg === "polls");
  const slow = (await lines()).filter((line) => line.path === "/health").length; // a busy machine's first one may be
  expect({ polls: await polls(), few: slow < 5 }).toEqual({ polls: [], few: true });
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(await polls()).toMatchObject([{ path: "/health", count: 20 - slow, statuses: { 200: 20 - slow } }]);
  await rm(path.dirname(data), { recursive: true });
});

test("a server goes on when nobody reads any more what it says, as in a terminal that was closed", async () => {
  const data = path.join(await mkdtemp(path.join(tmpdir(), "daftar-unread-")), "data");
  const port = await freePort();
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, PORT: port, HOST: "127.0.0.1", DATA_DIR: data, LOG_LEVEL: "warn" };
  spawn("sh", ["-c", `"${process.execPath}" dist-test/server.mjs 2>&1 | true`], { env, stdio: "ignore" });
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`).then(({ status }) => status, String);
  await expect.poll(health).toBe(200);
  const { pid } = JSON.parse(await readFile(path.join(data, "server.json"), "utf8")) as { pid: number };
  onTestFinished(() => void process.kill(pid, "SIGKILL"));
  expect((await fetch(`http://127.0.0.1:${port}/login`)).status).toBe(200);
  expect(await health()).toBe(200);
});

test("a caller's policy and nonce stand in no page", async () => {
  for (const policy of ["script-src 'nonce-THEIRS'", "script-src 'nonce-THEIRS\"><script>alert(1)</script>'"]) {
    const headers = { "content-security-policy": policy, "content-security-policy-report-only": policy, "x-nonce": "THEIRS" };
    const page = await fetch(`${house.url}/login`, { headers });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("THEIRS");
  }
});

test("an idle connection stays open for longer than the screens' polls are apart", async () => {
  const response = await fetch(`${house.url}/api/health`);
  expect(response.headers.get("keep-alive")).toBe("timeout=65");
});

describe.each(IMPORTS)("%s", (where) => {
  test("a body that announces more than a file may have is refused before a byte of it is sent", async () => {
    const sending = post(where, { "content-type": "text/csv", "content-length": TOO_LONG });
    sending.flushHeaders();
    const response = await answerTo(sending);
    sending.destroy();
    expect(response.statusCode).toBe(413);
  });

  test("what comes in chunks is cut at the limit, and nothing is kept of them", async () => {
    const before = contactsThere();
    const sending = post(where, { "content-type": "text/csv", "transfer-encoding": "chunked" });
    const answer = answerTo(sending);
    // The server ends the connection while we still send; what counts is its answer.
    void pipeline(tooLong(), sending).catch(() => {});
    const response = await answer;
    sending.destroy();
    expect(response.statusCode).toBe(413);
    expect(contactsThere()).toBe(before);
  });
});

test.each(ofToday(IMPORTS, 2))("a CSV file of 30 MB arrives whole at %s", { timeout: 120_000 }, async (where) => {
  const before = contactsThere();
  const rows = Math.ceil((30 * MB) / 900);
  const lines = Array.from({ length: rows }, (_, index) => lineOf(where, index)).join("");
  const body = Buffer.from(`name,phones,company,address\n${lines}`);
  expect(body.length).toBeGreaterThan(30 * MB * 0.95);
  const sending = post(where, { "content-type": "text/csv", "content-length": body.length });
  sending.end(body);
  const response = await answerTo(sending);
  const answer = JSON.parse(await text(response));
  expect(response.statusCode, JSON.stringify(answer)).toBe(200);
  expect(answer).toMatchObject({ inserted: rows, total: rows, errors: [] });
  expect(contactsThere()).toBe(before + rows);
});

function* tooLong(): Generator<Buffer> {
  const piece = Buffer.from("Somebody,03 123456\n".repeat(MB / 16)).subarray(0, MB);
  yield Buffer.from("name,phones\n");
  for (let sent = 0; sent < TOO_LONG / MB; sent++) yield piece;
}

/** About 900 bytes, with a number that no other line has. */
function lineOf(where: string, index: number): string {
  const number = 2_000_000 + index + IMPORTS.indexOf(where) * 1_000_000;
  return `Guest ${"n".repeat(180)},+1 646 ${number},${"Company ".repeat(24)},${"Street ".repeat(68)}\n`;
}

test("a second server on the same data folder stops and names the first", async () => {
  const refused = await startServer({ dataDir: house.data }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotStarted);
  const { ending, said } = refused as NotStarted;
  expect(ending.code).toBeGreaterThan(0);
  expect(said).toContain(`process ${house.pid} on `);
  expect((await fetch(`${house.url}/api/health`)).status).toBe(200);
});

test("a server whose port is taken stops with one sentence", async () => {
  const port = new URL(house.url).port;
  const folder = await mkdtemp(path.join(tmpdir(), "daftar-port-"));
  const refused = await startServer({ dataDir: folder, settings: { PORT: port } }).catch((error: unknown) => error);
  await rm(folder, { recursive: true });
  expect(refused).toBeInstanceOf(NotStarted);
  const { ending, said } = refused as NotStarted;
  expect(ending).toEqual({ code: 1, signal: null });
  expect(said).toContain(`Port ${port} is taken by another program.`);
  expect(said).not.toContain("at Server");
});

test.each([
  ["/feed/ws", "websocket", 404],
  ["/api/health", "h2c", 200],
  ["/login", "foo/2", 200],
])("%s answers as ever to whoever asks for %s there", async (address, upgrade, status) => {
  const asking = request(`${house.url}${address}`, { headers: { connection: "Upgrade, HTTP2-Settings", upgrade } });
  asking.end();
  const response = await answerTo(asking);
  expect(response.statusCode).toBe(status);
  expect((await text(response)).length).toBeGreaterThan(0);
  expect(response.headers.connection).toBe("close");
});

test("a request with a body that asks for another protocol is cut off, and nothing is done", async () => {
  const asking = request(`${house.url}/api/save-table`, {
    method: "POST",
    headers: { connection: "Upgrade", upgrade: "h2c", "content-type": "application/json" },
  });
  asking.end("{}");
  const [error] = await once(asking, "error");
  expect(error).toMatchObject({ code: "ECONNRESET" });
});

test("a call that is under way when the server is asked to stop is answered, and its table is saved", async () => {
  const body = Buffer.from(JSON.stringify(tableOf("12", [newGuest()])));
  const sending = post("/api/save-table", { "content-type": "application/json", "content-length": body.length, expect: "100-continue" });
  sending.flushHeaders();
  await once(sending, "continue"); // the server has the call, and waits for its body
  const stopping = house.stop();
  sending.end(body);
  const response = await answerTo(sending);
  expect(response.statusCode, await text(response)).toBe(200);
  expect(await stopping).toEqual({ code: 0, signal: null });
  expect(house.rows("jounieh/table.db", "SELECT name FROM saved_table")).toHaveLength(1);
});
