import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { CallContract } from "@/lib/api/endpoint";
import { listAudit } from "@/lib/audit/contract";
import { BUILD } from "@/lib/build";
import type { Permission } from "@/lib/permissions";
import { enqueue } from "@/lib/queue/contract";
import { listWorkers } from "@/lib/queue/senders/contract";
import { issueWorkerToken, listWorkerTokens, revokeWorkerToken } from "@/lib/queue/worker-tokens/contract";
import { ack, begin, claim, heartbeat, recover, register, type WorkItem, workerMedia } from "@/lib/queue/workers/contract";
import { clockAt } from "../support/clocks";
import { type CallOptions, call, enterHouse, WORKER_TOKEN } from "../support/house";
import { hubEvents } from "../support/hub-events";
import { makePerson, makeRole } from "../support/people";
import { write } from "../support/queue";
import { rows } from "../support/stores";

let data = "";
beforeEach(() => {
  data = enterHouse();
  clockAt("2026-11-20T12:00:00Z");
});

const make = async (worker: string) => (await call("admin", issueWorkerToken, { body: { worker, take_over: true } })).answer;
const PC = { worker_id: "pc-1", boot_id: crypto.randomUUID() };
const NAMES = { name: "PC", version: BUILD, transport: "sandbox", account: "sandbox" } as const;

/** A call with a token of one's own. */
function by<E extends CallContract>(token: string, contract: E, options: CallOptions<E> = {}) {
  return call("nobody", contract, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
}

const start = (token: string, who = PC) => by(token, register, { body: { ...who, ...NAMES } });
const items = () =>
  rows<{ status: string; phase: string | null; lease_worker: string | null }>(path.join(data, "hub.db"), "SELECT * FROM queue_item");

async function claimed(token: string): Promise<WorkItem> {
  await by(token, heartbeat, { body: { ...PC, transport: { connected: true } } });
  const [item] = (await by(token, claim, { body: { ...PC, max: 1 } })).answer.items ?? [];
  if (!item) throw new Error("nothing to claim");
  return item;
}

describe("a worker's own token", () => {
  it("is told once, kept as a hash, and listed with who made it", async () => {
    const { token, id } = await make("pc-1");
    expect(token).toMatch(/^dwk_[\w-]{43}$/);
    const kept =
      JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM worker_token")) +
      JSON.stringify(rows(path.join(data, "hub.db"), "SELECT * FROM event"));
    expect(kept).not.toContain(token);
    const { answer } = await call("admin", listWorkerTokens);
    expect(answer).toEqual({
      shared: true,
      tokens: [{ id, worker: "pc-1", made_at: "2026-11-20T12:00:00.000Z", made_by: "admin", revoked_at: null, revoked_by: null }],
    });
  });

  it("is kept in no receipt either, so the same key makes another one", async () => {
    const [one, two] = [await keyed(), await keyed()];
    expect(one.token).not.toBe(two.token);
    for (const { name } of rows<{ name: string }>(
      path.join(data, "hub.db"),
      "SELECT name FROM sqlite_master WHERE name LIKE '%receipt%' AND type = 'table'",
    )) {
      expect(JSON.stringify(rows(path.join(data, "hub.db"), `SELECT * FROM ${name}`))).not.toContain(one.token);
    }
    async function keyed() {
      return (await call("admin", issueWorkerToken, { body: { worker: "pc-1" }, key: "the-same-key" })).answer;
    }
  });

  it("opens the file of a message that its worker holds, and no other one's", async () => {
    const menus = path.join(data, "menus");
    mkdirSync(menus, { recursive: true });
    writeFileSync(path.join(menus, "menu.pdf"), "%PDF-1.4 the menu");
    const body = { items: [{ name: "Rami", phone: "03 222222", table_name: "t" }] };
    expect((await call("staff", enqueue, { body })).status).toBe(200);
    const [mine, others] = [await make("pc-1"), await make("pc-2")];
    await start(mine.token);
    await start(others.token, { ...PC, worker_id: "pc-2" });
    const waiting = rows<{ id: string }>(path.join(data, "hub.db"), "SELECT id FROM queue_item")[0]?.id ?? "";
    expect((await by(mine.token, workerMedia, { params: { id: waiting } })).status).toBe(404);
    expect((await call("worker", workerMedia, { params: { id: waiting } })).status, "it is in nobody's hands").toBe(404);
    const { id } = await claimed(mine.token);
    const opened = await by(mine.token, workerMedia, { params: { id } });
    expect([opened.status, opened.bytes.toString()]).toEqual([200, "%PDF-1.4 the menu"]);
    expect((await by(others.token, workerMedia, { params: { id } })).status).toBe(404);
    expect((await call("worker", workerMedia, { params: { id } })).status).toBe(404);
  });

  it("lets its worker in and nobody else, whatever the call says", async () => {
    const { token } = await make("pc-1");
    expect((await start(token)).status).toBe(200);
    expect((await start(token, { ...PC, worker_id: "pc-2" })).status).toBe(403);
    expect((await by(token, heartbeat, { body: { ...PC, worker_id: "pc-2", transport: { connected: true } } })).status).toBe(403);
    expect((await by(`${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`, register, { body: { ...PC, ...NAMES } })).status).toBe(401);
  });

  it("takes the shared one's place: with that nobody speaks for this worker any more", async () => {
    const shared = (who: typeof PC, said: string) =>
      by(WORKER_TOKEN, register, { body: { ...who, ...NAMES }, headers: { "x-worker": said } });
    expect((await shared(PC, "pc-1")).status).toBe(200);
    const { id } = await make("pc-1");
    expect((await shared(PC, "pc-1")).status).toBe(401);
    expect((await shared(PC, "pc-9")).status).toBe(403);
    await call("admin", revokeWorkerToken, { params: { id } });
    expect((await shared(PC, "pc-9")).status).toBe(403);
    expect((await shared({ ...PC, worker_id: "pc-9" }, "pc-9")).status).toBe(200);
  });

  it("is over when the worker gets another one", async () => {
    const old = await make("pc-1");
    await start(old.token);
    const { token } = await make("pc-1");
    expect((await start(old.token)).status).toBe(401);
    expect((await start(token)).status).toBe(200);
  });

  it("leaves in the list who took an earlier one back, and when", async () => {
    const { id } = await make("pc-1");
    await call("admin", revokeWorkerToken, { params: { id } });
    clockAt("2026-11-20T13:00:00Z");
    await make("pc-1");
    const { tokens } = (await call("admin", listWorkerTokens)).answer;
    expect(tokens.find((token) => token.id === id)).toMatchObject({ revoked_at: "2026-11-20T12:00:00.000Z" });
  });

  it("takes at once what the worker holds by the shared one, and what it waits for", async () => {
    await write([{ name: "Maya", phone: "03 111111" }]);
    const shared = { headers: { "x-worker": "pc-1" } };
    await by(WORKER_TOKEN, register, { body: { ...PC, ...NAMES }, ...shared });
    expect((await by(WORKER_TOKEN, claim, { body: { ...PC, max: 1 }, ...shared })).answer.items).toHaveLength(1);
    const waiting = by(WORKER_TOKEN, claim, { body: { ...PC, max: 1, wait_ms: 1_000 }, ...shared });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await make("pc-1");
    expect(items()).toEqual([expect.objectContaining({ status: "PENDING", phase: null })]);
    expect((await waiting).answer.items).toEqual([]);
  });

  it("is nobody's who is limited to some branches, nor who may not edit users", async () => {
    const { headers } = await makePerson("local", { roles: ["admin"], branches: ["batroun"] });
    const { id } = await make("pc-1");
    expect((await call("nobody", issueWorkerToken, { headers, body: { worker: "pc-2" } })).status).toBe(403);
    expect((await call("nobody", revokeWorkerToken, { headers, params: { id } })).status).toBe(403);
    expect((await call("staff", issueWorkerToken, { body: { worker: "pc-1" } })).status).toBe(403);
  });
});

describe("who gets a token", () => {
  const SENDS: Permission[] = ["open_saved_tables", "nav_birthdays", "send_all", "nav_customer_service"];

  /** Somebody who holds these, asking for a token. */
  async function asks(permissions: Permission[], worker: string, take_over?: boolean) {
    const role = `role-${permissions.length}-${permissions.at(-1)}`;
    await makeRole(role, permissions);
    const { headers } = await makePerson(`user-${crypto.randomUUID().slice(0, 8)}`, { roles: [role] });
    return call("nobody", issueWorkerToken, { headers, body: { worker, take_over } });
  }

  it("holds every right to send: without one of them the worker would read what its maker may not", async () => {
    expect((await asks(["user_create"], "pc-2")).status).toBe(403);
    for (const lacking of SENDS) expect((await asks(["user_create", ...SENDS.filter((key) => key !== lacking)], "pc-2")).status).toBe(403);
    expect((await asks(SENDS, "pc-2")).status).toBe(403);
    expect((await asks(["user_create", ...SENDS], "pc-2")).status).toBe(200);
  });

  it("works in every branch, as the token does: named one by one they are not all, because another one may open", async () => {
    await makeRole("sender", ["user_create", ...SENDS]);
    for (const branches of [["batroun"], ["jounieh", "batroun", "tripoli", "zgharta", "ehden"]]) {
      const { headers } = await makePerson(`of-${branches.length}`, { roles: ["sender"], branches });
      const { status, answer } = await call("nobody", issueWorkerToken, { headers, body: { worker: "pc-2" } });
      expect([status, answer.code]).toEqual([403, "branch_forbidden"]);
    }
    expect(rows(path.join(data, "hub.db"), "SELECT id FROM worker_token")).toEqual([]);
    const { headers } = await makePerson("of-all", { roles: ["sender"] });
    expect((await call("nobody", issueWorkerToken, { headers, body: { worker: "pc-2" } })).status).toBe(200);
  });

  it("does not take the place of a worker that is at work, which is told, and goes on", async () => {
    const { token } = await make("pc-1");
    await start(token);
    const { status, answer } = await asks(["user_create", ...SENDS], "pc-1", true);
    expect({ status, code: answer.code, error: answer.error }).toEqual({
      status: 403,
      code: "forbidden",
      error: expect.stringMatching(/at work.*may do everything.*Nothing was changed/),
    });
    expect((await start(token)).status).toBe(200);
    clockAt("2026-11-20T12:00:31Z");
    expect((await asks(["user_create", ...SENDS], "pc-1")).status, "it is away").toBe(200);
    expect((await start(token)).status).toBe(401);
  });

  it("holds everything, and says so, to take the place of one that is at work: that stands in the trail", async () => {
    const { token } = await make("pc-1");
    await start(token);
    const { status, answer } = await call("admin", issueWorkerToken, { body: { worker: "pc-1" } });
    expect({ status, code: answer.code, error: answer.error }).toEqual({
      status: 409,
      code: "conflict",
      error: expect.stringMatching(/at work.*Nothing was changed/),
    });
    expect((await start(token)).status).toBe(200);
    expect((await call("admin", issueWorkerToken, { body: { worker: "pc-1", take_over: true } })).status).toBe(200);
    expect((await start(token)).status).toBe(401);
    expect(hubEvents(data, "worker.token_made").map(({ payload }) => payload)).toEqual([
      { worker: "pc-1", took_over: false },
      { worker: "pc-1", took_over: true },
    ]);
    const trail = (await call("admin", listAudit, { query: { group: "messages" } })).answer.entries.map(({ what }) => what);
    expect(trail).toContain("Made a token for the sender pc-1, which was at work and had to stop");
  });

  it("is asked for one that works by the shared token, too", async () => {
    await by(WORKER_TOKEN, register, { body: { ...PC, ...NAMES }, headers: { "x-worker": "pc-1" } });
    expect((await asks(["user_create", ...SENDS], "pc-1", true)).status).toBe(403);
    expect((await call("admin", issueWorkerToken, { body: { worker: "pc-1" } })).status).toBe(409);
  });
});

describe("a token that was taken back", () => {
  it("is refused at the next call; what was not begun goes to others at once, and what was is in doubt", async () => {
    const { token, id } = await make("pc-1");
    await start(token);
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    const first = await claimed(token);
    expect((await by(token, begin, { body: { ...PC, id: first.id, token: first.token, account: "sandbox" } })).answer.go).toBe(true);
    await claimed(token);
    const { answer } = await call("admin", revokeWorkerToken, { params: { id } });
    expect(answer).toEqual({ revoked: true, given_back: 1, in_doubt: 1 });
    expect(items().map(({ status, phase }) => [status, phase])).toEqual([
      ["IN_PROGRESS", "reconciling"],
      ["PENDING", null],
    ]);
    for (const contract of [heartbeat, claim, ack, recover] as const) {
      expect((await by(token, contract, { raw: "{}" })).status).toBe(401);
    }
    expect((await call("staff", listWorkers)).answer.workers).toMatchObject([{ id: "pc-1", online: false }]);
    expect((await call("admin", revokeWorkerToken, { params: { id } })).answer.revoked).toBe(false);
    expect((await call("admin", listWorkerTokens)).answer.tokens).toMatchObject([{ revoked_by: "admin" }]);
  });

  it("takes nothing from other workers, and begins no doubt anew", async () => {
    const [mine, others] = [await make("pc-1"), await make("pc-2")];
    const other = { ...PC, worker_id: "pc-2" };
    await start(mine.token);
    await start(others.token, other);
    await write([
      { name: "Maya", phone: "03 111111" },
      { name: "Rami", phone: "03 222222" },
    ]);
    const { id, token, message_id } = await claimed(mine.token);
    await by(mine.token, begin, { body: { ...PC, id, token, account: "sandbox" } });
    const result = { id, token, message_id, outcome: "unknown" as const, at: "2026-11-20T12:00:00Z" };
    await by(mine.token, ack, { body: { ...PC, results: [result] } });
    expect((await by(others.token, claim, { body: { ...other, max: 1 } })).answer.items).toHaveLength(1);
    clockAt("2026-11-20T12:10:00Z");
    const leases = () => rows(path.join(data, "hub.db"), "SELECT phase, lease_worker, lease_until FROM queue_item ORDER BY position");
    const before = leases();
    expect((await call("admin", revokeWorkerToken, { params: { id: mine.id } })).answer).toMatchObject({ given_back: 0, in_doubt: 0 });
    expect(leases()).toEqual(before);
  });

  it("was one: a token that nobody made is not found", async () => {
    const params = { id: crypto.randomUUID() };
    expect((await call("admin", revokeWorkerToken, { params })).status).toBe(404);
  });

  it("gives nothing to a call that waits for messages", async () => {
    const { token, id } = await make("pc-1");
    await start(token);
    const waiting = by(token, claim, { body: { ...PC, max: 1, wait_ms: 1_500 } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await call("admin", revokeWorkerToken, { params: { id } });
    await write([{ name: "Maya", phone: "03 111111" }]);
    expect((await waiting).answer.items).toEqual([]);
    expect(items()).toMatchObject([{ status: "PENDING" }]);
  });

  it("leaves the journal to the worker's next one: it settles what was begun", async () => {
    const old = await make("pc-1");
    await start(old.token);
    await write([{ name: "Maya", phone: "03 111111" }]);
    const item = await claimed(old.token);
    await by(old.token, begin, { body: { ...PC, id: item.id, token: item.token, account: "sandbox" } });
    await call("admin", revokeWorkerToken, { params: { id: old.id } });
    const { token } = await make("pc-1");
    const again = { ...PC, boot_id: crypto.randomUUID() };
    await start(token, again);
    const { id, message_id } = item;
    const journal = [{ id, token: item.token, message_id, state: "sending" as const }];
    expect((await by(token, recover, { body: { ...again, journal } })).answer.items).toMatchObject([{ do: "resend_same_id" }]);
    const result = { id, token: item.token, message_id, outcome: "accepted" as const, at: "2026-11-20T12:00:00Z" };
    expect((await by(token, ack, { body: { ...again, results: [result] } })).answer.results).toMatchObject([{ said: "applied" }]);
    expect(items()).toMatchObject([{ status: "SENT" }]);
  });
});
