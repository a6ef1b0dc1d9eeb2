import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RealServer, startServer } from "../support/real-server";

/** What one person is answered is never another's, also where Next or a name of a state could keep it (docs/design/reliability.md S-38). */

const ADMIN = { username: "admin", password: "seven brass lanterns" };
const PEOPLE = {
  Zorkane: { branch: "batroun", password: "warm bread at noon" },
  Markouni: { branch: "jounieh", password: "eight silver spoons" },
} as const;
type Name = keyof typeof PEOPLE;
const ROUNDS = Number(process.env.ROUNDS ?? (process.env.THOROUGH ? 500 : 90));

const folder = mkdtempSync(path.join(tmpdir(), "daftar-two-"));
const tokens = {} as Record<Name | "admin", string>;
let server: RealServer;

async function post(where: string, body: object, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const sent = new Headers({ "content-type": "application/json", ...headers });
  if (tokens.admin) sent.set("authorization", `Bearer ${tokens.admin}`);
  const answer = await fetch(`${server.url}/api${where}`, { method: "POST", headers: sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${where} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

const signIn = async (username: string, password: string) => String((await post("/auth/login", { username, password })).access_token);

beforeAll(async () => {
  server = await startServer({ dataDir: path.join(folder, "data"), settings: { ADMIN_PASSWORD: ADMIN.password } });
  tokens.admin = await signIn(ADMIN.username, ADMIN.password);
  for (const [username, { branch, password }] of Object.entries(PEOPLE)) {
    await post("/auth/new-user", { username, password, roles: ["admin"], branches: [branch] });
    tokens[username as Name] = await signIn(username, password);
    const metadata = { hostess: "Rima", waiter: "Jad", table_number: "7" };
    await post("/save-table", { metadata, contacts: [{ name: `Guest of ${username}`, phones: "03 111111" }] }, { "x-branch": branch });
  }
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** Each way that an answer goes: pages, parts of pages, next-auth, calls, and calls that name a state. */
const ASKED: [address: string, headers: Record<string, string>][] = [
  ["/", { accept: "text/html" }],
  ["/?_rsc=same", { rsc: "1" }],
  ["/control?_rsc=same", { rsc: "1", "next-router-prefetch": "1" }],
  ["/api/auth/csrf", {}],
  ["/api/auth/me", {}],
  ["/api/table-log", {}],
  ["/table-log", { accept: "application/json" }],
  ["/api/audit?depth=all", {}],
  ["/api/backend/browse", {}],
];

/** What was answered, and whether somebody else's name or guests stand in it. */
async function ask(name: Name, other: Name, [address, headers]: (typeof ASKED)[number], etag?: string) {
  const cookie = `next-auth.session-token=${tokens[name]}`;
  const answer = await fetch(server.url + address, {
    headers: { cookie, ...headers, ...(etag ? { "if-none-match": etag } : {}) },
  });
  const text = await answer.text();
  return {
    status: answer.status,
    isOthers: text.includes(other),
    isOwn: text.includes(name),
    cache: answer.headers.get("cache-control") ?? "",
    etag: answer.headers.get("etag") ?? undefined,
  };
}

test(`two people who ask in turn, ${2 * ROUNDS} times, are each answered with their own alone`, { timeout: 300_000 }, async () => {
  const names = Object.keys(PEOPLE) as [Name, Name];
  const own = new Set<string>();
  const etags = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++) {
    const asked = ASKED[round % ASKED.length] as (typeof ASKED)[number];
    // Both at once, and each with the state that the other one was told.
    const answers = await Promise.all(
      names.map((name, index) => ask(name, names[1 - index] as Name, asked, etags.get(`${names[1 - index]} ${asked[0]}`))),
    );
    for (const [index, answer] of answers.entries()) {
      const at = `${names[index]} ${asked[0]}`;
      expect({ at, round, status: answer.status, isOthers: answer.isOthers }).toEqual({ at, round, status: 200, isOthers: false });
      expect({ at, cache: answer.cache }).toEqual({ at, cache: expect.stringMatching(/no-store/) });
      expect(answer.cache).not.toMatch(/public|s-maxage/);
      if (answer.isOwn) own.add(at);
      if (answer.etag) etags.set(at, answer.etag);
    }
  }
  // Where a name stands in an answer at all, each of the two was answered with theirs.
  for (const address of ["/", "/api/auth/me", "/api/table-log", "/api/audit?depth=all"])
    for (const name of names) expect([...own]).toContain(`${name} ${address}`);
});

test("whoever only looks at pages that are theirs is not said to have been refused anything", async () => {
  for (const name of Object.keys(PEOPLE) as Name[])
    expect((await fetch(server.url, { headers: { cookie: `next-auth.session-token=${tokens[name]}`, accept: "text/html" } })).status).toBe(
      200,
    );
  const answer = await fetch(`${server.url}/api/audit?group=refusals&depth=all`, { headers: { authorization: `Bearer ${tokens.admin}` } });
  const { entries } = (await answer.json()) as { entries: { what: string }[] };
  expect(entries.map(({ what }) => what)).toEqual([]);
});
