import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AssistPeer, AssistServer, type Caller } from "../support/assist-socket";
import { type RealServer, startServer } from "../support/real-server";

let folder = "";
let server: RealServer;
let admin: Caller;

const settings = { ADMIN_PASSWORD: "seven brass lanterns", LOG_LEVEL: "info" };
const begin = (port = "0") => startServer({ dataDir: path.join(folder, "data"), settings: { ...settings, PORT: port } });

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "daftar-assist-"));
  server = await begin();
  const body = JSON.stringify({ username: "admin", password: settings.ADMIN_PASSWORD });
  const answer = await fetch(`${server.url}/api/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body });
  const { access_token } = (await answer.json()) as { access_token: string };
  admin = { headers: { authorization: `Bearer ${access_token}` } };
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true });
});

test("a server that is killed takes every session with it: the code is none, and whoever comes back hears so", async () => {
  const house = new AssistServer(`${server.url}/api`);
  const { id, host, viewer } = await house.pair(admin, admin);
  const second = (await house.post<{ id: string; code: string }>("/assist/start", admin)).answer;
  expect((await host.hears("ended")).reason).toBe("replaced");
  await server.kill("SIGKILL");
  await Promise.all([host.end(), viewer.end()]);
  server = await begin(new URL(server.url).port);
  const after = new AssistServer(`${server.url}/api`);
  expect((await after.post("/assist/ticket", admin, { id, role: "host" })).status).toBe(404);
  expect((await after.post(`/assist/join/${second.code}`, admin)).answer).toMatchObject({ error: "Invalid code." });
  expect((await after.post<{ code: string }>("/assist/start", admin)).status).toBe(200);
});

test("a server that is asked to stop tells both sides, and does not wait for their sockets", async () => {
  const house = new AssistServer(`${server.url}/api`);
  const { host, viewer } = await house.pair(admin, admin);
  const began = performance.now();
  const stopped = server.stop();
  const reasons = await Promise.all([host, viewer].map(async (peer: AssistPeer) => (await peer.hears("ended")).reason));
  expect(reasons).toEqual(["shutdown", "shutdown"]);
  expect(await stopped).toEqual({ code: 0, signal: null });
  expect(performance.now() - began).toBeLessThan(8_000);
  server = await begin();
});

test("neither a code nor a ticket is in the log, by whichever address they came", async () => {
  const house = new AssistServer(`${server.url}/api`);
  const bare = new AssistServer(server.url);
  const { id, code } = (await house.post<{ id: string; code: string }>("/assist/start", admin)).answer;
  const ticket = await bare.ticket(id, "host", admin);
  const host = await bare.raw({ session: id, role: "host", ticket });
  await host.hears("welcome");
  expect((await bare.post(`/assist/join/${code}`, admin)).status).toBe(200);
  expect((await house.post("/assist/join/987654", admin)).status).toBe(404);
  host.socket.close();
  const logs = path.join(folder, "data", "logs");
  const words = await Promise.all((await readdir(logs)).map((name) => readFile(path.join(logs, name), "utf8")));
  expect(words.join()).toContain("/assist/join/{code}");
  for (const secret of [code, ticket, "987654"]) expect(words.join() + server.said()).not.toContain(secret);
});

test("a device that falls asleep, and closes nothing, is missed by the other within half a minute", { timeout: 90_000 }, async () => {
  const house = new AssistServer(`${server.url}/api`);
  const { host, viewer } = await house.pair(admin, admin);
  const since = viewer.heard.length;
  const began = performance.now();
  host.fallAsleep();
  await expect.poll(() => viewer.heard.slice(since).map(({ type }) => type), { timeout: 60_000 }).toContain("state");
  expect(viewer.last("peer")).toMatchObject({ online: false });
  expect(viewer.last("state")).toMatchObject({ state: "reconnecting" });
  expect(performance.now() - began).toBeLessThan(36_000);
  expect(viewer.closed).toBeNull();
});
